"""A board with a mirror at the other end of its link, as a laptop and a page have one."""

import json

from engine_core.state import entries as E
from firmware.link import link_line
from host.mirror import messages
from host.mirror.mirror import Mirror
from host.mirror.view import view
from tests.conformance.support.ports import Link
from tests.conformance.support.virtual_ports import Board

TWO = (E.START, 1, 2, 121, 1, 0, 0)
DEAL = "8D, KH, 9D, 4S, 7C, go, go, 9C, JD, 2H, 3C"


def same_entries(a, b):
    """Return whether two games have the same entries, as far as both have them in memory."""
    first = max(a.first(), b.first())
    ours, theirs = [game.packed(first, 1 << 30) for game in (a, b)]
    return a.length == b.length and ours == theirs


def feed(mirror, line):
    """Apply a line of the link to `mirror`; return whether it was new."""
    message = messages.parse(line)
    return message is not None and mirror.apply(message)


class Watched:
    """A game, and a mirror that receives each entry."""

    def __init__(self, start):
        self.mirror = Mirror()
        self.said = 0
        self.shown = None
        self.tell(["hello", 2, "", "", 0])
        self.tell(["new"])
        self.key(start)

    @property
    def state(self):
        return self.mirror.game.state

    def tell(self, message):
        self.said += 1
        assert feed(self.mirror, link_line.encode(self.said, message))

    def key(self, entry):
        self.tell(["entry", self.mirror.game.length + 1, E.text(entry)])
        assert not self.mirror.differs, entry

    def counts(self):
        return view(self.mirror)["game"]["counts"]


def keyed(start, text):
    watched = Watched(start)
    for word in text.split(","):
        watched.key(E.parse(word.strip()))
    return watched


class MirrorLink(Link):
    """A link whose other end is `mirror`, as in the virtual board."""

    def __init__(self, keeps=False):
        super().__init__(keeps)
        self.mirror = Mirror()

    def write(self, line):
        super().write(line)
        feed(self.mirror, line)


class Mirrored(Board):
    """A board and its `mirror`. After each key the two are compared; `shown` is the view then."""

    link_class = MirrorLink
    shown = None

    @property
    def mirror(self):
        return self.link.mirror

    def press(self, key):
        super().press(key)
        self.shown = check(self.app, self.mirror, self.shown)


def check(app, mirror, before=None):
    """Compare `mirror` with the App that it mirrors, and its view with JSON; return the view.
    before: as for check_json."""
    game = mirror.game
    assert game.state.pack() == app.game.state.pack()
    assert same_entries(game, app.game)
    assert game.can_redo() == app.game.can_redo()
    assert not mirror.differs
    assert mirror.scores == list(app.game.state.scores)
    assert type(mirror.menu) is type(app.menu)
    if app.menu:
        assert mirror.menu.to_wire() == app.menu.to_wire()
        assert mirror.menu.choices() == app.menu.choices()
    assert mirror.key_entry.to_wire() == app.key_entry.to_wire()
    shown = view(mirror)
    check_json(shown, before)
    return shown


def in_order(value):
    """Return a value that JSON can hold as text, the same on each target: MicroPython keeps the
    keys of a dict in no order."""
    if isinstance(value, dict):
        parts = [json.dumps(key) + ": " + in_order(value[key]) for key in sorted(value)]
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([in_order(part) for part in value]) + "]"
    return _one(value)


def _one(value):
    """Return a value without parts as text in ASCII; other characters by their numbers."""
    if not isinstance(value, str):
        return json.dumps(value)
    return (
        '"' + "".join([one if 32 <= ord(one) < 127 else "<%d>" % ord(one) for one in value]) + '"'
    )


def check_json(shown, before=None):
    """Check that a view survives JSON. before: a view that was checked, or None; the counts that
    are also in it, most of a view, are not checked again."""
    game = shown["game"]
    if game and before and before["game"]:
        known = {id(count) for count in before["game"]["counts"]}
        new = [count for count in game["counts"] if id(count) not in known]
        shown = shown | {"game": game | {"counts": new}}
    assert json.loads(json.dumps(shown)) == shown

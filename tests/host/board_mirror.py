"""A board with a mirror at the other end of its link, for tests of the laptop."""

import json

from host.mirror import messages
from host.mirror.mirror import Mirror
from host.mirror.view import view
from tests.conformance.support.ports import Link
from tests.conformance.support.virtual_ports import Board
from tests.host.boards import same_entries


def feed(mirror, line):
    """Apply a line of the link to `mirror`; return whether it says something new."""
    message = messages.parse(line)
    return message is not None and mirror.apply(message)


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
    """Hold `mirror` against the App that it mirrors, and its view against JSON; return the view.
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


def check_json(shown, before=None):
    """Hold a view against JSON. before: a view that was checked, or None; the counts that are also
    in it, most of a view, are not checked again."""
    game = shown["game"]
    if game and before and before["game"]:
        known = {id(count) for count in before["game"]["counts"]}
        new = [count for count in game["counts"] if id(count) not in known]
        shown = {**shown, "game": {**game, "counts": new}}
    assert json.loads(json.dumps(shown)) == shown

"""A board with a mirror at the other end of its link, for tests of the laptop."""

import json

from host.link import messages
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

    @property
    def mirror(self):
        return self.link.mirror

    def press(self, key):
        super().press(key)
        self.shown = check(self.app, self.mirror)


def check(app, mirror):
    """Hold `mirror` against the App that it mirrors, and its view against JSON; return the
    view."""
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
    assert json.loads(json.dumps(shown)) == shown
    return shown

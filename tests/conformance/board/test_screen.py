"""What the screen reads of a board is its `View` alone, so that a mirror of one looks the same."""

from engine_core.entries import NO_SEAT, START
from firmware.screen import Screen
from tests.conformance.support.ports import Clock, Strip
from tests.conformance.support.virtual_ports import Board

NAMES = ("game", "menu", "key_entry")


class View:
    """Shows the View of `app`, and records any other attribute that is read."""

    def __init__(self, app):
        self._app = app
        self.others = []

    def __getattr__(self, name):
        if name not in NAMES:
            self.others.append(name)
            raise AttributeError(name)
        return getattr(self._app, name)


def test_the_screen_reads_game_menu_and_key_entry_and_nothing_else():
    board = Board()
    view = View(board.app)
    clock = Clock(board.clock.now)
    strip = Strip(clock)
    screen = Screen(strip, clock.now)

    def same():
        clock.now = board.clock.now
        screen.settle(view.game.state)
        screen.show(view, clock.now)
        board.app.screen.settle(board.app.game.state)
        board.app.screen.repaint()
        board.run(board.step)
        clock.now = board.clock.now
        screen.show(view, clock.now)
        assert strip.last == board.strip.last
        return strip.last

    seen = [same()]
    board.start((START, 1, 2, 61, NO_SEAT, 0, 0))
    for keys in ("", "5 H 8", "D", "K D", "9", "S", "MENU", "UNDO"):
        board.keys(keys)
        board.run(3000)
        seen.append(same())
    assert len(set(seen)) > 6 and view.others == []

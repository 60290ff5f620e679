"""The lights that a laptop paints are the board's own, at every moment of a game."""

import pytest

from engine_core.games.phases import AFTER_PLAY
from engine_core.state.entries import parse
from firmware.keys import keymap
from firmware.settings.brightness import Brightness
from host.mirror.lights import Lights
from tests.host.boards import KEYS, Board, Strip, Watch


class Keyed(Board):
    """A board on which a key is pressed within a tick, as on the table."""

    pressed = ()

    def tick(self, ms=20):
        self.clock.now += ms
        for key in self.pressed:
            self.app.press(key)
        self.pressed = ()
        self.app.tick()


class Painted(Watch):
    """A watch that paints, on the board's own clock."""

    def __init__(self, board):
        self.strip = Strip()
        super().__init__(board)
        self.lights = Lights(self.strip, board.clock.now, Brightness(255, limit_ma=100_000))
        self.session._on_change = self.painted

    def painted(self, what):
        self.lights.mirror = self.session.mirror
        self.lights.update(what, self.board.clock.now)

    def step(self, ms=20):
        super().step(ms)
        self.lights.show(self.board.clock.now)


def frames_differ(watch, seconds):
    """Return at how many of the next moments, 20 ms apart, the two strips differ."""
    differ = 0
    for _ in range(int(seconds * 50)):
        watch.step(20)
        differ += watch.strip.frame != watch.board.strip.frame
    return differ


@pytest.mark.parametrize("seed", range(6))
def test_the_painted_frame_equals_the_boards(seed):
    board = Keyed(seed)
    watch = Painted(board)
    watch.settle()
    board.start()
    watch.step()
    for _ in range(80):
        board.pressed = (board.random.choice(KEYS),)
        assert frames_differ(watch, board.random.choice((0.1, 0.5, 3.0))) == 0


def test_typed_points_are_painted():
    board = Keyed()
    watch = Painted(board)
    watch.settle()
    board.app.enter(parse("start 0 2 121 0 0 0"))  # the scoreboard
    watch.step()
    board.pressed = (keymap.RANK_KEYS, 0, 7)
    assert frames_differ(watch, 1.0) == 0
    assert watch.session.mirror.key_entry.points == 18 and watch.session.mirror.key_entry.side == 0


def in_the_play(text):
    """Return a board with muggins in the play after the entries `text`, and its painter."""
    board = Keyed()
    watch = Painted(board)
    watch.settle()
    board.app.enter(parse("start 1 2 121 1 32 0"))
    for entry in text.split():
        board.app.enter(parse(entry))
    watch.step()
    return board, watch


def test_g14b_points_in_the_play_are_painted_by_the_key_pressed_last():
    board, watch = in_the_play("2S 8H 7D")
    for keys, rank in (((0,), 0), ((1,), 1), ((keymap.UNDO, 1, 9), 9), ((keymap.UNDO, 10), 10)):
        board.pressed = keys
        assert frames_differ(watch, 1.0) == 0
        assert watch.session.mirror.key_entry.rank == board.app.key_entry.rank == rank


def test_g14b_points_of_the_last_card_are_painted():
    board, watch = in_the_play("8D KH 9D 4S 7C go go QH 2D AH 2C")
    assert board.app.game.state.phase == AFTER_PLAY
    board.pressed = (0, 2)
    assert frames_differ(watch, 1.0) == 0
    assert watch.session.mirror.key_entry.points == 13


def test_the_counts_of_a_show_are_painted_step_by_step():
    board = Keyed()
    watch = Painted(board)
    watch.settle()
    board.app.enter(parse("start 1 2 121 1 0 0"))
    for entry in "8D KH 9D 4S 7C go go 9C JD 2H 3C".split():
        board.app.enter(parse(entry))
    assert frames_differ(watch, 3.0) == 0
    assert watch.lights.screen.has_next_count()
    board.pressed = (keymap.ENTER,)
    assert frames_differ(watch, 3.0) == 0
    assert not watch.lights.screen.has_next_count()
    board.pressed = (keymap.MENU,)
    assert frames_differ(watch, 0.5) == 0
    choices = board.app.menu.choices()
    board.pressed = (choices.index("The last counts"), keymap.ENTER)
    assert frames_differ(watch, 3.0) == 0
    assert watch.lights.screen.has_next_count() and board.app.screen.has_next_count()

"""The lights that a laptop paints are the board's own, at every moment of a game."""

import pytest

from engine_core.entries import parse
from firmware import keymap
from firmware.brightness import Brightness
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
        self.session._heard = self.painted

    def painted(self, what):
        self.lights.mirror = self.session.mirror
        self.lights.heard(what, self.board.clock.now)

    def step(self, ms=20):
        super().step(ms)
        self.lights.show(self.board.clock.now)


def frames_differ(watch, seconds):
    """Return at how many of the next moments the two strips differ; they are 20 ms apart."""
    differ = 0
    for _ in range(int(seconds * 50)):
        watch.step(20)
        differ += watch.strip.frame != watch.board.strip.frame
    return differ


@pytest.mark.parametrize("seed", range(6))
def test_the_painted_frame_is_the_boards(seed):
    board = Keyed(seed)
    watch = Painted(board)
    watch.settle()
    board.start()
    watch.step()
    for _ in range(80):
        board.pressed = (board.random.choice(KEYS),)
        assert frames_differ(watch, board.random.choice((0.1, 0.5, 3.0))) == 0


def test_points_that_are_keyed_are_painted():
    board = Keyed()
    watch = Painted(board)
    watch.settle()
    board.app.enter(parse("start 0 2 121 0 0 0"))  # the scoreboard
    watch.step()
    board.pressed = (keymap.RANK_KEYS, 0, 7)
    assert frames_differ(watch, 1.0) == 0
    assert watch.lights.key_entry.points == 18 and watch.lights.key_entry.side == 0

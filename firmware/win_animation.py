"""A win: the winner's colour runs along the whole track."""

from engine_core.compat import const
from hardware.board import HOLES

from .canvas import FADE, STEPS

_STEP_MS = const(60)


def look(now: int) -> int:
    """Return a number that changes as the wave moves on."""
    return now // _STEP_MS & 0xFF


def paint_win(canvas, side: int, now: int) -> None:
    """Paint the wave over every hole: each crest trails light behind it."""
    crest = now // _STEP_MS
    for hole in range(1, HOLES + 1):
        canvas.hole(hole, side, FADE + (hole - crest) % STEPS)

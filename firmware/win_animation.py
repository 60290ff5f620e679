"""A win: the winner's colour runs along the streets, to the game hole."""

from engine_core.compat import const
from hardware.board import HOLES

from .canvas import BRIGHT, FADE, STEPS

_STEP_MS = const(60)


def look(now: int) -> int:
    """Return a number that changes as the wave moves on."""
    return now // _STEP_MS & 0xFF


def paint_win(canvas, side: int, now: int) -> None:
    """Paint the wave up to the game hole, which stays lit: each crest trails light behind it.

    The streets are whole waves, so every frame draws the same current and is dimmed the same.
    """
    crest = now // _STEP_MS
    for hole in range(1, HOLES):
        canvas.hole(hole, side, FADE + (hole - crest) % STEPS)
    canvas.hole(HOLES, side, BRIGHT)

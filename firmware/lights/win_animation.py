"""A win: waves of the winner's colour run along the streets to the game hole."""

from engine_core.compat import const
from hardware.board import HOLES, STREET

from .levels import BRIGHT, FADE, STEPS

_STEP_MS = const(60)


def look(now: int) -> int:
    """Return a number that changes as the waves move."""
    return now // _STEP_MS & 0xFF


def paint_win(canvas, side: int, now: int) -> None:
    """Paint the waves up to the game hole, which stays lit; each crest is followed by fading
    lights.

    Each street is a whole number of waves, so every frame draws the same current and is dimmed
    equally.
    """
    # One wave more than fits in a street, since a street may begin anywhere in a wave.
    waves = canvas.shades(side, FADE, STEPS) * (STREET // STEPS + 2)
    crest = now // _STEP_MS
    for hole in range(1, HOLES, STREET):
        at = (hole - crest) % STEPS * 3
        canvas.row(hole, side, waves[at : at + STREET * 3])
    canvas.hole(HOLES, side, BRIGHT)

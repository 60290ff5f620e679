"""Points that depend only on ranks, of a hand of four with its starter, by a table.

An image of MicroPython has the table in flash: the build makes it, from what `rank_points` counts
(host/pico/count_table.py). A board that runs files has neither the table nor this module.
"""

from .five_card_table import KEY, POINTS, ROW  # pyright: ignore[reportMissingImports]
from .rank_points import rank_points as computed
from .scoring import STANDARD, Scoring


def rank_points(hand: list, starter: int | None = None, scoring: Scoring = STANDARD) -> int:
    """As engine_core.rank_points.rank_points, several times as fast where the table serves."""
    if starter is None or len(hand) != 4 or scoring is not STANDARD:
        return computed(hand, starter, scoring)
    a, b, c, d = hand
    key = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[starter]
    return POINTS[ROW[key >> 8] + (key & 255)]

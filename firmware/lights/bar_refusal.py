"""The bar after a refusal: red lights, whose pattern shows the kind of the refusal."""

from engine_core.compat import const
from engine_core.errors import SeenCard, TooHigh
from hardware.board import BAR

from .levels import BRIGHT, DARK, DIM, RED

# Patterns; 1 to 10 are the points above 31.
PLAIN = const(0)
SEEN_CARD = const(11)
_EXCESS_MOST = const(10)


def pattern_of(why) -> int:
    """Return the pattern of the refusal for the error `why`: the number of points by which a card
    goes above 31, or SEEN_CARD or PLAIN."""
    if isinstance(why, TooHigh):
        return why.excess
    return SEEN_CARD if isinstance(why, SeenCard) else PLAIN


def paint(canvas, flip: int, pattern: int) -> None:
    """Paint red lights that alternate: every other one, or pairs for a card that has been seen.
    Points above 31 are shown as single lights at the left end."""
    canvas.span(0, BAR, RED, DARK)
    if 0 < pattern <= _EXCESS_MOST:
        canvas.span(0, pattern, RED, DIM if flip else BRIGHT)
        return
    width = 2 if pattern == SEEN_CARD else 1
    for place in range(BAR):
        if place // width & 1 == flip:
            canvas.bar(place, RED, BRIGHT)

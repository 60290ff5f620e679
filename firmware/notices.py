"""What the bar shows of an event that nobody must miss, until the next key (ruling G12b)."""

from engine_core.events import get
from hardware.board import BAR

from .canvas import BRIGHT, DARK, DIM, RED, WHITE


def paint(canvas, state, event, blink: bool) -> None:
    """Paint the pattern of `event`, a "renege", "misclaim", "cease-fire" or "killed"."""
    canvas.span(0, BAR, WHITE, DARK)
    _PAINTS[event[0]](canvas, state, event, blink)


def _renege(canvas, state, event, blink):
    """Pairs in the colour of who reneged, and between them a red light that blinks."""
    side = state.side(get(event, "seat"))
    for first in range(0, BAR, 4):
        canvas.span(first, first + 2, side, BRIGHT)
        canvas.bar(first + 2, RED, BRIGHT if blink else DARK)


def _misclaim(canvas, state, event, blink):
    """What the hand comes to, in the colour of its player; what was claimed too much is red, what
    was missed blinks. Three red lights at the right end."""
    side = state.side(get(event, "seat"))
    claimed = get(event, "claimed")
    points = get(event, "points")
    canvas.span(0, min(claimed, points), side, BRIGHT)
    canvas.span(claimed, points, side, DIM if blink else DARK)
    canvas.span(points, claimed, RED, BRIGHT if blink else DARK)
    canvas.span(BAR - 3, BAR, RED, BRIGHT)


def _cease_fire(canvas, state, event, blink):
    """White pairs, wide apart."""
    for first in range(2, BAR, 7):
        canvas.span(first, first + 2, WHITE, BRIGHT if blink else DIM)


def _killed(canvas, state, event, blink):
    """White from both ends, and a gap in the middle that is red in turns with it."""
    canvas.span(0, 12, WHITE, DIM if blink else DARK)
    canvas.span(BAR - 12, BAR, WHITE, DIM if blink else DARK)
    canvas.span(13, BAR - 13, RED, DARK if blink else BRIGHT)


_PAINTS = {
    "renege": _renege,
    "misclaim": _misclaim,
    "cease-fire": _cease_fire,
    "killed": _killed,
}

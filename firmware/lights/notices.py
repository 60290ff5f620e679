"""The bar after an event that nobody should miss, until the next key (G12b, G16b, G21)."""

from engine_core.count import play
from engine_core.state.events import get
from hardware.board import BAR

from .levels import BRIGHT, DARK, DIM, FAINT, MIDDLE, RED, WHITE


def paint(canvas, state, event, blink: bool) -> None:
    """Paint the pattern of `event`: its kind is one of _PAINTS."""
    canvas.span(0, BAR, WHITE, DARK)
    _PAINTS[event[0]](canvas, state, event, blink)


def _renege(canvas, state, event, blink):
    """Paint pairs in the colour of the player who reneged, with blinking red lights between
    them."""
    _paint_pairs(canvas, state.side(get(event, "seat")), blink)


def _missing(canvas, state, event, blink):
    """Paint white pairs, with blinking red lights between them."""
    _paint_pairs(canvas, WHITE, blink)


def _paint_pairs(canvas, colour, blink):
    for first in range(0, BAR, 4):
        canvas.span(first, first + 2, colour, BRIGHT)
        canvas.bar(first + 2, RED, BRIGHT if blink else DARK)


def _misclaim(canvas, state, event, blink):
    """Paint the hand's points in the colour of its player; points claimed too many are red, and
    missed points blink. Three red lights are at the right end."""
    side = state.side(get(event, "seat"))
    claimed = get(event, "claimed")
    points = get(event, "points")
    canvas.span(0, min(claimed, points), side, BRIGHT)
    canvas.span(claimed, points, side, DIM if blink else DARK)
    canvas.span(points, claimed, RED, BRIGHT if blink else DARK)
    canvas.span(BAR - 3, BAR, RED, BRIGHT)


def _cease_fire(canvas, state, event, blink):
    """Paint white pairs, far apart."""
    for first in range(2, BAR, 7):
        canvas.span(first, first + 2, WHITE, BRIGHT if blink else DIM)


def _killed(canvas, state, event, blink):
    """Paint white lights from both ends, with a gap in the middle that alternates with them in
    red."""
    canvas.span(0, 12, WHITE, DIM if blink else DARK)
    canvas.span(BAR - 12, BAR, WHITE, DIM if blink else DARK)
    canvas.span(13, BAR - 13, RED, DARK if blink else BRIGHT)


def _left_out(canvas, state, event, blink):
    """Paint a row of single white lights; in its middle three red lights blink for each entry that
    was left out."""
    for place in range(0, BAR, 2):
        canvas.bar(place, WHITE, DIM)
    first = BAR // 2 - 1
    for n in range(len(get(event, "entries"))):
        canvas.span(first + 4 * n, first + 4 * n + 3, RED, BRIGHT if blink else DARK)


def _goes(canvas, state, event, blink):
    """Paint the count from the card that was led, and the light after it, as in any play; and for
    each seat that said go by that card two lights in its colour with a white one between them."""
    side = state.side(state.turn)
    count = play.total(state.line())
    canvas.span(0, count, side, MIDDLE)
    canvas.bar(count, side, BRIGHT if blink else FAINT)
    place = BAR
    for seat in reversed(get(event, "seats")):
        place -= 3
        canvas.span(place, place + 3, state.side(seat), BRIGHT)
        canvas.bar(place + 1, WHITE, DARK if blink else BRIGHT)


_PAINTS = {
    "goes": _goes,
    "renege": _renege,
    "missing": _missing,
    "misclaim": _misclaim,
    "cease-fire": _cease_fire,
    "killed": _killed,
    "left_out": _left_out,
}

"""What the bar of 31 lights shows: always what the board waits for, in the colour it waits for.

A light that blinks asks. What is there already is steady. Each seat has two places at the right
end: who is to act blinks on the first, and the dealer has a light on the second too.
"""

from engine_core import phases, play
from engine_core.cards import VALUE
from engine_core.compat import TYPE_CHECKING, const, later
from engine_core.errors import SeenCard, TooHigh
from engine_core.options import NO_HINTS
from hardware.board import BAR

from .canvas import BRIGHT, DARK, DIM, FAINT, MIDDLE, RED, WHITE
from .key_entry import NONE

# Of some phases, or of one game: not in memory for the others.
if TYPE_CHECKING:
    from . import bar_battle, bar_cribbage
else:
    bar_battle = later("firmware.bar_battle")
    bar_cribbage = later("firmware.bar_cribbage")

# Patterns of a refusal beside the numbers of points above 31.
PLAIN_REFUSAL = const(0)
SEEN_CARD = const(11)
_EXCESS_MOST = const(10)

_COUNTS = (phases.PLAY, phases.TURN)
_OF_DEALER = (phases.STARTER, phases.CRIB, phases.LINE, phases.RESERVE)
_BATTLE = (phases.LINE, phases.TURN, phases.FORMATION, phases.DROP, phases.RESERVE)
_NO_SEATS = (phases.OVER, phases.POINTS, phases.CHALLENGE)
_NO_RANK = (phases.OVER, phases.POINTS, phases.CLAIM, phases.AFTER_PLAY, phases.CHALLENGE)


def paint_game(canvas, state, key_entry, blink: bool) -> None:
    """The bar of a game, by its phase. A rank that waits for its suit covers the seats."""
    ask = BRIGHT if blink else FAINT
    phase = state.phase
    marks = ()
    if phase == phases.PLAY:
        used = paint_count(canvas, state, key_entry, ask)
    else:
        painters = bar_battle if phase in _BATTLE else bar_cribbage
        used, marks = painters.paint(canvas, state, key_entry, ask)
    if phase not in _NO_SEATS:
        marks += seat_marks(state, acting(state), ask)
        # What a rank adds is counted from the left: no marks may cover it.
        if key_entry.rank == NONE or used + len(marks) < BAR:
            paint_marks(canvas, used, marks)
    added = phase in _COUNTS and _adds(state, key_entry)
    if key_entry.rank != NONE and phase not in _NO_RANK and not added:
        _paint_rank(canvas, key_entry.rank)


def acting(state) -> int:
    """Return the seat that is to do what the board waits for."""
    if state.phase in _OF_DEALER:
        return state.dealer
    return state.last_player if state.phase == phases.AFTER_PLAY else state.turn


def seat_marks(state, acts: int, ask: int) -> tuple:
    """Return the lights of all seats as `paint_marks` takes them, that of the seat `acts` on the
    level `ask`. Whose five are up blinks in the other half."""
    marks = ()
    for seat in range(state.seats):
        side = state.side(seat)
        level = ask if seat == acts else DIM
        if state.phase == phases.TURN and seat == state.shown_by:
            level = FAINT if ask == BRIGHT else BRIGHT
        light = (side, level)
        marks += (light, (side, MIDDLE) if seat == state.dealer else None)
    return marks


def paint_marks(canvas, used: int, marks: tuple) -> None:
    """Paint `marks`, each (colour, level) or None for a dark light, at the right end; where the
    first `used` lights leave no room, at the left end: what they show is read at their end."""
    first = BAR - len(marks)
    if used >= first:
        first = 0
        canvas.bar(len(marks), WHITE, DARK)
    for n, mark in enumerate(marks):
        canvas.bar(first + n, *(mark or (WHITE, DARK)))


def paint_points(canvas, side: int, points: int) -> None:
    """The points of a hand that is being pegged: one light each."""
    canvas.span(0, points, side, BRIGHT)
    canvas.bar(BAR - 1, side, DIM)


def refusal_pattern(why) -> int:
    """Return the pattern of the refusal for the error `why`: how many points a card has above 31,
    or SEEN_CARD or PLAIN_REFUSAL."""
    if isinstance(why, TooHigh):
        return why.excess
    return SEEN_CARD if isinstance(why, SeenCard) else PLAIN_REFUSAL


def paint_refusal(canvas, flip: int, pattern: int) -> None:
    """Red lights that change places: every other one, for a card that was seen two and two; what
    is above 31 is counted out at the left end."""
    canvas.span(0, BAR, RED, DARK)
    if 0 < pattern <= _EXCESS_MOST:
        canvas.span(0, pattern, RED, DIM if flip else BRIGHT)
        return
    width = 2 if pattern == SEEN_CARD else 1
    for place in range(BAR):
        if place // width & 1 == flip:
            canvas.bar(place, RED, BRIGHT)


def paint_count(canvas, state, key_entry, ask: int) -> int:
    """The count of the line, and the light after it. With hints, the lights that a keyed rank
    would add come between the two; what goes above 31 is red, at the left end. Return the number
    of lights in use."""
    side = state.side(state.turn)
    count = play.total(state.line())
    # At 31 there is no light after it, so the line itself asks.
    canvas.span(0, count, side, MIDDLE if count < BAR or ask == BRIGHT else FAINT)
    more = _adds(state, key_entry)
    above = _above(state, key_entry)
    if above:
        canvas.span(0, above, RED, ask)
        canvas.bar(above, RED, DARK)
    if more:
        canvas.span(count, count + more, WHITE, BRIGHT)
        # Jack, queen and king add ten as well: one, two or three of the ten are dim.
        canvas.span(count, count + key_entry.rank + 1 - more, WHITE, DIM)
    canvas.bar(count + more, side, ask)
    return count + more + 1


def _adds(state, key_entry):
    """What a keyed rank adds to the count, where that is shown and fits."""
    if key_entry.rank == NONE or state.options & NO_HINTS:
        return 0
    more = VALUE[key_entry.rank * 4]
    return more if play.total(state.line()) + more <= play.COUNT_MOST else 0


def _above(state, key_entry):
    """How far a keyed rank would go above 31, where that is shown."""
    if key_entry.rank == NONE or state.options & NO_HINTS:
        return 0
    return max(0, play.total(state.line()) + VALUE[key_entry.rank * 4] - play.COUNT_MOST)


def paint_cards(canvas, side: int, have: int, need: int, ask: int) -> int:
    """A group of lights for each of `need` cards, in the colour of `side`. Return the number of
    lights in use."""
    for n in range(need):
        level = MIDDLE if n < have else ask if n == have else FAINT
        canvas.span(4 * n, 4 * n + 3, side, level)
    return 4 * need - 1


def _paint_rank(canvas, rank):
    """A rank that waits for its suit: as many lights at the right end, and a dark one before
    them, so that they can be counted beside any colour."""
    first = BAR - 1 - rank
    canvas.bar(first - 1, WHITE, DARK)
    canvas.span(first, BAR, WHITE, BRIGHT)

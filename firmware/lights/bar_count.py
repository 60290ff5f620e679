"""The count of the play on the bar, and groups of lights that stand for cards."""

from engine_core.count import play
from engine_core.count.cards import VALUE
from engine_core.games.options import GO_BY_ITSELF, NO_HINTS
from hardware.board import BAR

from ..keys.key_entry import NONE
from .levels import BRIGHT, DARK, DIM, FAINT, MIDDLE, RED, WHITE


def paint_count(canvas, state, key_entry, ask: int) -> int:
    """Paint the count of the line and the light after it. With hints, the lights that a keyed rank
    would add come between the two, and points above 31 are red lights at the left end. Return the
    number of lights in use."""
    side = state.side(state.turn)
    count = play.total(state.line())
    # At 31 there is no light after the count, so the count itself blinks.
    canvas.span(0, count, side, MIDDLE if count < BAR or ask == BRIGHT else FAINT)
    more = added(state, key_entry)
    above = _above(state, key_entry)
    if above:
        canvas.span(0, above, RED, ask)
        canvas.bar(above, RED, DARK)
    if more:
        canvas.span(count, count + more, WHITE, BRIGHT)
        # Jack, queen and king add ten like a ten; one, two or three of their lights are dim.
        canvas.span(count, count + key_entry.rank + 1 - more, WHITE, DIM)
    canvas.bar(count + more, side, ask)
    return count + more + 1


def added(state, key_entry):
    """Return the value that a keyed rank adds to the count, or 0 if it is not shown or does not
    fit."""
    if key_entry.rank == NONE or state.options & NO_HINTS:
        return 0
    more = VALUE[key_entry.rank * 4]
    return more if play.total(state.line()) + more <= play.COUNT_MOST else 0


def _above(state, key_entry):
    """Return by how much a keyed rank would exceed 31, or 0 if that is not shown, or if such a
    card is the next lead (G21)."""
    if key_entry.rank == NONE or state.all_options() & (NO_HINTS | GO_BY_ITSELF):
        return 0
    return max(0, play.total(state.line()) + VALUE[key_entry.rank * 4] - play.COUNT_MOST)


def paint_cards(canvas, side: int, have: int, need: int, ask: int, first: int = 0) -> None:
    """Paint a group of lights for each of `need` cards from number `first` on, in the colour of
    `side`."""
    for n in range(first, need):
        level = MIDDLE if n < have else ask if n == have else FAINT
        canvas.span(4 * n, 4 * n + 3, side, level)

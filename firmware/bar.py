"""What the bar of 31 lights shows: always what the board waits for, in the colour it waits for.

A light that blinks asks. What is there already is steady.
"""

from engine_core import phases, play
from engine_core.cards import VALUE
from engine_core.compat import const
from hardware.board import BAR

from .canvas import BRIGHT, DARK, DIM, FAINT, MIDDLE, RED, WHITE
from .menu import DEALER
from .typed import NONE

_MIDDLE_PLACE = const(15)


def paint_menu(canvas, menu, blink: bool) -> None:
    """The choices as lights, the chosen one blinking; on the right, which question it is."""
    sides = menu.sides()
    colours = [WHITE] * len(menu.choices())
    if menu.question == DEALER:
        colours[1:] = sides
    for place, colour in enumerate(colours):
        chosen = place == menu.at
        canvas.bar(place, colour, (BRIGHT if blink else MIDDLE) if chosen else DIM)
    page, pages = menu.page()
    for n in range(pages):
        canvas.bar(BAR - pages + n, WHITE, MIDDLE if n < page else FAINT)
    # Who plays what is seen on the board itself: a peg for each player, in the side's colour.
    for seat, side in enumerate(sides):
        canvas.hole(seat + 1, side, MIDDLE)


def paint_game(canvas, state, typed, blink: bool) -> None:
    """The bar of a game, by its phase."""
    _PHASES[state.phase](canvas, state, typed, BRIGHT if blink else FAINT)


def paint_points(canvas, side: int, points: int) -> None:
    """The points of a hand that is being pegged: one light each."""
    canvas.span(0, points, side, BRIGHT)
    canvas.bar(BAR - 1, side, DIM)


def paint_refusal(canvas, flip: int) -> None:
    """Red, every other light, changing places: told by its pattern as well as by its colour."""
    for place in range(BAR):
        canvas.bar(place, RED, BRIGHT if place & 1 == flip else DARK)


def _cut(canvas, state, typed, ask):
    for n, seat in enumerate(state.cutters):
        done = n < len(state.cuts)
        canvas.span(4 * n, 4 * n + 3, state.side(seat), MIDDLE if done else FAINT)
    n = len(state.cuts)
    if ask == BRIGHT:
        canvas.span(4 * n, 4 * n + 3, state.side(state.turn), BRIGHT)
    _rank(canvas, typed)


def _starter(canvas, state, typed, ask):
    """The dealer's colour at both ends, and one light alone in the middle: the card cut."""
    side = state.side(state.dealer)
    canvas.span(0, 2, side, MIDDLE)
    canvas.span(BAR - 2, BAR, side, MIDDLE)
    canvas.bar(_MIDDLE_PLACE, WHITE, ask)
    _rank(canvas, typed)


def _play(canvas, state, typed, ask):
    """The count, and from its end on what a rank that is keyed would add."""
    side = state.side(state.turn)
    count = play.total(state.line())
    canvas.span(0, count, side, MIDDLE)
    more = 1 if typed.rank == NONE else VALUE[typed.rank * 4]
    canvas.span(count, count + more, side, ask)


def _crib(canvas, state, typed, ask):
    """A group of lights for each card of the crib, in the dealer's colour."""
    side = state.side(state.dealer)
    for n in range(state.table.crib):
        done = n < len(state.crib)
        asked = n == len(state.crib)
        canvas.span(6 * n, 6 * n + 4, side, MIDDLE if done else ask if asked else FAINT)
    _rank(canvas, typed)


def _over(canvas, state, typed, ask):
    canvas.span(0, BAR, state.winner, MIDDLE if ask == BRIGHT else DIM)


def _keyed(canvas, state, typed, ask):
    """The sides to choose from, or the points keyed for the one chosen."""
    if typed.side == NONE:
        for side in range(len(state.scores)):
            canvas.span(4 * side, 4 * side + 3, side, ask)
    else:
        canvas.span(0, typed.points, typed.side, BRIGHT)
        canvas.bar(typed.points, typed.side, ask)


def _rank(canvas, typed):
    """A rank that waits for its suit: as many lights, on the right."""
    if typed.rank != NONE:
        canvas.span(BAR - 1 - typed.rank, BAR, WHITE, BRIGHT)


_PHASES = {
    phases.CUT: _cut,
    phases.STARTER: _starter,
    phases.PLAY: _play,
    phases.CRIB: _crib,
    phases.OVER: _over,
    phases.KEYED: _keyed,
}

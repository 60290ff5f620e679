"""What the bar of 31 lights shows: always what the board waits for, in the colour it waits for.

A light that blinks asks. What is there already is steady.
"""

from engine_core import phases, play
from engine_core.cards import NO_CARD, VALUE
from engine_core.compat import TYPE_CHECKING, const, later
from engine_core.options import NO_HINTS
from engine_core.state import NO_SIDE
from hardware.board import BAR

from .canvas import BRIGHT, DARK, DIM, FAINT, MIDDLE, RED, WHITE
from .key_entry import NONE

# Of one game: not in memory for the others.
if TYPE_CHECKING:
    from engine_core import battle_show
else:
    battle_show = later("engine_core.battle_show")

_MIDDLE_PLACE = const(15)


def paint_menu(canvas, menu, blink: bool) -> None:
    """The choices as lights, of more than 31 those around the one chosen: what is on is brighter,
    the one chosen blinks. On the right, which question it is."""
    sides = menu.sides()
    if menu.takes_number() and len(menu.lit()) > BAR:
        _number(canvas, menu.at + 1, blink)
        return
    at = menu.at % BAR
    lit = menu.lit()[menu.at - at :][:BAR]
    colours = [WHITE] * len(lit)
    if menu.asks_dealer():
        colours[1 : 1 + len(sides)] = sides
    for place, colour in enumerate(colours):
        level = MIDDLE if lit[place] else FAINT if place == at else DIM
        canvas.bar(place, colour, BRIGHT if place == at and blink else level)
    page, pages = menu.page()
    if len(lit) + pages < BAR:
        for n in range(pages):
            canvas.bar(BAR - pages + n, WHITE, MIDDLE if n < page else FAINT)
    # Who plays what is seen on the board itself: a light for each player, in the side's colour.
    for seat, side in enumerate(sides):
        canvas.hole(seat + 1, side, MIDDLE)


def _number(canvas, number, blink):
    """A number that is asked for and may be larger than the bar: on the holes, up to its own."""
    for n in range(1, number):
        canvas.hole(n, WHITE, FAINT)
    canvas.hole(number, WHITE, BRIGHT if blink else DIM)


def paint_game(canvas, state, key_entry, blink: bool) -> None:
    """The bar of a game, by its phase."""
    _PHASES[state.phase](canvas, state, key_entry, BRIGHT if blink else FAINT)


def paint_points(canvas, side: int, points: int) -> None:
    """The points of a hand that is being pegged: one light each."""
    canvas.span(0, points, side, BRIGHT)
    canvas.bar(BAR - 1, side, DIM)


def paint_refusal(canvas, flip: int) -> None:
    """Red, every other light, changing places: told by its pattern as well as by its colour."""
    for place in range(BAR):
        canvas.bar(place, RED, BRIGHT if place & 1 == flip else DARK)


def _cut(canvas, state, key_entry, ask):
    for n, seat in enumerate(state.cutters):
        done = n < len(state.cuts)
        canvas.span(4 * n, 4 * n + 3, state.side(seat), MIDDLE if done else FAINT)
    n = len(state.cuts)
    if ask == BRIGHT:
        canvas.span(4 * n, 4 * n + 3, state.side(state.turn), BRIGHT)
    _rank(canvas, key_entry)


def _starter(canvas, state, key_entry, ask):
    """The dealer's colour at both ends, and one light alone in the middle: the card cut."""
    side = state.side(state.dealer)
    canvas.span(0, 2, side, MIDDLE)
    canvas.span(BAR - 2, BAR, side, MIDDLE)
    canvas.bar(_MIDDLE_PLACE, WHITE, ask)
    _rank(canvas, key_entry)


def _play(canvas, state, key_entry, ask, room=BAR):
    """The count, in `room` lights, and the light after it. With hints, the lights that a keyed
    rank would add come between the two; a rank that does not fit is shown as in other phases."""
    side = state.side(state.turn)
    count = play.total(state.line())
    canvas.span(0, count, side, MIDDLE)
    more = 0 if key_entry.rank == NONE or state.options & NO_HINTS else VALUE[key_entry.rank * 4]
    if more and count + more <= room:
        canvas.span(count, count + more, WHITE, BRIGHT)
        # Jack, queen and king add ten as well: one, two or three of the ten are dim.
        canvas.span(count, count + key_entry.rank + 1 - more, WHITE, DIM)
        canvas.bar(count + more, side, ask)
    else:
        canvas.bar(count, side, ask)
        _rank(canvas, key_entry, room)


def _cards(canvas, key_entry, side, have, need, ask):
    """A group of lights for each of `need` cards, in the colour of `side`."""
    for n in range(need):
        level = MIDDLE if n < have else ask if n == have else FAINT
        canvas.span(5 * n, 5 * n + 4, side, level)
    _rank(canvas, key_entry)


def _crib(canvas, state, key_entry, ask):
    side = state.side(state.dealer)
    _cards(canvas, key_entry, side, len(state.crib), state.seating.crib, ask)


def _left_over(canvas, state, key_entry, ask):
    _cards(canvas, key_entry, state.side(state.turn), 0, state.cards_left(state.turn), ask)


def _free(canvas, state, key_entry, ask):
    _cards(canvas, key_entry, 0, len(state.crib), 5, ask)


def _claim(canvas, state, key_entry, ask):
    """The points keyed so far, in the colour of who counts, with its mark on the right."""
    side = state.side(state.turn)
    canvas.span(BAR - 2, BAR, side, DIM)
    canvas.span(0, key_entry.points, side, BRIGHT)
    canvas.bar(key_entry.points, side, ask)


def _after_play(canvas, state, key_entry, ask):
    """The points claimed for the last card so far, in its player's colour; both ends ask."""
    side = state.side(state.last_player)
    canvas.bar(BAR - 1, WHITE, ask)
    canvas.span(0, key_entry.points, side, BRIGHT)
    canvas.bar(key_entry.points, side, ask)


def _challenge(canvas, state, key_entry, ask):
    """What is claimed, steady; on the right, who may say muggins, each player in its place."""
    mine = state.side(state.turn)
    canvas.span(0, state.claim, mine, DIM)
    for seat in range(state.seats):
        if state.side(seat) != mine:
            canvas.bar(BAR - state.seats + seat, state.side(seat), ask)


def _first_card(canvas, state, key_entry, ask):
    """As for the starter, but three lights in the middle: a line begins."""
    _starter(canvas, state, key_entry, ask)
    canvas.span(_MIDDLE_PLACE - 1, _MIDDLE_PLACE + 2, WHITE, ask)
    _rank(canvas, key_entry)


def _turn(canvas, state, key_entry, ask):
    """As in the play; the last light stands for an end card that is taken."""
    if state.taken_card == NO_CARD:
        _play(canvas, state, key_entry, ask)
    else:
        _play(canvas, state, key_entry, ask, BAR - 2)
        canvas.bar(BAR - 1, WHITE, BRIGHT)


def _formation(canvas, state, key_entry, ask):
    _cards(canvas, key_entry, state.side(state.turn), len(state.formation), 5, ask)


def _drop(canvas, state, key_entry, ask):
    """The five cards; with hints, the one that the board would drop blinks."""
    side = state.side(state.turn)
    best = NO_CARD if state.options & NO_HINTS else battle_show.best_drop(state)
    for n, card in enumerate(state.formation):
        canvas.span(5 * n, 5 * n + 4, side, ask if card == best else MIDDLE)
    _rank(canvas, key_entry)


def _reserve(canvas, state, key_entry, ask):
    need = state.seating.seats + state.seating.from_deck
    _cards(canvas, key_entry, state.side(state.dealer), len(state.crib), need, ask)


def _over(canvas, state, key_entry, ask):
    colour = WHITE if state.winner == NO_SIDE else state.winner
    canvas.span(0, BAR, colour, MIDDLE if ask == BRIGHT else DIM)


def _keyed(canvas, state, key_entry, ask):
    """The sides to choose from, or the points keyed for the one chosen. Where points are keyed
    first, the sides are on the right, a light each."""
    sides = len(state.scores)
    if key_entry.side == NONE and not key_entry.points:
        for side in range(sides):
            canvas.span(4 * side, 4 * side + 3, side, ask)
    elif key_entry.side == NONE:
        for side in range(sides):
            canvas.bar(BAR - sides + side, side, ask)
        canvas.span(0, key_entry.points, WHITE, BRIGHT)
    else:
        canvas.span(0, key_entry.points, key_entry.side, BRIGHT)
        canvas.bar(key_entry.points, key_entry.side, ask)


def _rank(canvas, key_entry, room=BAR):
    """A rank that waits for its suit: as many lights, on the right of `room` lights, and a dark
    one before them, so that they can be counted beside any colour."""
    if key_entry.rank != NONE:
        first = room - 1 - key_entry.rank
        canvas.bar(first - 1, WHITE, DARK)
        canvas.span(first, room, WHITE, BRIGHT)


_PHASES = {
    phases.CUT: _cut,
    phases.STARTER: _starter,
    phases.PLAY: _play,
    phases.CRIB: _crib,
    phases.OVER: _over,
    phases.KEYED: _keyed,
    phases.SHOW: _left_over,
    phases.FREE: _free,
    phases.CLAIM: _claim,
    phases.AFTER_PLAY: _after_play,
    phases.CHALLENGE: _challenge,
    phases.LINE: _first_card,
    phases.TURN: _turn,
    phases.FORMATION: _formation,
    phases.DROP: _drop,
    phases.RESERVE: _reserve,
}

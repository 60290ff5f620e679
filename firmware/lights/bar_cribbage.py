"""The bar in the phases other than the play: the cut, the starter, the cards of a show, claims,
the scoreboard, the end."""

from engine_core.compat import TYPE_CHECKING, const, later
from engine_core.games import phases
from engine_core.games.options import CRIB_WARS
from engine_core.games.seats import NO_SEAT
from engine_core.state.state import NO_SIDE
from hardware.board import BAR

from ..keys.key_entry import NONE
from .bar_count import paint_cards
from .levels import BRIGHT, DIM, FAINT, MIDDLE, WHITE

_SIZES = const(8)  # where the lights for the cards dealt begin

# Of one track or option: not in memory for the others.
if TYPE_CHECKING:
    from engine_core.cribbage import show_count, show_phase
    from engine_core.pegs import crib_wars

    from ..keys import rank_keys
else:
    crib_wars = later("engine_core.pegs.crib_wars")
    rank_keys = later("firmware.keys.rank_keys")
    show_count = later("engine_core.cribbage.show_count")
    show_phase = later("engine_core.cribbage.show_phase")


def paint(canvas, state, key_entry, ask: int) -> "tuple | None":
    """Paint the bar for the current phase. Return how many lights are in use from the left, and
    the marks that come before those of the seats; None where there is always room for the seats,
    and no marks."""
    return _PHASES[state.phase](canvas, state, key_entry, ask)


def paint_dealer(canvas, state, ask: int, lights: int) -> None:
    """Paint the dealer's colour at the left end, and an odd number of `lights` in the middle for
    the card that is turned up."""
    canvas.span(0, 2, state.side(state.dealer), MIDDLE)
    first = (BAR - lights) // 2
    canvas.span(first, first + lights, WHITE, ask)
    if state.track == CRIB_WARS:
        _paint_sitting(canvas, state, ask)


def _paint_sitting(canvas, state, ask):
    """Paint, after the dealer's lights, a light for each deal that a side still has to sit out.
    They blink while its peg is to be moved. Before the middle is a light for each card that the
    others are dealt (C3b)."""
    to_move = crib_wars.peg_to_move(state)
    for side in range(len(state.scores)):
        level = ask if side == to_move else MIDDLE
        canvas.span(4, 4 + crib_wars.deals_out(state, side), side, level)
        if crib_wars.sits_out(state, side) and state.phase == phases.STARTER:
            canvas.span(_SIZES, _SIZES + crib_wars.deal_sizes(state)[0], WHITE, DIM)


def paint_claim(canvas, state, key_entry, ask: int) -> tuple:
    """Paint the points that are being keyed for a card of the play, in its player's colour."""
    seat = state.last_player if state.open_by == NO_SEAT else state.open_by
    side = state.side(seat if seat != NO_SEAT else state.turn)
    return _points(canvas, side, key_entry.points, ask), ((side, DIM), (side, DIM), None)


def _suits(canvas, state, key_entry, ask):
    """Paint the points so far, and before the seats a light for each of ♠ ♥ ♦; the claims that the
    ranks allow blink (G19)."""
    what, cards = show_phase.counting(state)
    used = show_count.points(state, what, cards)
    canvas.span(0, used, state.side(state.turn), MIDDLE)
    marks = [(WHITE, FAINT if claim is None else ask) for claim in rank_keys.suit_keys(state)]
    return used, tuple(marks) + (None,)


def _cut(canvas, state, key_entry, ask):
    done = len(state.cuts)
    for n, seat in enumerate(state.cutters):
        level = MIDDLE if n < done else ask if n == done else FAINT
        canvas.span(3 * n, 3 * n + 2, state.side(seat), level)


def _starter(canvas, state, key_entry, ask):
    paint_dealer(canvas, state, ask, 1)


def _crib(canvas, state, key_entry, ask):
    have = len(state.crib)
    need = state.seating.crib
    paint_cards(canvas, state.side(state.dealer), have, need, ask)
    other = state.thrower(need)
    if other != NO_SEAT:  # of two players, each of whom throws half of it
        paint_cards(canvas, state.side(other), have, need, ask, need // 2)


def _left_over(canvas, state, key_entry, ask):
    cards = state.cards_left(state.turn)
    paint_cards(canvas, state.side(state.turn), 0, cards, ask)


def _free(canvas, state, key_entry, ask):
    paint_cards(canvas, 0, len(state.crib), 5, ask)


def _claim(canvas, state, key_entry, ask):
    """Paint the points entered so far, in the colour of the player who claims; two dim lights come
    before the seats."""
    side = state.side(state.turn)
    return _points(canvas, side, key_entry.points, ask), ((side, DIM), (side, DIM), None)


def _after_play(canvas, state, key_entry, ask):
    """Paint the points claimed so far for the last card, in its player's colour. A white light
    before the seats asks whether anything else is claimed."""
    side = state.side(state.last_player)
    return _points(canvas, side, key_entry.points, ask), ((WHITE, ask), None)


def _points(canvas, side, points, ask):
    canvas.span(0, points, side, BRIGHT)
    canvas.bar(points, side, ask)
    return points + 1


def _challenge(canvas, state, key_entry, ask):
    """Paint the claim as steady lights, bright if it was made without ENTER. The light of each
    seat that may call muggins blinks."""
    mine = state.side(state.turn)
    canvas.span(0, state.claim, mine, BRIGHT if key_entry.points else DIM)
    for seat in range(state.seats):
        if state.side(seat) != mine:
            canvas.bar(BAR - 2 * (state.seats - seat), state.side(seat), ask)


def _over(canvas, state, key_entry, ask):
    colour = WHITE if state.winner == NO_SIDE else state.winner
    canvas.span(0, BAR, colour, MIDDLE if ask == BRIGHT else DIM)


def _scoreboard(canvas, state, key_entry, ask):
    """Paint the sides to choose from, or the points entered for the chosen side. If points are
    entered first, the sides are at the right, one light each."""
    sides = len(state.scores)
    if key_entry.side == NONE and not key_entry.points:
        for side in range(sides):
            canvas.span(4 * side, 4 * side + 3, side, ask)
    elif key_entry.side == NONE:
        for side in range(sides):
            canvas.bar(BAR - sides + side, side, ask)
        canvas.span(0, key_entry.points, WHITE, BRIGHT)
    else:
        _points(canvas, key_entry.side, key_entry.points, ask)


_PHASES = {
    phases.CUT: _cut,
    phases.STARTER: _starter,
    phases.CRIB: _crib,
    phases.OVER: _over,
    phases.POINTS: _scoreboard,
    phases.SHOW: _left_over,
    phases.FREE: _free,
    phases.CLAIM: _claim,
    phases.AFTER_PLAY: _after_play,
    phases.CHALLENGE: _challenge,
    phases.SUITS: _suits,
}

"""The bar in the phases of Battlefield."""

from engine_core.battlefield import battle_show
from engine_core.compat import const
from engine_core.count.cards import NO_CARD
from engine_core.games import phases
from engine_core.games.options import NO_HINTS

from .bar_count import paint_cards, paint_count
from .bar_cribbage import paint_dealer
from .levels import BRIGHT, DIM, MIDDLE, WHITE

_PILE_ENDS = const(2)


def paint(canvas, state, key_entry, ask: int) -> "tuple | None":
    """Paint the bar for the current phase. Return how many lights are in use from the left, and
    the marks that come before those of the seats; None where there is always room for the seats,
    and no marks."""
    return _PHASES[state.phase](canvas, state, key_entry, ask)


def _first_card(canvas, state, key_entry, ask):
    """Paint as for a starter, but with three lights in the middle: a line begins."""
    paint_dealer(canvas, state, ask, 3)


def _turn(canvas, state, key_entry, ask):
    """Paint as in the play. A white light before the seats means that the end card was taken; two
    dim ones mean that two cards are left in the pile."""
    used = paint_count(canvas, state, key_entry, ask)
    if state.taken_card != NO_CARD:
        return used, ((WHITE, BRIGHT), None)
    two = state.pile <= _PILE_ENDS
    return used, ((WHITE, DIM), None, (WHITE, DIM), None) if two else ()


def _formation(canvas, state, key_entry, ask):
    paint_cards(canvas, state.side(state.turn), len(state.formation), 5, ask)


def _drop(canvas, state, key_entry, ask):
    """Paint the five cards; with hints, the one that the board proposes to drop blinks."""
    side = state.side(state.turn)
    best = NO_CARD if state.options & NO_HINTS else battle_show.best_drop(state)
    for n, card in enumerate(state.formation):
        canvas.span(4 * n, 4 * n + 3, side, ask if card == best else MIDDLE)


def _reserve(canvas, state, key_entry, ask):
    need = state.seating.seats + state.seating.from_deck
    paint_cards(canvas, state.side(state.dealer), len(state.crib), need, ask)


_PHASES = {
    phases.LINE: _first_card,
    phases.TURN: _turn,
    phases.FORMATION: _formation,
    phases.DROP: _drop,
    phases.RESERVE: _reserve,
}

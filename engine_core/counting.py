"""The show: hands from the dealer's left, then the crib (rulings G1, G10, G11)."""

from . import show
from .pegs import peg


def hands(state, events) -> bool:
    """Count the hands, which the play has shown. Return True: nothing is waited for."""
    for step in range(1, state.seats + 1):
        seat = (state.dealer + step) % state.seats
        if _count(state, events, "hand", seat, state.hand(seat)):
            break
    return True


def crib(state, events) -> bool:
    """Wait for the crib, which only the dealer has seen."""
    state.turn = state.dealer
    return False


def crib_card(state, card, events) -> bool:
    """Take one card of the crib; the last has it counted. Return whether it was the last."""
    state.crib.append(card)
    events.append(("crib", card))
    if len(state.crib) < state.table.crib:
        return False
    _count(state, events, "crib", state.dealer, list(state.crib))
    return True


def _count(state, events, what, seat, hand):
    points = show.count(hand, state.starter, what == "crib", state.preset.scoring)
    events.append(("count", what, seat, points, tuple(hand)))
    return peg(state, events, seat, points, what)

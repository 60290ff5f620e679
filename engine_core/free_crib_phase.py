"""Solitaire's end: the four cards that six deals leave, with the starter beneath them (S2)."""

from . import show
from .cards import NO_CARD
from .peg_moves import finish
from .pegs import peg
from .phases import OVER
from .state import State

_CARDS = 4


def begin(state: State, events: list) -> bool:
    """Wait for the four cards, then for their starter."""
    state.used_cards += state.laid
    for row in ("laid", "laid_by", "crib"):
        setattr(state, row, bytearray())
    state.starter = NO_CARD
    state.turn = 0
    events.append(("free",))
    return False


def takes_used(state: State) -> bool:
    """Return whether the next card may be one that was used: the starter lies face up below."""
    return len(state.crib) == _CARDS


def card(state: State, card: int, events: list) -> bool:
    """Take a card of the free crib; the fifth is its starter, counts it and ends the game."""
    if len(state.crib) < _CARDS:
        state.crib.append(card)
        events.append(("crib", card))
        return False
    state.starter = card
    events.append(("starter", card))
    points = show.count(list(state.crib), card, True)
    events.append(("count", "crib", 0, points, tuple(state.crib)))
    if not peg(state, events, 0, points, "crib"):
        finish(state, events)
    return state.phase == OVER

"""The end of Solitaire: the four cards left after six deals, with the starter below them (S2).

Only these four have not been seen, so they are not entered (G17). A game that was taken up without
its earlier deals asks for them.
"""

from . import show
from .cards import NO_CARD
from .peg_moves import finish
from .pegs import peg
from .phases import OVER
from .state import State

_CARDS = 4
_DECK = 52


def begin(state: State, events: list) -> bool:
    """Put the four cards into the crib, as far as they are known, and wait for their starter.
    Return False: the phase has only begun."""
    state.used_cards += state.laid
    for row in ("laid", "laid_by", "crib"):
        setattr(state, row, bytearray())
    state.starter = NO_CARD
    state.turn = 0
    events.append(("free",))
    used = bytes(state.used_cards)
    unseen = [card for card in range(_DECK) if card not in used]
    if len(unseen) == _CARDS:
        for card in unseen:
            state.crib.append(card)
            events.append(("crib", card))
    return False


def takes_used(state: State) -> bool:
    """Return whether the next card may have been used before: it is the starter, face up below."""
    return len(state.crib) == _CARDS


def card(state: State, card: int, events: list) -> bool:
    """Take a card of the free crib. The fifth is its starter: count it and end the game.

    Return whether the game is over.
    """
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

"""Before the play: cut for the deal, deal, starter (rulings G5, G15)."""

from . import cards
from .cards import NO_CARD
from .errors import Illegal
from .pegs import peg


def cut_among(state, seats) -> None:
    """Wait for each of `seats` to cut for the deal."""
    state.cutters = bytearray(seats)
    state.cuts = bytearray()
    state.turn = state.cutters[0]


def cut(state, card, events) -> bool:
    """One player cuts: the lowest deals, and those who tie for it cut again.

    Return whether the dealer is known. Raises Illegal.
    """
    if card in bytes(state.cuts):
        raise Illegal("the " + cards.words(card) + " has been cut: key the card you cut")
    state.cuts.append(card)
    events.append(("cut", state.turn, card))
    if len(state.cuts) < len(state.cutters):
        state.turn = state.cutters[len(state.cuts)]
        return False
    lowest = min([c >> 2 for c in state.cuts])
    tied = [s for s, c in zip(state.cutters, state.cuts) if c >> 2 == lowest]
    if len(tied) > 1:
        events.append(("tie", tuple(tied)))
        cut_among(state, tied)
        return False
    state.cutters = bytearray()
    state.cuts = bytearray()
    state.dealer = tied[0]
    return True


def deal(state, events) -> bool:
    """Clear the table for a deal; what is dealt and thrown is hidden, so nothing is keyed."""
    state.deal += 1
    state.starter = NO_CARD
    for row in ("laid", "who", "rooms", "crib"):
        setattr(state, row, bytearray())
    state.line_from = 0
    state.gone = 0
    state.turn = (state.dealer + 1) % state.seats
    events.append(("deal", state.deal, state.dealer))
    return False


def starter(state, card, events) -> bool:
    """The starter is turned up; a jack is nibs, 2 to the dealer, and may win the game (G5)."""
    state.starter = card
    events.append(("starter", card))
    if card >> 2 == cards.JACK:
        peg(state, events, state.dealer, 2, "nibs")
    return True

"""The cribbage family's machine: the phases of a deal, in the order that the preset names."""

from . import cards, counting, dealing, pegging
from . import phases as at
from .cards import JOKER
from .entries import CARD, GO, NO_SEAT
from .errors import Illegal

# By phase: how it begins, and what a card does in it. Each returns whether the phase is over.
_BEGIN = {
    at.STARTER: dealing.deal,
    at.PLAY: pegging.begin,
    at.SHOW: counting.hands,
    at.CRIB: counting.crib,
}
_CARD = {
    at.CUT: dealing.cut,
    at.STARTER: dealing.starter,
    at.PLAY: pegging.lay,
    at.CRIB: counting.crib_card,
}


def begin(state, events) -> None:
    """Start a game: with a cut for the deal, unless the table has said who deals."""
    if state.dealer == NO_SEAT:
        state.phase = at.CUT
        dealing.cut_among(state, range(state.table.sides))
    else:
        _deal(state, events)


def apply(state, entry, events) -> None:
    """Fold `entry` into `state`, and append what came of it to `events`.

    Raises Illegal, having changed nothing.
    """
    if entry[0] == CARD:
        card = entry[1]
        if card == JOKER:
            raise Illegal("there is no joker in this game")
        if state.seen(card):
            raise Illegal("the " + cards.words(card) + " has been seen in this deal")
        done = _CARD[state.phase](state, card, events)
    elif entry[0] == GO and state.phase == at.PLAY:
        done = pegging.go(state, events)
    else:
        raise Illegal("the board waits for a card")
    while done and state.phase != at.OVER:
        done = _advance(state, events)


def _advance(state, events):
    if state.phase == at.CUT:
        return _deal(state, events)
    phases = state.preset.phases
    after = phases.index(state.phase) + 1
    if after == len(phases):
        state.dealer = (state.dealer + 1) % state.seats
        return _deal(state, events)
    state.phase = phases[after]
    return _BEGIN[state.phase](state, events)


def _deal(state, events):
    state.phase = state.preset.phases[0]
    return _BEGIN[state.phase](state, events)

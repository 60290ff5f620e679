"""The machine of the cribbage family: the phases of a deal, in the preset's order.

engine_core.game.machines describes the functions.
"""

from ..compat import TYPE_CHECKING, later
from ..count import cards
from ..count.cards import JOKER
from ..errors import Illegal, SeenCard
from ..games import phases as at
from ..games.options import MUGGINS_IN_PLAY, RANKS_ALONE
from ..state.entries import CARD, CLAIM, FLUSH, GO, MUGGINS, NOBS, PASS
from ..state.state import State
from . import deal_phase, play_phase, show_phase

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event
    from . import free_crib_phase, play_claims, suit_claims
else:
    free_crib_phase = later("engine_core.cribbage.free_crib_phase")
    play_claims = later("engine_core.cribbage.play_claims")
    suit_claims = later("engine_core.cribbage.suit_claims")


# Not the module's functions themselves, because only Solitaire needs that module.
def _begin_free(state, events):
    return free_crib_phase.begin(state, events)


def _free_card(state, card, events):
    return free_crib_phase.card(state, card, events)


# By phase: the function that begins it, and the one that takes a card in it. Each returns whether
# the phase is over.
_BEGIN = {
    at.STARTER: deal_phase.deal,
    at.CLAIM: show_phase.claims,
    at.PLAY: play_phase.begin,
    at.SHOW: show_phase.hands,
    at.CRIB: show_phase.crib,
    at.FREE: _begin_free,
}
_CARD = {
    at.CUT: deal_phase.cut,
    at.STARTER: deal_phase.starter,
    at.PLAY: play_phase.lay,
    at.SHOW: show_phase.left_over,
    at.CRIB: show_phase.crib_card,
    at.FREE: _free_card,
}
# By phase: the function that skips the side the board waits for, once that side has folded.
_FOLD = {
    at.PLAY: play_phase.pass_on,
    at.SHOW: show_phase.fold,
    at.CLAIM: show_phase.fold,
    at.CHALLENGE: show_phase.fold,
    at.SUITS: show_phase.fold,
    at.CRIB: show_phase.fold,
}


def begin(state: State, events: "list[Event]") -> None:
    """Start a game, with a cut for the deal unless the dealer is given."""
    if state.preset.deals_in_game:
        state.dealer = state.seating.crib_seat
    if not deal_phase.begin_cut(state):
        deal(state, events)


def apply(state: State, entry: "Entry", events: "list[Event]") -> None:
    """Apply `entry` to `state` and append its events to `events`.

    Raises Illegal and then changes nothing.
    """
    done = _apply(state, entry, events)
    while done and state.phase != at.OVER:
        done = _advance(state, events)


def fold(state: State, events: "list[Event]") -> None:
    """Skip the side that the board waits for if a correction by hand has folded it (C3), or has
    left it without a card to enter (G24)."""
    if state.phase not in _FOLD or free_crib_phase.begun(state):
        return
    has_none = state.phase in (at.PLAY, at.SHOW) and not state.cards_left(state.turn)
    if has_none or not state.plays(state.turn):
        done = _FOLD[state.phase](state, events)
        while done and state.phase != at.OVER:
            done = _advance(state, events)


def deal(state: State, events: "list[Event]") -> None:
    """Deal again; the dealer stays."""
    _deal(state, events)


def next_dealer(state: State) -> int:
    """Return the seat that deals the next game: the loser's (G15)."""
    return deal_phase.loser(state)


def _deal(state, events):
    state.phase = state.preset.phases[0]
    return _BEGIN[state.phase](state, events)


def _apply(state, entry, events):
    kind = entry[0]
    if kind == CARD and state.phase in _CARD:
        return _CARD[state.phase](state, _unseen(state, entry[1]), events)
    if kind == GO and state.phase == at.PLAY:
        return play_phase.go(state, events)
    if state.options & MUGGINS_IN_PLAY and kind in _CLAIMS and state.phase in _PLAYS:
        done = play_claims.apply(state, entry, events)
        # A claim may land in a penalty box and so fold the player in turn (C3).
        folded = state.phase == at.PLAY and state.folded >> state.side(state.turn) & 1
        return play_phase.pass_on(state, events) if folded and not done else done
    if kind == CLAIM and state.phase == at.CLAIM:
        return show_phase.claim(state, entry[1], events)
    if state.phase == at.CHALLENGE and kind in (MUGGINS, PASS):
        return show_phase.challenge(state, entry[1] if kind == MUGGINS else None, events)
    if state.phase == at.SUITS and kind in (NOBS, FLUSH, PASS):
        counter = free_crib_phase if free_crib_phase.begun(state) else show_phase
        return counter.suits(state, entry, events)
    raise Illegal("the board is waiting for " + _WAITS.get(state.phase, "a card"))


_CLAIMS = (CLAIM, MUGGINS, PASS)
_PLAYS = (at.PLAY, at.AFTER_PLAY)
_WAITS = {
    at.AFTER_PLAY: "the last card's points, muggins, or ENTER to go on",
    at.CLAIM: "a claim: points, then ENTER",
    at.CHALLENGE: "muggins, or ENTER if nobody calls it",
    at.SUITS: "nobs or a flush of the cards counted, or ENTER if there is none",
}


def _unseen(state, card):
    """Return the card that is entered as `card`. Raises Illegal if it has been seen (G10)."""
    if state.options & RANKS_ALONE:
        return suit_claims.copy_of(state, card, not free_crib_phase.takes_used(state))
    if card == JOKER:
        raise Illegal("there is no joker in this game")
    if card > JOKER:
        raise Illegal("enter the suit of the " + cards.words(card) + " too")
    if card == state.starter or card in bytes(state.laid) or card in bytes(state.crib):
        raise SeenCard("the %s has already been seen in this deal" % cards.words(card))
    if card in bytes(state.used_cards) and not free_crib_phase.takes_used(state):
        raise SeenCard(
            "the " + cards.words(card) + " was used in an earlier deal, and cards are not shuffled"
        )
    return card


def _advance(state, events):
    if state.phase == at.CUT:
        return _deal(state, events)
    phases = state.preset.phases
    after = phases.index(state.phase) + 1
    if after < len(phases):
        state.phase = phases[after]
        return _BEGIN[state.phase](state, events)
    if state.deal_number == state.preset.deals_in_game:
        state.phase = at.FREE
        return _BEGIN[state.phase](state, events)
    deal_phase.pass_deal(state)
    return _deal(state, events)

"""Shared by all shows: the next hand, and its count or, with muggins, its claim (rulings G1, G10,
G14), or with ranks alone the claims of its suits (G19)."""

from ..compat import TYPE_CHECKING, later
from ..count import show
from ..count.cards import NO_CARD
from ..games import options as opt
from ..games import phases as at
from ..games.seats import NO_SEAT
from ..pegs import trackers as match
from ..pegs.pegs import peg
from ..state.state import State

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event
    from . import muggins, suit_claims
else:
    muggins = later("engine_core.cribbage.muggins")
    suit_claims = later("engine_core.cribbage.suit_claims")


def next_hand(state: State) -> bool:
    """Set the turn to the next seat whose hand is to be counted, from the dealer's left.

    Sides that are out of the deal are skipped. Return whether there is such a seat.
    """
    while state.hands_counted < state.seats:
        state.turn = (state.dealer + 1 + state.hands_counted) % state.seats
        if state.plays(state.turn):
            return True
        state.hands_counted += 1
    return False


def is_crib_next(state: State) -> bool:
    """Return whether all hands have been counted, so that the crib is next."""
    return state.hands_counted == state.seats


def points(state: State, what: str, hand: list[int]) -> int:
    """Return the points of `hand`; what: "hand" or "crib"."""
    # In a cease-fire there is no turn card: a flush needs all five, and there are no nobs (B9).
    starter = None if state.starter == NO_CARD else state.starter
    return show.count(hand, starter, what == "crib", state.preset.scoring)


def count(state: State, events: "list[Event]", what: str, hand: list[int]) -> bool:
    """Count `hand` for the player in turn, or with muggins wait for the claim.

    Return whether it has been counted.
    """
    if state.options & opt.MUGGINS:
        state.phase = at.CLAIM
        return False
    if _asks_suits(state, what, hand):
        return False
    peg(state, events, state.turn, _counted(state, events, what, hand), what)
    return True


def challenge(
    state: State, events: "list[Event]", caller: int | None, what: str, hand: list[int]
) -> bool:
    """Count `hand` after a claim, or with ranks alone wait for the claims of its suits.

    caller: the seat that says muggins, or None if nobody does. Return whether it has been
    counted. Raises Illegal if `caller` is not an opponent.
    """
    muggins.check_caller(state, caller)
    if _asks_suits(state, what, hand):
        state.caller = NO_SEAT if caller is None else caller
        return False
    true = _counted(state, events, what, hand)
    muggins.settle(state, state.turn, caller, what, true, events)
    return True


def suits(state: State, entry: "Entry", events: "list[Event]", what: str, hand: list[int]) -> None:
    """Count `hand` with the NOBS or FLUSH that `entry` claims, or without if it is PASS.

    Raises Illegal if the ranks do not allow it.
    """
    more = suit_claims.claim(state, entry, what, hand, events)
    true = _counted(state, events, what, hand, more)
    if state.options & opt.MUGGINS:
        caller = None if state.caller == NO_SEAT else state.caller
        state.caller = NO_SEAT
        muggins.settle(state, state.turn, caller, what, true, events)
    else:
        peg(state, events, state.turn, true, what)


def _asks_suits(state, what, hand):
    """Wait for the suits of `hand` if only ranks are entered, and they leave that open."""
    if not state.options & opt.RANKS_ALONE or not suit_claims.offered(state, what, hand):
        return False
    state.phase = at.SUITS
    return True


def _counted(state, events, what, hand, more=0):
    true = points(state, what, hand) + more
    state.hands_counted += 1
    events.append(("count", what, state.turn, true, tuple(hand)))
    if what == "hand":
        match.counted(state, state.side(state.turn), true)
    return true

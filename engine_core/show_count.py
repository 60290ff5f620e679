"""What all shows share: whose hand is next, and its count or, with muggins, its claim (rulings
G1, G10, G14)."""

from . import match, show
from . import options as opt
from . import phases as at
from .cards import NO_CARD
from .compat import TYPE_CHECKING, later
from .pegs import peg
from .state import State

if TYPE_CHECKING:
    from . import muggins
else:
    muggins = later("engine_core.muggins")


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


def points(state: State, what: str, hand: list) -> int:
    """Return the points of `hand`; what: "hand" or "crib"."""
    # In a cease-fire there is no turn card: a flush needs all five, and there are no nobs (B9).
    starter = None if state.starter == NO_CARD else state.starter
    return show.count(hand, starter, what == "crib", state.preset.scoring)


def count(state: State, events: list, what: str, hand: list) -> bool:
    """Count `hand` for the player in turn, or with muggins wait for the claim.

    Return whether it has been counted.
    """
    if state.options & opt.MUGGINS:
        state.phase = at.CLAIM
        return False
    peg(state, events, state.turn, _counted(state, events, what, hand), what)
    return True


def challenge(state: State, events: list, caller: int | None, what: str, hand: list) -> None:
    """Count `hand` after a claim.

    caller: the seat that says muggins, or None if nobody does. Raises Illegal if it is not an
    opponent.
    """
    muggins.check_caller(state, caller)
    true = _counted(state, events, what, hand)
    muggins.settle(state, state.turn, caller, what, true, events)


def _counted(state, events, what, hand):
    true = points(state, what, hand)
    state.hands_counted += 1
    events.append(("count", what, state.turn, true, tuple(hand)))
    if what == "hand":
        match.counted(state, state.side(state.turn), true)
    return true

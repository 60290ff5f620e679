"""The show: hands from the dealer's left, then the crib (rulings G1, G10, G11), with muggins as
an option (G14), and Noddy's claims (N1)."""

from ..compat import TYPE_CHECKING, later
from ..count import show
from ..games import phases as at
from ..games.seats import NO_SEAT
from ..pegs.pegs import peg
from ..state.state import State
from . import reneges, show_count

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event
    from . import free_crib_phase, muggins
else:
    free_crib_phase = later("engine_core.cribbage.free_crib_phase")
    muggins = later("engine_core.cribbage.muggins")


def hands(state: State, events: "list[Event]") -> bool:
    """Begin the show; return whether all hands have been counted.

    They are known from the play, except for unplayed cards and, with muggins, the claims.
    """
    if state.preset.deals_in_game:
        free_crib_phase.check_starter(state, events)
    state.hands_counted = 0
    return _go_on(state, events)


def _go_on(state, events):
    state.phase = at.SHOW
    while state.phase != at.OVER and show_count.next_hand(state):
        if state.cards_left(state.turn) or not _count(state, events):
            return False
    return True


def left_over(state: State, card: int, events: "list[Event]") -> bool:
    """Take a card that the player in turn left unplayed; return whether the hands are counted."""
    state.laid.append(card)
    state.laid_by.append(state.turn)
    events.append(("left", state.turn, card))
    if reneges.held_back(state, state.turn, card):
        events.append(("renege", state.turn, card))
        if reneges.costs(state) and reneges.pay(state, events, state.turn):
            return True
    return _go_on(state, events)


def crib(state: State, events: "list[Event]") -> bool:
    """Wait for the crib's cards; return whether there is no crib, since the dealer folded."""
    state.turn = state.dealer
    return not state.plays(state.dealer)


def crib_card(state: State, card: int, events: "list[Event]") -> bool:
    """Take one card of the crib; return whether the crib has been counted."""
    state.crib.append(card)
    events.append(("crib", card))
    return len(state.crib) == state.seating.crib and _count(state, events)


def counting(state: State) -> tuple[str, list[int]]:
    """Return `("hand" or "crib", cards)` to count next."""
    if show_count.is_crib_next(state):
        return "crib", list(state.crib)
    hand = state.hand(state.turn)
    return ("crib" if state.turn == state.seating.crib_seat else "hand"), hand


def _count(state, events):
    what, hand = counting(state)
    return show_count.count(state, events, what, hand)


def claim(state: State, points: int, events: "list[Event]") -> bool:
    """Take the claim of the player in turn; Noddy's is pegged at once. Raises Illegal.

    Return whether that ends the phase.
    """
    if state.preset.phases[1] == at.CLAIM:
        muggins.check(state, points)
        return _early_claim(state, points, events)
    muggins.claim(state, points, events)
    return False


def challenge(state: State, caller: int | None, events: "list[Event]") -> bool:
    """Settle a claim (G14); return whether that ends the phase.

    caller: the seat that says muggins, or None if all pass. Raises Illegal if it is not an
    opponent.
    """
    what, hand = counting(state)
    return show_count.challenge(state, events, caller, what, hand) and _after_count(state, events)


def suits(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Count a hand with the suits that are claimed for it (G19); return whether that ends the
    phase. Raises Illegal if its ranks do not allow that."""
    what, hand = counting(state)
    show_count.suits(state, entry, events, what, hand)
    return _after_count(state, events)


def _after_count(state, events):
    if state.phase == at.OVER:
        return True
    if state.hands_counted > state.seats:
        state.phase = at.CRIB
        return True
    return _go_on(state, events)


def fold(state: State, events: "list[Event]") -> bool:
    """Skip the hand or crib that was to be counted, since its side has folded (C3).

    Return whether that ends the phase.
    """
    state.claim = 0
    state.caller = NO_SEAT
    if show_count.is_crib_next(state):
        state.phase = at.CRIB
        return True
    return _go_on(state, events)


# Noddy ----------------------------------------------------------------------------------------


def claims(state: State, events: "list[Event]") -> bool:
    """Begin Noddy's claims, before the play and from the dealer's left (N1). Return False."""
    state.early_claims = bytearray(state.seats)
    state.hands_counted = 0
    state.turn = (state.dealer + 1) % state.seats
    return False


def _early_claim(state, points, events):
    state.early_claims[state.turn] = points
    state.hands_counted += 1
    events.append(("claim", state.turn, points))
    if peg(state, events, state.turn, points, "claim"):
        return True
    state.turn = (state.turn + 1) % state.seats
    return state.hands_counted == state.seats


def check_claim(state: State, seat: int, events: "list[Event]") -> None:
    """Add a `misclaim` event if `seat`, whose cards are all on the table, claimed wrongly (N1)."""
    hand = state.hand(seat)
    true = show.count(hand, state.starter, False, state.preset.scoring)
    if state.early_claims[seat] != true:
        events.append(("misclaim", seat, state.early_claims[seat], true, tuple(hand)))

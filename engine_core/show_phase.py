"""The show: hands from the dealer's left, then the crib (rulings G1, G10, G11), with muggins
where the table plays it (G14), and Noddy's claims (N1)."""

from . import phases as at
from . import reneges, show, show_count
from .compat import TYPE_CHECKING, later
from .pegs import peg
from .state import State

if TYPE_CHECKING:
    from . import muggins
else:
    muggins = later("engine_core.muggins")


def hands(state: State, events: list) -> bool:
    """Begin the show. Return whether it is over: the hands are known from the play, but for
    what a hand has left over, and what muggins asks."""
    state.hands_counted = 0
    return _go_on(state, events)


def _go_on(state, events):
    state.phase = at.SHOW
    while state.phase != at.OVER and show_count.next_hand(state):
        if state.cards_left(state.turn) or not _count(state, events):
            return False
    return True


def left_over(state: State, card: int, events: list) -> bool:
    """Take a card that the player in turn has not played."""
    state.laid.append(card)
    state.laid_by.append(state.turn)
    events.append(("left", state.turn, card))
    if reneges.held_back(state, state.turn, card):
        events.append(("renege", state.turn, card))
        if reneges.costs(state) and reneges.pay(state, events, state.turn):
            return True
    return _go_on(state, events)


def crib(state: State, events: list) -> bool:
    """Wait for the crib, which only the dealer has seen; a dealer who folded has none."""
    state.turn = state.dealer
    return not state.plays(state.dealer)


def crib_card(state: State, card: int, events: list) -> bool:
    """Take one card of the crib. Return whether that has it counted."""
    state.crib.append(card)
    events.append(("crib", card))
    return len(state.crib) == state.seating.crib and _count(state, events)


def _hand(state):
    """What is to be counted, and its cards."""
    if show_count.is_crib_next(state):
        return "crib", list(state.crib)
    hand = state.hand(state.turn)
    return ("crib" if state.turn == state.seating.crib_seat else "hand"), hand


def _count(state, events):
    what, hand = _hand(state)
    return show_count.count(state, events, what, hand)


def claim(state: State, points: int, events: list) -> bool:
    """The player in turn claims `points`: Noddy's are pegged at once. Raises Illegal."""
    if state.preset.phases[1] == at.CLAIM:
        muggins.check(state, points)
        return _early_claim(state, points, events)
    muggins.claim(state, points, events)
    return False


def challenge(state: State, caller: int | None, events: list) -> bool:
    """An opponent in seat `caller` has said muggins, or with None all have passed (G14).

    Raises Illegal where the caller is no opponent.
    """
    what, hand = _hand(state)
    show_count.challenge(state, events, caller, what, hand)
    if state.phase == at.OVER:
        return True
    if state.hands_counted > state.seats:
        state.phase = at.CRIB
        return True
    return _go_on(state, events)


def fold(state: State, events: list) -> bool:
    """Go on without the hand or the crib that was to be counted: its side has folded (C3).

    Return whether that ends the phase.
    """
    state.claim = 0
    if state.phase == at.CRIB or show_count.is_crib_next(state):
        state.phase = at.CRIB
        return True
    return _go_on(state, events)


# Noddy ----------------------------------------------------------------------------------------


def claims(state: State, events: list) -> bool:
    """Begin Noddy's count: claims before the play, in points, from the dealer's left (N1)."""
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


def check_claim(state: State, seat: int, events: list) -> None:
    """Say so where `seat`, whose cards are all on the table, had claimed another figure."""
    hand = state.hand(seat)
    true = show.count(hand, state.starter, False, state.preset.scoring)
    if state.early_claims[seat] != true:
        events.append(("misclaim", seat, state.early_claims[seat], true, tuple(hand)))

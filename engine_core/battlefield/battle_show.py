"""Battlefield's show: formations from the dealer's left, then the reserve (rulings B6 to B9).

Each function with an `entry` argument returns whether the skirmish is over.
"""

from ..compat import TYPE_CHECKING, const, later
from ..count import cards, show
from ..count.cards import NO_CARD
from ..cribbage import show_count
from ..errors import Illegal, SeenCard
from ..games import phases as at
from ..games.seats import NO_SEAT
from ..state.entries import MUGGINS
from ..state.state import State

if TYPE_CHECKING:
    from ..cribbage import muggins
    from ..state.entries import Entry
    from ..state.events import Event
else:
    muggins = later("engine_core.cribbage.muggins")

_FIVE = const(5)
# Cards dealt plus cards dropped. A folded formation still gives the reserve one card, any of them
# (a choice of ours): otherwise the reserve would be too small to count.
_RESERVE = const(4)


def holder(state: State, card: int) -> int:
    """Return the seat whose formation is known to contain `card`, or NO_SEAT."""
    for held, seat in zip(state.seen_cards, state.seen_seats):
        if held == card:
            return seat
    return NO_SEAT


def held_by(state: State, seat: int) -> list[int]:
    """Return the cards known to be in the formation of `seat`."""
    return [c for c, s in zip(state.seen_cards, state.seen_seats) if s == seat]


def hold(state: State, seat: int, some: list[int] | bytearray) -> None:
    """Record that the cards `some` are in the formation of `seat`."""
    for card in some:
        state.seen_cards.append(card)
        state.seen_seats.append(seat)


def let_go(state: State, card: int) -> None:
    """Record that `card` has left its formation."""
    pairs = [(c, s) for c, s in zip(state.seen_cards, state.seen_seats) if c != card]
    state.seen_cards = bytearray([c for c, _ in pairs])
    state.seen_seats = bytearray([s for _, s in pairs])


def begin(state: State, events: "list[Event]") -> bool:
    """Begin the show; return whether there is nothing to count."""
    state.hands_counted = 0
    return _go_on(state, events)


def _go_on(state, events):
    if show_count.next_hand(state):
        state.phase = at.FORMATION
        known = held_by(state, state.turn)
        for c in known:
            let_go(state, c)
        state.formation = bytearray(known)
        return _whole(state, events)
    if is_cease_fire(state) or not state.plays(state.dealer):
        return True
    state.turn = state.dealer
    state.phase = at.RESERVE
    return len(state.crib) == _RESERVE and _count(state, events)


def is_cease_fire(state: State) -> bool:
    """Return whether formations are counted without a turn card (B9)."""
    return state.starter == NO_CARD


def card(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Add a card to the formation that is being entered. Raises Illegal."""
    _check_unseen(state, entry[1])
    state.formation.append(entry[1])
    events.append(("formation", state.turn, entry[1]))
    return _whole(state, events)


def _whole(state, events):
    """Continue once all five are known: in a cease-fire all count, otherwise one is dropped."""
    if len(state.formation) < _FIVE:
        return False
    if is_cease_fire(state):
        return _count(state, events)
    state.phase = at.DROP
    return False


def best_drop(state: State) -> int:
    """Return the card to drop so that the other four count most with the turn card (B8).

    Keeping a joker kills the hand, so the joker is proposed whenever the other four score at all.
    Between equally good drops the dealer's side drops the lowest card and the others the highest,
    so a joker then goes to the reserve only if it kills an opponent's reserve.
    """
    own = state.side(state.turn) == state.side(state.dealer)
    best = most = -1
    for dropped in sorted(state.formation, reverse=not own):
        kept = [c for c in state.formation if c != dropped]
        points = show.count(kept, state.starter)
        if points > most:
            most = points
            best = dropped
    return best


def drop(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Move one card of the five to the reserve and count the other four. Raises Illegal."""
    dropped = entry[1]
    if dropped not in bytes(state.formation):
        raise Illegal("that card is not in the formation: drop one of its five cards")
    state.formation = bytearray([c for c in state.formation if c != dropped])
    state.crib.append(dropped)
    events.append(("drop", state.turn, dropped))
    return _count(state, events)


def reserve(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Add to the reserve a card that was dealt to it or comes from a folded formation.

    Raises Illegal.
    """
    added = entry[1]
    owner = holder(state, added)
    if owner == NO_SEAT or state.plays(owner):
        _check_unseen(state, added)
    else:
        let_go(state, added)
    state.crib.append(added)
    events.append(("crib", added))
    return len(state.crib) == _RESERVE and _count(state, events)


def _check_unseen(state, card):
    seen = holder(state, card) != NO_SEAT or state.seen(card)
    if seen or card in bytes(state.formation):
        raise SeenCard("the " + cards.words(card) + " has already been seen in this skirmish")


def _hand(state):
    """`("hand" or "crib", cards)` to count next: the formation after its drop, or the reserve."""
    if show_count.is_crib_next(state):
        return "crib", list(state.crib)
    return "hand", list(state.formation)


def points(state: State) -> int:
    """Return the points of the formation or reserve that is counted next."""
    what, hand = _hand(state)
    return show_count.points(state, what, hand)


def _count(state, events):
    what, hand = _hand(state)
    return show_count.count(state, events, what, hand) and _after(state, events)


def _after(state, events):
    """Continue after a count: the four cards that were kept lie in front of their player."""
    hold(state, state.turn, state.formation)
    state.formation = bytearray()
    if state.phase == at.OVER or state.hands_counted > state.seats:
        return True
    return _go_on(state, events)


def fold(state: State, events: "list[Event]") -> bool:
    """Skip the formation or reserve to be counted, because its side has folded."""
    state.claim = 0
    hold(state, state.turn, state.formation)
    state.formation = bytearray()
    state.hands_counted += 1
    return state.hands_counted > state.seats or _go_on(state, events)


def claim(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Take the claim of the player in turn for the cards to be counted. Raises Illegal."""
    muggins.claim(state, entry[1], events)
    return False


def challenge(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Settle a claim: an opponent says muggins, or all pass (G14). Raises Illegal."""
    caller = entry[1] if entry[0] == MUGGINS else None
    what, hand = _hand(state)
    show_count.challenge(state, events, caller, what, hand)
    return _after(state, events)

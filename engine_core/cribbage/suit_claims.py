"""Ranks alone (ruling G19): cards are entered without suits, so flushes and nobs are claimed.

A hand may have at most one of the claims below: the jack of a hand's flush is nobs if the starter
is of that suit too, and cannot be nobs if it is not.
"""

from ..compat import TYPE_CHECKING, const
from ..count import cards
from ..count.cards import JACK, JOKER, SUITLESS
from ..count.show import HAND_FLUSH_LEAST
from ..errors import Illegal, SeenCard
from ..state.entries import FLUSH, NOBS, PASS
from ..state.state import State

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event

_EACH = const(4)  # cards of a rank in the deck


def copy_of(state: State, card: int, used: bool) -> int:
    """Return the first of the four cards with the rank of `card`, an entry's, that has not been
    seen in this deal (G10).

    used: whether cards used up in earlier deals count as seen. Raises Illegal if `card` has a
    suit, and SeenCard if all four have been seen.
    """
    if card == JOKER:
        raise Illegal("there is no joker in this game")
    if card < SUITLESS:
        raise Illegal("this game is played with ranks alone: enter the rank without its suit")
    seen = bytes(state.laid) + bytes(state.crib) + bytes(state.cuts) + bytes((state.starter,))
    if used:
        seen += bytes(state.used_cards)
    for copy in range(card, card + _EACH):
        if copy not in seen:
            return copy
    word = cards.words(card)
    every = word + ("es" if word[-1] == "x" else "s")
    raise SeenCard("all four " + every + " have already been seen")


def offered(state: State, what: str, hand: list[int]) -> "tuple[Entry, ...]":
    """Return the claims that the ranks of `hand` allow, as entries; what: "hand" or "crib".

    They are nobs, a flush of the hand, and a flush with the starter, in this order.
    """
    found = ()
    jack = _has_jack(hand)
    starter = state.starter
    free = not state.nobs_claimed and cards.rank(starter) != JACK
    if jack and free:
        found += ((NOBS,),)
    size = len(hand)
    if size < HAND_FLUSH_LEAST or not _differ(hand):
        return found
    if what == "hand":
        found += ((FLUSH, size),)
    if _differ(hand + [starter]) and (free or not jack):
        found += ((FLUSH, size + 1),)
    return found


def claim(state: State, entry: "Entry", what: str, hand: list[int], events: "list[Event]") -> int:
    """Return the points of a NOBS, FLUSH or PASS entry for `hand`, and add its events.

    Raises Illegal if the ranks do not allow the claim.
    """
    if entry[0] == PASS:
        return 0
    if entry not in offered(state, what, hand):
        raise Illegal(_REFUSED[entry[0]])
    points = 0
    if entry[0] == FLUSH:
        points = entry[1]
        lying = hand + [state.starter] if points > len(hand) else hand
        events.append(("flush", state.turn, tuple(lying)))
    if entry[0] == NOBS or (points > len(hand) and _has_jack(hand)):
        state.nobs_claimed = 1
        events.append(("nobs", state.turn))
        points += 1
    return points


_REFUSED = {
    NOBS: "these cards cannot have nobs: that is a jack of the starter's suit, and there is one",
    FLUSH: "these cards cannot have that flush: cards of one suit have different ranks",
}


def _has_jack(hand):
    return bool([c for c in hand if cards.rank(c) == JACK])


def _differ(hand):
    """Return whether all cards of `hand` have different ranks."""
    seen = 0
    for c in hand:
        bit = 1 << cards.rank(c)
        if seen & bit:
            return False
        seen |= bit
    return True

"""The end of Solitaire: the four cards left after six deals, with the starter below them (S2); and
the starters, which are known cards (S3).

Only these four have not been seen, so they are not entered (G17). A game that was resumed without
its earlier deals asks for them.
"""

from ..compat import TYPE_CHECKING
from ..count import cards
from ..count.cards import NO_CARD, SUITLESS
from ..errors import Illegal
from ..games.options import RANKS_ALONE
from ..games.phases import OVER
from ..pegs.peg_moves import finish
from ..state.state import State
from . import show_count

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event

_CARDS = 4
_DECK = 52
_DEALT = 8  # cards of a deal


def begin(state: State, events: "list[Event]") -> bool:
    """Put the four cards into the crib, as far as they are known, and wait for their starter.
    Return False: the phase has only begun."""
    state.used_cards += state.laid
    for row in ("laid", "laid_by", "crib"):
        setattr(state, row, bytearray())
    state.starter = NO_CARD
    state.nobs_claimed = 0
    state.turn = 0
    events.append(("free",))
    used = bytes(state.used_cards)
    first = SUITLESS if state.options & RANKS_ALONE else 0
    unseen = [card for card in range(first, first + _DECK) if card not in used]
    if len(unseen) == _CARDS:
        for card in unseen:
            state.crib.append(card)
            events.append(("crib", card))
    return False


def check_starter(state: State, events: "list[Event]") -> None:
    """Add a `missing` event if the last deal's starter, which was put back on top of the deck, is
    not among the cards of this deal, which have all been played (S3)."""
    last = state.last_starter - 1
    if last >= 0 and len(state.laid) == _DEALT and not _among(state, last, state.laid):
        events.append(("missing", last))


def _among(state, card, some):
    """Return whether `card` is one of `some` cards; of ranks alone, whether its rank is."""
    if state.options & RANKS_ALONE:
        return cards.rank(card) in [cards.rank(each) for each in some]
    return card in list(some)


def begun(state: State) -> bool:
    """Return whether the free crib is on the table: in Solitaire `state.crib` holds no other."""
    return bool(state.preset.deals_in_game and state.crib)


def takes_used(state: State) -> bool:
    """Return whether the next card may have been used before: it is the starter, face up below."""
    return len(state.crib) == _CARDS


def card(state: State, card: int, events: "list[Event]") -> bool:
    """Take a card of the free crib. The fifth is its starter: count it and end the game.

    Return whether the game is over. Raises Illegal if the first deal, which lies below, had no
    such card.
    """
    if len(state.crib) < _CARDS:
        state.crib.append(card)
        events.append(("crib", card))
        return False
    used = list(state.used_cards)
    if len(used) == _DECK - _CARDS and not _among(state, card, used[:_DEALT]):
        raise Illegal(
            "the %s cannot be the starter: below the free crib is one of the first deal's cards"
            % cards.words(card)
        )
    state.starter = card
    events.append(("starter", card))
    return show_count.count(state, events, "crib", list(state.crib)) and _finish(state, events)


def suits(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Count the free crib with the suits that are claimed for it (G19), and end the game.

    Return whether the game is over. Raises Illegal if its ranks do not allow that.
    """
    show_count.suits(state, entry, events, "crib", list(state.crib))
    return _finish(state, events)


def _finish(state, events):
    if state.phase != OVER:
        finish(state, events)
    return True

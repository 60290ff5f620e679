"""The machine of Battlefield Cribbage, which plays skirmishes (rulings B1 to B13).

In a turn the table enters TAKE if the end card was taken, then the card laid; and SHOWN after the
turn that leaves five cards face up. Hidden cards are not entered before they are shown.
engine_core.game.machines describes the functions.
"""

from ..compat import TYPE_CHECKING, const
from ..count import cards
from ..count.cards import JOKER, NO_CARD
from ..cribbage import deal_phase
from ..errors import Illegal
from ..games import phases as at
from ..games.seats import NO_SEAT
from ..state.entries import CARD, CLAIM, DROP, MUGGINS, PASS, SHOWN, TAKE
from ..state.state import NO_SIDE, State
from . import battle_show, battle_turn

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event

_CARDS = 53
_FIVE = const(5)
_RESERVE = const(4)


def begin(state: State, events: "list[Event]") -> None:
    """Start a game, with a cut for the deal unless the dealer is given."""
    if not deal_phase.begin_cut(state):
        deal(state, events)


def deal(state: State, events: "list[Event]") -> None:
    """Deal again; the dealer stays."""
    deal_phase.deal(state, events)
    state.phase = at.LINE
    state.turn = state.dealer
    # A side may sit out (C3b): each of the others is dealt five cards, and the reserve what it
    # lacks besides the cards that they drop.
    dealt = len([seat for seat in range(state.seats) if state.plays(seat)])
    state.pile = _CARDS - _FIVE * dealt - (_RESERVE - dealt) - 1
    state.taken_card = NO_CARD
    state.shown_by = NO_SEAT
    for row in ("seen_cards", "seen_seats", "formation", "standoff_cards"):
        setattr(state, row, bytearray())
    state.turns = bytearray(state.seats)


def apply(state: State, entry: "Entry", events: "list[Event]") -> None:
    """Apply `entry` to `state` and append its events to `events`.

    Raises Illegal and then changes nothing.
    """
    if entry[0] == CARD and entry[1] > JOKER:
        raise Illegal("enter the suit of the " + cards.words(entry[1]) + " too")
    cut = state.phase == at.CUT
    does = _DOES.get((state.phase, entry[0]))
    if does is None:
        raise Illegal("the board is waiting for " + _WAITS[state.phase])
    if does(state, entry, events) and state.phase != at.OVER:
        if not cut:
            deal_phase.pass_deal(state)
        deal(state, events)


def _cut(state, entry, events):
    if entry[1] == JOKER:
        raise Illegal("the joker has no rank: cut again")
    return deal_phase.cut(state, entry[1], events)


def fold(state: State, events: "list[Event]") -> None:
    """Skip a formation or reserve whose side has just folded by a correction by hand (C3).

    A turn in progress is played to its end.
    """
    waits = state.phase in (at.FORMATION, at.DROP, at.RESERVE, at.CLAIM, at.CHALLENGE)
    if waits and not state.plays(state.turn) and battle_show.fold(state, events):
        deal_phase.pass_deal(state)
        deal(state, events)


def next_dealer(state: State) -> int:
    """Return the seat that deals the next game: the one that scored the winning point (B12)."""
    return deal_phase.winner(state) if state.winner != NO_SIDE else 0


_DOES = {
    (at.CUT, CARD): _cut,
    (at.LINE, CARD): battle_turn.first,
    (at.TURN, TAKE): battle_turn.take,
    (at.TURN, CARD): battle_turn.lay,
    (at.TURN, SHOWN): battle_turn.shown,
    (at.FORMATION, CARD): battle_show.card,
    (at.DROP, DROP): battle_show.drop,
    (at.RESERVE, CARD): battle_show.reserve,
    (at.CLAIM, CLAIM): battle_show.claim,
    (at.CHALLENGE, MUGGINS): battle_show.challenge,
    (at.CHALLENGE, PASS): battle_show.challenge,
}
_WAITS = {
    at.CUT: "the card that you cut",
    at.LINE: "the first card of the line",
    at.TURN: "a turn: TAKE if the end card was taken, then the card that was laid",
    at.FORMATION: "a card of the formation",
    at.DROP: "the card that goes to the reserve",
    at.RESERVE: "a card that was dealt to the reserve",
    at.CLAIM: "a claim: points, then ENTER",
    at.CHALLENGE: "muggins, or ENTER if nobody calls it",
}

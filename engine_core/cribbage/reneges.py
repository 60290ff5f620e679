"""Reneges: a go with a card in hand that could have been played (ruling G12).

`state.go_room` has, for each seat, the largest room below 31 at which it said go in this deal.
From then on that seat is known to be unable to play where no more room is left (ruling G17).
"""

from ..compat import TYPE_CHECKING, const
from ..count import cards
from ..games.options import CRIB_WARS, RENEGE_A_CARD, RENEGE_PENALTY
from ..games.phases import OVER
from ..pegs import pegs
from ..state.state import State

if TYPE_CHECKING:
    from ..state.events import Event

_ROOM = const(63)
# A flag beside the room: the renege at that go has been paid for.
_IS_PAID = const(64)
# Another: that go was false, so nothing is known from it.
_IS_FALSE = const(128)


def said_go(state: State, seat: int, room: int) -> None:
    """Record that `seat` says go with `room` left below 31."""
    if room > state.go_room[seat] & _ROOM:
        # A card held back at this go is another renege, which costs again.
        state.go_room[seat] = room


def held_back(state: State, seat: int, card: int) -> bool:
    """Return whether `card`, just shown by `seat`, could have been played at one of its goes."""
    room = state.go_room[seat] & _ROOM
    if cards.VALUE[card] <= room:
        state.go_room[seat] |= _IS_FALSE
    if seat == state.seating.crib_seat:
        # The crib's cards are played in order, so only the next one could have been played (S1).
        state.go_room[seat] = 0
    return cards.VALUE[card] <= room


def cannot_play(state: State, seat: int, room: int) -> bool:
    """Return whether, by one of its goes, `seat` holds no card of at most `room` (G17)."""
    return room <= state.go_room[seat] & _ROOM and not state.go_room[seat] & _IS_FALSE


def costs(state: State) -> bool:
    """Return whether a renege costs points: always on Crib Wars (its rule 10), otherwise as an
    option, and never in a game for one."""
    rule = state.preset.dead_cards or state.track == CRIB_WARS
    chosen = state.all_options() & (RENEGE_PENALTY | RENEGE_A_CARD)
    return state.seating.sides > 1 and bool(rule or chosen)


def pay(state: State, events: "list[Event]", seat: int) -> bool:
    """Give each opponent 2 for the renege of `seat`, once for each go, or as an option for each
    card. Return whether the game is over.
    """
    if state.all_options() & RENEGE_A_CARD or not state.go_room[seat] & _IS_PAID:
        state.go_room[seat] |= _IS_PAID
        pegs.pay(state, events, seat, pegs.opponents(state, seat), 2, "renege")
    return state.phase == OVER

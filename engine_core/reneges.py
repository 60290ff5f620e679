"""Who has said go with a card in hand that would have fitted (ruling G12).

`state.go_room` holds, by seat, the most room below 31 at which it has said go in this deal.
"""

from . import cards, pegs
from .compat import const
from .options import CRIB_WARS, RENEGE_PENALTY
from .phases import OVER
from .state import State

_ROOM = const(63)
# Beside the room: that what was held back there has been paid for.
_PAID = const(64)


def said_go(state: State, seat: int, room: int) -> None:
    """Note that `seat` says go with `room` left below 31."""
    if room > state.go_room[seat] & _ROOM:
        # What this go holds back is another renege, to be paid for anew.
        state.go_room[seat] = room


def held_back(state: State, seat: int, card: int) -> bool:
    """Return whether `card`, which `seat` has just shown, would have fitted at one of its goes."""
    room = state.go_room[seat] & _ROOM
    if seat == state.seating.crib_seat:
        # The crib's cards come in their order: only the next one could have been played (S1).
        state.go_room[seat] = 0
    return cards.VALUE[card] <= room


def costs(state: State) -> bool:
    """Return whether a renege is paid for, and not only told: on Crib Wars by its rule 10,
    elsewhere where the table wants that. Alone there is nobody to be paid."""
    rule = state.preset.dead_cards or state.track == CRIB_WARS
    return state.seating.sides > 1 and bool(rule or state.options & RENEGE_PENALTY)


def pay(state: State, events: list, seat: int) -> bool:
    """Give each opponent 2 for the renege of `seat`, once for a go; return whether the game is
    over."""
    if not state.go_room[seat] & _PAID:
        state.go_room[seat] |= _PAID
        pegs.pay(state, events, seat, pegs.opponents(state, seat), 2, "renege")
    return state.phase == OVER

"""The dealer of the next game of a match (ruling G15); a choice is as in
engine_core.games.dealers."""

from ..compat import TYPE_CHECKING
from ..cribbage import deal_phase
from ..errors import Illegal
from ..games.dealers import CUT, IN_TURN, LOSER, MATCH, SEAT, WAYS, WINNER
from ..games.preset_types import SCOREBOARD
from ..games.seats import NO_SEAT
from ..state.state import NO_SIDE
from .machines import machine

if TYPE_CHECKING:
    from ..state.state import State


def offered(state: "State") -> bool:
    """Return whether the table may choose the dealer: not on the scoreboard, nor in a game for
    one."""
    return state.preset.machine != SCOREBOARD and len(state.scores) > 1


def choose(state: "State", choice: int) -> int:
    """Return the seat that deals the game after `state`, which is over, or NO_SEAT for a cut;
    store a choice for the whole match in `state`. Raises Illegal and then changes nothing."""
    way = choice & ~MATCH
    known = 0 < way <= len(WAYS) or SEAT <= way < SEAT + state.seats
    if not known or not offered(state):
        raise Illegal("that is not a choice for the next dealer")
    if choice & MATCH:
        state.next_way = way
    return _seat(state, way)


def dealer(state: "State") -> int:
    """Return the seat that deals the game after `state`, or NO_SEAT for a cut, by the table's
    choice for the match."""
    return _seat(state, state.next_way)


def _seat(state, way):
    if way >= SEAT:
        return min(way - SEAT, state.seats - 1)  # the next game may have fewer players
    if way == CUT:
        return NO_SEAT
    if way == IN_TURN:
        first = state.first_dealer - 1 if state.first_dealer else state.dealer
        return (first + 1) % state.seats
    if way == WINNER and state.winner != NO_SIDE:
        return deal_phase.winner(state)
    if way == LOSER:
        return deal_phase.loser(state)
    return machine(state.preset.machine).next_dealer(state)

"""The start of a game: checks that it can be played, and sets its first state.

It is a separate module because a Pico needs it only once in a game.
"""

from ..compat import TYPE_CHECKING
from ..errors import Illegal
from ..games.lookup import preset
from ..games.options import FULL_TRACK, PAYOFF_BITS, PAYOFFS, PLAIN, joined
from ..games.phases import IDLE, OVER
from ..games.seats import NO_SEAT, PARTNERS
from .machines import machine

if TYPE_CHECKING:
    from ..state.events import Event
    from ..state.state import State


def start(state: "State", numbers: tuple, events: "list[Event]") -> None:
    """Begin the game of a START entry with these numbers, and append its event. Raises Illegal if
    it cannot be played so, and then changes nothing."""
    code, seats, target, dealer, options, track = numbers[:6]
    more = numbers[6] if len(numbers) > 6 else 0
    if state.phase not in (IDLE, OVER):
        raise Illegal("a game has already started")
    row = preset(code)
    if not row.plays_to(target):
        raise Illegal(row.name + " cannot be played to " + str(target))
    seating = row.deal_for(seats)
    if dealer == PARTNERS and (seats != 4 or seating.sides != 2):
        raise Illegal("only four players on two sides can cut for partners")
    if dealer not in (NO_SEAT, PARTNERS) and dealer >= seats:
        raise Illegal("there is no seat " + str(dealer + 1))
    if joined(options, more) & ~row.options_for(seats):
        raise Illegal(row.name + " has no such option")
    payoff = more & PAYOFF_BITS
    if payoff >= len(PAYOFFS) or (payoff and not row.has_payoffs):
        raise Illegal(row.name + " has no such payoff")
    if track not in row.tracks or (track != PLAIN and target != FULL_TRACK):
        raise Illegal(row.name + " cannot be played on that track")
    state.begin(code, seats, target, dealer, options, track, more)
    events.append(("start", row.name, seats, target))
    machine(row.machine).begin(state, events)

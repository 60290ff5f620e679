"""The machine of the plain scoreboard: points for a side, until one reaches the target.

engine_core.game.machines describes the functions.
"""

from ..compat import TYPE_CHECKING
from ..errors import Illegal
from ..games import phases as at
from ..pegs import manual_points
from ..state.entries import LEAVE, MINUS, POINTS
from ..state.state import State

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event


def begin(state: State, events: "list[Event]") -> None:
    """Start a game, without a cut for the deal."""
    state.dealer = 0
    state.phase = at.POINTS


def apply(state: State, entry: "Entry", events: "list[Event]") -> None:
    """Apply `entry` to `state`. Raises Illegal and then changes nothing."""
    if entry[0] not in (POINTS, MINUS, LEAVE):
        raise Illegal("the scoreboard takes a side and its points")
    manual_points.apply(state, entry, events)


def deal(state: State, events: "list[Event]") -> None:
    """Do nothing: the scoreboard has no deals."""


def fold(state: State, events: "list[Event]") -> None:
    """Do nothing: the scoreboard has no deals to fold."""


def next_dealer(state: State) -> int:
    """Return the first seat: the scoreboard has no dealer."""
    return 0

"""The machine of the plain scoreboard: points for a side, until one reaches the target.

engine_core.machines describes the functions.
"""

from . import manual_points
from . import phases as at
from .entries import LEAVE, MINUS, POINTS
from .errors import Illegal
from .state import State


def begin(state: State, events: list) -> None:
    """Start a game, without a cut for the deal."""
    state.dealer = 0
    state.phase = at.POINTS


def apply(state: State, entry: tuple, events: list) -> None:
    """Apply `entry` to `state`. Raises Illegal and then changes nothing."""
    if entry[0] not in (POINTS, MINUS, LEAVE):
        raise Illegal("the scoreboard takes a side and its points")
    manual_points.apply(state, entry, events)


def deal(state: State, events: list) -> None:
    """Do nothing: the scoreboard has no deals."""


def fold(state: State, events: list) -> None:
    """Do nothing: the scoreboard has no deals to fold."""


def next_dealer(state: State) -> int:
    """Return the first seat: the scoreboard has no dealer."""
    return 0

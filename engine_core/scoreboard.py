"""The plain scoreboard's machine: a side, and points for it, until one reaches the target.

What each function is for stands in engine_core.machines.
"""

from . import manual_points
from . import phases as at
from .entries import MINUS, POINTS
from .errors import Illegal
from .state import State


def begin(state: State, events: list) -> None:
    """Start a game: there is no dealer to ask for."""
    state.dealer = 0
    state.phase = at.KEYED


def apply(state: State, entry: tuple, events: list) -> None:
    """Fold `entry` into `state`. Raises Illegal, having changed nothing."""
    if entry[0] not in (POINTS, MINUS):
        raise Illegal("the scoreboard takes a side and its points")
    manual_points.apply(state, entry, events)


def deal(state: State, events: list) -> None:
    """Do nothing: the board knows of no deals here."""


def fold(state: State, events: list) -> None:
    """Do nothing: no side is out of a deal."""


def next_dealer(state: State) -> int:
    """Return the first seat: there is no dealer to ask for."""
    return 0

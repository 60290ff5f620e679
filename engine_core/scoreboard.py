"""The plain scoreboard's machine: a side, and points for it, until one reaches the target."""

from . import manual_points
from . import phases as at
from .entries import MINUS, POINTS
from .errors import Illegal


def begin(state, events) -> None:
    """Start a game: there is no dealer to ask for."""
    state.dealer = 0
    state.phase = at.KEYED


def apply(state, entry, events) -> None:
    """Fold `entry` into `state`, as in `engine_core.cribbage`."""
    if entry[0] not in (POINTS, MINUS):
        raise Illegal("the scoreboard takes a side and its points")
    manual_points.apply(state, entry, events)

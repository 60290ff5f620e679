"""The plain scoreboard's machine: a side, and points for it, until one reaches the target."""

from . import phases as at
from .entries import POINTS
from .errors import Illegal
from .pegs import peg_side

# The most that one entry gives: no hand counts more.
MOST = 29


def begin(state, events) -> None:
    """Start a game: there is no dealer to ask for."""
    state.dealer = 0
    state.phase = at.KEYED


def apply(state, entry, events) -> None:
    """Fold `entry` into `state`, as in `engine_core.cribbage`."""
    if entry[0] != POINTS:
        raise Illegal("the scoreboard takes a side and its points")
    if entry[1] >= len(state.scores):
        raise Illegal("there is no side " + str(entry[1] + 1))
    if not 0 < entry[2] <= MOST:
        raise Illegal("key 1 to 29 points")
    peg_side(state, events, entry[1], entry[2], "keyed", entry[1])

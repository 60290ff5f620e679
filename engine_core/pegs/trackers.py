"""The totals of a match (ruling G13, and the Once-Around trackers)."""

from ..compat import TYPE_CHECKING, const, later
from ..games.options import ONCE_AROUND, PAYOFF_BITS
from ..state.state import NO_SIDE, State
from .skunks import DOUBLE_SKUNK, SKUNK, losses

# Needed only at the end of a game.
if TYPE_CHECKING:
    from . import payoffs
else:
    payoffs = later("engine_core.pegs.payoffs")

# Holes of the corners: the first side to pass a corner wins it.
CORNERS = (30, 60, 90)
_APART = const(30)

_FULL = const(255)
# By payoff, as in options.PAYOFFS from 1 on, and by loss (none, SKUNK, DOUBLE_SKUNK, LURCH): the
# points that the winner collects (G13).
_STAKES = (
    (1, 2, 4, 2),
    # Once-Around counts skunks beside the games; a lurch counts two.
    (1, 1, 2, 2),
    # Game points.
    (2, 3, 3, 3),
    (1, 1, 1, 1),
)
# The trackers, counted over the games of a match; each except the points is a row of the state.
# The last two settle the match: who has to collect or to pay how much in the end.
TRACKERS = (
    "games",
    "collected",
    "points",
    "skunks",
    "double skunks",
    "corners",
    "high hand",
    "to collect",
    "to pay",
)
_ROWS = {
    "games": "games",
    "collected": "stakes",
    "skunks": "skunks",
    "double skunks": "double_skunks",
    "corners": "corner_wins",
    "high hand": "high_hands",
}
_CRIB_WARS_PAYOFF = const(1)
_ONCE_AROUND_PAYOFF = const(2)


def _add(row, at, more):
    row[at] = min(_FULL, row[at] + more)


def passed(state: State, side: int, before: int, now: int) -> None:
    """Record that a peg of `side` went from hole `before` to `now`, and the corners it won."""
    # This follows every count. Most pass no corner, and `enumerate` takes a Pico twice as long.
    if (before - 1) // _APART == (now - 1) // _APART:
        return
    n = 1
    for corner in CORNERS:
        if before <= corner < now and not state.corners_passed & n:
            state.corners_passed |= n
            _add(state.corner_wins, side, 1)
        n <<= 1


def counted(state: State, side: int, points: int) -> None:
    """Record that `side` has counted a hand of `points`."""
    if points > state.high_hands[side]:
        state.high_hands[side] = points


def running(state: State, side: int) -> int:
    """Return the points that `side` has scored in all finished games of the match."""
    return state.running_points[2 * side] * 256 + state.running_points[2 * side + 1]


def tracker(state: State, name: str, side: int) -> int:
    """Return the value of the tracker `name`, one of TRACKERS, of `side` over the match."""
    if name in _ROWS:
        return getattr(state, _ROWS[name])[side]
    if name == "points":
        return running(state, side)
    balance = payoffs.balance(state, side)
    return max(0, balance if name == "to collect" else -balance)


def payoff(state: State) -> int:
    """Return the payoff in use, an index of options.PAYOFFS: the one that the table chose, or
    otherwise the one of the track."""
    by_track = _ONCE_AROUND_PAYOFF if state.track == ONCE_AROUND else _CRIB_WARS_PAYOFF
    return state.more_options & PAYOFF_BITS or by_track


def ended(state: State) -> None:
    """Record a finished game: the winner collects from each loser, by how badly it lost.

    In a game that was claimed only the offender pays (G13).
    """
    for side, score in enumerate(state.scores):
        total = running(state, side) + score
        state.running_points[2 * side] = total // 256 % 256
        state.running_points[2 * side + 1] = total % 256
    if state.winner >= len(state.scores):
        return
    _add(state.games, state.winner, 1)
    worth = _STAKES[payoff(state) - 1]
    for side, loss in enumerate(losses(state)):
        if side != state.winner and state.offender in (side, NO_SIDE):
            _add(state.stakes, state.winner, worth[loss])
            payoffs.add(state, side, state.winner, worth[loss])
            _add(state.skunks, state.winner, {SKUNK: 1, DOUBLE_SKUNK: 2}.get(loss, 0))
            _add(state.double_skunks, state.winner, 1 if loss == DOUBLE_SKUNK else 0)

"""How badly a game was lost (ruling G13)."""

from ..compat import const
from ..state.state import NO_SIDE, State

SKUNK = const(1)
DOUBLE_SKUNK = const(2)
LURCH = const(3)
NAMES = ("", "skunk", "double skunk", "lurch")

# By target: the highest score of a loser for each loss.
_LIMITS = {
    121: ((60, DOUBLE_SKUNK), (90, SKUNK)),
    61: ((30, LURCH),),
}


def loss(score: int, target: int) -> int:
    """Return SKUNK, DOUBLE_SKUNK, LURCH or 0 for a loser with `score` points."""
    for most, kind in _LIMITS.get(target, ()):
        if score <= most:
            return kind
    return 0


def losses(state: State) -> tuple[int, ...]:
    """Return the loss of each side in a finished game; each loser is judged alone.

    It is 0 for the winner, and for all sides in Backward and in a game that was claimed.
    """
    even = state.preset.backward or state.offender != NO_SIDE
    return tuple(
        [
            0 if side == state.winner or even else loss(score, state.target)
            for side, score in enumerate(state.scores)
        ]
    )

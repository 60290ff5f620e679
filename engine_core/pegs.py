"""Pegging: points move a side's back peg in front of the other, and may end the game."""

from . import phases as at
from .standing import losses


def peg(state, events, seat, points, what) -> bool:
    """Give `points` to the side of `seat`; return True if that ended the game (ruling G1).

    The score stops at the target. `what` names what scored: it is passed on in the event.
    """
    return peg_side(state, events, state.side(seat), points, what, seat)


def peg_side(state, events, side, points, what, seat) -> bool:
    """As `peg`, for a side."""
    score = state.scores[side]
    total = min(score + points, state.target)
    if total == score:
        return False
    state.backs[side] = score
    state.scores[side] = total
    events.append(("score", what, seat, side, total - score, total))
    if total < state.target:
        return False
    state.phase = at.OVER
    state.winner = side
    events.append(("over", side, losses(state.scores, state.target, side)))
    return True

"""Peg moves that are not a count, and the end of a game."""

from ..compat import TYPE_CHECKING
from ..games.phases import OVER
from ..state.state import NO_SIDE, State
from . import trackers as match
from .skunks import losses

if TYPE_CHECKING:
    from ..state.events import Event


def move(
    state: State, events: "list[Event]", side: int, hole: int, why: str, spot: int | None = None
) -> None:
    """Move the front peg of `side` to `hole`, ahead or back; the back peg stays behind it.

    why: the reason given in the event; spot: where the peg then is on the Crib Wars track, if not
    at that hole of the track itself.
    """
    hole = min(hole, state.target)
    if hole >= state.scores[side]:
        state.back_pegs[side] = state.scores[side]
    state.back_pegs[side] = min(state.back_pegs[side], hole)
    match.passed(state, side, state.scores[side], hole)
    state.scores[side] = hole
    state.spots[side] = hole if spot is None else spot
    state.count_points[side] = 0
    events.append(("move", side, hole, why))
    if hole >= state.target:
        end(state, events, side)


def end(state: State, events: "list[Event]", side: int) -> None:
    """End the game: `side` has reached the target and so has won, or in Backward lost (K1)."""
    state.winner = ranking(state)[0] if state.preset.backward else side
    finish(state, events)


def claim(state: State, events: "list[Event]", side: int, offender: int) -> None:
    """End the game in favour of `side`: it claims it from `offender` (G13), or a player of
    `offender` has left (G20).

    It counts as one game without a skunk, and only the offender pays.
    """
    state.winner = side
    state.offender = offender
    finish(state, events)


def finish(state: State, events: "list[Event]") -> None:
    """Set the phase to OVER, with the winner as set, and record the game in the match."""
    state.phase = OVER
    match.ended(state)
    events.append(("over", state.winner, losses(state) if state.winner != NO_SIDE else ()))


def ranking(state: State) -> list[int]:
    """Return the sides, the best first.

    The highest score is best, in Backward the lowest (K1); of equal scores, the side that counts
    first in this deal.
    """
    order = []
    for step in range(1, state.seats + 1):
        side = state.side((state.dealer + step) % state.seats)
        if side not in order:
            order.append(side)
    sign = 1 if state.preset.backward else -1
    ranks = sorted([(sign * state.scores[side], n) for n, side in enumerate(order)])
    return [order[n] for _, n in ranks]

"""Pegging: points move a side's back peg ahead of its front peg, and may end the game."""

from ..compat import TYPE_CHECKING, later
from ..games.options import CRIB_WARS
from ..games.phases import OVER
from ..state.state import State
from . import peg_moves
from . import trackers as match

if TYPE_CHECKING:
    from ..state.events import Event
    from . import crib_wars
else:
    crib_wars = later("engine_core.pegs.crib_wars")


def peg(state: State, events: "list[Event]", seat: int, points: int, what: str) -> bool:
    """Give `points` to the side of `seat`; return whether the game is over (ruling G1).

    The score stops at the target. what: what scored, as the event names it.
    """
    return _peg(state, events, state.side(seat), ((points, what),), seat)


def peg_side(
    state: State, events: "list[Event]", side: int, points: int, what: str, seat: int
) -> bool:
    """Like `peg`, for a side; `seat` is the one that scored."""
    return _peg(state, events, side, ((points, what),), seat)


def peg_count(
    state: State, events: "list[Event]", seat: int, parts: list[tuple[int, str]]
) -> bool:
    """Like `peg`, for several `(points, what)` that are one count (G2).

    On a track with special holes only the end of the whole count lands.
    """
    return _peg(state, events, state.side(seat), parts, seat)


def _peg(state, events, side, parts, seat):
    before = state.scores[side]
    spot = state.spots[side]
    pegged = 0
    for due, what in parts:
        if not due or state.phase == OVER:
            continue
        points = due
        from_hole = state.scores[side]
        if state.track == CRIB_WARS:
            state.spots[side] = crib_wars.walk(state.spots[side], points)
            now = crib_wars.hole(state.spots[side])
        else:
            now = from_hole + points
            if now > state.target:
                now = state.target
                points = now - from_hole
        pegged += points
        state.back_pegs[side] = before
        state.scores[side] = now
        state.last_scorer = seat
        match.passed(state, side, from_hole, now)
        events.append(("score", what, seat, side, points, now))
        if now >= state.target:
            peg_moves.end(state, events, side)
    if pegged and state.track == CRIB_WARS and state.phase != OVER:
        crib_wars.land(state, events, side)
        crib_wars.remember(state, side, spot, pegged)
    return state.phase == OVER


def opponents(state: State, seat: int) -> list[int]:
    """Return one seat of each opposing side: the nearest to the left of `seat`."""
    seats = []
    sides = [state.side(seat)]
    for step in range(1, state.seats):
        other = (seat + step) % state.seats
        if state.side(other) not in sides:
            sides.append(state.side(other))
            seats.append(other)
    return seats


def pay(
    state: State, events: "list[Event]", seat: int, gains: list[int], points: int, what: str
) -> None:
    """Give `points` to each seat of `gains` for an offence of `seat`.

    In Backward points are a burden, so the offender gets them, once (G14c). None get any once the
    game is over.
    """
    for gainer in [seat] if state.preset.backward else gains:
        peg(state, events, gainer, points, what)

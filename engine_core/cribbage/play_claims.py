"""Muggins in the play (ruling G14b): a card's points are pegged only if its player claims them.

The player of a card may claim its points until the next card or go. From then until the following
card or go an opponent may call muggins for points that were not claimed. After the last card of a
deal the board waits for both. The 1 for last card is part of that card's points; the 1 for a go
is pegged automatically.
"""

from ..compat import TYPE_CHECKING
from ..errors import Illegal
from ..games import phases as at
from ..games.options import GIVE_BACK, PENALTY_12
from ..games.seats import NO_SEAT
from ..pegs import pegs
from ..state.entries import CLAIM, MUGGINS
from ..state.state import State
from . import muggins

if TYPE_CHECKING:
    from ..state.entries import Entry
    from ..state.events import Event


def laid(state: State, seat: int, points: int) -> None:
    """Record that `seat` has laid a card worth `points`, without an event that would show it."""
    close(state)
    state.open_points = points
    state.open_by = seat


def close(state: State) -> None:
    """End the time for claiming the last card's points: opponents may call them now."""
    state.missed_points = state.open_points
    state.missed_by = state.open_by
    state.open_points = 0
    state.open_by = NO_SEAT


def forget(state: State) -> None:
    """End the time for claims and for calls."""
    close(state)
    close(state)


def wait(state: State) -> bool:
    """Wait for claims and calls after the last card. Return False: the play is not over yet."""
    state.phase = at.AFTER_PLAY
    return False


def apply(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Apply a CLAIM, MUGGINS or PASS; return whether that ends the play. Raises Illegal."""
    if entry[0] == CLAIM:
        _claim(state, entry[1], events)
    elif entry[0] == MUGGINS:
        _call(state, entry[1], events)
    elif state.phase == at.AFTER_PLAY:
        forget(state)
        state.phase = at.PLAY
        return True
    else:
        raise Illegal("play a card or say GO: there is no claim to pass")
    return False


def _claim(state, points, events):
    seat = state.open_by
    if seat == NO_SEAT:
        raise Illegal("points can be claimed only after a card, before the next card or GO")
    if not points:
        raise Illegal("claim 1 point or more, or play the next card")
    muggins.check(state, points)
    pegged = min(points, state.open_points)
    state.open_points -= pegged
    events.append(("claim", seat, points))
    over = pegs.peg(state, events, seat, pegged, "play")
    if points > pegged and state.options & PENALTY_12 and not over:
        pegs.pay(state, events, seat, pegs.opponents(state, seat), points - pegged, "too much")


def _call(state, caller, events):
    if caller >= state.seats:
        raise Illegal("only an opponent can call muggins")
    for by, points in ("missed_by", "missed_points"), ("open_by", "open_points"):
        # While its player may still claim, a card cannot be called, unless it was the last one.
        if points == "open_points" and state.phase != at.AFTER_PLAY:
            break
        seat = getattr(state, by)
        missed = getattr(state, points)
        if seat != NO_SEAT and missed and state.side(seat) != state.side(caller):
            setattr(state, points, 0)
            back = state.preset.backward or state.options & GIVE_BACK
            side = state.side(seat if back else caller)
            pegs.peg_side(state, events, side, missed, "muggins", caller)
            return
    raise Illegal("player " + str(caller + 1) + " has no opponent's missed points to call now")

"""Muggins: claims, and points missed or claimed in excess (ruling G14)."""

from ..compat import TYPE_CHECKING
from ..errors import Illegal
from ..games import options as opt
from ..games import phases as at
from ..pegs.pegs import peg, peg_side
from ..state.state import State

if TYPE_CHECKING:
    from ..state.events import Event


def check(state: State, points: int) -> None:
    """Raise Illegal if no hand of the game can count `points` (G14)."""
    most = state.preset.scoring.most
    if points > most:
        raise Illegal("no hand counts more than " + str(most))


def claim(state: State, points: int, events: "list[Event]") -> None:
    """Take the claim of the player in turn, without showing the true count. Raises Illegal."""
    check(state, points)
    state.claim = points
    state.phase = at.CHALLENGE
    events.append(("claim", state.turn, points))


def check_caller(state: State, caller: int | None) -> None:
    """Raise Illegal if `caller` is a seat that is not an opponent of the player in turn."""
    if caller is not None and (
        caller >= state.seats or state.side(caller) == state.side(state.turn)
    ):
        raise Illegal("only an opponent can call muggins")


def settle(
    state: State, seat: int, caller: int | None, what: str, true: int, events: "list[Event]"
) -> None:
    """Peg the claim of `seat` for a hand of `true` points, and the difference for `caller`.

    caller: the seat that says muggins, or None if nobody objects. In Backward points are a burden,
    so points missed and points claimed in excess both go to the counter (G14c).
    """
    claimed = state.claim
    state.claim = 0
    over = peg(state, events, seat, min(claimed, true), what)
    if caller is None or over:
        return
    backward = state.preset.backward
    if claimed < true:
        back = backward or state.options & opt.GIVE_BACK
        to = seat if back else caller
        peg_side(state, events, state.side(to), true - claimed, "muggins", caller)
    elif claimed > true and state.options & opt.PENALTY_12:
        to = seat if backward else caller
        peg_side(state, events, state.side(to), claimed - true, "too much", caller)

"""Muggins in the play (ruling G14b): a card's points are pegged only if its player claims them.

The player who laid a card may claim its points until the next card or go; after that, and until
one more, an opponent may call muggins for what was not claimed. The last card of a deal waits for
both. The 1 for the last card is part of that card's points; that for a go is pegged by itself.
"""

from . import muggins, pegs
from . import phases as at
from .entries import CLAIM, MUGGINS, NO_SEAT
from .errors import Illegal
from .options import GIVE_BACK, PENALTY_12
from .state import State


def laid(state: State, seat: int, points: int) -> None:
    """Note that `seat` has laid a card that is worth `points`; nobody is told."""
    close(state)
    state.open_points = points
    state.open_by = seat


def close(state: State) -> None:
    """End the time for claiming the last card's points: they may be called now."""
    state.missed_points = state.open_points
    state.missed_by = state.open_by
    state.open_points = 0
    state.open_by = NO_SEAT


def forget(state: State) -> None:
    """End the time for calling, too."""
    close(state)
    close(state)


def wait(state: State) -> bool:
    """The play is over: wait for what its last card gives rise to. Return False, since that is
    part of the play."""
    state.phase = at.AFTER_PLAY
    return False


def apply(state: State, entry: tuple, events: list) -> bool:
    """Fold a CLAIM, MUGGINS or PASS of the play; return whether that ends it. Raises Illegal."""
    if entry[0] == CLAIM:
        _claim(state, entry[1], events)
    elif entry[0] == MUGGINS:
        _call(state, entry[1], events)
    elif state.phase == at.AFTER_PLAY:
        forget(state)
        state.phase = at.PLAY
        return True
    else:
        raise Illegal("lay a card, or GO: nothing has to be passed here")
    return False


def _claim(state, points, events):
    seat = state.open_by
    if seat == NO_SEAT:
        raise Illegal("points are claimed for the card laid last, before the next card or GO")
    if not points:
        raise Illegal("who claims nothing need not say so")
    muggins.check(state, points)
    pegged = min(points, state.open_points)
    state.open_points -= pegged
    events.append(("claim", seat, points))
    over = pegs.peg(state, events, seat, pegged, "play")
    if points > pegged and state.options & PENALTY_12 and not over:
        pegs.pay(state, events, seat, pegs.opponents(state, seat), points - pegged, "too much")


def _call(state, caller, events):
    if caller >= state.seats:
        raise Illegal("only an opponent can say muggins")
    for by, points in ("missed_by", "missed_points"), ("open_by", "open_points"):
        # A card that may still be claimed cannot be called, unless there is no card to come.
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
    raise Illegal("no opponent of player " + str(caller + 1) + " has missed points that are open")

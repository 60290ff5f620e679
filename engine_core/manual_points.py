"""What the table does to the score by hand: points given, points taken, penalties (C6)."""

from . import peg_moves
from .compat import Later
from .entries import MINUS, MOST, MOVED, PENALTY, POINTS
from .errors import Illegal
from .options import CRIB_WARS
from .pegs import peg_side
from .phases import CUT, OVER

crib_wars = Later("engine_core.crib_wars")


def apply(state, entry, events) -> bool:
    """Fold an entry of entries.BY_HAND; return whether the deal is void. Raises Illegal."""
    if state.phase == CUT:
        raise Illegal("cut for the deal first")
    return _APPLY[entry[0]](state, entry, events)


def _check(state, side, points):
    if side >= len(state.scores):
        raise Illegal("there is no side " + str(side + 1))
    if not 0 < points <= MOST:
        raise Illegal("key 1 to " + str(MOST) + " points")


def points(state, entry, events) -> bool:
    """Peg the points of a POINTS entry."""
    _, side, more = entry
    _check(state, side, more)
    peg_side(state, events, side, more, "keyed", _seat(state, side))
    return False


def _minus(state, entry, events):
    _, side, less = entry
    _check(state, side, less)
    _take(state, events, side, less)
    return False


def _take(state, events, side, less):
    peg_moves.move(state, events, side, max(0, state.scores[side] - less), "minus")


def _penalty(state, entry, events):
    # Some 2 KB of a Pico, and most tables have none.
    from .penalties import CLAIM_GAME, MAY, MUST, OPPONENTS, PENALTIES, PONE, TOO_MANY, VOID

    _, number, side, choice = entry
    if not 1 <= number <= len(PENALTIES):
        raise Illegal("the booklet has penalties 1 to " + str(len(PENALTIES)))
    if len(state.scores) < 2:
        raise Illegal("a penalty needs an opponent")
    who, gain, void, claim, text = PENALTIES[number - 1]
    if number == TOO_MANY:
        _check(state, side, choice)
        gain, choice = choice, 0
    elif side >= len(state.scores):
        raise Illegal("there is no side " + str(side + 1))
    if choice > CLAIM_GAME or choice == VOID and void != MAY or choice == CLAIM_GAME and not claim:
        raise Illegal("the booklet does not give that for: " + text)
    events.append(("penalty", number, side))
    if number == TOO_MANY:
        _take(state, events, side, gain)
    opponents = [(side + n) % len(state.scores) for n in range(1, len(state.scores))]
    if choice == CLAIM_GAME:
        state.winner = opponents[0]
        peg_moves.finish(state, events)
        return False
    if who == OPPONENTS:
        gains = opponents
    else:
        gains = [state.side((state.dealer + 1) % state.seats)] if who == PONE else []
    for gainer in gains:
        peg_side(state, events, gainer, gain, "penalty", _seat(state, gainer))
    return state.phase != OVER and (void == MUST or choice == VOID)


def _moved(state, entry, events):
    """A side that sits in a penalty box moves its own peg (C3)."""
    side = entry[1]
    if state.track != CRIB_WARS or side >= len(state.scores) or not state.deals_out[side]:
        raise Illegal("that side is in no penalty box")
    if state.deals_out[side] > crib_wars.DEALS_OUT:
        raise Illegal("that side begins to sit out with the next deal")
    if state.pegs_moved >> side & 1:
        raise Illegal("that side has moved its peg in this deal")
    state.pegs_moved |= 1 << side
    events.append(("moved", side, state.deals_out[side]))
    return False


def _seat(state, side):
    return state.seating.side_of.index(side)


_APPLY = {POINTS: points, MINUS: _minus, PENALTY: _penalty, MOVED: _moved}

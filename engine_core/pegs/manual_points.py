"""What is entered by hand: points given or taken, penalties (C6), a player who leaves (G20)."""

from ..compat import TYPE_CHECKING, later
from ..errors import Illegal
from ..games.options import CRIB_WARS
from ..games.phases import CUT, OVER
from ..state.entries import LEAVE, MINUS, MOST, MOVED, PENALTY, POINTS
from ..state.state import State
from . import peg_moves
from .pegs import pay, peg_side

if TYPE_CHECKING:
    from ..games import penalties
    from ..state.entries import Entry
    from ..state.events import Event
    from . import crib_wars
else:
    crib_wars = later("engine_core.pegs.crib_wars")
    penalties = later("engine_core.games.penalties")


def apply(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Apply an entry of entries.BY_HAND; return whether the deal is void. Raises Illegal."""
    if state.phase == CUT:
        raise Illegal("cut for the deal first")
    return _APPLY[entry[0]](state, entry, events)


def _check(state, side, points):
    if side >= len(state.scores):
        raise Illegal("there is no side " + str(side + 1))
    if not 0 < points <= MOST:
        raise Illegal("enter 1 to " + str(MOST) + " points")


def points(state: State, entry: "Entry", events: "list[Event]") -> bool:
    """Peg the points of a POINTS entry."""
    _, side, more = entry
    _check(state, side, more)
    peg_side(state, events, side, more, "by hand", _seat(state, side))
    return False


def _minus(state, entry, events):
    _, side, less = entry
    _check(state, side, less)
    _take(state, events, side, less)
    return False


def _take(state, events, side, less):
    if state.track == CRIB_WARS:
        crib_wars.take_back(state, events, side, less)
    else:
        peg_moves.move(state, events, side, max(0, state.scores[side] - less), "minus")


def _penalty(state, entry, events):
    number, side, choice = entry[1:4]
    if not 1 <= number <= len(penalties.PENALTIES):
        raise Illegal("there are penalties 1 to " + str(len(penalties.PENALTIES)))
    if len(state.scores) < 2:
        raise Illegal("a penalty needs an opponent")
    who, gain, void, claim, text = penalties.PENALTIES[number - 1]
    if number == penalties.TOO_MANY:
        _check(state, side, choice)
        gain, choice = choice, 0
    elif side >= len(state.scores):
        raise Illegal("there is no side " + str(side + 1))
    if (
        choice > penalties.CLAIM_GAME
        or choice == penalties.VOID
        and void != penalties.MAY
        or choice == penalties.CLAIM_GAME
        and not claim
    ):
        raise Illegal("the booklet does not allow that when " + text)
    whom = _whom(state, entry, choice)
    others = [(side + n) % len(state.scores) for n in range(1, len(state.scores))]
    events.append(("penalty", number, side))
    if number == penalties.TOO_MANY:
        _take(state, events, side, gain)
    if choice == penalties.CLAIM_GAME:
        peg_moves.claim(state, events, others[0] if whom is None else whom, side)
        return False
    if who != penalties.NOBODY:
        if who == penalties.OPPONENTS:
            gains = others
        else:
            pone = state.side((state.dealer + 1) % state.seats)
            gains = [pone if whom is None else whom]
        seats = [_seat(state, gainer) for gainer in gains]
        pay(state, events, _seat(state, side), seats, gain, "penalty")
    return state.phase != OVER and (void == penalties.MUST or choice == penalties.VOID)


def _whom(state, entry, choice):
    """The side that the entry names as wronged or as claiming the game; None if it names none."""
    if len(entry) == 4:
        return None
    number, side, _, whom = entry[1:]
    if not penalties.asks_whom(number, choice, len(state.scores)):
        raise Illegal("that penalty does not depend on who was wronged")
    if whom == side or whom >= len(state.scores):
        raise Illegal(
            "only an opponent of side " + str(side + 1) + " can be wronged or claim the game"
        )
    return whom


def _moved(state, entry, events):
    """Record that a side in a penalty box has moved its own peg (C3)."""
    side = entry[1]
    if state.track != CRIB_WARS or side >= len(state.scores) or not state.deals_out[side]:
        raise Illegal("that side is not in a penalty box")
    if not crib_wars.sits_out(state, side):
        raise Illegal("that side begins to sit out in the next deal")
    if state.pegs_moved >> side & 1:
        raise Illegal("that side has already moved its peg in this deal")
    state.pegs_moved |= 1 << side
    events.append(("moved", side, crib_wars.deals_out(state, side)))
    return False


def _leave(state, entry, events):
    """End the game because the player of a LEAVE entry leaves (G20). Raises Illegal."""
    seat = entry[1]
    if seat >= state.seats:
        raise Illegal("there is no seat " + str(seat + 1))
    if len(state.scores) < 2:
        raise Illegal("nobody is left to win: choose a new game")
    side = state.side(seat)
    best = [other for other in peg_moves.ranking(state) if other != side][0]
    events.append(("leave", seat))
    peg_moves.claim(state, events, best, side)
    return False


def _seat(state, side):
    return state.seating.side_of.index(side)


_APPLY = {POINTS: points, MINUS: _minus, PENALTY: _penalty, MOVED: _moved, LEAVE: _leave}

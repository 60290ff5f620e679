"""What is entered by hand: points given or taken, penalties (C6, C6b), players who leave (G20),
void deals, and hands that are short or long (G24)."""

from ..compat import TYPE_CHECKING, later
from ..errors import Illegal
from ..games.options import CRIB_WARS
from ..games.phases import CUT, OVER, PLAY, SHOW
from ..games.preset_types import CRIBBAGE
from ..state.entries import HAND_MOST, HOLDS, LEAVE, MINUS, MOST, MOVED, PENALTY, POINTS, REDEAL
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


def apply(state: State, entry: "Entry", events: "list[Event]") -> str:
    """Apply an entry of entries.BY_HAND; return which function of the machine comes next: `deal`
    if the deal is void, `begin` if the game is, else `fold`. Raises Illegal."""
    if state.phase == CUT:
        raise Illegal("cut for the deal first")
    return _APPLY[entry[0]](state, entry, events) or "fold"


def _check(state, side, points):
    if side >= len(state.scores):
        raise Illegal("there is no side " + str(side + 1))
    if not 0 < points <= MOST:
        raise Illegal("enter 1 to " + str(MOST) + " points")


def points(state: State, entry: "Entry", events: "list[Event]") -> None:
    """Peg the points of a POINTS entry."""
    _, side, more = entry
    _check(state, side, more)
    peg_side(state, events, side, more, "by hand", _seat(state, side))


def _minus(state, entry, events):
    _, side, less = entry
    _check(state, side, less)
    _take(state, events, side, less)


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
    if number == penalties.TOO_MANY:
        _too_many(state, entry, events)
        return None
    if side >= len(state.scores):
        raise Illegal("there is no side " + str(side + 1))
    row = penalties.PENALTIES[number - 1]
    if choice not in penalties.choices(number):
        raise Illegal("the booklet does not allow that when " + row[4])
    whom = _whom(state, entry)
    others = _others(state, side)
    events.append(("penalty", number, side))
    if choice == penalties.CLAIM_GAME:
        peg_moves.claim(state, events, others[0] if whom is None else whom, side)
        return None
    if choice == penalties.VOID_GAME:
        return _again(state, events)
    if choice == penalties.BACK_PEG:
        _behind(state, events, side)
    who, gain = penalties.gains(number, choice)
    if who == penalties.WRONGED:
        pone = state.side((state.dealer + 1) % state.seats)
        others = [pone if whom is None else whom]
    if who != penalties.NOBODY:
        _gain(state, events, side, others, gain)
    void = row[2] == penalties.MUST or choice in penalties.VOIDS
    return "deal" if void and state.phase != OVER else None


def _too_many(state, entry, events):
    """Take back points that were pegged in excess; a side that asks for them gains them (C6b)."""
    number, side, more = entry[1:4]
    _check(state, side, more)
    gainers = _others(state, side)
    if len(entry) > 4 and entry[4] == penalties.NO_GAIN:
        gainers = []
    elif len(entry) > 4:
        gainers = [_opponent(state, side, entry[4])]
    events.append(("penalty", number, side))
    _take(state, events, side, more)
    if gainers:
        _gain(state, events, side, gainers, more)


def _gain(state, events, side, gainers, points):
    """Give points to each of the sides `gainers` for an offence of `side`."""
    seats = [_seat(state, gainer) for gainer in gainers]
    pay(state, events, _seat(state, side), seats, points, "penalty")


def _others(state, side):
    """Return the sides other than `side`, the next first."""
    return [(side + n) % len(state.scores) for n in range(1, len(state.scores))]


def _behind(state, events, side):
    """Put the front peg of `side` behind its back peg, which then is the score (C6b)."""
    back = state.back_pegs[side]
    spot = None
    if state.count_points[side] and crib_wars.hole(state.count_spots[side]) == back:
        # It may stand on a path, which the number of the hole does not show.
        spot = state.count_spots[side]
    peg_moves.move(state, events, side, back, "back peg", spot)


def _again(state, events):
    """Begin the game again with the same dealer; nothing that it scored counts (C6b)."""
    state.again()
    events.append(("again", state.dealer))
    return "begin"


def _whom(state, entry):
    """Return the side that the entry names as wronged or as claiming the game; None if it names
    none."""
    if len(entry) == 4:
        return None
    number, side, choice, whom = entry[1:]
    if not penalties.asks_whom(number, choice, len(state.scores)):
        raise Illegal("that penalty does not depend on who was wronged")
    return _opponent(state, side, whom)


def _opponent(state, side, whom):
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


def _leave(state, entry, events):
    """End the game because the player of a LEAVE entry leaves (G20). Raises Illegal."""
    seat = entry[1]
    _check_seat(state, seat)
    if len(state.scores) < 2:
        raise Illegal("nobody is left to win: choose a new game")
    side = state.side(seat)
    best = [other for other in peg_moves.ranking(state) if other != side][0]
    events.append(("leave", seat))
    peg_moves.claim(state, events, best, side)


def _redeal(state, entry, events):
    """Declare the deal void (G24): the seat of the entry deals again. Points that were pegged
    stand."""
    seat = entry[1]
    _check_seat(state, seat)
    _check_dealt(state)
    state.dealer = seat
    if state.deal_number == 1:
        state.first_dealer = seat + 1
    events.append(("void", seat))
    return "deal"


def _holds(state, entry, events):
    """Record that the hand of a seat is short or long (G24): it is played and counted as it is."""
    seat, size = entry[1:]
    _check_seat(state, seat)
    _check_dealt(state)
    if state.preset.machine != CRIBBAGE or state.phase not in (PLAY, SHOW):
        raise Illegal("a short or long hand can be entered during the play")
    played = len(state.hand(seat))
    if not max(1, played) <= size <= HAND_MOST:
        raise Illegal(
            "enter %d to %d cards, with those that are played" % (max(1, played), HAND_MOST)
        )
    if not state.hand_sizes:
        state.hand_sizes = bytearray([state.keep] * state.seats)
    state.hand_sizes[seat] = size
    events.append(("holds", seat, size))


def _check_seat(state, seat):
    if seat >= state.seats:
        raise Illegal("there is no seat " + str(seat + 1))


def _check_dealt(state):
    """Raise Illegal in a game whose deals cannot be void, nor its hands short or long."""
    if state.preset.deals_in_game:
        raise Illegal("in this game no deal can be void, and no hand short or long")


def _seat(state, side):
    return state.seating.side_of.index(side)


_APPLY = {
    POINTS: points,
    MINUS: _minus,
    PENALTY: _penalty,
    MOVED: _moved,
    LEAVE: _leave,
    REDEAL: _redeal,
    HOLDS: _holds,
}

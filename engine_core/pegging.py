"""The play: cards laid in turn to a count of 31, go, last card (rulings G2 to G4, G8, G9)."""

from . import cards, play
from .errors import Illegal
from .pegs import peg

_MOST = 31
# Up to this count any card can be laid.
_NO_GO = 21


def begin(state, events) -> bool:
    """Start the play of a deal: the dealer's left leads."""
    state.turn = (state.dealer + 1) % state.seats
    state.rooms = bytearray(state.seats)
    return False


def lay(state, card, events) -> bool:
    """The player in turn lays `card`; return whether that ends the play. Raises Illegal."""
    value = cards.VALUE[card]
    count = play.total(state.line()) + value
    if count > _MOST:
        raise Illegal(
            "the "
            + cards.words(card)
            + " would make it "
            + str(count)
            + ", and 31 is the most: lay a lower card, or GO"
        )
    seat = state.turn
    state.laid.append(card)
    state.who.append(seat)
    events.append(("card", seat, card, count))
    if value <= state.rooms[seat]:
        events.append(("renege", seat, card))
    points = play.points(state.line(), state.preset.scoring)
    if peg(state, events, seat, points, "play"):
        return True
    return _restart(state, events) if count == _MOST else _pass_on(state, events)


def go(state, events) -> bool:
    """The player in turn says go. Raises Illegal where any card would fit.

    Return whether that ends the play: it cannot, for somebody still holds the cards.
    """
    count = play.total(state.line())
    if count <= _NO_GO:
        raise Illegal("at " + str(count) + " every card fits: lay one")
    seat = state.turn
    state.gone |= 1 << seat
    state.rooms[seat] = max(state.rooms[seat], _MOST - count)
    events.append(("go", seat, count))
    return _pass_on(state, events)


def _pass_on(state, events):
    seat = _next(state, state.turn, state.gone)
    if seat is not None:
        state.turn = seat
        return False
    last = state.who[-1]
    what = "last card" if _next(state, last, 0) is None else "go"
    return peg(state, events, last, 1, what) or _restart(state, events)


def _restart(state, events):
    leader = _next(state, state.who[-1], 0)
    state.line_from = len(state.laid)
    state.gone = 0
    if leader is None:
        return True
    state.turn = leader
    events.append(("restart", leader))
    return False


def _next(state, after, gone):
    """The next seat after `after`, itself last, that holds cards and is not in `gone`."""
    for step in range(1, state.seats + 1):
        seat = (after + step) % state.seats
        if not gone >> seat & 1 and state.left(seat):
            return seat
    return None

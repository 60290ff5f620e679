"""The Crib Wars track: a graph of spots, each seen at a hole (rulings C1 to C5b).

Spots 0 to 121 are the track, the start and the holes; from 128 on, those of the blue paths and the
green short cuts, one after another.
"""

from . import peg_moves
from .compat import const
from .crib_wars_layout import BLUE, BOXES, GREEN, RED
from .state import State

LAST = const(121)
_PATHS = const(128)
_AWARD = const(20)
DEALS_OUT = const(3)


def _graph():
    """The spots beyond the track: the hole and the next spot of each, and where they begin."""
    holes = []
    after = []
    begin = {}
    for at, path, back in BLUE + tuple([(at, (), to) for at, to in GREEN]):
        begin[at] = _PATHS + len(holes)
        for hole in (at,) + path:
            holes.append(hole)
            after.append(_PATHS + len(holes))
        after[-1] = back
    return bytes(holes), bytes(after), begin


_HOLES, _AFTER, _BEGIN = _graph()
_SLIDES = dict(RED)
_STARTS = bytes([_BEGIN[at] for at in _BEGIN])  # the first spot of each path


def hole(spot: int) -> int:
    """Return the hole at which `spot` is seen."""
    return spot if spot < _PATHS else _HOLES[spot - _PATHS]


def walk(spot: int, points: int) -> int:
    """Return the spot that is `points` on from `spot`; the last hole ends the way."""
    for _ in range(points):
        if spot >= _PATHS:
            spot = _AFTER[spot - _PATHS]
        elif spot < LAST:
            spot += 1
    return spot


def back(spot: int, points: int) -> int:
    """Return the spot that is `points` back from `spot`, hole by hole: on a path towards its
    beginning, and never before the start."""
    for _ in range(points):
        if spot in _STARTS:
            spot = hole(spot) - 1
        elif spot:
            spot -= 1
    return spot


def remember(state: State, side: int, spot: int, points: int) -> None:
    """Note that the last count of `side` was of `points` and began at `spot`."""
    state.count_spots[side] = spot
    state.count_points[side] = min(points, 255)


def take_back(state: State, events: list, side: int, points: int) -> None:
    """Take `points` from the last count of `side`, which then ends, and lands, where it would have
    without them; what goes beyond it goes back hole by hole (C5b)."""
    spot = state.spots[side]
    kept = 0
    if state.count_points[side]:
        spot = state.count_spots[side]
        kept = max(0, state.count_points[side] - points)
        points -= state.count_points[side] - kept
    begun = spot
    spot = walk(spot, kept) if kept else back(spot, points)
    peg_moves.move(state, events, side, hole(spot), "minus", spot)
    if kept:
        land(state, events, side)
        remember(state, side, begun, kept)


def land(state: State, events: list, side: int) -> None:
    """A count has ended where the front peg of `side` stands: do what the spot there does."""
    spot = state.spots[side]
    if spot in _SLIDES:
        peg_moves.move(state, events, side, _SLIDES[spot], "red")
    elif spot in _BEGIN:
        state.spots[side] = _BEGIN[spot]
        events.append(("path", side, spot))
    elif spot in BOXES:
        _box(state, events, side)


def _box(state, events, side):
    """C3: out of this deal, and twenty holes or three deals."""
    state.folded |= 1 << side
    events.append(("box", side, state.spots[side]))
    sides = len(state.scores)
    sitting = [s for s in range(sides) if state.deals_out[s]]
    if sides > 2 and not sitting:
        # And what is left of this one, which does not count.
        state.deals_out[side] = DEALS_OUT + 1
        return
    peg_moves.move(state, events, side, max(0, state.spots[side] - _AWARD), "box")
    for step in range(1, sides):
        other = (side + step) % sides
        if state.phase == peg_moves.OVER:
            return
        if other in sitting:
            peg_moves.move(state, events, other, hole(state.spots[other]) + 1, "one")
        else:
            peg_moves.move(state, events, other, awarded(hole(state.spots[other])), "award")
            if state.phase != peg_moves.OVER:
                land(state, events, other)


def awarded(at: int) -> int:
    """Return the hole that an award of twenty leads to from hole `at`: never a box or a trap, but
    the first one past it (C4). On red and green it lands as a count does."""
    to = at + _AWARD
    traps = [trap[0] for trap in BLUE]
    while to in BOXES or to in traps:
        to += 1
    return min(to, LAST)


def begin_deal(state: State) -> None:
    """The sides that sit in a box are out of the deal that begins."""
    state.folded = 0
    state.pegs_moved = 0
    for side, deals in enumerate(state.deals_out):
        if deals:
            state.deals_out[side] = min(deals, DEALS_OUT)
            state.folded |= 1 << side


def end_deal(state: State) -> None:
    """A side in a box that moved its peg has one deal less to sit out; one that did not, not."""
    for side, deals in enumerate(state.deals_out):
        if deals and state.pegs_moved >> side & 1:
            state.deals_out[side] = deals - 1


def late(state: State, seat: int) -> bool:
    """Return whether nibs do not count: the dealer is in the last three holes (G5)."""
    return LAST - 3 <= hole(state.spots[state.side(seat)]) < LAST

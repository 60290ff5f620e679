"""The Crib Wars track: a graph of spots, each shown at a hole (rulings C1 to C5b).

Spots 0 to 121 are the start and the holes of the track. Spots from 128 on are those of the blue
paths and the green short cuts, one after another.
"""

from ..compat import TYPE_CHECKING, const
from ..games.crib_wars_layout import BLUE, BOXES, GREEN, RED
from ..state.state import NO_SIDE, State
from . import peg_moves

if TYPE_CHECKING:
    from ..state.events import Event

LAST = const(121)
OFF_TRACK = const(128)  # the first spot of the paths and short cuts
_AWARD = const(20)
_DEALS_OUT = const(3)
# A side's number in state.deals_out from its landing in a box to the end of that deal, which does
# not count as one that it sits out. Each hole that it advances in the box meanwhile adds 1.
_LANDED = const(4)
_CRIB = const(4)


def _graph():
    """The spots off the track: the hole and the next spot of each, and where each path begins."""
    holes = []
    after = []
    begin = {}
    for at, path, back in BLUE + tuple([(at, (), to) for at, to in GREEN]):
        begin[at] = OFF_TRACK + len(holes)
        for hole in (at,) + path:
            holes.append(hole)
            after.append(OFF_TRACK + len(holes))
        after[-1] = back
    return bytes(holes), bytes(after), begin


_HOLES, _AFTER, _BEGIN = _graph()
_SLIDES = dict(RED)
_STARTS = bytes([_BEGIN[at] for at in _BEGIN])  # the first spot of each path


def hole(spot: int) -> int:
    """Return the hole at which `spot` is shown."""
    return spot if spot < OFF_TRACK else _HOLES[spot - OFF_TRACK]


def walk(spot: int, points: int) -> int:
    """Return the spot `points` ahead of `spot`, at most the last hole."""
    for _ in range(points):
        if spot >= OFF_TRACK:
            spot = _AFTER[spot - OFF_TRACK]
        elif spot < LAST:
            spot += 1
    return spot


def back(spot: int, points: int) -> int:
    """Return the spot `points` back from `spot`, hole by hole, at least the start.

    From a path it goes back to where the path begins, and from there along the track.
    """
    for _ in range(points):
        if spot in _STARTS:
            spot = hole(spot) - 1
        elif spot:
            spot -= 1
    return spot


def remember(state: State, side: int, spot: int, points: int) -> None:
    """Record that the last count of `side` was `points` and began at `spot`."""
    state.count_spots[side] = spot
    state.count_points[side] = points


def take_back(state: State, events: "list[Event]", side: int, points: int) -> None:
    """Take `points` back from the last count of `side` (C5b).

    The peg moves, and lands, where that count would have ended without them; if more is taken
    back than the count had, the rest goes back hole by hole.
    """
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


def land(state: State, events: "list[Event]", side: int) -> None:
    """Apply the effect of the spot at which a count of `side` has ended."""
    spot = state.spots[side]
    if spot in _SLIDES:
        peg_moves.move(state, events, side, _SLIDES[spot], "red")
    elif spot in _BEGIN:
        state.spots[side] = _BEGIN[spot]
        events.append(("path", side, spot))
    elif spot in BOXES:
        _box(state, events, side)


def _box(state, events, side):
    """Fold this deal, and lose twenty holes or sit out three deals (C3)."""
    state.folded |= 1 << side
    events.append(("box", side, state.spots[side]))
    sides = len(state.scores)
    sitting = [s for s in range(sides) if state.deals_out[s]]
    if sides > 2 and not sitting:
        state.deals_out[side] = _LANDED
        return
    peg_moves.move(state, events, side, max(0, state.spots[side] - _AWARD), "box")
    for step in range(1, sides):
        other = (side + step) % sides
        if state.phase == peg_moves.OVER:
            return
        if other in sitting:
            _advance(state, events, other)
        else:
            peg_moves.move(state, events, other, awarded(hole(state.spots[other])), "award")
            if state.phase != peg_moves.OVER:
                land(state, events, other)


def _advance(state, events, side):
    """Move the peg of `side` one hole of its box ahead: it sits out one deal less (C3)."""
    deals = state.deals_out[side]
    if deals == 1:
        # It is not dealt in, so it sits out the rest of its last deal.
        state.pegs_moved |= 1 << side
    elif deals < _LANDED:
        state.deals_out[side] = deals - 1
    else:
        state.deals_out[side] = min(deals + 1, _LANDED + _DEALS_OUT)
    events.append(("advance", side, deals_out(state, side)))


def deals_out(state: State, side: int) -> int:
    """Return how many deals `side` has to sit out, with this one if it is one of them (C3)."""
    deals = state.deals_out[side]
    return deals if deals < _LANDED else _LANDED + _DEALS_OUT - deals


def sits_out(state: State, side: int) -> bool:
    """Return whether `side` sits out this deal from its beginning, so that it is not dealt in."""
    return 0 < state.deals_out[side] < _LANDED


def dealt_in(state: State) -> list[int]:
    """Return the seats that cards are dealt to, from the dealer's left (C3b)."""
    seats = [(state.dealer + 1 + step) % state.seats for step in range(state.seats)]
    return [seat for seat in seats if not sits_out(state, state.side(seat))]


def deal_sizes(state: State) -> tuple[int, int]:
    """Return how many cards each is dealt while a side sits out, and how many each throws: so
    many that four are in the crib (C3b)."""
    throw = _CRIB // len(dealt_in(state))
    return state.keep + throw, throw


def awarded(at: int) -> int:
    """Return the hole that an award of twenty leads to from hole `at` (C4).

    Boxes and traps are skipped for the next hole. On red and green it lands as a count does.
    """
    to = at + _AWARD
    traps = [trap[0] for trap in BLUE]
    while to in BOXES or to in traps:
        to += 1
    return min(to, LAST)


def begin_deal(state: State) -> None:
    """Take the sides that sit in a box out of the deal that begins."""
    state.folded = 0
    state.pegs_moved = 0
    for side in range(len(state.deals_out)):
        deals = state.deals_out[side] = deals_out(state, side)
        if deals:
            state.folded |= 1 << side


def end_deal(state: State) -> None:
    """Count this deal for each side in a box that has moved its peg in it."""
    for side in range(len(state.deals_out)):
        deals = deals_out(state, side)
        moved = state.pegs_moved >> side & 1
        state.deals_out[side] = deals - 1 if deals and moved else deals


def peg_to_move(state: State) -> int:
    """Return the side that sits in a penalty box and has not moved its peg in this deal (C3), or
    NO_SIDE."""
    for side in range(len(state.deals_out)):
        moved = state.pegs_moved >> side & 1
        if sits_out(state, side) and not moved and state.phase != peg_moves.OVER:
            return side
    return NO_SIDE


def on_path(state: State, side: int) -> bool:
    """Return whether the peg of `side` stands on a blue path or a short cut, off the track."""
    return state.spots[side] >= OFF_TRACK


def late(state: State, seat: int) -> bool:
    """Return whether nibs do not count for `seat`: it is in the last three holes (G5)."""
    return LAST - 3 <= hole(state.spots[state.side(seat)]) < LAST

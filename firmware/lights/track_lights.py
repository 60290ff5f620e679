"""The Crib Wars track: its special holes, and pegs in unusual places.

A special hole is faint and goes dark from time to time. A peg is brighter and never dark, unless
it is to be moved.
"""

from engine_core.compat import const
from engine_core.games.crib_wars_layout import BLUE as TRAPS
from engine_core.games.crib_wars_layout import BOXES
from engine_core.games.crib_wars_layout import GREEN as CUTS
from engine_core.games.crib_wars_layout import RED as SKIPS
from engine_core.pegs import crib_wars
from engine_core.state.state import State

from .levels import BLUE, BRIGHT, DARK, DIM, FADE, GREEN, RED, WHITE

_STEP_MS = const(300)
_GLOW = FADE  # of a special hole: less than the back peg of any side
_WINK = const(4)  # steps; a special hole is dark in the last one


def look(now: int) -> int:
    """Return a number that changes when the lights do."""
    return now // _STEP_MS & 0x3F


def paint_crib_wars(canvas, now: int) -> None:
    """Paint red boxes, white penalty boxes, green short cuts, and the blue traps, from which a
    light runs backward along the path that a peg takes."""
    step = now // _STEP_MS
    level = DARK if step % _WINK == _WINK - 1 else _GLOW
    for pair in SKIPS:
        for hole in pair:
            canvas.hole(hole, RED, level)
    for pair in CUTS:
        for hole in pair:
            canvas.hole(hole, GREEN, level)
    own = getattr(canvas, "spots", 0)  # the first spot off the track, if paths have holes
    before = 0
    for at, path, _ in TRAPS:
        canvas.hole(at, BLUE, level)
        n = step % (len(path) + 2)
        if n < len(path):
            canvas.hole(own + before + 1 + n if own else path[n], BLUE, _GLOW)
        before += 1 + len(path)
    for box in BOXES:
        canvas.hole(box, WHITE, level)


def peg_levels(state: State, now: int) -> bytearray:
    """Return the level of each side's front peg. A peg on a path alternates between bright and
    dim; one in a penalty box that is to be moved, between bright and dark."""
    half = now // _STEP_MS & 1
    levels = bytearray(len(state.scores))
    to_move = crib_wars.peg_to_move(state)
    for side in range(len(levels)):
        low = DARK if side == to_move else DIM if crib_wars.on_path(state, side) else BRIGHT
        levels[side] = low if half else BRIGHT
    return levels

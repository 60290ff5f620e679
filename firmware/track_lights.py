"""What the Crib Wars track shows under the pegs: its special holes."""

from engine_core.compat import const
from engine_core.crib_wars_layout import BLUE as TRAPS
from engine_core.crib_wars_layout import BOXES
from engine_core.crib_wars_layout import GREEN as CUTS
from engine_core.crib_wars_layout import RED as SKIPS

from .canvas import BLUE, DIM, FAINT, GREEN, MIDDLE, RED, WHITE

_STEP_MS = const(300)


def look(now: int) -> int:
    """Return a number that changes as the blue light runs."""
    return now // _STEP_MS & 0x3F


def paint_crib_wars(canvas, now: int) -> None:
    """Red boxes, white penalty boxes, green short cuts, and the blue paths, along which a light
    runs backward: the way a peg goes there."""
    step = now // _STEP_MS
    for first, second in SKIPS:
        canvas.hole(first, RED, DIM)
        canvas.hole(second, RED, FAINT)
    for at, to in CUTS:
        canvas.hole(at, GREEN, DIM)
        canvas.hole(to, GREEN, FAINT)
    for at, path, _ in TRAPS:
        canvas.hole(at, BLUE, DIM)
        for n, hole in enumerate(path):
            canvas.hole(hole, BLUE, MIDDLE if n == step % (len(path) + 2) else FAINT)
    for box in BOXES:
        canvas.hole(box, WHITE, DIM)

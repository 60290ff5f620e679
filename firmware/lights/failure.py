"""The lights after a failure of the program or a mistake in its settings.

Three steady red blocks on a dark board. A refusal is different: its stripes are narrow and move.
"""

from engine_core.compat import const
from hardware.board import BAR, DEFAULT_LAYOUT, REFUSAL, bar_pixel

_BLOCK = const(5)  # lights
_FROM = const(3)  # the first block's place on the bar
_STEP = const(10)  # from one block to the next


def paint_failure(frame, brightness, layout=DEFAULT_LAYOUT) -> None:
    """Paint the failure into `frame`, r, g, b of each pixel. `brightness`: as for `Canvas`;
    `layout`: a name of hardware.board."""
    frame[:] = bytes(len(frame))
    for place in range(_FROM, BAR):
        if (place - _FROM) % _STEP < _BLOCK:
            at = bar_pixel(place, layout) * 3
            frame[at : at + 3] = bytes(brightness.shade(REFUSAL, 255))
    brightness.cap(frame)

"""Numbers for the colours that the board shows, and for how bright a light is."""

from engine_core.compat import const
from hardware.board import SIDES

# Levels of brightness, by their use.
BRIGHT = const(0)  # a front peg, a light that asks for something
MIDDLE = const(1)  # the count
DIM = const(2)  # a back peg, something that can be chosen
FAINT = const(3)  # an empty place
FADE = const(4)  # and the seven levels after it: a light that fades in, in eighths
STEPS = const(8)
DARK = const(12)
LEVEL_COUNT = const(13)  # of each colour in firmware.lights.shades

WHITE = len(SIDES)
RED = len(SIDES) + 1
BLUE = len(SIDES) + 2
GREEN = len(SIDES) + 3

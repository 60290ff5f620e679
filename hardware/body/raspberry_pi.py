"""Checks the place of a Raspberry Pi in the box: heights, the ribbon's length, and the warmth."""

import math

from hardware import board, forms
from hardware.perfboard.grid import millimetres
from hardware.perfboard.links import plan

from . import sizes
from .layers import cap_window, raspberry_pi
from .shapes import Box, gap

RIBBON_LIMIT = 300.0  # mm; the data of a Pi has 3.3 V until the level shifter
WATTS = 5.0  # of a Pi 5 on which this program runs, the most of those that fit
_PITCH = 2.54
_FOLD = 50.0  # of the ribbon, at both ends
_AIR = 8.0  # W/m²K between wood and still air, on either side
_WOOD = 0.13  # W/mK


def faults(name: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return the faults of the place of a Raspberry Pi in layout `name`, in words; none if the
    layout has no such place."""
    at = raspberry_pi(name)
    if at is None:
        return []
    found = []
    under = sizes.FRAME * sizes.FRAMES
    if sum(sizes.RASPBERRY_PI_HIGH) > under:
        found.append(f"a Raspberry Pi needs {sum(sizes.RASPBERRY_PI_HIGH):.1f} mm under the "
                     f"carrier; the frame has {under:.1f}")  # fmt: skip
    keys = sizes.SWITCH_DEPTH - sizes.PLATE - sizes.WELLS - sizes.CHANNEL - sizes.CARRIER
    if keys + sizes.CABLE > under:
        found.append("the Raspberry Pi's cable has no room behind the keys")
    if gap(at, Box(*forms.form(name).perfboard)) < 5 or gap(at, cap_window(name)) < 5:
        found.append("a Raspberry Pi is in the way of the perfboard or of the keys")
    if ribbon(name) > RIBBON_LIMIT:
        found.append(f"the ribbon to the Raspberry Pi is {ribbon(name):.0f} mm long: at most "
                     f"{RIBBON_LIMIT:.0f} mm may be")  # fmt: skip
    return found


def ribbon(name: str = board.DEFAULT_LAYOUT) -> float:
    """Return the length in mm of the ribbon from the Raspberry Pi's header to the perfboard, in
    steps of 10. Raises ValueError if the layout has no place for a Raspberry Pi."""
    at = raspberry_pi(name)
    if at is None:
        raise ValueError(f"the layout {name} has no place for a Raspberry Pi")
    left, _, _, bottom = at.reach()
    x, y, width, height = forms.form(name).perfboard
    longest = 0.0
    for pin, hole in plan("pi", name).away:
        ref, number = pin.split(".")
        if ref == "U1":
            header = left + sizes.RASPBERRY_PI_HEADER + (int(number) - 1) // 2 * _PITCH
            dx, dy = millimetres(hole)
            across = abs(header - (x + width / 2 - dx))
            longest = max(longest, across + abs(bottom - (y - height / 2 + dy)))
    return math.ceil((longest + _FOLD) / 10) * 10.0


def fits(name: str = board.DEFAULT_LAYOUT) -> bool:
    """Return whether the box of layout `name` has a place for a Raspberry Pi without faults."""
    return raspberry_pi(name) is not None and not faults(name)


def warmth(name: str = board.DEFAULT_LAYOUT) -> float:
    """Return how many kelvin the air in the box becomes warmer than the room, if all WATTS leave
    through the back and the frames' walls."""
    at = forms.form(name)
    back = at.width * at.height / (2 / _AIR + sizes.BACK / 1000 / _WOOD)
    edge = 2 * (at.width + at.height) * sizes.FRAME * sizes.FRAMES
    walls = edge / (2 / _AIR + sizes.FRAME_WALL / 1000 / _WOOD)
    return WATTS / ((back + walls) * 1e-6)

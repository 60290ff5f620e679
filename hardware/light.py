"""Computes the share of a light that is visible from the side: the part of the diffuser that the
edge of the hole does not hide."""

import math

from hardware import board, geometry
from hardware.body import sizes

SEAT = 55.0  # degrees from straight above: a player across a table
LEAST = 0.30  # visible share of the diffuser in a hole; a board with less is refused
AIM = 0.45
ANGLES = (0.0, 45.0, SEAT, 60.0)


def seen(diameter: float, depth: float, angle: float) -> float:
    """Return the visible share, 0 to 1, of a disc at the bottom of a hole of `diameter` and
    `depth` mm, seen at `angle` degrees from straight above. It is the overlap of two circles, one
    moved by the depth times the angle's tangent."""
    moved = depth * math.tan(math.radians(angle)) / diameter
    if moved >= 1:
        return 0.0
    return 2 / math.pi * (math.acos(moved) - moved * math.sqrt(1 - moved * moved))


def shares(name: str = board.DEFAULT_LAYOUT) -> dict[float, list[float]]:
    """Return, for each diameter of hole on layout `name`, the visible share at each of ANGLES."""
    found = sorted({spot.diameter for spot in geometry.lights(name)})
    return {
        diameter: [seen(diameter, sizes.FACE, angle) for angle in ANGLES] for diameter in found
    }


def faults(name: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return, in words, the holes of layout `name` of which a player opposite sees too little."""
    found = []
    for diameter in shares(name):
        share = seen(diameter, sizes.FACE, SEAT)
        if share < LEAST:
            found.append(
                f"a player opposite sees {100 * share:.0f} % of a light in a hole of "
                f"{diameter:g} mm through {sizes.FACE:g} mm; it must be {100 * LEAST:.0f} % or "
                "more: a larger hole or a thinner face"
            )
    return found

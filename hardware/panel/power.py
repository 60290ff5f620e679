"""Computes the loss of voltage in the panel's copper, and how warm the panel becomes.

Each plane is a net of resistors between squares. Its copper is counted as a part of what the
board covers, because tracks and holes interrupt it; that part is less than KiCad fills.
"""

import math

from hardware import power

from . import placement
from .rules import COPPER_HEIGHT

SQUARE = 8.0  # mm
SHEET = 0.0175e-3 / COPPER_HEIGHT * 1.2  # ohm for each square, at 70 °C
FILLED = {"front": 0.85, "back": 0.9}
# The share of a plane's conductance where a line of pixels crosses it: current passes
# between the pads only.
_THROUGH = 0.3
_AIR = 10.0  # W/m²K, of both sides together: still air on one, wood on the other
# Of the Gauss-Seidel method with overrelaxation; with this factor it converges in some 300 rounds.
_RELAXATION = 1.92
_ROUNDS = 4000


# There and back through the ribbon: two wires of AWG 24 each, and a contact of at most
# 20 milliohms at either end of each.
RIBBON_OHMS = 2 * (placement.RIBBON / 1000 * 0.084 + 2 * 0.02) / 2


def drop(layout: str, limit_ma: float, fed: tuple[str, ...] = ("T1", "T2")) -> float:
    """Return the most volts, there and back, that the planes take from a pixel in the hardest
    frame within `limit_ma`; fed: through which of placement.POLES the current comes."""
    frames = (
        power.hardest(limit_ma, power.network(layout)),
        power.even(limit_ma, power.network(layout)),
    )
    worst = 0.0
    for frame in frames:
        there = _plane(layout, "+5V", "front", frame, fed)
        back = _plane(layout, "GND", "back", frame, fed)
        worst = max([worst, *[sum(both) for both in zip(there, back)]])
    return worst


def warmth(layout: str, limit_ma: float) -> float:
    """Return how many kelvin the panel is warmer than the air in the box if all of the limit's
    power goes into it."""
    box = placement.outline(layout)
    return 5.0 * limit_ma / 1000 / (box.width * box.height * 1e-6 * _AIR)


def _plane(layout, net, side, frame, fed) -> list[float]:
    """Return the volts lost between the poles of a net and each pixel."""
    box = placement.outline(layout)
    left, top, right, bottom = box.reach()
    wide, high = math.ceil((right - left) / SQUARE), math.ceil((bottom - top) / SQUARE)

    def square(x, y):
        return int((y - top) / SQUARE) * wide + int((x - left) / SQUARE)

    current = [0.0] * (wide * high)
    every = placement.pixels(layout)
    for one, amperes in zip(every, frame):
        current[square(one.x, one.y)] += amperes
    fixed = {
        square(x, y) for ref, name, x, y in placement.poles(layout) if name == net and ref in fed
    }
    crossed = {square(one.x, one.y) for one in every} if side == "front" else set()
    usual = FILLED[side] / SHEET
    volts = [0.0] * (wide * high)
    squares = []
    for n in range(wide * high):
        if n not in fixed:
            beside = _neighbours(n, wide, high, crossed, usual)
            squares.append((n, beside, sum(conductance for _, conductance in beside)))
    for _ in range(_ROUNDS):
        most = 0.0
        for n, beside, whole in squares:
            flow = current[n]
            for other, conductance in beside:
                flow += conductance * volts[other]
            step = _RELAXATION * (flow / whole - volts[n])
            volts[n] += step
            most = max(most, abs(step))
        if most < 1e-8:
            break
    return [volts[square(one.x, one.y)] for one in every]


def _neighbours(n, wide, high, crossed, usual):
    row, column = divmod(n, wide)
    found = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        x, y = column + dx, row + dy
        if 0 <= x < wide and 0 <= y < high:
            other = y * wide + x
            through = dy and (n in crossed or other in crossed)
            found.append((other, usual * (_THROUGH if through else 1.0)))
    return found

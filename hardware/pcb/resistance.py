"""Computes the loss of voltage in the tracks that feed the strip, and the limits of current that
follow."""

import heapq
import math

from hardware import board, power

from . import rules
from .router import Pad, Router

# The tracks that carry the current, from pad to pad.
_STRIP = (("X.5", "Q1.2"), ("Q1.3", "P.3"))
USB = (("U1B.1", "F1.1"), ("F1.2", "X.6"), *_STRIP)
SUPPLY = (("X.8", "F2.1"), ("F2.2", "X.4"), *_STRIP)
# From there it goes through the area of placement.AREAS, and back through the ground's. As no
# current uses the whole of them, each counts as ten squares.
_SQUARES = 2 * 10


def limit(build: str, layout: str = board.DEFAULT_LAYOUT) -> int:
    """Return the most that a board with this circuit board may draw, in mA, in steps of 50. build:
    a name of rules.OHMS."""
    most = power.supply_limit(layout) if build == "supply" else power.usb_limit(layout)
    while _least(build, most, layout) < power.LEAST_AT_PIXEL:
        most -= 50
    return most


def _least(build, most, layout):
    """Return the least volts at a pixel; the Pico's current does not go through this copper."""
    lost = rules.OHMS[build] * (most - board.PICO_MA) / 1000
    return power.last_pixel(build, most, None, layout) - lost


def ways(made: Router, pads: list[Pad]) -> dict[str, float]:
    """Return the ohms of the copper from the source to the strip's terminal and back: from USB and
    from a supply."""
    areas = _SQUARES * power.COPPER / rules.COPPER_HEIGHT
    return {
        name: round(areas + sum(_ohms(made, pads, *step) for step in steps), 4)
        for name, steps in (("usb", USB), ("supply", SUPPLY))
    }


def _ohms(made, pads, start, end):
    one, other = (next(pad for pad in pads if pad.name == name) for name in (start, end))
    links = _links(made, [pad for pad in pads if pad.net == one.net], one.net)
    costs = {(one.layers[0], one.x, one.y): 0.0}
    queue = [(0.0, one.layers[0], one.x, one.y)]
    while queue:
        cost, *here = heapq.heappop(queue)
        if here[1:] == [other.x, other.y]:
            return cost
        for there, more in links.get(tuple(here), ()):
            if cost + more < costs.get(there, math.inf):
                costs[there] = cost + more
                heapq.heappush(queue, (cost + more, *there))
    raise ValueError(f"no track leads from {start} to {end}")


def _links(made, pads, net):
    """Return, for each point of a net, the points connected to it, with the ohms between."""
    tracks = [track for track in made.tracks if track.net == net]
    points = {(t.layer, x, y) for t in tracks for x, y in ((t.x1, t.y1), (t.x2, t.y2))}
    holes = [(via.x, via.y) for via in made.vias if via.net == net]
    holes += [(pad.x, pad.y) for pad in pads if len(pad.layers) > 1]
    points |= {(layer, *hole) for hole in holes for layer in (0, 1)}
    links: dict[tuple, list] = {point: [] for point in points}
    for hole in holes:
        for layer in (0, 1):
            links[(layer, *hole)].append(((1 - layer, *hole), 0.0))
    for track in tracks:
        along = sorted(
            (part, point)
            for point in points
            if point[0] == track.layer and (part := _part(track, *point[1:])) is not None
        )
        length = math.hypot(track.x2 - track.x1, track.y2 - track.y1)
        each = power.COPPER * length / (track.width * rules.COPPER_HEIGHT)
        for (a, here), (b, there) in zip(along, along[1:]):
            links[here].append((there, (b - a) * each))
            links[there].append((here, (b - a) * each))
    return links


def _part(track, x, y):
    """Return how far along a track a point is, from 0 to 1; None if it is not on it."""
    dx, dy = track.x2 - track.x1, track.y2 - track.y1
    part = ((x - track.x1) * dx + (y - track.y1) * dy) / (dx * dx + dy * dy)
    off = math.hypot(x - track.x1 - part * dx, y - track.y1 - part * dy)
    return part if off < 0.001 and -1e-6 < part < 1 + 1e-6 else None

"""What the tracks that carry the strip's current take of its voltage."""

import heapq
import math

from hardware import power

from . import rules
from .placement import AREAS
from .router import Pad, Router

# From where to where the current goes, pad by pad; None is an area: of the net in AREAS, or the
# ground on both layers on the way back.
USB = (("U1B.1", "F1.1"), ("F1.2", "X.6"), ("X.5", "Q1.2"), ("Q1.3", None), (None, None))
SUPPLY = (("X.8", "F2.1"), ("F2.2", "X.4"), ("X.5", "Q1.2"), ("Q1.3", None), (None, None))
# An area's worst: a current that goes through ten squares of it.
_SQUARES = 10


def ways(made: Router, pads: list[Pad]) -> dict[str, float]:
    """Return the ohms of the copper between what feeds the strip and its terminal, and back: from
    USB and from a supply."""
    return {
        name: round(sum(_ohms(made, pads, *step) for step in steps), 4)
        for name, steps in (("usb", USB), ("supply", SUPPLY))
    }


def _ohms(made, pads, start, end):
    if end is None:
        assert start is None or AREAS
        return _SQUARES * power.COPPER / rules.COPPER_HEIGHT
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
    """Return what each point of a net is joined to, with the ohms between."""
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
    """Return how far along a track a point is, from 0 to 1; None where it is not on it."""
    dx, dy = track.x2 - track.x1, track.y2 - track.y1
    part = ((x - track.x1) * dx + (y - track.y1) * dy) / (dx * dx + dy * dy)
    off = math.hypot(x - track.x1 - part * dx, y - track.y1 - part * dy)
    return part if off < 0.001 and -1e-6 < part < 1 + 1e-6 else None

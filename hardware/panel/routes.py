"""The copper of the panel: data from pixel to pixel on the front, from line to line on the back,
and the connections of each part to the two planes, +5 V on the front and ground on the back."""

import heapq
import math
from typing import NamedTuple

from . import placement, rules
from .placement import Pixel

_GRID = 1.0  # mm, of the lines on the back
_TURN = 3.0  # mm that a corner is worth

Point = tuple[float, float]


class Track(NamedTuple):
    """A straight piece of copper; layer 0 is the front."""

    net: str
    layer: int
    start: Point
    end: Point
    width: float


class Via(NamedTuple):
    """A plated hole."""

    net: str
    x: float
    y: float


class RouteError(Exception):
    """There is no way for a line; the text names its net."""


def routed(layout: str) -> tuple[list[Track], list[Via]]:
    """Return the tracks and vias of a panel. Raises RouteError."""
    every = placement.pixels(layout)
    tracks, vias = _supplies(every)
    lines: list[tuple[str, Point, Point]] = []
    for before, after in zip(every, every[1:]):
        net = placement.data_net(after.number)
        start, end = before.at(placement.PADS["2"]), after.at(placement.PADS["4"])
        if placement.direct(before, after):
            tracks.append(Track(net, 0, start, end, rules.SIGNAL))
            continue
        out, into = before.at(placement.OUT), after.at(placement.IN)
        tracks += [Track(net, 0, start, out, rules.SIGNAL), Track(net, 0, into, end, rules.SIGNAL)]
        vias.append(Via(net, *out))
        lines.append((net, out, into))
    first = every[0]
    resistor = next(part for part in placement.parts(layout) if part.ref == "R1")
    (x, y), (px, py) = (resistor.x, resistor.y), first.at(placement.PADS["4"])
    tracks.append(Track("DATA_1", 0, (x - first.way * 0.825, y), (px, py), rules.SIGNAL))
    begin = (x + first.way * 2.4, y)
    tracks.append(Track("DATA", 0, (x + first.way * 0.825, y), begin, rules.SIGNAL))
    vias.append(Via("DATA", *begin))
    terminal = {ref: at for ref, *at in placement.terminals(layout)}["T1"]
    lines.insert(0, ("DATA", (terminal[0], terminal[1]), begin))
    # The ribbon's two poles in its middle, so that it may be turned.
    one, other = [
        (x, y) for ref, net, x, y in placement.poles(layout) if (ref, net) == ("J1", "DATA")
    ]
    tracks.append(Track("DATA", 1, one, other, rules.SIGNAL))
    lines.insert(1, ("DATA", (terminal[0], terminal[1]), one))
    return tracks + _back(layout, lines, vias), vias


def _supplies(every: list[Pixel]) -> tuple[list[Track], list[Via]]:
    """Connect the ground of each pixel and its capacitor to the back; the +5 V is in the plane."""
    tracks, vias = [], []
    for one in every:
        for start, end in (
            (placement.PADS["3"], placement.GROUND_VIA),
            ((placement.BESIDE[0] + 0.775, placement.BESIDE[1]), placement.BESIDE_VIA),
        ):
            tracks.append(Track("GND", 0, one.at(start), one.at(end), rules.SUPPLY))
            vias.append(Via("GND", *one.at(end)))
        beside = placement.BESIDE[0] - 0.775, placement.BESIDE[1]
        tracks.append(Track("+5V", 0, one.at(placement.PADS["1"]), one.at(beside), rules.SUPPLY))
    return tracks, vias


def _back(layout, lines, vias) -> list[Track]:
    """Return the tracks of `lines` on the back: along a grid, round obstacles."""
    left, top, right, bottom = placement.outline(layout).reach()
    room = rules.CLEARANCE + rules.SIGNAL / 2
    round_ = [(via.net, via.x, via.y, rules.VIA / 2) for via in vias]
    for ref, net, x, y in placement.poles(layout):
        round_.append((net, x, y, 1.0 if ref == "J1" else 1.4))
    for part in placement.parts(layout):
        if part.ref.startswith("TP"):
            round_.append((part.pads["1"], part.x, part.y, 0.8))
        elif part.ref.startswith("H"):
            round_.append(("GND", part.x, part.y, 3.3))
    found: list[Track] = []
    wide, high = int((right - left) / _GRID) - 2, int((bottom - top) / _GRID) - 2

    def point(node: Point) -> Point:
        return left + _GRID * (node[0] + 1), top + _GRID * (node[1] + 1)

    for net, start, end in lines:
        blocked = set()
        for other, x, y, radius in round_:
            if other == net:
                continue
            reach = radius + room + 0.05
            for column in range(
                int((x - reach - left) / _GRID) - 1, int((x + reach - left) / _GRID) + 1
            ):
                for row in range(
                    int((y - reach - top) / _GRID) - 1, int((y + reach - top) / _GRID) + 1
                ):
                    px, py = point((column, row))
                    # The lines between two nodes must be free too.
                    if math.dist((px, py), (x, y)) < math.hypot(reach, _GRID / 2):
                        blocked.add((column, row))
        for track in found:
            blocked |= _along(track, room + rules.SIGNAL / 2, left, top)
        nodes = _way(_nearest(start, left, top), _nearest(end, left, top), blocked, wide, high)
        if nodes is None:
            raise RouteError(f"the panel has no way for {net}")
        points = _corners([start, *map(point, nodes), end])
        found += [Track(net, 1, a, b, rules.SIGNAL) for a, b in zip(points, points[1:]) if a != b]
    return found


def _nearest(at: Point, left: float, top: float) -> tuple[int, int]:
    return round((at[0] - left) / _GRID) - 1, round((at[1] - top) / _GRID) - 1


def _along(track: Track, room: float, left: float, top: float) -> set[tuple[int, int]]:
    """Return the nodes that are too close to a track."""
    (x1, y1), (x2, y2) = sorted((track.start, track.end))
    found = set()
    length = math.dist((x1, y1), (x2, y2))
    for n in range(int(length / (_GRID / 2)) + 2):
        part = min(1.0, n * _GRID / 2 / length) if length else 0.0
        x, y = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
        column, row = _nearest((x, y), left, top)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                px, py = left + _GRID * (column + dx + 1), top + _GRID * (row + dy + 1)
                if math.dist((px, py), (x, y)) < room + _GRID / 4:
                    found.add((column + dx, row + dy))
    return found


def _way(start, end, blocked, wide, high):
    """Return the nodes of the shortest way with the fewest corners, or None."""
    costs: dict = {(start, (0, 0)): 0.0}
    came: dict = {}
    queue = [(0.0, start, (0, 0))]
    while queue:
        cost, here, step = heapq.heappop(queue)
        if here == end:
            path, state = [here], (here, step)
            while state in came:
                state = came[state]
                path.append(state[0])
            return path[::-1]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = here[0] + dx, here[1] + dy
            if not (0 <= there[0] < wide and 0 <= there[1] < high):
                continue
            if there in blocked and there != end:
                continue
            price = cost + _GRID + (_TURN if step not in ((0, 0), (dx, dy)) else 0.0)
            state = (there, (dx, dy))
            if price < costs.get(state, math.inf):
                costs[state] = price
                came[state] = here, step
                heapq.heappush(queue, (price, there, (dx, dy)))
    return None


def _corners(points: list[Point]) -> list[Point]:
    """Return the points without those between two others in one line."""
    kept: list[Point] = []
    for point in points:
        if kept and math.dist(kept[-1], point) < 1e-6:
            continue
        while len(kept) > 1 and _straight(kept[-2], kept[-1], point):
            kept.pop()
        kept.append((round(point[0], 4), round(point[1], 4)))
    return kept


def _straight(a: Point, b: Point, c: Point) -> bool:
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) < 1e-6

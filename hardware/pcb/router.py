"""A router for two layers: finds the tracks between pads, by fixed rules, so that the result is
always the same.

It searches a grid with A*. A point of the grid is free for a net and a width if a track of that
width may go through it with all clearances; each net takes its widest track where there is room,
otherwise a narrower one. Millimetres, y down; layer 0 is the front.
"""

import heapq
import math
from collections.abc import Callable
from typing import NamedTuple

STEP = 0.3175
# The search keeps slightly more than the clearance: halfway between two points of the grid a
# diagonal comes nearer to a round pad than at the points, and nearer still to a sharp corner.
_RESERVE = 0.02
_SHARP = 0.04
_FREE, _CLOSED = 0, -1
_AGAINST = 1.7  # a mm across the preferred direction: down on the front, along on the back
_DIAGONAL = 1.3  # so high that a zigzag is no cheaper than a straight line
_SLANT = 2**0.5 * _DIAGONAL - 1  # extra cost of a diagonal step
_NARROWER = 3.0  # a mm of the next narrower track


class RouterError(Exception):
    """There is no way for a connection; the text names it."""


class Pad(NamedTuple):
    """Copper to connect to a net, or, without a net, an area to keep clear of."""

    name: str
    net: str
    x: float
    y: float
    width: float
    height: float
    corner: float  # radius of its corners: half its width where it is round
    layers: tuple[int, ...]


class Track(NamedTuple):
    """A straight piece of copper."""

    net: str
    layer: int
    x1: float
    y1: float
    x2: float
    y2: float
    width: float


class Via(NamedTuple):
    """A plated hole that joins the layers."""

    net: str
    x: float
    y: float


class Rules(NamedTuple):
    """The router's rules, in mm. widths: of a net's tracks, the widest first. via_cost: of a net's
    vias, as the equivalent length of track."""

    clearance: float
    edge: float
    via: float
    widths: Callable[[str], tuple[float, ...]]
    via_cost: Callable[[str], float]


class _Group(NamedTuple):
    """Connected pads, and the grid points on their copper: with the pad that contains the point,
    or None on a track."""

    pads: list[Pad]
    nodes: dict[tuple[int, int], Pad | None]


class Router:
    """The copper of one board while it is routed: `tracks` and `vias` are the result."""

    def __init__(self, outline, pads: list[Pad], rules: Rules):
        left, top, right, bottom = outline
        self._left, self._top = left, top
        self._wide = int((right - left) / STEP) + 1
        self._high = int((bottom - top) / STEP) + 1
        self._rules = rules
        self._nets = {net: n for n, net in enumerate(sorted({pad.net for pad in pads} - {""}), 1)}
        self._pads = pads
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        every = {width for net in self._nets for width in rules.widths(net)}
        # For each width and layer, at each point: the only net allowed there, or a special value.
        self._owners = {
            (width, layer): self._inside(outline, width) for width in every for layer in (0, 1)
        }
        self._via_owners = self._inside(outline, rules.via)
        for pad in pads:
            self._keep(pad.net, pad.layers, _around(pad, 0.0 if pad.corner else _SHARP))
            self._close_to_vias(_around(pad))
        self._groups = {
            pad.name: _Group([pad], dict.fromkeys(self._nodes(pad), pad))
            for pad in pads
            if pad.net
        }

    def route(self, net: str, refs: tuple[str, ...] = ()) -> None:
        """Connect the pads of `net`, or only those of the parts `refs`. Raises RouterError."""
        pads = [pad for pad in self._pads if pad.net == net]
        if refs:
            pads = [pad for pad in pads if pad.name.split(".")[0] in refs]
        here = self._groups[pads[0].name]
        while left := [pad for pad in pads if self._groups[pad.name] is not here]:
            target = min(left, key=lambda pad: (_nearest(pad, here.pads), pad.name))
            path = self._search(net, here.nodes, target)
            if path is None:
                raise RouterError(f"there is no way for net {net} to {target.name}")
            self._lay(net, path, here.nodes, target)
            for node in path:
                here.nodes.setdefault(node, None)
            there = self._groups[target.name]
            here.nodes.update(there.nodes)
            here.pads.extend(there.pads)
            for pad in there.pads:
                self._groups[pad.name] = here

    def _inside(self, outline, width):
        least = self._rules.edge + width / 2
        left, top, right, bottom = outline
        owners = []
        for row in range(self._high):
            y = top + row * STEP
            across = min(y - top, bottom - y) >= least
            for column in range(self._wide):
                x = left + column * STEP
                owners.append(_FREE if across and min(x - left, right - x) >= least else _CLOSED)
        return owners

    def _keep(self, net, layers, shape):
        """Block the points near `shape` for all other nets."""
        box, distance = shape
        mine = self._nets.get(net, _CLOSED)
        maps = [
            (self._rules.clearance + _RESERVE + width / 2, owners)
            for (width, layer), owners in self._owners.items()
            if layer in layers
        ]
        maps.append((self._rules.clearance + _RESERVE + self._rules.via / 2, self._via_owners))
        for point, x, y in self._points(box, max(reach for reach, _ in maps)):
            apart = distance(x, y)
            for reach, owners in maps:
                if apart < reach and owners[point] != mine:
                    owners[point] = mine if owners[point] == _FREE else _CLOSED

    def _close_to_vias(self, shape):
        """Keep vias, even those of the same net, out of a pad or another via."""
        box, distance = shape
        reach = self._rules.via / 2 + _RESERVE
        for point, x, y in self._points(box, reach):
            if distance(x, y) < reach:
                self._via_owners[point] = _CLOSED

    def _points(self, box, by=0.0):
        left, top, right, bottom = box
        first = max(0, math.ceil((left - by - self._left) / STEP))
        last = min(self._wide - 1, math.floor((right + by - self._left) / STEP))
        low = max(0, math.ceil((top - by - self._top) / STEP))
        high = min(self._high - 1, math.floor((bottom + by - self._top) / STEP))
        for row in range(low, high + 1):
            for column in range(first, last + 1):
                yield row * self._wide + column, self._left + column * STEP, self._top + row * STEP

    # One net ------------------------------------------------------------------------------------

    def _nodes(self, pad):
        """Return the points of the grid inside a pad, as (layer, point)."""
        box, distance = _around(pad)
        inside = [point for point, x, y in self._points(box) if distance(x, y) <= 0]
        return [(layer, point) for layer in pad.layers for point in inside]

    def _search(self, net, starts, target):
        """Return the cheapest way from one of the nodes `starts` to a pad, as nodes.

        Internally a node is one number: its point, plus the count of points if it is on the back.
        The loop calls no function of ours, because it runs millions of times.
        """
        mine = self._nets[net]
        widths = self._rules.widths(net)
        wide, total = self._wide, self._wide * self._high
        via_owners, via_cost = self._via_owners, self._rules.via_cost(net)
        ends = {layer * total + point for layer, point in self._nodes(target)}
        # For each layer: the owners of its points for each width, and the cost of that width.
        choices = [
            [(self._owners[width, layer], _NARROWER**n) for n, width in enumerate(widths)]
            for layer in (0, 1)
        ]
        moves = [
            [
                (dy * wide + dx, dx, STEP * math.hypot(dx, dy) * _direction(layer, dx, dy))
                for dy in (-1, 0, 1)
                for dx in (-1, 0, 1)
                if dx or dy
            ]
            for layer in (0, 1)
        ]
        left: dict[int, float] = {}  # the least cost from a point to `target`
        ahead = self._distances(target, left)
        costs = {layer * total + point: 0.0 for layer, point in starts}
        came: dict[int, int] = {}
        queue = [(ahead(node % total), 0.0, node) for node in sorted(costs)]
        heapq.heapify(queue)
        push, pop = heapq.heappush, heapq.heappop
        while queue:
            _, cost, here = pop(queue)
            if cost > costs[here]:
                continue
            if here in ends:
                path = [here]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return [divmod(node, total) for node in reversed(path)]
            layer, point = divmod(here, total)
            first, x = here - point, point % wide
            for by, dx, length in moves[layer]:
                other = point + by
                if not (0 <= other < total and 0 <= x + dx < wide):
                    continue
                there = first + other
                known = costs.get(there, math.inf)
                if known <= cost + length:  # for any width, so most points end here
                    continue
                for owners, times in choices[layer]:
                    if owners[other] == _FREE or owners[other] == mine:
                        price = cost + length * times
                        break
                else:
                    continue
                if price < known:
                    costs[there] = price
                    came[there] = here
                    push(queue, (price + (left.get(other) or ahead(other)), price, there))
            if via_owners[point] == _FREE or via_owners[point] == mine:
                price = cost + via_cost
                there = point if layer else total + point
                if there not in costs or price < costs[there]:
                    costs[there] = price
                    came[there] = here
                    push(queue, (price + left[point], price, there))
        return None

    def _distances(self, target, known):
        """Return a function that returns the least cost from a point to `target`, and caches it in
        `known`."""
        column, row = (target.x - self._left) / STEP, (target.y - self._top) / STEP
        wide = self._wide

        def ahead(point):
            dy, dx = divmod(point, wide)
            dx, dy = abs(dx - column), abs(dy - row)
            more, less = (dx, dy) if dx > dy else (dy, dx)
            known[point] = cost = STEP * (more + _SLANT * less)
            return cost

        return ahead

    # Copper -------------------------------------------------------------------------------------

    def _lay(self, net, path, joined, target):
        """Add the tracks and vias of a path; its ends continue to the middle of their pads."""
        stops = [
            (layer, *self._at(point), self._width(net, layer, point)) for layer, point in path
        ]
        start = joined[path[0]]
        if start is not None:
            stops.insert(0, (stops[0][0], start.x, start.y, self._into(start)))
        stops.append((stops[-1][0], target.x, target.y, self._into(target)))
        pieces: list[Track] = []
        for a, b in zip(stops, stops[1:]):
            if a[0] != b[0]:
                via = Via(net, a[1], a[2])
                self.vias.append(via)
                disc = _around(_disc(via.x, via.y, self._rules.via))
                self._keep(net, (0, 1), disc)
                self._close_to_vias(disc)
            elif a[1:3] != b[1:3]:
                piece = Track(net, a[0], *a[1:3], *b[1:3], min(a[3], b[3]))
                if pieces and _straight(pieces[-1], piece):
                    piece = pieces.pop()._replace(x2=piece.x2, y2=piece.y2)
                pieces.append(piece)
        for piece in pieces:
            self._keep(net, (piece.layer,), _along(piece))
        self.tracks += pieces

    def _at(self, point):
        row, column = divmod(point, self._wide)
        return round(self._left + column * STEP, 4), round(self._top + row * STEP, 4)

    def _into(self, pad):
        """Return the width of a track at the middle of a pad, no wider than the pad."""
        widths = self._rules.widths(pad.net)
        fitting = [width for width in widths if width <= max(pad.width, pad.height)]
        return fitting[0] if fitting else widths[-1]

    def _width(self, net, layer, point):
        """Return the widest track allowed at a point; the narrowest is always allowed in its own
        pad."""
        widths = self._rules.widths(net)
        for width in widths:
            if self._owners[width, layer][point] in (_FREE, self._nets[net]):
                return width
        return widths[-1]


def _direction(layer, dx, dy):
    if dx and dy:
        return _DIAGONAL
    return _AGAINST if (dx if layer == 0 else dy) else 1.0


def _nearest(pad, others):
    return min(math.hypot(pad.x - other.x, pad.y - other.y) for other in others)


def _straight(one, other):
    """Return whether `other` continues from the end of `one` in the same direction."""
    if (one.layer, one.width, one.x2, one.y2) != (other.layer, other.width, other.x1, other.y1):
        return False
    a, b = (one.x2 - one.x1, one.y2 - one.y1), (other.x2 - other.x1, other.y2 - other.y1)
    return abs(a[0] * b[1] - a[1] * b[0]) < 1e-9 and a[0] * b[0] + a[1] * b[1] > 0


def _disc(x, y, diameter):
    return Pad("", "", x, y, diameter, diameter, diameter / 2, (0, 1))


def _around(pad, grown=0.0):
    """Return the box of a pad, and a function that returns a point's distance from its edge."""
    w, h = pad.width / 2 - pad.corner + grown, pad.height / 2 - pad.corner + grown

    def distance(x, y):
        dx, dy = max(abs(x - pad.x) - w, 0.0), max(abs(y - pad.y) - h, 0.0)
        return math.hypot(dx, dy) - pad.corner

    left, top = pad.x - pad.width / 2, pad.y - pad.height / 2
    return (left, top, left + pad.width, top + pad.height), distance


def _along(track):
    """Return the box of a track, and a function that returns a point's distance from its edge."""
    dx, dy = track.x2 - track.x1, track.y2 - track.y1
    length = dx * dx + dy * dy

    def distance(x, y):
        part = ((x - track.x1) * dx + (y - track.y1) * dy) / length
        part = min(1.0, max(0.0, part))
        return math.hypot(x - track.x1 - part * dx, y - track.y1 - part * dy) - track.width / 2

    half = track.width / 2
    xs, ys = (track.x1, track.x2), (track.y1, track.y2)
    return (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half), distance

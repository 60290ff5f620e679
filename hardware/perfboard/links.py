"""The links of the perfboard: bare wires along its solder side, and insulated ones over its parts.

Each net is connected by the cheapest links that are still free; a net without a way is the first
of the next attempt.
"""

import heapq
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hardware import board
from hardware.circuit import builds
from hardware.circuit.model import Circuit

from .grid import Place, name, places
from .placement import RAILS, Placed, off_board, parts, rail, rail_net

_HOP = 7.0  # the extra cost of an insulated wire, in holes of bare wire
_HOP_STEP = 0.6
_ATTEMPTS = 60
_WIRES_APART = 2  # holes from wire to wire along a rail: the insulation is wider than one


class Link(NamedTuple):
    """A piece of wire between two holes of one row or column. bare: it lies on the solder side and
    is soldered at every hole between; otherwise it is insulated and lies on the side of the parts,
    its ends in the two holes."""

    net: str
    start: Place
    end: Place
    bare: bool

    def holes(self) -> list[Place]:
        """Return the holes from the start to the end."""
        (a, b), (c, d) = self.start, self.end
        dx, dy = (c > a) - (c < a), (d > b) - (d < b)
        return [(a + n * dx, b + n * dy) for n in range(max(abs(c - a), abs(d - b)) + 1)]


class Plan(NamedTuple):
    """The perfboard of one build: its parts, the net of each lead and wire end by its hole, the
    holes of the wires that leave it as (pin at the other end, hole), and its links."""

    circuit: Circuit
    parts: list[Placed]
    leads: dict[Place, str]
    away: list[tuple[str, Place]]
    links: list[Link]


class PerfboardError(Exception):
    """The parts cannot be connected; the text names the net."""


def plan(build: str, layout: str = board.DEFAULT_LAYOUT) -> Plan:
    """Return the perfboard of a build of a layout. Raises PerfboardError."""
    circuit = builds.build(build, layout)
    known = _known.get((build, layout))
    if known is None or known.circuit != circuit:  # a user's layout can have changed
        known = _known[build, layout] = made(circuit)
    return known


_known: dict[tuple[str, str], Plan] = {}


def made(circuit: Circuit) -> Plan:
    """Return the perfboard of `circuit`. Raises PerfboardError."""
    order: list[str] = []
    failed = ""
    for _ in range(_ATTEMPTS):
        try:
            return _Maker(circuit, order).plan()
        except _NoWay as why:
            failed = str(why)
            if failed in order:
                order.remove(failed)
            order.insert(0, failed)
    raise PerfboardError(f"the perfboard has no way for the net {failed}")


class _NoWay(Exception):
    pass


class _Maker:
    def __init__(self, circuit: Circuit, first: list[str]):
        self._circuit = circuit
        self._parts = parts(circuit)
        self._usable = set(places())
        nets = circuit.net_of()
        # The user of each hole: a net, or a pin without one.
        self._leads = {
            hole: nets.get(pin, pin) for part in self._parts for pin, hole in part.pins.items()
        }
        self._owner = dict(self._leads)
        self._wired: set[Place] = set()  # the ends of insulated wires
        self._blocked = _below(part for part in self._parts if part.flat) - set(self._leads)
        self._obstacles: set[Place] = set()  # holes that no insulated wire may cross
        self._links: list[Link] = []
        self._hops: dict[tuple[bool, int], list[tuple[int, int]]] = {}
        self._away: list[tuple[str, Place]] = []
        self._first = first

    def plan(self) -> Plan:
        for ref in RAILS:
            holes = rail(ref)
            self._links.append(Link(rail_net(ref), holes[0], holes[-1], True))
            for hole in holes:
                if self._owner.setdefault(hole, rail_net(ref)) != rail_net(ref):
                    raise PerfboardError(f"{name(hole)} of the rail {ref} is taken")
        away = off_board(self._circuit)
        for net in away:
            self._place_wires(net, away[net])
        nets = [net for net in dict.fromkeys(self._leads.values()) if self._targets(net)]
        for net in sorted(nets, key=lambda net: (self._rank(net), self._spread(net))):
            self._join(net)
        return Plan(self._circuit, self._parts, self._leads, self._away, self._merged())

    def _rank(self, net):
        return self._first.index(net) if net in self._first else len(self._first)

    def _spread(self, net):
        holes = self._targets(net)
        return sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(holes, holes[1:]))

    def _targets(self, net):
        return [hole for hole, owner in self._leads.items() if owner == net]

    def _free(self, hole: Place, net: str) -> bool:
        return hole in self._usable and self._owner.get(hole, net) == net

    # Wires that leave the board
    # ------------------------------------------------------------------------

    def _place_wires(self, net: str, pins: list[str]) -> None:
        """Give each wire a hole: on a rail the next one, otherwise the one closest to a lead."""
        ref = next((ref for ref in RAILS if rail_net(ref) == net), None)
        near = self._targets(net)
        for pin in pins:
            if ref:
                along = rail(ref)[1::_WIRES_APART]
                holes = [hole for hole in along if hole not in self._leads]
            else:
                holes = [hole for hole in self._ring(near) if self._open(hole)]
            if not holes:
                raise PerfboardError(f"there is no hole for the wire to {pin}")
            self._leads[holes[0]] = self._owner[holes[0]] = net
            self._away.append((pin, holes[0]))

    def _open(self, hole: Place) -> bool:
        return hole in self._usable and hole not in self._owner and hole not in self._blocked

    def _ring(self, near: list[Place]) -> list[Place]:
        """Return all holes, the closest to one of `near` first; outside before inside."""
        middle = 4.5

        def far(hole):
            return min(
                (abs(hole[0] - x) + abs(hole[1] - y), -abs(hole[1] - middle)) for x, y in near
            )

        return sorted(self._usable, key=lambda hole: (far(hole), hole))

    # Links ---------------------------------------------------------------------------------------

    def _join(self, net: str) -> None:
        todo = self._targets(net)
        ref = next((ref for ref in RAILS if rail_net(ref) == net), None)
        joined = set(rail(ref)) if ref else {todo[0]}
        todo = [hole for hole in todo if hole not in joined]
        while todo:
            path = self._way(net, joined, set(todo))
            if path is None:
                raise _NoWay(net)
            for (start, end), bare in path:
                link = Link(net, start, end, bare)
                self._links.append(link)
                for hole in link.holes() if bare else (start, end):
                    self._owner[hole] = net
                    joined.add(hole)
                if not bare:
                    self._wired |= {start, end}
                    for hole in (start, end):
                        self._leads.setdefault(hole, net)
                    key, span = _span(start, end)
                    self._hops.setdefault(key, []).append(span)
            todo = [hole for hole in todo if hole not in joined]

    def _way(self, net, starts, targets):
        """Return the cheapest links from one of `starts` to one of `targets`, or None."""
        self._obstacles = self._blocked | self._leads.keys()
        costs = dict.fromkeys(starts, 0.0)
        came: dict[Place, tuple[Place, bool]] = {}
        queue = [(0.0, hole) for hole in sorted(starts)]
        while queue:
            cost, here = heapq.heappop(queue)
            if cost > costs[here]:
                continue
            if here in targets:
                path = []
                while here in came:
                    before, bare = came[here]
                    path.append(((before, here), bare))
                    here = before
                return path[::-1]
            for there, price, bare in self._steps(net, here):
                if cost + price < costs.get(there, 1e9):
                    costs[there] = cost + price
                    came[there] = here, bare
                    heapq.heappush(queue, (cost + price, there))
        return None

    def _steps(self, net: str, here: Place) -> Iterator[tuple[Place, float, bool]]:
        x, y = here
        hops = here not in self._obstacles
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            beside = x + dx, y + dy
            if self._free(beside, net):
                yield beside, 1.0 if beside not in self._leads else 0.9, True
            if not hops:
                continue
            there, steps = beside, 1
            # Not over obstacles: a part, or a wire that comes up through the board.
            while there in self._usable and there not in self._obstacles:
                if steps > 1 and self._can_end(there, net) and self._apart(here, there):
                    yield there, _HOP + _HOP_STEP * steps, False
                there, steps = (there[0] + dx, there[1] + dy), steps + 1

    def _can_end(self, hole: Place, net: str) -> bool:
        return self._free(hole, net) and hole not in self._leads

    def _apart(self, start: Place, end: Place) -> bool:
        key, (low, high) = _span(start, end)
        return all(high < a or b < low for a, b in self._hops.get(key, ()))

    def _merged(self) -> list[Link]:
        """Return the links, merged where several are in one line."""
        steps: dict[str, set[tuple[Place, Place]]] = {}
        for link in self._links:
            if link.bare:
                holes = link.holes()
                pairs = zip(holes, holes[1:], strict=False)
                steps.setdefault(link.net, set()).update((min(pair), max(pair)) for pair in pairs)
        found = []
        for net, pairs in steps.items():
            for down in (False, True):
                mine = sorted(
                    (pair for pair in pairs if (pair[0][0] == pair[1][0]) == down),
                    key=lambda pair: pair[0] if down else pair[0][::-1],
                )
                for start, end in mine:
                    last = found[-1] if found else None
                    if last and last.net == net and last.end == start and _down(last) == down:
                        found[-1] = last._replace(end=end)
                    else:
                        found.append(Link(net, start, end, True))
        return found + [link for link in self._links if not link.bare]


def _down(link: Link) -> bool:
    return link.start[0] == link.end[0]


def _span(start: Place, end: Place) -> tuple[tuple[bool, int], tuple[int, int]]:
    """Return the line of two holes, and the part of it between them."""
    down = start[0] == end[0]
    along = (start[1], end[1]) if down else (start[0], end[0])
    return (down, start[0] if down else start[1]), (min(along), max(along))


def _below(placed: Iterable[Placed]) -> set[Place]:
    """Return the holes that the parts' bodies cover."""
    found = set()
    for part in placed:
        left, top, right, bottom = part.body
        found |= {
            (x, y)
            for x, y in places()
            if left - 0.3 < x < right + 0.3 and top - 0.3 < y < bottom + 0.3
        }
    return found

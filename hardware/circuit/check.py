"""Checks a circuit electrically; each fault is a text.

It knows nothing of any build: it follows the roles of the pins in each kind of part.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from .model import INPUT, OPTIONAL, OUTPUT, POWER, SOURCE, SPARE_SOURCE, Circuit

GROUND = "GND"

_Edge = tuple[str, str, str]


def faults(circuit: Circuit) -> list[str]:
    """Return the faults of `circuit`, a sentence for each; [] if there are none."""
    return [
        *_pins_twice(circuit),
        *_short_nets(circuit),
        *_open_pins(circuit),
        *_loose_wires(circuit),
        *_drivers(circuit),
        *_grounds(circuit),
        *_power(circuit),
        *_shorts(circuit),
        *_back_feed(circuit),
    ]


def _pins_twice(circuit: Circuit) -> Iterator[str]:
    uses = Counter(pin for net in circuit.nets for pin in net.pins())
    for pin, count in uses.items():
        if count > 1:
            names = [net.name for net in circuit.nets if pin in net.pins()]
            yield f"{pin} is in {count} nets: {', '.join(names)}"
    for name, count in Counter(net.name for net in circuit.nets).items():
        if count > 1:
            yield f"{count} nets are called {name}"


def _short_nets(circuit: Circuit) -> Iterator[str]:
    for net in circuit.nets:
        if len(net.pins()) < 2:
            yield f"net {net.name} has only one pin, {', '.join(net.pins())}"


def _open_pins(circuit: Circuit) -> Iterator[str]:
    joined = circuit.net_of()
    for part in circuit.parts.values():
        for pin in part.kind.pins:
            if (
                pin.role not in (OPTIONAL, SPARE_SOURCE)
                and f"{part.ref}.{pin.number}" not in joined
            ):
                yield f"{part.ref}.{pin.number} ({part.value}, {pin.name}) is not connected"


def _loose_wires(circuit: Circuit) -> Iterator[str]:
    """Yield nets whose paths are not connected: soldered so, they would be two nets."""
    joined = circuit.net_of()
    for net in circuit.nets:
        steps = [(wire.start, wire.end, "") for wire in net.wires()]
        steps += [(end, start, ref) for start, end, ref in steps]
        # A run of strip has copper from one end to the other.
        steps += [
            (f"{part.ref}.{a}", f"{part.ref}.{b}", part.ref)
            for part in circuit.parts.values()
            for a, b in part.kind.conducts
            if joined.get(f"{part.ref}.{a}") == joined.get(f"{part.ref}.{b}") == net.name
        ]
        if net.paths and _reach(net.paths[0][0], steps) != set(net.pins()):
            yield f"the wires of net {net.name} do not hang together"


def _drivers(circuit: Circuit) -> Iterator[str]:
    for net in circuit.nets:
        roles = [circuit.pin(pin).role for pin in net.pins()]
        if roles.count(OUTPUT) > 1:
            yield f"two outputs drive net {net.name}"
        if set(roles) == {INPUT}:
            yield f"nothing drives net {net.name}: {', '.join(net.pins())}"


def _grounds(circuit: Circuit) -> Iterator[str]:
    for pin, net in circuit.net_of().items():
        if circuit.pin(pin).name.startswith("GND") and net != GROUND:
            yield f"{pin} is a ground pin and is in net {net}"


def _power(circuit: Circuit) -> Iterator[str]:
    """Yield pins that need power and get none in some position of the switches."""
    joined = circuit.net_of()
    sources = [joined[pin] for pin in sources_of(circuit)]
    for where, edges in _positions(circuit):
        fed = {GROUND}.union(*[_reach(source, edges) for source in sources])
        for part in circuit.parts.values():
            for pin in part.kind.pins:
                name = f"{part.ref}.{pin.number}"
                if pin.role == POWER and name in joined and joined[name] not in fed:
                    yield f"no power reaches {name} ({part.value}, {pin.name}){where}"


def _shorts(circuit: Circuit) -> Iterator[str]:
    """Yield sources that are connected to ground other than through a resistor."""
    joined = circuit.net_of()
    for where, edges in _positions(circuit):
        hard = [e for e in edges if not e[2] or circuit.parts[e[2]].kind.name != "resistor"]
        for pin in sources_of(circuit):
            if GROUND in _reach(joined[pin], hard):
                yield f"{pin}, a source, is shorted to ground{where}"


def _back_feed(circuit: Circuit) -> Iterator[str]:
    """Yield pairs of sources where current can flow from one into the other, even through a
    resistor or a key."""
    joined = circuit.net_of()
    for where, edges in _positions(circuit):
        # Current that reaches ground returns to its own source.
        live = [edge for edge in edges if GROUND not in edge[:2]]
        for one in sources_of(circuit):
            reached = _reach(joined[one], live)
            for other in sources_of(circuit):
                if other != one and joined[other] in reached:
                    yield f"current can flow from {one} into {other}{where}"


def sources_of(circuit: Circuit) -> list[str]:
    """Return the connected pins that supply 5 V."""
    joined = circuit.net_of()
    return [
        f"{part.ref}.{pin.number}"
        for part in circuit.parts.values()
        for pin in part.kind.pins
        if pin.role in (SOURCE, SPARE_SOURCE) and f"{part.ref}.{pin.number}" in joined
    ]


def _positions(circuit: Circuit) -> list[tuple[str, list[_Edge]]]:
    """Return, for each combination of switch positions, a text for it and the ways that current
    can flow: (from net, to net, through part)."""
    joined = circuit.net_of()
    switches = [part for part in circuit.parts.values() if part.kind.positions]
    found = []
    for chosen in product(*[part.kind.positions for part in switches]):
        pairs = [
            (part.ref, pair) for part in circuit.parts.values() for pair in part.kind.conducts
        ]
        words = ""
        for part, (name, closed) in zip(switches, chosen):
            pairs += [(part.ref, pair) for pair in closed]
            words += f" with {part.ref} at {name}"
        edges = [*_touching(circuit)]
        edges += [
            (joined.get(f"{ref}.{a}", ""), joined.get(f"{ref}.{b}", ""), ref)
            for ref, (a, b) in pairs
        ]
        found.append((words, [edge for edge in edges if edge[0] and edge[1]]))
    return found


def _touching(circuit: Circuit) -> Iterator[_Edge]:
    """Yield connections between nets that share a pin, even if that is a fault."""
    first: dict[str, str] = {}
    for net in circuit.nets:
        for pin in net.pins():
            other = first.setdefault(pin, net.name)
            if other != net.name:
                yield other, net.name, ""
                yield net.name, other, ""


def _reach(start: str, edges: list[_Edge]) -> set[str]:
    """Return the nets that can be reached from `start` along `edges`, with `start`."""
    reached, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for edge in edges:
            if edge[0] == here and edge[1] not in reached:
                reached.add(edge[1])
                ahead.append(edge[1])
    return reached

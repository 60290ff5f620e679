"""The elements of a circuit: kinds of parts with their pins, parts, and nets of wires.

A pin is named `U1.38` (the part's reference and the pin's number) everywhere but in the tables of
hardware/circuit/builds.py, which may also use the pin's name: `Q1.S`.
"""

from typing import NamedTuple

# The roles of a pin: a source supplies 5 V, and a power pin takes it.
SOURCE = "source"
POWER = "power"
INPUT = "input"
OUTPUT = "output"
PASSIVE = "passive"
# These may stay unconnected; every other pin must be in a net.
OPTIONAL = "optional"
SPARE_SOURCE = "spare source"


class CircuitError(ValueError):
    """A table of the circuit cannot be read; the text names the entry."""


class Pin(NamedTuple):
    """A pin of a kind of part; `role` is one of the words above."""

    number: str
    name: str
    role: str = PASSIVE


class Kind(NamedTuple):
    """A kind of part.

    conducts: pairs of pin numbers between which direct current can flow inside the part, from the
    first to the second. positions: for a switch, such pairs for each of its positions, by name.
    footprint: in KiCad's libraries; "" if the part is not soldered to a board.
    """

    name: str
    pins: tuple[Pin, ...]
    footprint: str = ""
    conducts: tuple[tuple[str, str], ...] = ()
    positions: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    def number(self, word: str) -> str:
        """Return the number of the pin called `word`, by number or by a name that only one pin
        has. Raises CircuitError."""
        if any(pin.number == word for pin in self.pins):
            return word
        found = [pin.number for pin in self.pins if pin.name == word]
        if len(found) != 1:
            what = "no pin" if not found else f"{len(found)} pins"
            raise CircuitError(f"a {self.name} has {what} called {word}")
        return found[0]


class Part(NamedTuple):
    """One part: its reference, its kind, and its value: the print on it, or its name."""

    ref: str
    kind: Kind
    value: str


class Wire(NamedTuple):
    """One connection between two pins."""

    net: str
    start: str
    end: str
    colour: str
    area: float


class Net(NamedTuple):
    """Connected pins, as the paths along which they are wired: each step is one wire.

    colour: of the wires; area: their cross-section, mm².
    """

    name: str
    colour: str
    area: float
    paths: tuple[tuple[str, ...], ...]

    def pins(self) -> list[str]:
        """Return the net's pins, each once, in the order of the paths."""
        return list(dict.fromkeys(pin for path in self.paths for pin in path))

    def wires(self) -> list[Wire]:
        """Return the net's wires, in the order of the paths."""
        return [
            Wire(self.name, start, end, self.colour, self.area)
            for path in self.paths
            for start, end in zip(path, path[1:], strict=False)
        ]


class Circuit(NamedTuple):
    """One build of a layout. `parts` by reference; `net_of` has the name of each connected pin's
    net."""

    name: str
    title: str
    parts: dict[str, Part]
    nets: tuple[Net, ...]
    layout: str = ""

    def pin(self, word: str) -> Pin:
        """Return the pin named by `word`, such as `U1.38`. Raises CircuitError."""
        ref, _, number = word.partition(".")
        if ref not in self.parts:
            raise CircuitError(f"{word}: there is no part {ref}")
        kind = self.parts[ref].kind
        number = kind.number(number)
        return next(pin for pin in kind.pins if pin.number == number)

    def net(self, name: str) -> Net:
        """Return the net called `name`. Raises CircuitError."""
        for net in self.nets:
            if net.name == name:
                return net
        raise CircuitError(f"there is no net {name}")

    def net_of(self) -> dict[str, str]:
        """Return the net's name for each pin that is in one."""
        return {pin: net.name for net in self.nets for pin in net.pins()}

    def wires(self) -> list[Wire]:
        """Return every wire, net by net."""
        return [wire for net in self.nets for wire in net.wires()]


def circuit(name: str, title: str, parts: list[Part], rows: list[tuple]) -> Circuit:
    """Return the Circuit of `parts` and `rows`: (net, colour, mm², path, path, ...), where a path
    is a text of pins by number or name. Raises CircuitError if one of them is unknown."""
    by_ref = {part.ref: part for part in parts}
    if len(by_ref) != len(parts):
        raise CircuitError(f"two parts of {name} have the same reference")
    made = Circuit(name, title, by_ref, ())
    nets = [
        Net(net, colour, area, tuple(tuple(_pins(made, path)) for path in paths))
        for net, colour, area, *paths in rows
    ]
    return made._replace(nets=tuple(nets))


def _pins(made: Circuit, path: str) -> list[str]:
    return [f"{word.split('.')[0]}.{made.pin(word).number}" for word in path.split()]

"""The hole of the perfboard for each lead of each part."""

from typing import NamedTuple

from hardware.circuit.check import GROUND
from hardware.circuit.model import Circuit

from .grid import Place, place

_PICO_END = 25  # the column of the Pico's pins 1 and 40, beside its USB socket
_PICO_ROWS = "BI"
RAIL_HOLES = range(3, 34)
RAILS = {"J3": "T", "J2": "V"}


class Placed(NamedTuple):
    """A part on the board: the hole of each of its pins, the reach of its body in columns and
    rows (left, top, right, bottom), its height in mm, and whether it lies on the board: wires can
    pass below a part on sockets."""

    ref: str
    pins: dict[str, Place]
    body: tuple[float, float, float, float]
    height: float
    flat: bool = True


# Reference, the holes of its pins in their order, its body beyond the leads (left, top, right,
# bottom, in holes), its height in mm. C1 lies on its side, because standing it is too high.
_PARTS = (
    ("F1", "L25 L27", (0.5, 0.62, 0.5, 0.62), 16.0),
    ("F2", "L32 L30", (1.4, 0.62, 1.4, 0.62), 18.7),
    ("Q1", "P26 P27 P28", (0.5, 1.5, 0.5, 1.5), 4.0),
    ("C3", "N27 N25", (0.2, 0.5, 0.2, 0.5), 6.0),
    ("C4", "R26 R28", (0.2, 0.5, 0.2, 0.5), 6.0),
    ("R2", "P24 T24", (0.5, 0.2, 0.5, 0.2), 2.5),
    ("D25", "Q25 T25", (0.4, 0.2, 0.4, 0.2), 2.0),
    ("D26", "J24 J28", (0.2, 0.53, 0.2, 0.53), 2.7),
    ("R3", "P9 L9", (0.5, 0.2, 0.5, 0.2), 2.5),
    ("R4", "L11 P11", (0.5, 0.2, 0.5, 0.2), 2.5),
    ("C2", "P18 P20", (0.2, 0.5, 0.2, 0.5), 6.0),
    ("C1", "S6 S4", (1.1, 8.4, 1.1, 0.3), 10.0),
)
_SHIFTER = (18, "L", "O")  # pin 1's column; the notch is on the right


def parts(circuit: Circuit) -> list[Placed]:
    """Return the parts of `circuit` that are on the board."""
    found = []
    for ref, words, more, height in _PARTS:
        if ref in circuit.parts:
            holes = [place(word) for word in words.split()]
            pins = [f"{ref}.{pin.number}" for pin in circuit.parts[ref].kind.pins]
            found.append(
                Placed(ref, dict(zip(pins, holes, strict=True)), _reach(holes, more), height)
            )
    if circuit.parts["U1"].kind.name == "Pico":
        found.append(_pico())
    column, top, bottom = _SHIFTER
    upper = [place(f"{top}{column - n}") for n in range(7)]
    lower = [place(f"{bottom}{column - n}") for n in reversed(range(7))]
    pins = {f"U2.{n}": hole for n, hole in enumerate([*upper, *lower], 1)}
    found.append(Placed("U2", pins, _reach([*upper, *lower], (0.5, 0.5, 0.5, 0.5)), 8.0))
    return found


def _pico() -> Placed:
    """Return the Pico. Pin 1 is at the right end of the upper row, and pin 40 below it: seen from
    the side of the parts, the USB socket points right, to the opening in the frame."""
    upper, lower = _PICO_ROWS
    pins = {f"U1.{n}": place(f"{upper}{_PICO_END + 1 - n}") for n in range(1, 21)}
    pins |= {f"U1.{n}": place(f"{lower}{_PICO_END - 40 + n}") for n in range(21, 41)}
    reach = _reach(list(pins.values()), (0.54, 0.63, 0.54, 0.63))
    return Placed("U1", pins, reach, 14.8, flat=False)


def _reach(holes: list[Place], more) -> tuple[float, float, float, float]:
    columns, rows = [hole[0] for hole in holes], [hole[1] for hole in holes]
    return (
        min(columns) - more[0],
        min(rows) - more[1],
        max(columns) + more[2],
        max(rows) + more[3],
    )


def rail(ref: str) -> list[Place]:
    """Return the holes of a rail, from the left."""
    return [place(f"{RAILS[ref]}{column}") for column in RAIL_HOLES]


def rail_net(ref: str) -> str:
    """Return the net of a rail."""
    return GROUND if ref == "J3" else "+5V"


def off_board(circuit: Circuit) -> dict[str, list[str]]:
    """Return, for each net with a lead on the board, the pins elsewhere that it is wired to: one
    for each wire of the circuit that leaves the board."""
    here = {pin for part in parts(circuit) for pin in part.pins} | {"J2.1", "J3.1"}
    found: dict[str, list[str]] = {}
    for wire in circuit.wires():
        if (wire.start in here) != (wire.end in here):
            found.setdefault(wire.net, []).append(wire.end if wire.start in here else wire.start)
    return found

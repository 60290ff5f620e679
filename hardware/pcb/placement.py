"""The parts on the circuit board and their places, seen from the FRONT, in the coordinates of
hardware/geometry.py.

The board lies behind the switch plate, in the window of the keys. The switches are on its front;
everything else is on its back, with a socket for each switch, which is pushed in and can be
pulled out again. It has the parts of the circuit "supply"; a board fed by USB alone leaves out
UNUSED_WITH_USB and connects the pins BRIDGED_WITH_USB at the terminal X. A panel of pixels is
joined by the ribbon J4, a strip by the terminal P.
"""

from typing import NamedTuple

from hardware import board, geometry
from hardware.body import sizes
from hardware.body.layers import cap_window
from hardware.body.shapes import Box
from hardware.circuit import builds
from hardware.circuit.model import Circuit, Part

BUILD = "supply"
WINDOW_CLEARANCE = 0.75  # from the board's edge to the window
CORNER = 1.0

# From a key's centre to its diode's, and the angle: those of some keys make room for the names of
# the terminals' poles.
_DIODE = (0.0, 3.3, 0)
_DIODES = {"K": (15.4, 3.3, 0), "S": (1.9, 3.3, 0), "C": (-5.4, 3.3, 0), "JK": (5.0, 3.3, 0)}

# The socket of a switch (Kailh CPG151101S11), whose footprint KiCad 6 lacks, from the switch's
# centre seen from the FRONT: its two pads and their size; the holes for the switch's pins, its two
# pegs and its post, each with its diameter; what it covers on the back, and a switch on the front.
SOCKET_PADS = {"1": (-7.085, -2.54), "2": (5.842, -5.08)}
SOCKET_PAD = (2.55, 2.5)
SOCKET_HOLES = (
    (-3.81, -2.54, 3.0), (2.54, -5.08, 3.0), (-5.08, 0.0, 1.75), (5.08, 0.0, 1.75),
    (0.0, 0.0, 4.0),
)  # fmt: skip
SOCKET_BODY = (-8.4, -7.0, 7.15, -0.8)
SWITCH_HALF = 7.0

_PICO_HALF = 8.89  # from its middle to a row of pins
_PICO_KEY_ROW = 1  # the Pico lies behind this row of keys

HOT_SWAP = "Pegboard:Kailh_CPG151101S11"
SOCKET = "Connector_PinSocket_2.54mm:PinSocket_1x20_P2.54mm_Vertical"
_SCREWS = (
    "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MPT-0,5-{0}-2.54_1x{0:02}_P2.54mm_Horizontal"
)
_RIBBON = "Connector_JST:JST_XH_B6B-XH-A_1x06_P2.50mm_Vertical"

# The poles of the terminals, from the left as seen from the FRONT: pin of the circuit, label.
STRIP_POLES = (
    ("S1.1", "DIN"), ("J3.1", "GND"), ("J2.1", "+5V"), ("J3.1", "GND"), ("J2.1", "+5V"),
    ("J3.1", "GND"), ("J2.1", "+5V"), ("J3.1", "GND"), ("J2.1", "+5V"),
)  # fmt: skip
PANEL_POLES = (
    ("SW1.6", "SW6"), ("SW1.5", "SW5"), ("SW1.4", "SW4"), ("SW1.3", "SW3"), ("SW1.2", "SW2"),
    ("SW1.1", "SW1"), ("J1.2", "J1-"), ("J1.1", "J1+"),
)  # fmt: skip

# The poles of the ribbon. They are the same from either end: a cable with its plugs the same way
# round and one with them turned both fit.
RIBBON_POLES = ("+5V", "GND", "DATA", "DATA", "GND", "+5V")
_RIBBON_PINS = {"+5V": "J2.1", "GND": "J3.1", "DATA": "S1.1"}

# The height of the parts on the back, in mm: of the highest only.
HEIGHTS = {
    "the Pico in its sockets": 8.5 + 2.5 + 1.0 + 2.8,
    "C1": 20.0,
    "a fuse": 18.7,
    "a terminal": 8.5,
    "the ribbon's plug": 9.8,
    "a switch's socket": 1.9,
}

TERMINALS = ("P", "X")
# Parts so high that no wire passes over them.
TALL = ("C1", "F1", "F2")

UNUSED_WITH_USB = ("F2", "D26", "R3", "R4", "J1", "SW1")
BRIDGED_WITH_USB = ("SW1.1", "SW1.2")

# The places of the electronics: reference, x and y of pad 1 (of a surface-mounted part, its
# middle), angle. The leads of a part come out on the front, where a switch is flush with the
# board, so each such pad is between the switches; no body is on a switch's socket.
_PLACES = (
    ("D26", 193.7, 211.9, 180),
    ("R1", 207.6, 213.3, 0),
    ("R4", 212.2, 213.3, 0),
    ("Q1", 216.5, 213.2, 0),
    ("R3", 221.0, 213.3, 0),
    ("C4", 225.6, 213.3, 0),
    ("C3", 230.2, 213.3, 0),
    ("R2", 234.8, 213.3, 180),
    ("D25", 240.4, 213.3, 180),
    ("C2", 198.6, 193.2, 90),
    ("U2", 205.5, 193.3, 90),
    ("C1", 197.5, 227.1, 90),
    ("F1", 188.7, 231.5, 0),
    ("F2", 177.5, 231.5, 0),
)
_RESISTOR = "Resistor_SMD:R_0805_2012Metric"
_CAPACITOR = "Capacitor_SMD:C_0805_2012Metric"
_SOD = "Diode_SMD:D_SOD-123"
_FOOTPRINTS = {
    "U2": "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm",
    "C2": _CAPACITOR, "C3": _CAPACITOR, "C4": _CAPACITOR, "D25": _SOD,
    "R1": _RESISTOR, "R2": _RESISTOR, "R3": _RESISTOR, "R4": _RESISTOR,
}  # fmt: skip
_STRIP_PLACE = (225.0, 231.5)
_PANEL_PLACE = (144.5, 231.5)
_RIBBON_PLACE = (219.0, 231.2)
# Areas of copper on the back that join the poles of a net: net, left, top, right, bottom.
AREAS = (("+5V", 194.0, 225.6, 252.0, 236.2),)


class Placed(NamedTuple):
    """A part on the board. `pads` has the pin of the circuit for each of the footprint's pads;
    `x` and `y` are the footprint's origin, `angle` is counterclockwise from the front."""

    ref: str
    value: str
    footprint: str
    x: float
    y: float
    angle: float
    back: bool
    pads: dict[str, str]


def outline() -> Box:
    """Return the edge of the board."""
    return cap_window().grown(-WINDOW_CLEARANCE)._replace(corner=CORNER)


def circuit() -> Circuit:
    """Return the circuit that the board carries."""
    return builds.build(BUILD)


def parts() -> list[Placed]:
    """Return every part on the board."""
    made = circuit()
    return [*_keys(made), *_pico(), *_electronics(made), *_terminals()]


def _keys(made):
    found = []
    for key in geometry.caps():
        switch, diode = made.parts[f"K{key.number + 1}"], made.parts[f"D{key.number + 1}"]
        found.append(_part(switch, key.x, key.y, 0)._replace(footprint=HOT_SWAP))
        dx, dy, angle = _DIODES.get(key.name, _DIODE)
        beside = _part(diode, round(key.x + dx, 4), round(key.y + dy, 4), angle)
        found.append(beside._replace(footprint=_SOD))
    return found


def _pico():
    """Return the two sockets of the Pico: the first for its pins 1 to 20, the second for 40 to 21.
    The Pico's USB socket is on the left, level with the board's edge."""
    edge = outline().reach()[0]
    y = geometry.caps()[_PICO_KEY_ROW * board.KEY_COLUMNS].y
    return [
        Placed(
            ref, value, SOCKET, edge + sizes.PICO_END, y + dy, 90, True,
            {str(n + 1): f"U1.{pin}" for n, pin in enumerate(pins)},
        )
        for ref, value, dy, pins in (
            ("U1A", "Pico, pins 1 to 20", -_PICO_HALF, range(1, 21)),
            ("U1B", "Pico, pins 40 to 21", _PICO_HALF, range(40, 20, -1)),
        )
    ]  # fmt: skip


def _electronics(made):
    return [_part(made.parts[ref], x, y, angle) for ref, x, y, angle in _PLACES]


def _terminals():
    ribbon = {str(n): _RIBBON_PINS[pole] for n, pole in enumerate(RIBBON_POLES, 1)}
    return [
        *[
            Placed(
                ref, value, _SCREWS.format(len(poles)), *place, 180, True,
                {str(n): pin for n, (pin, _) in enumerate(poles, 1)},
            )
            for ref, value, place, poles in (
                ("P", "strip", _STRIP_PLACE, STRIP_POLES),
                ("X", "sockets and switch", _PANEL_PLACE, PANEL_POLES),
            )
        ],
        Placed("J4", "ribbon to the panel", _RIBBON, *_RIBBON_PLACE, 0, True, ribbon),
    ]  # fmt: skip


def _part(part: Part, x: float, y: float, angle: float, back: bool = True) -> Placed:
    pads = {pin.number: f"{part.ref}.{pin.number}" for pin in part.kind.pins}
    footprint = _FOOTPRINTS.get(part.ref, part.kind.footprint)
    return Placed(part.ref, part.value, footprint, x, y, angle, back, pads)

"""The parts on the circuit board and their places, seen from the FRONT, in the coordinates of
hardware/geometry.py.

The board lies behind the switch plate, in the window of the keys. The switches are on its front;
everything else is on its back. It has the parts of the circuit "supply"; a board fed by USB alone
leaves out UNUSED_WITH_USB and connects the pins BRIDGED_WITH_USB at the terminal X.
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

# From a key's centre to pin 1 of its footprint, and to its diode.
_PIN_1 = (2.54, -5.08)
_DIODE_X = -7.65
# By row of keys: from the key's centre to the diode's cathode, and whether the anode is below.
_CATHODES = ((-7.325, True), (2.645, False), (-6.12, True), (3.05, False))

_PICO_HALF = 8.89  # from its middle to a row of pins
_PICO_KEY_ROW = 1  # the Pico lies behind this row of keys

SOCKET = "Connector_PinSocket_2.54mm:PinSocket_1x20_P2.54mm_Vertical"
_SCREWS = (
    "TerminalBlock_Phoenix:TerminalBlock_Phoenix_PT-1,5-{0}-5.0-H_1x{0:02}_P5.00mm_Horizontal"
)

# The poles of the terminals, from the left as seen from the FRONT: pin of the circuit, label.
STRIP_POLES = (
    ("S1.1", "DATA"), ("J3.1", "GND"), ("J2.1", "+5V"), ("J3.1", "GND"), ("J2.1", "+5V"),
    ("J3.1", "GND"), ("J2.1", "+5V"), ("J3.1", "GND"), ("J2.1", "+5V"),
)  # fmt: skip
PANEL_POLES = (
    ("SW1.6", "SW6"), ("SW1.5", "SW5"), ("SW1.4", "SW4"), ("SW1.3", "SW3"), ("SW1.2", "SW2"),
    ("SW1.1", "SW1"), ("J1.2", "J1-"), ("J1.1", "J1+"),
)  # fmt: skip

# The height of the parts on the back, in mm: of the highest only.
HEIGHTS = {
    "the Pico in its sockets": 8.5 + 2.5 + 1.0 + 2.8,
    "C1": 20.0,
    "a fuse": 18.7,
    "a terminal": 11.0,
}

TERMINALS = ("P", "X")
# Parts so high that no wire passes over them.
TALL = ("C1", "F1", "F2")

UNUSED_WITH_USB = ("F2", "D26", "R3", "R4", "J1", "SW1")
BRIDGED_WITH_USB = ("SW1.1", "SW1.2")

# The places of the electronics: reference, x and y of pad 1 (of a surface-mounted part, its
# middle), angle. The leads of a part come out on the front, where a switch is flush with the
# board, so each pad is between the switches.
_PLACES = (
    ("R4", 216.45, 212.05, 0),
    ("R3", 228.8, 212.05, 0),
    ("R2", 231.1, 212.05, 180),
    ("D26", 193.7, 211.9, 180),
    ("R1", 211.95, 215.1, 0),
    ("Q1", 215.0, 215.4, 0),
    ("C4", 225.85, 215.1, 0),
    ("C3", 233.1, 215.1, 0),
    ("D25", 240.0, 215.1, 180),
    ("C2", 198.4, 194.5, 0),
    ("U2", 205.5, 192.4, 90),
    ("C1", 197.5, 228.5, 90),
    ("F1", 188.7, 231.5, 0),
    ("F2", 195.7, 218.5, 90),
)
_FOOTPRINTS = {"U2": "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm"}
_STRIP_PLACE = (206.05, 231.2)
_PANEL_PLACE = (143.925, 231.2)
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
        ref, diode = f"K{key.number + 1}", made.parts[f"D{key.number + 1}"]
        x, y = key.x + _PIN_1[0], key.y + _PIN_1[1]
        found.append(_part(made.parts[ref], x, y, 0, back=False))
        dy, anode_below = _CATHODES[key.number // board.KEY_COLUMNS]
        angle = 90 if anode_below else 270
        found.append(_part(diode, key.x + _DIODE_X, key.y + dy, angle))
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
    return [
        Placed(
            ref, value, _SCREWS.format(len(poles)), *place, 180, True,
            {str(n): pin for n, (pin, _) in enumerate(poles, 1)},
        )
        for ref, value, place, poles in (
            ("P", "strip", _STRIP_PLACE, STRIP_POLES),
            ("X", "panel", _PANEL_PLACE, PANEL_POLES),
        )
    ]  # fmt: skip


def _part(part: Part, x: float, y: float, angle: float, back: bool = True) -> Placed:
    pads = {pin.number: f"{part.ref}.{pin.number}" for pin in part.kind.pins}
    footprint = _FOOTPRINTS.get(part.ref, part.kind.footprint)
    return Placed(part.ref, part.value, footprint, x, y, angle, back, pads)

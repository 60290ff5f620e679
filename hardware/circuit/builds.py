"""The circuit of each build, as tables. The wires of a net are the steps of its paths.

usb: a Pico, and a laptop's USB feeds everything. supply: a Pico, and a switch selects USB or a
supply of 5 V for the strip; if a layout has more pixels than USB can feed, there is no switch and
the strip gets the supply only. pi: a Raspberry Pi, and a supply of 5 V feeds the strip.

Why a switch and not a transistor: it takes no voltage from the strip, where a diode takes 0.4 V;
it breaks one contact before it makes the other, so that no faulty part can connect the supply to
the laptop; and its position is visible. Its second pole signals it to the Pico.
"""

from collections.abc import Callable

from hardware import board, forms, power, raspberry_pi, strip

from . import kinds
from .model import Circuit, Part, circuit

THIN, THICK = 0.14, 0.5  # mm²
ROW_COLOURS = ("brown", "orange", "yellow", "green")
COLUMN_COLOURS = ("blue", "violet", "grey", "white", "pink", "turquoise")


def build(name: str, layout: str = board.DEFAULT_LAYOUT) -> Circuit:
    """Return the circuit of the build called `name`. Raises ValueError if there is none."""
    if name not in BUILDS:
        raise ValueError(f"there is no build called {name}; there are {', '.join(BUILDS)}")
    if name not in names(layout):
        raise ValueError(f"USB cannot feed the strip of {layout}; there are the builds "
                         f"{', '.join(names(layout))}")  # fmt: skip
    title, parts, nets = BUILDS[name]
    if name == "supply" and not power.usb_feeds(layout):
        parts, nets = _supply_only_parts, _supply_only_nets
    made = circuit(
        name,
        title,
        [*parts(), *_light_parts(layout), *_key_parts()],
        [*nets(layout), *_data_nets(name, layout), *_key_nets(name, layout)],
    )
    return made._replace(layout=layout)


def names(layout: str = board.DEFAULT_LAYOUT) -> tuple[str, ...]:
    """Return the names of the builds of `layout`."""
    return tuple(name for name in BUILDS if name != "usb" or power.usb_feeds(layout))


def controller_pin(
    name: str, what: str, number: int = 0, layout: str = board.DEFAULT_LAYOUT
) -> str:
    """Return the pin of the controller in build `name` for `what`: "row", "column" (with its
    number), "strip" or "sense"."""
    if name == "pi":
        names = {
            "row": raspberry_pi.ROW_PINS,
            "column": raspberry_pi.COLUMN_PINS,
            "strip": (raspberry_pi.STRIP_PIN,),
        }
        return f"U1.GPIO{names[what][number][1:]}"
    at = forms.form(layout)
    pins = {
        "row": at.row_pins,
        "column": at.column_pins,
        "strip": (at.strip_pin,),
        "sense": (at.supply_pin,),
    }
    return f"U1.GP{pins[what][number]}"


# Parts --------------------------------------------------------------------------------------


def _usb_parts() -> list[Part]:
    return [
        Part("U1", kinds.PICO, "Raspberry Pi Pico"),
        Part("F1", kinds.FUSE, "0.75 A"),
        *_strip_power_parts(),
    ]


def _supply_parts() -> list[Part]:
    return [
        *_usb_parts()[:2],
        Part("J1", kinds.SUPPLY_SOCKET, "USB-C, 5.1 kΩ at CC1 and CC2"),
        Part("F2", kinds.FUSE, "1.85 A"),
        Part("SW1", kinds.CHANGEOVER, "DPDT, 3 A"),
        Part("D26", kinds.SCHOTTKY, "1N5817"),
        Part("R3", kinds.RESISTOR, "10 kΩ"),
        Part("R4", kinds.RESISTOR, "10 kΩ"),
        *_strip_power_parts(),
    ]


def _supply_only_parts() -> list[Part]:
    left_out = ("F1", "SW1")
    found = [part for part in _supply_parts() if part.ref not in left_out]
    return [Part("U1", kinds.PICO_ALONE_ON_USB, "Raspberry Pi Pico"), *found[1:]]


def _pi_parts() -> list[Part]:
    return [
        Part("U1", kinds.RASPBERRY_PI, "Raspberry Pi"),
        Part("J1", kinds.SUPPLY_SOCKET, "USB-C, 5.1 kΩ at CC1 and CC2"),
        Part("F2", kinds.FUSE, "1.85 A"),
        *_strip_power_parts(),
    ]


def _strip_power_parts() -> list[Part]:
    """Return the soft start (Q1, R2, C3, C4, D25), the buffer, the rails and the level shifter."""
    return [
        Part("Q1", kinds.P_MOSFET, "AO3401A"),
        Part("R2", kinds.RESISTOR, "470 kΩ"),
        Part("C3", kinds.CAPACITOR, "2.2 µF"),
        Part("C4", kinds.CAPACITOR, "100 nF"),
        Part("D25", kinds.DIODE, "1N4148"),
        Part("C1", kinds.ELECTROLYTIC, "1000 µF"),
        Part("J2", kinds.RAIL, "+5 V rail"),
        Part("J3", kinds.RAIL, "ground rail"),
        Part("U2", kinds.SHIFTER, "74AHCT125"),
        Part("C2", kinds.CAPACITOR, "100 nF"),
        Part("R1", kinds.RESISTOR, "330 Ω"),
    ]


def _light_parts(layout: str) -> list[Part]:
    return [Part(f"S{n}", kinds.STRIP, run.name) for n, run in enumerate(strip.runs(layout), 1)]


def _key_parts() -> list[Part]:
    keys = [Part(f"K{n + 1}", kinds.KEY, name) for n, name in enumerate(board.KEYS)]
    return keys + [Part(f"D{n + 1}", kinds.DIODE, "1N4148") for n in range(len(board.KEYS))]


# Nets ---------------------------------------------------------------------------------------


def _usb_nets(layout: str) -> list[tuple]:
    return [
        ("VBUS", "red", THICK, "U1.VBUS F1.1"),
        ("STRIP_IN", "red", THICK, "F1.2 Q1.S", "Q1.S C3.1"),
        *_soft_start_nets(layout),
        ("GND", "black", THICK, "J3.1 U1.38", *_ground_paths(layout)),
    ]


def _supply_nets(layout: str) -> list[tuple]:
    return [
        ("VBUS", "red", THICK, "U1.VBUS F1.1"),
        ("USB_FUSED", "red", THICK, "F1.2 SW1.USB"),
        ("SUPPLY", "red", THICK, "J1.5V F2.1"),
        ("SUPPLY_FUSED", "red", THICK, "F2.2 SW1.SUPPLY", "SW1.SUPPLY SW1.SENSED", "F2.2 D26.A"),
        ("VSYS", "orange", THICK, "D26.K U1.VSYS"),
        ("STRIP_IN", "red", THICK, "SW1.STRIP Q1.S", "Q1.S C3.1"),
        *_soft_start_nets(layout),
        ("SENSE_5V", "yellow", THIN, "SW1.SENSE R3.1"),
        *_sense_nets(layout),
        ("GND", "black", THICK, "J3.1 U1.38", "J3.1 J1.GND", "J3.1 R4.2", *_ground_paths(layout)),
    ]


def _supply_only_nets(layout: str) -> list[tuple]:
    return [
        ("SUPPLY", "red", THICK, "J1.5V F2.1"),
        ("STRIP_IN", "red", THICK, "F2.2 Q1.S", "Q1.S C3.1", "F2.2 D26.A", "F2.2 R3.1"),
        ("VSYS", "orange", THICK, "D26.K U1.VSYS"),
        *_soft_start_nets(layout),
        *_sense_nets(layout),
        ("GND", "black", THICK, "J3.1 U1.38", "J3.1 J1.GND", "J3.1 R4.2", *_ground_paths(layout)),
    ]


def _sense_nets(layout: str) -> list[tuple]:
    pin = controller_pin("supply", "sense", 0, layout)
    return [("SENSE", "yellow", THIN, f"R3.2 R4.1 {pin}")]


def _pi_nets(layout: str) -> list[tuple]:
    return [
        ("SUPPLY", "red", THICK, "J1.5V F2.1"),
        ("STRIP_IN", "red", THICK, "F2.2 Q1.S", "Q1.S C3.1"),
        *_soft_start_nets(layout),
        ("GND", "black", THICK, "J3.1 U1.6", "J3.1 J1.GND", *_ground_paths(layout)),
    ]


def _soft_start_nets(layout: str) -> list[tuple]:
    feeds = [f"J2.1 S{f.run + 1}.{'5Vout' if f.far else '5Vin'}" for f in strip.feeds(layout)]
    return [
        ("GATE", "blue", THIN, "Q1.G R2.1", "Q1.G C3.2", "Q1.G C4.1", "Q1.G D25.K"),
        (
            "+5V",
            "red",
            THICK,
            "Q1.D J2.1",
            "J2.1 C4.2",
            "J2.1 C1.+",
            "J2.1 U2.VCC",
            "U2.VCC C2.1",
            "U2.VCC U2.4OE U2.3OE U2.2OE",
            *feeds,
            *_joints(layout, "5Vout", "5Vin"),
        ),
    ]


def _ground_paths(layout: str) -> list[str]:
    feeds = [f"J3.1 S{f.run + 1}.{'GNDout' if f.far else 'GNDin'}" for f in strip.feeds(layout)]
    return [
        "J3.1 C1.-",
        "J3.1 R2.2",
        "J3.1 D25.A",
        "J3.1 U2.GND",
        "U2.GND C2.2",
        "U2.GND U2.1OE",
        "U2.GND U2.2A U2.3A U2.4A",
        *feeds,
        *_joints(layout, "GNDout", "GNDin"),
    ]


def _joints(layout: str, end: str, beginning: str) -> list[str]:
    count = len(strip.runs(layout))
    return [f"S{n}.{end} S{n + 1}.{beginning}" for n in range(1, count)]


def _data_nets(name: str, layout: str) -> list[tuple]:
    first = [
        ("DATA_3V3", "green", THIN, f"{controller_pin(name, 'strip', 0, layout)} U2.1A"),
        ("DATA_5V", "green", THIN, "U2.1Y R1.1"),
        ("DATA_IN", "green", THIN, "R1.2 S1.DIN"),
    ]
    joints = _joints(layout, "DOUT", "DIN")
    return first + [(f"DATA_{n}", "green", THIN, path) for n, path in enumerate(joints, 1)]


def _key_nets(name: str, layout: str) -> list[tuple]:
    keys = range(len(board.KEYS))
    nets: list[tuple] = []
    for row in range(board.KEY_ROWS):
        diodes = [f"D{n + 1}.K" for n in keys if n // board.KEY_COLUMNS == row]
        path = " ".join([controller_pin(name, "row", row, layout), *diodes])
        nets.append((f"ROW{row}", ROW_COLOURS[row], THIN, path))
    for column in range(board.KEY_COLUMNS):
        ends = [f"K{n + 1}.1" for n in keys if n % board.KEY_COLUMNS == column]
        path = " ".join([controller_pin(name, "column", column, layout), *ends])
        nets.append((f"COLUMN{column}", COLUMN_COLOURS[column], THIN, path))
    return nets + [(f"KEY{n + 1}", "bare", THIN, f"K{n + 1}.2 D{n + 1}.A") for n in keys]


_Build = tuple[str, Callable[[], list[Part]], Callable[[str], list[tuple]]]
BUILDS: dict[str, _Build] = {
    "usb": ("Pico, fed by USB only", _usb_parts, _usb_nets),
    "supply": ("Pico, with a 5 V supply for the strip", _supply_parts, _supply_nets),
    "pi": ("Raspberry Pi, with a 5 V supply for the strip", _pi_parts, _pi_nets),
}

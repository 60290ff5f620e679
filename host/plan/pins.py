"""PINS.md: every pin of the Pico and of the Raspberry Pi that is used, from the circuit."""

from hardware import board, dimensions, strip
from hardware.circuit import builds
from hardware.circuit.model import Circuit

from .markdown import page, table

_ROW = "output, low while scanned, else high impedance"
_PICO_ROW = "output, low; high impedance while another row is scanned"
_COLUMN = "input, pull-up"


def pins_page(layout: str) -> str:
    """Return PINS.md."""
    supply, pi = [builds.build(name, layout) for name in ("supply", "pi")]
    picos = [builds.build(name, layout) for name in builds.names(layout) if name != "pi"]
    sense = builds.controller_pin("supply", "sense", 0, layout)
    pico = [
        *_key_pins(supply, "GP", _PICO_ROW),
        _pin_row(
            supply,
            builds.controller_pin("supply", "strip", 0, layout),
            "GP",
            "strip data",
            "output",
        ),
        _pin_row(supply, sense, "GP", "sensing of the supply", "analogue input"),
    ]
    raspberry = [
        *_key_pins(pi, "GPIO", _ROW),
        _pin_row(pi, builds.controller_pin("pi", "strip"), "GPIO", "strip data", "output"),
    ]
    head = ["wire", "colour", "direction"]
    return page(
        "PINS.md",
        ("usb",) if len(picos) > 1 else (),
        pico=table(["GP", "pin", *head], pico, "rr"),
        power=table(
            [
                "Pico",
                "pin",
                *["with a supply" if c.name == "supply" else "USB only" for c in picos],
            ],
            _power_rows(picos),
            " r",
        ),
        shifter=table(["pin", "name", "net"], _shifter_rows(supply), "r"),
        runs=", ".join(run.name for run in strip.runs(layout)),
        raspberry_pi=table(["GPIO", "pin", *head], raspberry, "rr"),
    )


def _key_pins(circuit: Circuit, prefix: str, row_use: str) -> list[list[str]]:
    labels = dimensions.KEY_LABELS
    rows = []
    for row in range(board.KEY_ROWS):
        keys = " ".join(labels[row * board.KEY_COLUMNS : (row + 1) * board.KEY_COLUMNS])
        pin = builds.controller_pin(circuit.name, "row", row, circuit.layout)
        rows.append(_pin_row(circuit, pin, prefix, f"row {row}: {keys}", row_use))
    for column in range(board.KEY_COLUMNS):
        keys = " ".join(labels[column :: board.KEY_COLUMNS])
        pin = builds.controller_pin(circuit.name, "column", column, circuit.layout)
        rows.append(_pin_row(circuit, pin, prefix, f"column {column}: {keys}", _COLUMN))
    return rows


def _pin_row(circuit, word, prefix, what, direction):
    pin = circuit.pin(word)
    net = circuit.net(circuit.net_of()[f"U1.{pin.number}"])
    return [pin.name.removeprefix(prefix), pin.number, what, net.colour, direction]


def _power_rows(picos: list[Circuit]) -> list[list[str]]:
    rows = []
    for number in ("40", "39", "38"):
        ends = [_other_ends(circuit, f"U1.{number}") for circuit in picos]
        rows.append([picos[0].pin(f"U1.{number}").name, number, *ends])
    return rows


def _other_ends(circuit: Circuit, pin: str) -> str:
    ends = []
    for wire in circuit.wires():
        if pin in (wire.start, wire.end):
            other = wire.end if wire.start == pin else wire.start
            part = circuit.parts[other.split(".")[0]]
            ends.append(f"{other} ({part.kind.name} {part.value})")
    return ", ".join(ends) or "nothing"


def _shifter_rows(circuit: Circuit) -> list[list[str]]:
    nets = circuit.net_of()
    return [
        [pin.number, pin.name, nets.get(f"U2.{pin.number}", "nothing")]
        for pin in circuit.parts["U2"].kind.pins
    ]

"""WIRING.md: the wires of each build by their numbers in its drawing."""

from hardware.circuit import builds
from hardware.circuit.model import Circuit

from .markdown import page, table
from .wiring import numbered, pin_label


def wiring_page(layout: str) -> str:
    """Return WIRING.md."""
    parts = []
    for name in builds.names(layout):
        circuit = builds.build(name, layout)
        rows = [
            [str(n), _end(circuit, wire.start), _end(circuit, wire.end), wire.colour]
            + [f"{wire.area:g} mm²", wire.net]
            for n, wire in numbered(circuit)
        ]
        parts += [
            f"## {circuit.title}\n",
            f"![{circuit.title}](drawings/wiring-{name}.svg)\n",
            table(["wire", "from", "to", "colour", "thick", "net"], rows, "r"),
        ]
    usb = "usb" in builds.names(layout)
    return page(
        "WIRING.md",
        ("usb",) if usb else (),
        builds="\n".join(parts).rstrip("\n"),
        fuses="F1, F2" if usb else "F2",
    )


def _end(circuit: Circuit, pin: str) -> str:
    ref = pin.split(".")[0]
    words = pin_label(circuit, pin)
    return f"{ref} {words}" if words else f"{ref} {circuit.parts[ref].value}"

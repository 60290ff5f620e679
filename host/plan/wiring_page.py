"""WIRING.md: the wires of each build by their numbers in its drawing."""

from hardware.circuit import builds
from hardware.circuit.model import Circuit

from .markdown import page, table
from .wiring import numbered, pin_label


def wiring_page(layout: str) -> str:
    """Return WIRING.md."""
    parts = []
    for name in builds.BUILDS:
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
    return page("WIRING.md", builds="\n".join(parts).rstrip("\n"))


def _end(circuit: Circuit, pin: str) -> str:
    ref = pin.split(".")[0]
    words = pin_label(circuit, pin)
    return f"{ref} {words}" if words else f"{ref} {circuit.parts[ref].value}"

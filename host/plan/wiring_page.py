"""WIRING.md: the perfboard of each build hole by hole, and its wires by number."""

from hardware.circuit import builds
from hardware.circuit.model import Circuit, Wire
from hardware.perfboard.grid import PITCH, name
from hardware.perfboard.links import Link, Plan, plan
from hardware.perfboard.placement import RAILS
from hardware.wire_lengths import length

from .guide import perfboard_words
from .markdown import page, table
from .wiring import numbered, pin_label

_STRIPPED = 12.0  # mm beyond the distance between the holes: both ends, through the board


def wiring_page(layout: str) -> str:
    """Return WIRING.md."""
    parts = []
    for build in builds.names(layout):
        circuit = builds.build(build, layout)
        made = plan(build, layout)
        rows = [
            [str(n), _end(circuit, wire.start), _end(circuit, wire.end)]
            + [_at(made, wire)]
            + [_long(made, wire), wire.colour, f"{wire.area:g} mm²", wire.net]
            for n, wire in numbered(circuit)
        ]
        parts += [
            f"## {circuit.title}\n",
            _perfboard(made),
            f"![{circuit.title}](drawings/wiring-{build}.svg)\n",
            table(["wire", "from", "to", "at", "long", "colour", "thick", "net"], rows, "r   r"),
        ]
    usb = "usb" in builds.names(layout)
    return page(
        "WIRING.md",
        ("usb",) if usb else (),
        builds="\n".join(parts).rstrip("\n"),
        fuses="F1, F2" if usb else "F2",
        **perfboard_words(layout),
    )


def _at(made: Plan, wire: Wire) -> str:
    """Return the place of a wire on the perfboard: its hole if it leads off the board, or else the
    holes of the two leads that it links."""
    away = {pin: name(hole) for pin, hole in made.away}
    holes = {f"{ref}.1": f"row {row}" for ref, row in RAILS.items()}
    for part in made.parts:
        holes |= {pin: name(hole) for pin, hole in part.pins.items()}
    here = [holes[pin] for pin in (wire.start, wire.end) if pin in holes]
    if len(here) == 1:
        return away.get(wire.start) or away[wire.end]
    return ", ".join(here)


def _long(made: Plan, wire: Wire) -> str:
    millimetres = length(made, wire)
    return "" if millimetres is None else f"{millimetres:.0f} mm"


def _perfboard(made: Plan) -> str:
    build = made.circuit.name
    leads = [
        [part.ref, _leads(made, part.ref), f"{part.height:g} mm"]
        for part in sorted(made.parts, key=lambda part: part.height)
    ]
    links = []
    for net in dict.fromkeys(link.net for link in made.links):
        mine = [link for link in made.links if link.net == net]
        links.append(
            [net, _words([k for k in mine if k.bare]), _words([k for k in mine if not k.bare])]
        )
    return "\n".join(
        [
            f"![The perfboard from the BACK](drawings/perfboard-{build}-back.svg)",
            f"![The perfboard from the FRONT](drawings/perfboard-{build}-front.svg)\n",
            table(["part", "its leads", "high"], leads, "  r"),
            table(
                ["net", "bare wire, on the solder side", "insulated wire, on the parts' side"],
                links,
            ),
        ]
    )


def _leads(made: Plan, ref: str) -> str:
    pins = next(part.pins for part in made.parts if part.ref == ref)
    if len(pins) > 3:  # runs of consecutive pins, as the first and the last
        half = len(pins) // 2
        ends = [(f"{ref}.{n}", name(pins[f"{ref}.{n}"])) for n in (1, half, half + 1, 2 * half)]
        words = [f"pin {pin.split('.')[1]} in {hole}" for pin, hole in ends]
        return f"{words[0]} to {words[1]}, {words[2]} to {words[3]}"
    return ", ".join(
        f"{pin_label(made.circuit, pin)} in {name(hole)}" for pin, hole in pins.items()
    )


def _words(links: list[Link]) -> str:
    found = []
    for link in links:
        words = f"{name(link.start)} to {name(link.end)}"
        if not link.bare:
            words += f", {(len(link.holes()) - 1) * PITCH + _STRIPPED:.0f} mm"
        found.append(words)
    return "; ".join(found)


def _end(circuit: Circuit, pin: str) -> str:
    ref = pin.split(".")[0]
    words = pin_label(circuit, pin)
    return f"{ref} {words}" if words else f"{ref} {circuit.parts[ref].value}"

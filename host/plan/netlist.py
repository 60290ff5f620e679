"""The netlist of a circuit, as KiCad writes it (version E): parts, and the pins of each net."""

from hardware.circuit.model import Circuit


def netlist(circuit: Circuit) -> str:
    """Return the netlist of `circuit`."""
    lines = ['(export (version "E")', "  (design", f"    (source {_text(circuit.title)})", "  )"]
    lines.append("  (components")
    for part in circuit.parts.values():
        lines += [
            f"    (comp (ref {_text(part.ref)})",
            f"      (value {_text(part.value)})",
            f"      (footprint {_text(part.kind.footprint)})",
            f"      (libsource (lib {_text('pegboard')}) (part {_text(part.kind.name)}) "
            f"(description {_text(part.kind.name)}))",
            "    )",
        ]
    lines += ["  )", "  (nets"]
    for code, net in enumerate(circuit.nets, 1):
        lines.append(f'    (net (code "{code}") (name {_text(net.name)})')
        for word in net.pins():
            ref, _, number = word.partition(".")
            pin = circuit.pin(word)
            lines.append(
                f'      (node (ref "{ref}") (pin "{number}") (pinfunction {_text(pin.name)}) '
                f"(pintype {_text(pin.role)}))"
            )
        lines.append("    )")
    return "\n".join([*lines, "  )", ")", ""])


def _text(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'

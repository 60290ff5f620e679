"""The parts to buy for the circuit board, as far as they differ from hardware/parts_list.py."""

import csv
import io

from .placement import UNUSED_WITH_USB, parts

# Parts that differ from those of the hand-wired board, or are not in it.
_BUY = {
    "U1A": "pin socket 1 × 20, 2.54 mm, 8.5 mm high",
    "U1B": "pin socket 1 × 20, 2.54 mm, 8.5 mm high",
    "K": "socket for a key switch, Kailh CPG151101S11; and a switch MX with 3 or 5 pins",
    "D": "1N4148W in SOD-123",
    "R": "0805, 1 %",
    "C": "0805, X7R, 10 V or more",
    "D26": "as in PARTS.md",
    "C1": "as in PARTS.md",
    "J4": "header JST XH, 6 poles, B6B-XH-A",
    "U2": "74AHCT125 in SOIC-14, SN74AHCT125DR; HCT works too, HC and AHC do not",
    "P": "screw terminal, 9 poles, 2.54 mm, Phoenix MPT 0,5/9-2,54; not needed with a panel",
    "X": "screw terminal, 8 poles, 2.54 mm, Phoenix MPT 0,5/8-2,54",
}
# The numbers at a large supplier (LCSC), where they are known for certain, by reference or kind.
_NUMBERS = {
    "K": "C2803348",
    "D": "C81598",
    "D26": "",
    "R1": "C17630",
    "R3": "C17414",
    "R4": "C17414",
    "Q1": "C15127",
    "C2": "C49678",
    "C4": "C49678",
    "U2": "C155176",
}


def bom() -> str:
    """Return the parts of the board as CSV: one line for each value and footprint."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for part in parts():
        kind = part.ref.rstrip("0123456789")
        buy = _BUY.get(part.ref) or _BUY.get(kind, "as in PARTS.md")
        value = "socket for a key switch" if kind == "K" else part.value
        number = _NUMBERS.get(part.ref, _NUMBERS.get(kind, ""))
        usb = "left out" if part.ref in UNUSED_WITH_USB else "yes"
        key = (value, part.footprint.split(":")[1], number, buy, usb)
        rows.setdefault(key, []).append(part.ref)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    head = ("Value", "Footprint", "LCSC Part #", "What to buy", "With USB only")
    table.writerow(("Designator", "Quantity", *head))
    for row, refs in rows.items():
        table.writerow((",".join(refs), len(refs), *row))
    return out.getvalue()

"""The parts to buy for the circuit board, as far as they differ from hardware/parts_list.py."""

import csv
import io

from .placement import UNUSED_WITH_USB, parts

# Parts that differ from those of the hand-wired board, or are not in it.
_BUY = {
    "U1A": "pin socket 1 × 20, 2.54 mm, 8.5 mm high",
    "U1B": "pin socket 1 × 20, 2.54 mm, 8.5 mm high",
    "U2": "74AHCT125 in SOIC-14, SN74AHCT125DR; HCT works too, HC and AHC do not",
    "P": "screw terminal, 9 poles, 5.0 mm, Phoenix PT 1,5/9-5,0-H; or three of 3 poles",
    "X": "screw terminal, 8 poles, 5.0 mm, Phoenix PT 1,5/8-5,0-H; or four of 2 poles",
}


def bom() -> str:
    """Return the parts of the board as CSV: one line for each value and footprint."""
    rows: dict[tuple[str, str, str, str], list[str]] = {}
    for part in parts():
        buy = _BUY.get(part.ref, "as in PARTS.md")
        value = "key switch MX, with 3 or 5 pins" if part.ref.startswith("K") else part.value
        usb = "left out" if part.ref in UNUSED_WITH_USB else "yes"
        key = (value, part.footprint.split(":")[1], buy, usb)
        rows.setdefault(key, []).append(part.ref)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(
        ["Designator", "Quantity", "Value", "Footprint", "What to buy", "With USB only"]
    )
    for (value, footprint, buy, usb), refs in rows.items():
        table.writerow([",".join(refs), len(refs), value, footprint, buy, usb])
    return out.getvalue()

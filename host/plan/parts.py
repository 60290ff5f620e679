"""PARTS.md and parts.csv."""

import csv
import io

from hardware import dimensions, parts_list, strip

from .markdown import page, table

_TITLES = {"usb": "Pico, USB", "supply": "Pico, supply", "pi": "Raspberry Pi"}


def parts_csv(layout: str) -> str:
    """Return the parts list as CSV, a column for each build."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(
        ["section", *_TITLES.values(), "unit", "part", "value", "example", "alternative", "where"]
    )
    for line in parts_list.lines(layout):
        rows.writerow(
            [line.section, *[line.quantities[name] for name in _TITLES], line.unit, line.name]
            + [line.value, line.example, line.alternative, line.refs]
        )
    return out.getvalue()


def parts_page(layout: str) -> str:
    """Return PARTS.md."""
    lines = parts_list.lines(layout)
    text = []
    for section in dict.fromkeys(line.section for line in lines):
        head = [*_TITLES.values(), "part", "the value that matters", "example", "or", "in circuit"]
        body = [
            [*[_count(line, name) for name in _TITLES], line.name, line.value]
            + [line.example, line.alternative, line.refs]
            for line in lines
            if line.section == section
        ]
        text += [f"## {section}\n", table(head, body, "rrr")]
        if section == parts_list.STRIP:
            text.append(_cut(layout))
    text += ["## Tools\n", "".join(f"- {tool}\n" for tool in parts_list.TOOLS)]
    return page("PARTS.md", tables="\n".join(text))


def _count(line, name):
    count = line.quantities[name]
    return f"{count} {line.unit}".strip() if count else ""


def _cut(layout):
    sizes: dict[int, int] = {}
    for piece in strip.pieces(layout):
        sizes[len(piece)] = sizes.get(len(piece), 0) + 1
    uses = {dimensions.GROUP: "the streets: one piece for each group of holes", 1: "hole 121"}
    rows = [
        [str(count), f"{size} pixel{'s' if size > 1 else ''}", uses.get(size, "the bar, uncut")]
        for size, count in sorted(sizes.items(), key=lambda item: -item[1])
    ]
    return (
        "The strip, cut on its lines between two pixels:\n\n"
        + table(["pieces", "length", "for"], rows, "r")
        + f"\nInside a piece the pixels are {dimensions.HOLE_PITCH:.0f} mm apart, as the holes "
        f"are. Between two pieces of a street there are {dimensions.GROUP_GAP:.0f} mm more, the "
        "room for the solder joint:\nthree short wires, 5 V, data and ground.\n"
    )

"""PARTS.md and parts.csv."""

import csv
import io

from hardware import board, forms, parts_list, power, strip
from hardware.circuit import builds

from .markdown import page, table

_TITLES = {"usb": "Pico, USB", "supply": "Pico, supply", "pi": "Raspberry Pi"}


def parts_csv(layout: str) -> str:
    """Return the parts list as CSV, a column for each build."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    made = builds.names(layout)
    rows.writerow(
        [
            "section",
            *[_TITLES[name] for name in made],
            "unit",
            "part",
            "value",
            "example",
            "alternative",
            "where",
        ]
    )
    for line in parts_list.lines(layout):
        rows.writerow(
            [line.section, *[line.quantities[name] for name in made], line.unit, line.name]
            + [line.value, line.example, line.alternative, line.refs]
        )
    return out.getvalue()


def parts_page(layout: str) -> str:
    """Return PARTS.md."""
    lines = parts_list.lines(layout)
    made = builds.names(layout)
    text = []
    for section in dict.fromkeys(line.section for line in lines):
        head = [
            *[_TITLES[name] for name in made],
            "part",
            "the value that matters",
            "example",
            "or",
            "in circuit",
        ]
        body = [
            [*[_count(line, name) for name in made], line.name, line.value]
            + [line.example, line.alternative, line.refs]
            for line in lines
            if line.section == section
        ]
        text += [f"## {section}\n", table(head, body, "r" * len(made))]
        if section == parts_list.STRIP:
            text.append(_cut(layout))
    text += ["## Tools\n", "".join(f"- {tool}\n" for tool in parts_list.tools(layout))]
    at = forms.form(layout)
    return page(
        "PARTS.md",
        ("usb",) if power.usb_feeds(layout) else (),
        tables="\n".join(text),
        layout=at.name,
        title=at.title,
        pixels=at.pixels.pixels,
        width=at.width,
        height=at.height,
        keys=len(board.KEYS),
    )


def _count(line, name):
    count = line.quantities[name]
    return f"{count} {line.unit}".strip() if count else ""


_USES = {
    "hole": "the streets: one piece for each group of holes",
    "tracker": "the trackers: one piece for each digit",
    "path": "a path",
    "bar": "the bar, uncut",
}


def _cut(layout):
    counts: dict[tuple[str, int], int] = {}
    for piece in strip.pieces(layout):
        use = f"hole {board.HOLES}" if len(piece) == 1 else _USES[piece[0].kind]
        counts[use, len(piece)] = counts.get((use, len(piece)), 0) + 1
    at = forms.form(layout)
    rows = [
        [str(count), f"{size} pixel{'s' if size > 1 else ''}", use]
        for (use, size), count in sorted(counts.items(), key=lambda item: -item[1])
    ]
    return (
        "The strip, cut on its lines between two pixels:\n\n"
        + table(["pieces", "length", "for"], rows, "r")
        + f"\nInside a piece the pixels are {at.hole_pitch:.0f} mm apart, as the holes "
        f"are. Between two pieces of a street there are {at.group_gap:.0f} mm more, the "
        "room for the solder joint:\nthree short wires, 5 V, data and ground.\n"
    )

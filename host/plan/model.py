"""The board in 3D, for build.html: the solids of every part in their places, in the order of the
stack, and after them what not every build has.

The solids are those of hardware/assembly, from which the STEP files are made, too.
templates/model.js makes triangles of them.
"""

import json
from itertools import groupby

from hardware.assembly import parts as assembly
from hardware.body.prisms import ADD, CUT, KEEP

from .body import FILL

_GREEN, _DARK, _PRINTED, _METAL = "#1f6b45", "#3b4048", "#6d7f92", "#b9bcc0"
_COLOURS = {
    "keys": "#f2efe6", "lights": "#ffffff", "electronics": "#2e7d4f", "feet": "#222222",
    "components": _DARK, "components-pi": _DARK, "components-holder": _DARK,
    "switches": "#4a4f57", "key-board": _GREEN, "raspberry-pi": _GREEN, "panel": "#f4f4f0",
    "screws": _METAL, "supply": _METAL, "plug": "#555555", "cable-panel": FILL["panel"],
}  # fmt: skip
_HOW = {ADD: 1, CUT: -1, KEEP: 0}


def model(layout: str) -> str:
    """Return the parts as JSON, from the front to the back. Each has a name, a title, a colour and
    solids. A solid is a list of steps [how, front, back, shapes], in mm behind the face: how is 1
    to add the shapes, -1 to cut them out and 0 to keep what is within. A circle is [x, y,
    diameter] and a rectangle [x, y, width, height, radius]. `level` is a part's place when the
    board is apart; `hidden` parts are shown when they are ticked."""
    shown = assembly.parts(layout, assembly.builds(layout)[0])
    levels = {part.name: n for n, part in enumerate(p for p in shown if not p.beside)}
    found = []
    for part, hidden in [
        *((part, False) for part in shown),
        *((part, True) for part in assembly.others(layout)),
    ]:
        found.append(
            {
                "name": part.name,
                "title": part.title,
                "colour": colour(part.name),
                "level": levels[part.beside or part.name],
                "hidden": hidden,
                "solids": [_steps(solid) for solid in part.solids],
            }
        )
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)


def colour(name: str) -> str:
    """Return the colour of a part."""
    layer = name.rstrip("-123456789")
    return _COLOURS.get(name) or FILL.get(layer, _PRINTED)


def _steps(solid):
    groups = groupby(solid, lambda prism: (prism.how, prism.bottom, prism.top))
    return [
        [_HOW[how], _short(front), _short(back), [[_short(v) for v in p.shape] for p in prisms]]
        for (how, front, back), prisms in groups
    ]


def _short(value: float) -> float:
    value = round(value, 5)
    return int(value) if value == int(value) else value

"""The board in 3D, for build.html: each part as upright prisms, in the order of the stack, and
after them what not every build has (model_builds.py).

The shapes are those that are cut: hardware/body/layers.py. templates/model.js draws them.
"""

import json
import math

from hardware import forms, geometry, strip
from hardware.body import sizes
from hardware.body.layers import STACKED, Layer, layers
from hardware.body.shapes import Box, Circle, OpenRing, Shape
from hardware.printed.parts import FOOT_DIAMETER, foot_height

from .body import FILL
from .model_builds import parts

_ARC = 4  # straight pieces of a quarter of a circle, in what is no circle or rectangle
_CAP = 8.0  # height of a key cap, and how far its lower edge is behind the face's front
_CAP_BEHIND = 1.0
_COLOURS = {"keys": "#f2efe6", "lights": "#ffffff", "electronics": "#2e7d4f", "feet": "#222222"}


def model(layout: str) -> str:
    """Return the parts as JSON, from the front to the back. Each has a name, a title, a colour,
    its front and back in mm behind the face, and outlines with their holes: a circle is [x, y,
    diameter], a rectangle [x, y, width, height, radius], and anything else [[x, y], ...]. `more`
    has such prisms beyond the first; `level` is its place when the board is apart; `hidden` parts
    are shown when they are ticked."""
    found = [_keys(layout)]
    behind = carrier = 0.0
    recess = sizes.FACE + sizes.DIFFUSER + sizes.RECESS
    for layer in layers(layout)[:STACKED]:
        if layer.name == "wells":
            plate = next(one for one in layers(layout) if one.name == "plate")
            found.append(_sheet(plate, recess - sizes.PLATE, recess))
        if layer.name == "carrier":
            found.append(_lights(layout, behind))
        for n in range(layer.sheets):
            made = _sheet(layer, behind, behind + layer.thickness)
            if layer.sheets > 1:
                made["name"] += f"-{n + 1}"
            found.append(made)
            behind += layer.thickness
        if layer.name == "carrier":
            found.append(_electronics(layout, behind))
            carrier = behind
    found.append(_feet(layout, behind))
    for level, part in enumerate(found):
        part["level"] = level
    levels = {part["name"]: part["level"] for part in found}
    for beside, (name, title, colour, pieces) in parts(layout, carrier):
        first, *more = [_part(name, title, colour, *piece) for piece in pieces]
        keys = ("front", "back", "outlines", "holes")
        first["more"] = [{key: piece[key] for key in keys} for piece in more]
        found.append(first | {"level": levels[beside], "hidden": name != "components"})
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)


def _part(name, title, colour, front, back, outlines, holes=()):
    return {
        "name": name,
        "title": title,
        "colour": colour,
        "front": round(front, 2),
        "back": round(back, 2),
        "outlines": [_outline(shape) for shape in outlines],
        "holes": [_outline(shape) for shape in holes],
    }


def _sheet(layer: Layer, front, back):
    return _part(
        layer.name, layer.title, FILL[layer.name], front, back, [layer.outline], layer.holes
    )


def _keys(layout):
    caps = [Box(key.x, key.y, sizes.CAP, sizes.CAP, 2.0) for key in geometry.caps(layout)]
    front = _CAP_BEHIND - _CAP
    return _part("keys", "key caps", _COLOURS["keys"], front, _CAP_BEHIND, caps)


def _lights(layout, carrier):
    pixels = [Box(s.x, s.y, 5.0, 5.0) for run in strip.runs(layout) for s in run.spots]
    front = carrier - sizes.CHANNEL
    return _part("lights", "pixels", _COLOURS["lights"], front, carrier, pixels)


def _electronics(layout, carrier):
    x, y, width, height = forms.form(layout).perfboard
    front = carrier + sizes.ELECTRONICS[0]
    back = front + sizes.ELECTRONICS[1]
    board = Box(x, y, width, height)
    return _part("electronics", "perfboard", _COLOURS["electronics"], front, back, [board])


def _feet(layout, behind):
    at, inset = forms.form(layout), sizes.FOOT_INSET
    feet = [
        Circle(x, y, FOOT_DIAMETER)
        for y in (inset, at.height - inset)
        for x in (inset, at.width - inset)
    ]
    return _part("feet", "feet", _COLOURS["feet"], behind, behind + foot_height(), feet)


def _outline(shape: Shape) -> list:
    if isinstance(shape, Circle):
        return [_short(value) for value in shape]
    if isinstance(shape, Box):
        return [_short(value) for value in shape]
    assert isinstance(shape, OpenRing)
    points = []
    path = shape.points()
    for (x1, y1, bulge), (x2, y2, _) in zip(path, path[1:] + path[:1], strict=True):
        points.append([_short(x1), _short(y1)])
        if bulge:
            points += _arc((x1, y1), (x2, y2), bulge)
    return points


def _arc(start, end, bulge):
    """Return the points between the ends of an arc; bulge: as in hardware/body/shapes.py."""
    (x1, y1), (x2, y2) = start, end
    angle = 4 * math.atan(bulge)
    # The middle is beside the middle of the chord.
    away = (1 - bulge * bulge) / (4 * bulge)
    x, y = (x1 + x2) / 2 - (y2 - y1) * away, (y1 + y2) / 2 + (x2 - x1) * away
    found = []
    for n in range(1, _ARC):
        turn = angle * n / _ARC
        dx, dy = x1 - x, y1 - y
        found.append([
            _short(x + dx * math.cos(turn) - dy * math.sin(turn)),
            _short(y + dx * math.sin(turn) + dy * math.cos(turn)),
        ])  # fmt: skip
    return found


def _short(value: float) -> float:
    value = round(value, 2)
    return int(value) if value == int(value) else value

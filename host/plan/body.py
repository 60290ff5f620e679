"""Pictures of the body: its layers pulled apart and side by side, a section, and the open box."""

from hardware import forms, geometry, strip
from hardware.assembly import parts as assembly
from hardware.assembly import places
from hardware.body import sizes
from hardware.body.layers import (
    STACKED,
    Layer,
    cap_window,
    frame_inner,
    layers,
    perfboard_holes,
    plug_depth,
    raspberry_pi,
    raspberry_pi_holes,
    wire_holes,
)
from hardware.body.prisms import ADD, CUT
from hardware.body.shapes import Box, Circle, Shape

from .cutting.vector import path
from .svg import Drawing

FILL = {
    "face": "#7a5230", "diffuser": "#dfeaf0", "wells-top": "#e3c79a", "wells": "#cfa86d",
    "channel": "#b9b3a6", "carrier": "#efdcb6", "frame": "#96703f", "frame-open": "#a9844f",
    "back": "#c9a36a", "plate": "#b7bec6", "panel": "#efdcb6", "coupon": "#b7bec6",
}  # fmt: skip
_EDGE = dict.fromkeys(FILL, "#3b2a18") | {"diffuser": "#777777"}
_SCALE = 1.35
# Seen from the player's side, looking down on the board: x goes right, y comes nearer.
_ALONG, _NEARER = (0.94, 0.15), (-0.42, 0.50)
_FRONT, _STRIP, _BOX = (
    ("face", "diffuser", "plate", "wells-top", "wells"),
    ("wells", "channel", "carrier"),
    ("carrier", "frame", "frame-open", "back"),
)
_LETTERS = {
    "front": (_FRONT, "The front: what stands between a light and your eye, and the keys", 150),
    "strip": (_STRIP, "The strip between the wells and the carrier", 190),
    "box": (_BOX, "The box behind the carrier", 190),
}
PICTURES = tuple(_LETTERS)


def exploded(layout: str, which: str) -> str:
    """Return a picture of some layers pulled apart, the front one at the top, as SVG. which: one
    of PICTURES."""
    names, title, step = _LETTERS[which]
    shown = [layer for name in names for layer in layers(layout) if layer.name == name]
    at = forms.form(layout)
    height = 130 + step * (len(shown) - 1) + _SCALE * (66 + at.height / 2) + 40
    drawing = Drawing(1010, height, title, "Seen from the player's side, the FRONT up.")
    for n, layer in reversed(list(enumerate(shown))):
        y = 100 + step * n
        _sheet(drawing, layer, at, y)
        if layer.name == "carrier" and which == "strip":
            for piece in strip.pieces(layout):
                _strip(drawing, piece, at, y)
        _named(drawing, layer, y + 105)
    return drawing.text()


def _matrix(at, y, down=0.0):
    a, b = (_SCALE * v for v in _ALONG)
    c, d = (_SCALE * v for v in _NEARER)
    return (a, b, c, d, 24 + _SCALE * 0.42 * at.height, y + down)


def _sheet(drawing, layer, at, y):
    key = layer.name
    drawing.define(key, _whole(layer))
    for down in range(round(layer.thickness * layer.sheets * _SCALE), 0, -2):
        drawing.place(key, _matrix(at, y, down), "#4a3a28")
    drawing.place(key, _matrix(at, y), FILL[layer.name], _EDGE[layer.name])


def _strip(drawing, piece, at, y):
    half = 500 / at.strip_per_metre
    left = min(spot.x for spot in piece) - half
    right = max(spot.x for spot in piece) + half
    middle = piece[0].y
    w = sizes.STRIP_WIDTH / 2
    outline = [(left, middle - w), (right, middle - w), (right, middle + w), (left, middle + w)]
    drawing.path([*_seen(outline, at, y), _seen(outline[:1], at, y)[0]], "#555", 0.6, "#ffffff")
    for spot in piece:
        x, v = _seen([(spot.x, spot.y)], at, y)[0]
        drawing.dot(x, v, 2.4, "#f2c500")


def _seen(points, at, y):
    a, b, c, d, e, f = _matrix(at, y)
    return [(a * px + c * py + e, b * px + d * py + f) for px, py in points]


def _named(drawing, layer, y):
    x = 800
    sheets = f"{layer.sheets} × " if layer.sheets > 1 else ""
    drawing.words(x, y, layer.title, 15, bold=True)
    drawing.words(x, y + 18, f"{sheets}{layer.thickness:g} mm", 12)
    drawing.words(x, y + 34, layer.material.split(",")[0], 12, fill="#555")


def overview(layout: str) -> str:
    """Return a picture of all layers and pieces side by side, from the front, as SVG."""
    scale, wide = 0.76, 330
    high = 262 + scale * forms.form(layout).room
    drawing = Drawing(
        3 * wide + 40, 84 + 3 * high + 120, "Every piece that is cut",
        "Each from the FRONT, the panel from outside. White is cut away.",
    )  # fmt: skip
    for n, layer in enumerate(layers(layout)):
        x, y = 24 + n % 3 * wide, 92 + n // 3 * high
        sheets = f"{layer.sheets} × " if layer.sheets > 1 else ""
        drawing.words(x, y, f"{layer.title}  ({sheets}{layer.thickness:g} mm)", 13, bold=True)
        left, top, _, _ = layer.outline.reach()
        drawing.define(layer.name, _whole(layer))
        where = (scale, 0, 0, scale, x - left * scale, y + 14 - top * scale)
        drawing.place(layer.name, where, FILL[layer.name], _EDGE[layer.name])
    return drawing.text()


def _whole(layer: Layer) -> str:
    return "".join(_outline(shape) for shape in (layer.outline, *layer.holes))


def _outline(shape: Shape) -> str:
    if isinstance(shape, Circle):
        r = shape.diameter / 2
        return (
            f"M{shape.x - r:g} {shape.y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0"
            f"a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"
        )
    return path(shape.points(), True)


# The section -------------------------------------------------------------------------------------

_HIGH = 9.0  # pixels to the mm


def section(layout: str) -> str:
    """Return a cut through the stack, at two lights and at two keys, as SVG."""
    drawing = Drawing(
        1010, 110 + _HIGH * 58, "A cut through the stack",
        "The front is up. Left: the frame's wall with a screw. Middle: two lights. Right: a key.",
    )  # fmt: skip
    top, x = 130.0, 30.0
    y = top
    # Spans of each layer in mm from the left, as (from, to): wall, lights at 22 and 32, key at 60.
    window = (48.0, 74.0)
    for layer in layers(layout)[:STACKED]:
        height = layer.thickness * layer.sheets * _HIGH
        for a, b in _solid(layer.name, window):
            drawing.box(x + a * _HIGH, y, (b - a) * _HIGH, height, FILL[layer.name],
                        _EDGE[layer.name], 0, 0.8)  # fmt: skip
        drawing.path([(x + 74 * _HIGH, y + height / 2), (x + 76 * _HIGH, y + height / 2)])
        sheets = f"{layer.sheets} × " if layer.sheets > 1 else ""
        drawing.words(x + 76.5 * _HIGH, y + height / 2 + 4,
                      f"{layer.name}, {sheets}{layer.thickness:g} mm", 12)  # fmt: skip
        y += height
    _section_screw(drawing, x, top, y)
    _section_strip(drawing, x, top)
    _section_key(drawing, x, top)
    return drawing.text()


def _solid(name, window):
    lights, right = (22.0, 32.0), 74.0
    cuts = {
        "face": [(v - 3, v + 3) for v in lights] + [window],
        "diffuser": [window],
        "wells-top": [(v - 4, v + 4) for v in lights] + [(window[0] - 6.25, right)],
        "wells": [(v - 4, v + 4) for v in lights] + [(52.0, 68.0)],
        "channel": [(lights[0] - 8, lights[1] + 8), window],
        "carrier": [window],
        "frame": [(12.0, right)],
        "frame-open": [(12.0, right)],
    }.get(name, [])
    edges, found = 0.0, []
    for a, b in [(4.4, 7.6), *cuts]:  # the screw's hole first
        found.append((edges, a))
        edges = b
    if edges < right:
        found.append((edges, right))
    return found


def _section_screw(drawing, x, top, bottom):
    drawing.box(x + 4.5 * _HIGH, top, 3 * _HIGH, bottom - top + 4 * _HIGH, "#9aa0a8", "#333", 0, 1)
    drawing.box(x + 3.2 * _HIGH, top - 1.7 * _HIGH, 5.6 * _HIGH, 1.7 * _HIGH, "#c9a227", "#333", 4)
    drawing.box(x + 3.2 * _HIGH, bottom, 5.6 * _HIGH, 2.4 * _HIGH, "#c9a227", "#333", 0)
    drawing.words(x + 9.6 * _HIGH, bottom + 18, "screw, washer, nut", 12)


def _section_strip(drawing, x, top):
    floor = sizes.FACE + sizes.DIFFUSER + sizes.RECESS + sizes.WELLS + sizes.CHANNEL
    y = top + floor * _HIGH
    drawing.box(x + 17 * _HIGH, y - 0.5 * _HIGH, 20 * _HIGH, 0.5 * _HIGH, "#fff", "#333", 0, 0.8)
    for light in (22, 32):
        drawing.box(x + (light - 2.5) * _HIGH, y - 2.1 * _HIGH, 5 * _HIGH, 1.6 * _HIGH,
                    "#f2c500", "#333", 0, 0.8)  # fmt: skip
    drawing.words(x + 27 * _HIGH, y + 1.9 * _HIGH, "strip with two pixels", 12, "middle")
    drawing.words(x + 27 * _HIGH, top - 12, "two holes", 12, "middle")


def _section_key(drawing, x, top):
    plate = top + (sizes.FACE + sizes.DIFFUSER + sizes.RECESS - sizes.PLATE) * _HIGH
    for a, b in ((42.0, 53.0), (67.0, 74.0)):
        drawing.box(x + a * _HIGH, plate, (b - a) * _HIGH, sizes.PLATE * _HIGH, FILL["plate"],
                    "#333", 0, 0.8)  # fmt: skip
    grey = "#4a4f57"
    drawing.box(x + 53 * _HIGH, plate, 14 * _HIGH, 5 * _HIGH, grey, "#111", 0, 0.8)
    drawing.box(x + 52.2 * _HIGH, plate - 6.6 * _HIGH, 15.6 * _HIGH, 6.6 * _HIGH, grey, "#111", 3)
    drawing.box(x + 57 * _HIGH, plate + 5 * _HIGH, 1.2 * _HIGH, 3.3 * _HIGH, "#c9a227", "#333", 0)
    drawing.box(x + 62 * _HIGH, plate + 5 * _HIGH, 1.2 * _HIGH, 3.3 * _HIGH, "#c9a227", "#333", 0)
    drawing.words(x + 60 * _HIGH, plate - 2.6 * _HIGH, "key switch", 12, "middle", fill="#fff")
    drawing.words(x + 60 * _HIGH, plate + 9.9 * _HIGH, "pins", 12, "middle")
    drawing.tag(x + 42.4 * _HIGH, top - 9, "switch plate", "start")
    drawing.path([(x + 46 * _HIGH, top), (x + 46.5 * _HIGH, plate + 4)], "#d01c1c", 1.2)


# The open box ------------------------------------------------------------------------------------


def inside(layout: str) -> str:
    """Return a picture of the open box from the back, the view for wiring it, as SVG."""
    scale = 2.3
    left, top = 60.0, 96.0
    form = forms.form(layout)
    width = form.width
    drawing = Drawing(
        width * scale + 2 * left, form.height * scale + 150,
        "The open box from the BACK",
        "The back is off. Hole 1 is at the top RIGHT, on the other side of the carrier.",
    )  # fmt: skip

    def at(x, y):
        return left + (width - x) * scale, top + y * scale

    def box(shape, fill, edge="#444", line=1.5):
        a, b, c, d = shape.reach()
        x, y = at(c, b)
        drawing.box(x, y, (c - a) * scale, (d - b) * scale, fill, edge, shape.corner * scale, line)

    outline = next(layer for layer in layers(layout) if layer.name == "frame").outline
    assert isinstance(outline, Box)
    box(outline, FILL["frame-open"])
    box(frame_inner(layout), FILL["carrier"])
    begin, end = form.opening
    box(Box(sizes.FRAME_WALL / 2, (begin + end) / 2, sizes.FRAME_WALL, end - begin), "#ffffff")
    _strip_behind(drawing, layout, at, scale)
    box(cap_window(layout), "#f7f7f7")
    for key in geometry.caps(layout):
        box(Box(key.x, key.y, 13.9, 13.9, 1.0), "#4a4f57", "#111")
        x, y = at(key.x, key.y)
        drawing.words(x, y + 4, key.label, 10, "middle", fill="#ffffff")
    _electronics(drawing, form, box, at, scale)
    _raspberry_pi(drawing, layout, at, scale)
    return drawing.text()


def _strip_behind(drawing, layout, at, scale):
    for line in strip.runs(layout):
        spots = line.spots
        (x0, y), (x1, _) = at(spots[0].x, spots[0].y), at(spots[-1].x, spots[0].y)
        if len(spots) > 1:
            drawing.path([(x0, y), (x1, y)], "#d8c294", 10 * scale)
            drawing.words((x0 + x1) / 2, y + 4, f"{line.name}, on the other side", 12, "middle",
                          fill="#7a6237")  # fmt: skip
    for hole in wire_holes(layout):
        x, y = at(hole.x, hole.y)
        drawing.dot(x, y, hole.diameter / 2 * scale, "#ffffff", "#333")
    for number, feed in enumerate(strip.feeds(layout), 1):
        spot = strip.feed_spot(feed, layout)
        hole = min(wire_holes(layout), key=lambda h: abs(h.x - spot.x) + 9 * abs(h.y - spot.y))
        x, y = at(hole.x, hole.y)
        if forms.form(layout).pixels.tracks == 1:
            drawing.tag(x, y + 19, f"P{number}", "middle")
        else:  # the hole of the next track is below
            right = hole.x < forms.form(layout).width / 2
            drawing.tag(x + (12 if right else -12), y, f"P{number}", "start" if right else "end")
    first = strip.runs(layout)[0].spots[0]
    x, y = at(first.x, first.y)
    drawing.tag(x - 24, y - 26, "data in, with P1", "middle")


def _electronics(drawing, form, box, at, scale):
    x, y, width, height = form.perfboard
    box(Box(x, y, width, height, 1.0), "#d9b38a")
    for hole in perfboard_holes(sizes.SCREW_HOLE, form.name):
        drawing.dot(*at(hole.x, hole.y), hole.diameter / 2 * scale, "#c9a227", "#333")
    opening = sum(form.opening) / 2
    pico, plug = places.pico(form.name), places.plug(form.name)
    across, socket = pico.y, pico.reach()[0]
    box(pico, "#2f7d4f")
    drawing.words(*_shift(at(pico.x, pico.y), 4), "Pico", 14, "middle", True, "#ffffff")
    # The cable: from the Pico's socket through the opening and the panel.
    start, stop = at(socket, across), at(-14, across)
    drawing.path([start, stop], "#222222", 8)
    box(plug, "#555555")
    drawing.words(*_shift(at(plug.x, plug.y), 4), "plug", 11, "middle", fill="#ffffff")
    drawing.tag(stop[0] - 6, stop[1] - 18, "USB", "middle")
    _printed(drawing, form, box, at, scale)
    rails = at(form.power_rails[0], form.power_rails[1] + 9)
    drawing.words(*rails, "perfboard, on spacers", 13, "middle", True)
    drawing.words(rails[0], rails[1] + 18, "shifter, fuses, capacitors, rails", 12, "middle")
    panel = at(-3, opening - sizes.PANEL[0] / 2)
    drawing.box(panel[0] - 3 * scale, panel[1], 3 * scale, sizes.PANEL[0] * scale, "#efdcb6")
    drawing.words(at(197.5, 0)[0], at(0, form.height)[1] + 26,
                  f"The middle of the plug is {plug_depth():.0f} mm behind the carrier, level "
                  "with the hole of the panel.", 12, "middle")  # fmt: skip


def _printed(drawing, form, box, at, scale):
    """Draw the two clamps, and the bracket of a supply's socket, with their screws."""
    first = assembly.builds(form.name)[0]
    parts = {part.name: part for part in assembly.parts(form.name, first)}
    clamps = parts["cable-clamp"].solids
    for solid in (*clamps, *parts["socket-holder"].solids):
        for prism in solid:
            if prism.how == ADD:
                box(prism.shape, "#b0b0b0")
        for prism in solid:
            if prism.how == CUT and isinstance(prism.shape, Circle):
                hole = prism.shape
                drawing.dot(*at(hole.x, hole.y), hole.diameter / 2 * scale, "#ffffff", "#333")
    usb, strip_ = (next(p.shape for p in solid if p.how == ADD) for solid in clamps)
    x, y = at(usb.x, usb.reach()[1])
    drawing.tag(x - 4, y - 8, "clamp", "end")
    drawing.tag(at(strip_.x, 0)[0], at(0, strip_.reach()[1])[1] - 8, "clamp", "middle")
    bracket = parts["socket-holder"].solids[0][0].shape
    x, y = at(bracket.x, bracket.reach()[3])
    drawing.tag(x, y + 16, "bracket", "middle")


def _raspberry_pi(drawing, layout, at, scale):
    """Draw the place of a Raspberry Pi, pale, because the picture has a Pico."""
    place = raspberry_pi(layout)
    if place is None:
        return
    grey = "#7a6237"
    left, top, right, bottom = place.reach()
    x, y = at(right, top)
    drawing.box(x, y, place.width * scale, place.height * scale, "#e7efe6", grey, 3 * scale)
    for hole in raspberry_pi_holes(sizes.RASPBERRY_PI_HOLE, layout):
        drawing.dot(*at(hole.x, hole.y), hole.diameter / 2 * scale, "#ffffff", "#333")
    header = left + sizes.RASPBERRY_PI_HEADER
    x, y = at(header + 49.5, bottom - 6)
    drawing.box(x, y, 50.8 * scale, 5 * scale, "#444a52", grey, 2)
    drawing.words(x + 25.4 * scale, y - 6, "header, with the ribbon", 11, "middle")
    for a, b, wide, high, what in (
        (left - 2, place.y, 8, 12, "card"), (right - 14, place.y - 14, 17, 16, "USB"),
        (right - 14, place.y + 5, 17, 16, "USB"), (left + 11.2, top + 3, 9, 8, "5 V"),
    ):  # fmt: skip
        x, y = at(a + wide / 2 if what == "5 V" else a + wide, b - high / 2)
        drawing.box(x, y, wide * scale, high * scale, "#c8cdd2", grey, 2)
        drawing.words(x + wide * scale / 2, y + high * scale / 2 + 4, what, 10, "middle")
    x, y = at(place.x, place.y - 4)
    drawing.words(x, y, "Raspberry Pi", 13, "middle", True)
    drawing.words(x, y + 17, "or the Pico, not both", 12, "middle")


def _shift(point, down):
    return point[0], point[1] + down

"""A picture of the finished board of each layout, from the player's side, with a game on it."""

from hardware import board, forms, geometry
from hardware.body.layers import STACKED, cap_window, layers
from hardware.body.shapes import Box, Circle

from .body import FILL
from .cutting.vector import path
from .svg import Drawing

# Seen from the player's side, looking down on the board: x goes right, y comes nearer.
_SCALE = 1.95
_ALONG, _NEARER, _DOWN = (0.96, 0.075), (-0.21, 0.66), 0.62
_LEFT, _TOP = 36.0, 96.0
_CAP = 6.0  # mm that a cap stands above the face
# Pegs of a game, front and back, by side; and lights of the bar.
_PEGS = ((47, 41), (62, 55), (20, 14))
_COUNT = 15


def finished(layout: str) -> str:
    """Return the picture as SVG."""
    at = forms.form(layout)
    stack = layers(layout)[:STACKED]
    depth = sum(layer.thickness * layer.sheets for layer in stack) * _SCALE * _DOWN
    left = _LEFT - _SCALE * _NEARER[0] * at.height
    across = _SCALE * (_ALONG[0] * at.width)
    down = _SCALE * (_ALONG[1] * at.width + _NEARER[1] * at.height)
    drawing = Drawing(
        left + across + 190, _TOP + down + depth + 40,
        f"The finished board: {at.title}",
        f"Seen from the player's side, the FRONT up. {at.width:g} × {at.height:g} mm, "
        f"{at.pixels.pixels} pixels; the layout {at.name}.",
    )  # fmt: skip

    def matrix(x=0.0, y=0.0, up=0.0):
        a, b = (_SCALE * v for v in _ALONG)
        c, d = (_SCALE * v for v in _NEARER)
        return a, b, c, d, a * x + c * y + left, b * x + d * y + _TOP - up * _SCALE * _DOWN

    _stack(drawing, stack, matrix)
    _face(drawing, layout, matrix)
    _lights(drawing, layout, at, matrix)
    _keys(drawing, layout, matrix)
    _names(drawing, layout, at, matrix)
    return drawing.text()


def _stack(drawing, stack, matrix):
    """Draw the edges of all layers, from the lowest up."""
    y = sum(layer.thickness * layer.sheets for layer in stack)
    outline = stack[0].outline
    drawing.define("outline", path(outline.points(), True))
    for layer in reversed(stack):
        bottom, y = y, y - layer.thickness * layer.sheets
        up = -bottom
        while up < -y:
            drawing.place("outline", matrix(up=up), FILL[layer.name])
            up += 1.0
        drawing.place("outline", matrix(up=-y - 0.3), FILL[layer.name], "#3b2a18")


def _face(drawing, layout, matrix):
    face = layers(layout)[0]
    drawing.place("outline", matrix(), FILL["face"], "#3b2a18")
    window = cap_window(layout)
    drawing.define("window", path(window.points(), True))
    drawing.place("window", matrix(), "#241a12", "#110a05")
    drawing.define("strokes", "".join(path(list(s.points), False) for s in face.strokes))
    drawing.place("strokes", matrix(), "none", "#d9b98a", 0.5)
    for text in face.texts:
        drawing.words_on(matrix(text.x, text.y), text.text, text.size, text.angle, "#ecd7ae")
    # The screws' heads, and the holes: opal, since the diffuser is right below the face.
    lights = {(spot.x, spot.y) for spot in geometry.lights(layout)}
    for hole in face.holes:
        if isinstance(hole, Circle):
            is_light = (hole.x, hole.y) in lights
            _disc(drawing, matrix, hole, "#b9a58a" if is_light else "#c9a227", "#2b1b0e")


def _disc(drawing, matrix, circle, fill, edge="none", opacity=1.0):
    name = f"disc-{circle.diameter:g}"
    r = circle.diameter / 2
    drawing.define(
        name, f"M{-r:g} 0a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"
    )
    drawing.place(name, matrix(circle.x, circle.y), fill, edge, 0.4, opacity)


def _lights(drawing, layout, at, matrix):
    for side, pegs in enumerate(_PEGS[: max(2, at.pixels.tracks)]):
        for level, number in zip((1.0, 0.55), pegs, strict=True):
            spot = next(
                s
                for s in geometry.holes(layout)
                if (s.number, s.track) == (number, side % at.pixels.tracks)
            )
            _lamp(drawing, matrix, spot, board.SIDES[side], level)
    for spot in geometry.bar(layout)[:_COUNT]:
        _lamp(drawing, matrix, spot, board.SIDES[0], 0.8)
    for track in range(at.pixels.tracks):
        for spot in geometry.trackers(layout):
            if spot.track == track and spot.number in (7, 8, 17, 27):
                _lamp(drawing, matrix, spot, board.SIDES[track], 1.0)
    for spot in geometry.paths(layout)[1:2]:
        _lamp(drawing, matrix, spot, board.SIDES[0], 1.0)


def _lamp(drawing, matrix, spot, side, level):
    colour = "#" + "".join(f"{value:02x}" for value in side[1:])
    here = Circle(spot.x, spot.y, spot.diameter)
    _disc(drawing, matrix, here.grown(2.2), colour, opacity=0.25 * level)
    _disc(drawing, matrix, here, "#ffffff", opacity=level)
    _disc(drawing, matrix, here, colour, opacity=0.75)


def _keys(drawing, layout, matrix):
    """Draw the caps, the farthest first."""
    for key in geometry.caps(layout):
        half = key.size / 2
        drawing.define("cap", path(Box(0, 0, key.size, key.size, 2.0).points(), True))
        drawing.define("cap-top", path(Box(0, 0, key.size - 4, key.size - 4, 2.0).points(), True))
        for step in range(-2, round(_CAP)):
            drawing.place("cap", matrix(key.x, key.y, step), "#8d8577")
        drawing.place("cap", matrix(key.x, key.y, _CAP), "#d9d2c3", "#5e584d")
        drawing.place("cap-top", matrix(key.x, key.y, _CAP), "#f4efe4", "#b9b1a1")
        red = key.label in ("♥", "♦")
        size = {1: 8.5, 2: 7.0}.get(len(key.label), 3.4)
        middle = matrix(key.x, key.y + 0.02 * half, _CAP)
        drawing.words_on(middle, key.label, size, 0.0, "#b3131b" if red else "#2a241c")


def _names(drawing, layout, at, matrix):
    """Draw labels at the right, each with a line to its part."""
    last = board.STREET
    found: list[tuple[str, geometry.Spot | geometry.Key]] = [
        (f"track {track + 1}" if at.pixels.tracks > 1 else "the track",
         next(s for s in geometry.holes(layout) if (s.number, s.track) == (last, track)))
        for track in range(at.pixels.tracks)
    ]  # fmt: skip
    if at.pixels.paths:
        found.append(("a blue path", geometry.paths(layout)[0]))
    for row in range(at.pixels.tracker_rows):
        rows = [s for s in geometry.trackers(layout) if (s.row, s.track) == (row, 0)]
        found.append((f"trackers, row {row + 1}", rows[-1]))
    found.append(("the bar", geometry.bar(layout)[-1]))
    found.append(("the keys", geometry.caps(layout)[board.KEY_COLUMNS - 1]))
    a, b, c, d, e, f = matrix()
    x = e + a * at.width + 16
    before = 0.0
    places = [
        (b * thing.x + d * thing.y + f, a * thing.x + c * thing.y + e, text)
        for text, thing in found
    ]
    for py, px, text in sorted(places):
        y = max(py, before + 20)
        before = y
        drawing.path([(px + 7, py), (x - 4, y)], "#d01c1c", 1.2)
        drawing.words(x, y + 4, text, 13, bold=True)

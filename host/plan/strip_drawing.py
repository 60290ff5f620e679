"""The drawing of the strip as it lies in the board, from the front or from the back."""

import math

from hardware import board, forms, strip

from .svg import COLOURS, Drawing

_SCALE, _LEFT, _TOP = 3.0, 40.0, 96.0
_WORDS = {
    True: "Seen from behind, where the wires come out: hole 1 is at the top RIGHT.",
    False: "Seen as you play, and as you stick and solder the pieces: hole 1 is at the top LEFT.",
}


def strips(layout: str, back: bool) -> str:
    """Return the drawing of the strip of `layout` as SVG; back: as one solders it."""
    at = forms.form(layout)
    runs = strip.runs(layout)
    lines = (len(strip.feeds(layout)) + 3) // 4
    drawing = Drawing(
        2 * _LEFT + at.width * _SCALE,
        _TOP + at.height * _SCALE + 110 + 20 * lines,
        f"Strip from the {'BACK' if back else 'FRONT'}",
        _WORDS[back] + " The arrows are those printed on the strip: data goes their way.",
    )

    def place(spot):
        x = at.width - spot.x if back else spot.x
        return _LEFT + x * _SCALE, _TOP + spot.y * _SCALE

    x, y = _LEFT, _TOP
    width, height = at.width * _SCALE, at.height * _SCALE
    drawing.box(x, y, width, height, "#faf6ee", "#8a7a5c", at.corner * _SCALE)
    for here, there in zip(runs, runs[1:], strict=False):
        _joint(drawing, place(here.spots[-1]), place(there.spots[0]))
    for run in runs:
        for here, there in zip(run.spots, run.spots[1:], strict=False):
            _joint(drawing, place(here), place(there))
    _rails(drawing, at, back)
    _feeds(drawing, layout, at, place)
    _data_in(drawing, place(runs[0].spots[0]), runs[0].name == "bar")
    for piece in strip.pieces(layout):
        _piece(drawing, piece, place)
    for n, run in enumerate(runs, 1):
        beside = at.pixels.tracks > 1 and run.spots[0].kind != "bar"
        _run(drawing, n, run, place, beside)
    return drawing.text()


def _piece(drawing, piece, place):
    points = [place(spot) for spot in piece]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    y = points[0][1]
    drawing.box(left - 13, y - 13, right - left + 26, 26, "#ffffff", "#222", 2, 1.2)
    for x, _ in points:
        drawing.box(x - 7, y - 7, 14, 14, "#fff7cf", "#999", 2, 0.8)
    forward = points[-1][0] >= points[0][0]
    for spot, (x, _) in zip(piece, points, strict=True):
        drawing.words(x, y + 4, str(spot.number), 8.5, "middle", fill="#444")
    if len(points) > 1:
        x, way = (points[0][0] + points[1][0]) / 2, 4 if forward else -4
        arrow = [(x - way, y - 4), (x + way, y), (x - way, y + 4)]
        drawing.path(arrow, COLOURS["green"], 1, COLOURS["green"])


def _run(drawing, number, run, place, beside):
    """Name a run: above it, or at its end away from the feeds where another track leaves no room
    above it."""
    (x0, y), (x1, _) = place(run.spots[0]), place(run.spots[-1])
    forward = "right" if x1 > x0 else "left"
    long = len(run.spots) > 1
    if not beside:
        text = f"S{number} {run.name}" + (f", data to the {forward}" if long else "")
        drawing.words((x0 + x1) / 2, y - 19, text, 12, "middle", True)
    elif long:
        from_back = (x1 > x0) != (run.spots[-1].x > run.spots[0].x)
        x, anchor = (min(x0, x1) - 56, "end") if from_back else (max(x0, x1) + 56, "start")
        drawing.tag(x, y - 7, f"S{number} {'→' if x1 > x0 else '←'}", anchor)
        drawing.words(x, y + 13, run.name, 8, anchor)
    else:
        drawing.tag(x0, y - 22, f"S{number}", "middle")


def _joint(drawing, start, end):
    """The three wires from the end of a run to the beginning of the next."""
    across = 5 if abs(start[0] - end[0]) < abs(start[1] - end[1]) else 0
    for shift, colour in ((-1, "red"), (0, "green"), (1, "black")):
        dx, dy = (shift * across, 0) if across else (0, shift * 5)
        drawing.wire([(start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)], colour)


def _data_in(drawing, end, below):
    """Where the data comes from the level shifter, which is below the bar."""
    x, y = end
    way = 1 if below else -1
    drawing.wire([(x, y), (x, y + way * 46)], "green")
    drawing.tag(x, y + way * 54, "data in: from the shifter, R1 here", "middle")


def _rails(drawing, at, back):
    """The stripboard, and the keys, so that one finds one's way."""
    x, y = at.power_rails
    x = _LEFT + (at.width - x if back else x) * _SCALE
    y = _TOP + y * _SCALE
    drawing.box(x - 120, y - 50, 240, 100, "#fbdcdc", "#a55")
    drawing.words(x, y - 4, "stripboard, rails", 13, "middle", True)
    drawing.words(x, y + 14, "the feeds come from here", 12, "middle")
    left, top = at.first_key
    wide = (board.KEY_COLUMNS - 1) * at.key_pitch
    high = (board.KEY_ROWS - 1) * at.key_pitch
    x0 = at.width - left - wide if back else left
    x0, y0 = _LEFT + (x0 - 9) * _SCALE, _TOP + (top - 9) * _SCALE
    drawing.box(x0, y0, (wide + 18) * _SCALE, (high + 18) * _SCALE, "#eef2f7", "#889", 4)
    drawing.words(x0 + (wide + 18) * 1.5, y0 + 100, "keys", 16, "middle", fill="#667")


def _feeds(drawing, layout, at, place):
    width = at.width * _SCALE
    y = _TOP + at.height * _SCALE + 34
    words = (
        "Power: a red and a black wire, 0.5 mm², from the rails to each P, to its 5 V and its GND"
    )
    drawing.words(_LEFT, y, words, 14, bold=True)
    for n, feed in enumerate(strip.feeds(layout), 1):
        spot = strip.feed_spot(feed, layout)
        px, py = place(spot)
        outward = -1 if px < _LEFT + width / 2 else 1
        if len(strip.runs(layout)[feed.run].spots) == 1 and at.pixels.tracks == 1:
            drawing.path([(px, py), (px, py + 34)], "#d01c1c", 3)
            _mark(drawing, px, py + 34, n)
        else:
            drawing.path([(px, py), (px + outward * 40, py)], "#d01c1c", 3)
            _mark(drawing, px + outward * 40, py, n)
        where = f"{spot.kind} {spot.number}"
        if at.pixels.tracks > 1 and spot.kind != "bar":
            where += f", track {spot.track + 1}"
        length = math.ceil(strip.feed_length(feed, layout) / 10) * 10
        drawing.words(
            _LEFT + 290 * ((n - 1) % 4),
            y + 26 + 20 * ((n - 1) // 4),
            f"P{n}: at {where}, {length} mm of each",
            13,
        )
    drawing.words(
        _LEFT,
        y + 36 + 20 * ((len(strip.feeds(layout)) + 3) // 4),
        "Between two pieces: three short wires, 5 V to 5 V (red), data out to data in (green), "
        "GND to GND (black). Follow the print on the strip: 5 V changes sides at each turn.",
        13,
    )


def _mark(drawing, x, y, n):
    drawing.dot(x, y, 12, "#d01c1c")
    drawing.words(x, y + 4.5, f"P{n}", 11, "middle", True, "#ffffff")

"""The drawing of the strip in the board, from the front or from the back."""

import math

from hardware import board, forms, strip

from .svg import COLOURS, Drawing, tag_width

_SCALE, _LEFT, _TOP = 3.0, 90.0, 96.0
# From the last pixel of a run outwards: the wires to the next run, each group in a separate
# lane, then the mark of a feed, then the name of the run.
_FIRST_LANE, _LANE, _FEED, _NAME = 20.0, 12.5, 92.0, 110.0
_TAG_HIGH = 16.6  # the room for a name between two runs
_LETTER = 7.0  # the width of a letter of a run's name
_ABOVE = 21.0  # from the middle of a piece of one pixel up to that of its name
_WIRES = 14.0  # the width of three wires side by side
_PIECE = 13.0  # from the middle of an outer pixel of a piece to its edge
# Places for a name, in parts of the way along a lane or of the length of a run: the middle first.
_PARTS = sorted([part / 240 for part in range(48, 193)], key=lambda part: abs(part - 0.5))
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
_WORDS = {
    True: "Seen from behind, where the wires come out: hole 1 is at the top RIGHT.",
    False: "Seen as you play, and as you stick and solder the pieces: hole 1 is at the top LEFT.",
}


def strips(layout: str, back: bool) -> str:
    """Return the drawing of the strip of `layout` as SVG; back: seen from the side to solder."""
    at = forms.form(layout)
    runs = strip.runs(layout)
    lines = (len(strip.feeds(layout)) + 3) // 4
    drawing = Drawing(
        2 * _LEFT + at.width * _SCALE,
        _TOP + at.height * _SCALE + 110 + 20 * lines,
        f"Strip from the {'BACK' if back else 'FRONT'}",
        _WORDS[back] + " The arrows are those printed on the strip: data goes their way.",
    )

    def place(spot) -> tuple[float, float]:
        x = at.width - spot.x if back else spot.x
        return _LEFT + x * _SCALE, _TOP + spot.y * _SCALE

    x, y = _LEFT, _TOP
    width, height = at.width * _SCALE, at.height * _SCALE
    drawing.box(x, y, width, height, "#faf6ee", "#8a7a5c", at.corner * _SCALE)
    for run in runs:
        for here, there in zip(run.spots, run.spots[1:], strict=False):
            _joint(drawing, place(here), place(there))
    _rails(drawing, at, back)
    taken = [_box(x, y, 24, 24) for x, y in _feeds(drawing, layout, at, place)]
    names, wires = [], []
    for n, side, lane in lanes(layout):
        start, end = place(runs[n].spots[-1]), place(runs[n + 1].spots[0])
        drawn = _around(drawing, start, end, lane, -side if back else side)
        if drawn:
            names.append((drawn[0], f"S{n + 1} → S{n + 2}"))
            wires.append(drawn[1])
    _data_in(drawing, place(runs[0].spots[0]), runs[0].name == "bar")
    taken += [_piece(drawing, piece, place) for piece in strip.pieces(layout)]
    tracks = at.pixels.tracks
    for n, run in enumerate(runs, 1):
        if tracks > 1 and len(run.spots) == 1:
            x, y = place(run.spots[0])
            taken.append(_box(x, y - _ABOVE, tag_width(f"S{n}"), _TAG_HIGH))
    # After the pieces, so that none of them covers a name.
    for where, words in names:
        wide = tag_width(words)
        x, y = _free(where, taken, wide, _TAG_HIGH)
        taken.append(_box(x, y, wide, _TAG_HIGH))
        drawing.tag(x, y, words, "middle")
    taken += wires
    for n, run in enumerate(runs, 1):
        beside = tracks > 1 and run.spots[0].kind != "bar"
        _run(drawing, n, run, place, beside, taken)
    return drawing.text()


def lanes(layout: str) -> list[tuple[int, int, int]]:
    """Return, for each run but the last, its number from 0, the side on which it is joined to the
    next (1: right, from the front), and its lane there: no two that overlap share a lane."""
    runs, middle = strip.runs(layout), forms.form(layout).width / 2
    taken: dict[tuple[int, int], list[tuple[float, float]]] = {}
    found = []
    for n, (here, there) in enumerate(zip(runs, runs[1:], strict=False)):
        a, b = here.spots[-1], there.spots[0]
        side = 1 if a.x > middle else -1
        low, high = sorted((a.y, b.y))
        lane = 0
        while any(low <= y1 and y0 <= high for y0, y1 in taken.get((side, lane), ())):
            lane += 1
        taken.setdefault((side, lane), []).append((low, high))
        found.append((n, side, lane))
    return found


def _around(drawing, start, end, lane, side):
    """Draw the three wires from the end of a run to the beginning of the next: out, along, and
    in. Return places for their name, and the room of the wires along the lane; None if the next
    run is in the same line."""
    (x0, y0), (x1, y1) = start, end
    if y0 == y1:  # the next run is in the same line
        _joint(drawing, start, end)
        return None
    out = side * max(side * x0, side * x1) + side * (_FIRST_LANE + _LANE * lane)
    way = 1 if y1 > y0 else -1
    for shift, colour in ((-1, "red"), (0, "green"), (1, "black")):
        x, dy = out + 3.6 * shift, -side * way * 3.6 * shift
        drawing.wire([(x0, y0 + dy), (x, y0 + dy), (x, y1 - dy), (x1, y1 - dy)], colour)
    names = [(out, y0 + (y1 - y0) * part) for part in _PARTS]
    return names, _box(out, (y0 + y1) / 2, _WIRES, abs(y1 - y0))


def _box(x: float, y: float, width: float, height: float) -> Box:
    """Return the box of this size around (x, y)."""
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _free(places: list[Point], taken: list[Box], width: float, height: float) -> Point:
    """Return the first of `places` around which a box of this size is clear of those taken, or the
    one at which it covers least of them."""

    def covered(place: Point) -> float:
        left, top, right, bottom = _box(*place, width, height)
        sides = [
            (min(right, x1) - max(left, x0), min(bottom, y1) - max(top, y0))
            for x0, y0, x1, y1 in taken
        ]
        return sum([wide * high for wide, high in sides if wide > 0 and high > 0])

    return min(places, key=covered)


def _piece(drawing, piece, place) -> Box:
    """Draw a piece of the strip; return its room."""
    points = [place(spot) for spot in piece]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    y = points[0][1]
    long, high = right - left + 2 * _PIECE, 2 * _PIECE
    drawing.box(left - _PIECE, y - _PIECE, long, high, "#ffffff", "#222", 2, 1.2)
    for x, _ in points:
        drawing.box(x - 7, y - 7, 14, 14, "#fff7cf", "#999", 2, 0.8)
    forward = points[-1][0] >= points[0][0]
    for spot, (x, _) in zip(piece, points, strict=True):
        drawing.words(x, y + 4, str(spot.number), 8.5, "middle", fill="#444")
    if len(points) > 1:
        x, way = (points[0][0] + points[1][0]) / 2, 4 if forward else -4
        arrow = [(x - way, y - 4), (x + way, y), (x - way, y + 4)]
        drawing.path(arrow, COLOURS["green"], 1, COLOURS["green"])
    return _box((left + right) / 2, y, long, high)


def _run(drawing, number, run, place, beside, taken):
    """Write the name of a run above it, clear of what is drawn there, or if another track leaves
    no room there, at its end away from the feeds."""
    (x0, y), (x1, _) = place(run.spots[0]), place(run.spots[-1])
    forward = "right" if x1 > x0 else "left"
    long = len(run.spots) > 1
    if not beside:
        text = f"S{number} {run.name}" + (f", data to the {forward}" if long else "")
        wide = _LETTER * len(text)
        reach = abs(x1 - x0) + 2 * wide if long else 2 * wide
        places = [((x0 + x1) / 2 + reach * (part - 0.5), y - 23) for part in _PARTS]
        x, _ = _free(places, taken, wide, 14)
        drawing.words(x, y - 19, text, 12, "middle", True)
    elif long:
        from_back = (x1 > x0) != (run.spots[-1].x > run.spots[0].x)
        x, anchor = (min(x0, x1) - _NAME, "end") if from_back else (max(x0, x1) + _NAME, "start")
        drawing.tag(x, y - 7, f"S{number} {'→' if x1 > x0 else '←'}", anchor)
        drawing.words(x, y + 13, run.name, 8, anchor)
    else:
        drawing.tag(x0, y - _ABOVE, f"S{number}", "middle")


def _joint(drawing, start, end):
    """Draw the three wires from the end of a run to the beginning of the next."""
    across = 5 if abs(start[0] - end[0]) < abs(start[1] - end[1]) else 0
    for shift, colour in ((-1, "red"), (0, "green"), (1, "black")):
        dx, dy = (shift * across, 0) if across else (0, shift * 5)
        drawing.wire([(start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)], colour)


def _data_in(drawing, end, below):
    """Draw the arrival of the data from the level shifter, which is below the bar."""
    x, y = end
    way = 1 if below else -1
    drawing.wire([(x, y), (x, y + way * 46)], "green")
    drawing.tag(x, y + way * 54, "data in: from the shifter, R1 here", "middle")


def _rails(drawing, at, back):
    """Draw the perfboard and the keys, for orientation."""
    x, y = at.power_rails
    x = _LEFT + (at.width - x if back else x) * _SCALE
    y = _TOP + y * _SCALE
    drawing.box(x - 120, y - 50, 240, 100, "#fbdcdc", "#a55")
    drawing.words(x, y - 4, "perfboard, rails", 13, "middle", True)
    drawing.words(x, y + 14, "the feeds come from here", 12, "middle")
    left, top = at.first_key
    wide = (board.KEY_COLUMNS - 1) * at.key_pitch
    high = (board.KEY_ROWS - 1) * at.key_pitch
    x0 = at.width - left - wide if back else left
    x0, y0 = _LEFT + (x0 - 9) * _SCALE, _TOP + (top - 9) * _SCALE
    drawing.box(x0, y0, (wide + 18) * _SCALE, (high + 18) * _SCALE, "#eef2f7", "#889", 4)
    drawing.words(x0 + (wide + 18) * 1.5, y0 + 100, "keys", 16, "middle", fill="#667")


def _feeds(drawing, layout, at, place) -> list[Point]:
    """Draw the feeds with the lengths of their wires; return the places of their marks."""
    marks: list[Point] = []
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
            for shift, colour in ((-5, "red"), (5, "black")):
                drawing.wire([(px + shift, py), (px + shift, py + 34)], colour)
            marks.append((px, py + 34))
            _mark(drawing, px, py + 34, n)
        else:
            for shift, colour in ((-10, "red"), (10, "black")):
                drawing.wire([(px, py + shift), (px + outward * _FEED, py + shift)], colour)
            marks.append((px + outward * _FEED, py))
            _mark(drawing, px + outward * _FEED, py, n)
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
    return marks


def _mark(drawing, x, y, n):
    drawing.dot(x, y, 12, "#d01c1c")
    drawing.words(x, y + 4.5, f"P{n}", 11, "middle", True, "#ffffff")

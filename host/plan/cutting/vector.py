"""A sheet as SVG at true scale: a group for each of cut, score and engrave, as in the DXF."""

import math

from hardware.body.shapes import Circle, Points

from .sheet import CUT, ENGRAVE, SCORE, Sheet

_LOOK = {
    CUT: 'fill="none" stroke="#ff0000"',
    SCORE: 'fill="none" stroke="#0000ff"',
    ENGRAVE: 'fill="#000000" fill-rule="evenodd" stroke="none"',
}
_LINE = 0.03  # mm: a hairline to the drivers of laser cutters


def svg(drawn: Sheet) -> str:
    """Return the text of the file."""
    width, height = number(drawn.width), number(drawn.height)
    groups = {
        CUT: [_cut(shape) for shape in drawn.cuts],
        SCORE: [f'<path d="{path(list(s.points), False)}"/>' for s in drawn.scores],
        ENGRAVE: [],
    }
    if drawn.engraved:
        d = "".join(path([(x, y, 0) for x, y in contour], True) for contour in drawn.engraved)
        groups[ENGRAVE].append(f'<path d="{d}"/>')
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="{number(drawn.left)} {number(drawn.top)} {width} {height}">'
    ]
    for name, items in groups.items():
        if items:
            lines += [f'<g id="{name}" {_LOOK[name]} stroke-width="{_LINE}">', *items, "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def _cut(shape):
    if isinstance(shape, Circle):
        return (
            f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" '
            f'r="{number(shape.diameter / 2)}"/>'
        )
    return f'<path d="{path(shape.points(), True)}"/>'


def path(points: Points, closed: bool) -> str:
    """Return the `d` of a path with bulges."""
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    ends = [*points[1:], points[0]] if closed else points[1:]
    for (x0, y0, bulge), (x, y, _) in zip(points, ends, strict=False):
        where = f"{number(x)} {number(y)}"
        if bulge:
            radius = math.dist((x0, y0), (x, y)) * (1 + bulge**2) / (4 * abs(bulge))
            large, sweep = int(abs(bulge) > 1), int(bulge > 0)
            parts.append(f"A{number(radius)} {number(radius)} 0 {large} {sweep} {where}")
        else:
            parts.append(f"L{where}")
    return "".join(parts) + ("Z" if closed else "")


def number(value: float) -> str:
    """Return `value` with at most four decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".").replace("-0", "0", value == 0)

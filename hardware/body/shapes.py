"""Shapes that are cut from a sheet: circles, rounded rectangles and an open ring.

Millimetres, x to the right, y down, as in hardware/geometry.py. A path is a list of points
(x, y, bulge): the bulge is the tangent of a quarter of the angle of the arc to the next point, as
in DXF, positive clockwise here because y points down; 0 is a straight line.
"""

import math
from typing import NamedTuple

Points = list[tuple[float, float, float]]
QUARTER = math.tan(math.pi / 8)


class Circle(NamedTuple):
    """A round hole: centre and diameter."""

    x: float
    y: float
    diameter: float

    def grown(self, by: float) -> "Circle":
        """Return the circle with its edge moved outwards by `by`."""
        return self._replace(diameter=self.diameter + 2 * by)

    def reach(self) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom)."""
        r = self.diameter / 2
        return self.x - r, self.y - r, self.x + r, self.y + r

    def points(self) -> Points:
        """Return its outline: two half circles."""
        r = self.diameter / 2
        return [(self.x - r, self.y, 1), (self.x + r, self.y, 1)]


class Box(NamedTuple):
    """A rectangle by its middle; `corner` is the radius of its corners."""

    x: float
    y: float
    width: float
    height: float
    corner: float = 0.0

    def grown(self, by: float) -> "Box":
        """Return the rectangle with its edges moved outwards by `by`; a sharp corner stays
        sharp."""
        corner = max(0.0, self.corner + by) if self.corner else 0.0
        return Box(self.x, self.y, self.width + 2 * by, self.height + 2 * by, corner)

    def reach(self) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom)."""
        w, h = self.width / 2, self.height / 2
        return self.x - w, self.y - h, self.x + w, self.y + h

    def points(self) -> Points:
        """Return its outline, clockwise from the upper end of the left edge."""
        left, top, right, bottom = self.reach()
        r = min(self.corner, self.width / 2, self.height / 2)
        if not r:
            return [(left, top, 0), (right, top, 0), (right, bottom, 0), (left, bottom, 0)]
        found = [
            (left, top + r, QUARTER), (left + r, top, 0),
            (right - r, top, QUARTER), (right, top + r, 0),
            (right, bottom - r, QUARTER), (right - r, bottom, 0),
            (left + r, bottom, QUARTER), (left, bottom - r, 0),
        ]  # fmt: skip
        # Where the corners meet there is no straight line between them.
        return [p for n, p in enumerate(found) if p[2] or p[:2] != found[(n + 1) % 8][:2]]


class OpenRing(NamedTuple):
    """The area between two rectangles, with a gap in the left wall from `top` to `bottom`."""

    outer: Box
    inner: Box
    top: float
    bottom: float

    def grown(self, by: float) -> "OpenRing":
        """Return the ring with every edge moved outwards by `by`: its gap becomes smaller."""
        return OpenRing(
            self.outer.grown(by), self.inner.grown(-by), self.top + by, self.bottom - by
        )

    def reach(self) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom)."""
        return self.outer.reach()

    def points(self) -> Points:
        """Return its outline: clockwise outside, back inside."""
        left = self.outer.reach()[0]
        inside = self.inner.reach()[0]
        back = self.inner.points()
        # Backwards, an arc belongs to its other end point, and its bulge changes sign.
        bulges = [point[2] for point in back]
        turned = [(x, y, -bulges[n - 1]) for n, (x, y, _) in enumerate(back)][::-1]
        return [
            (left, self.top, 0), *self.outer.points(), (left, self.bottom, 0),
            (inside, self.bottom, 0), *turned, (inside, self.top, 0),
        ]  # fmt: skip


Shape = Circle | Box | OpenRing


class Stroke(NamedTuple):
    """A scored line: an open path."""

    points: tuple[tuple[float, float, float], ...]


class Text(NamedTuple):
    """Engraved words: their middle, the font size in mm, the angle in degrees clockwise, the style
    ("bold", "italic" or "")."""

    text: str
    x: float
    y: float
    size: float
    angle: float = 0.0
    style: str = ""


def gap(one: Shape, other: Shape) -> float:
    """Return the least distance between two shapes, 0 or less if they overlap. Rectangles
    count with sharp corners, and an open ring as its outer rectangle."""
    if isinstance(one, Circle) and isinstance(other, Circle):
        return math.dist(one[:2], other[:2]) - (one.diameter + other.diameter) / 2
    if isinstance(other, Circle):
        one, other = other, one
    a, b = one.reach(), other.reach()
    if isinstance(one, Circle):
        a, less = (one.x, one.y, one.x, one.y), one.diameter / 2
    else:
        less = 0.0
    dx = max(b[0] - a[2], a[0] - b[2])
    dy = max(b[1] - a[3], a[1] - b[3])
    return (math.hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)) - less


def inside(inner: Shape, outer: Box) -> float:
    """Return how far `inner` stays from the edge of `outer`; negative if it sticks out."""
    a, b = inner.reach(), outer.reach()
    margin = min(a[0] - b[0], a[1] - b[1], b[2] - a[2], b[3] - a[3])
    r = outer.corner
    if isinstance(inner, Circle) and r:
        # Towards a round corner the distance is shorter.
        x = max(b[0] + r - inner.x, inner.x - (b[2] - r), 0)
        y = max(b[1] + r - inner.y, inner.y - (b[3] - r), 0)
        if x and y:
            margin = min(margin, r - math.hypot(x, y) - inner.diameter / 2)
    return margin

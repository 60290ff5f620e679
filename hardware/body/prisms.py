"""Solids as upright prisms that are added, cut out or kept, in their order. Sizes in mm."""

from collections.abc import Iterable
from typing import NamedTuple

from .shapes import Box, Circle, OpenRing, Shape

ADD, CUT, KEEP = "add", "cut", "keep"


class Prism(NamedTuple):
    """An outline extruded between two heights; `how` is one of ADD, CUT and KEEP."""

    how: str
    shape: Box | Circle
    bottom: float
    top: float


Prisms = tuple[Prism, ...]


def sheet(outline: Shape, holes: Iterable[Shape], bottom: float, top: float) -> Prisms:
    """Return a sheet with holes between two heights."""
    cuts = [hole for hole in holes if not isinstance(hole, OpenRing)]
    if isinstance(outline, OpenRing):
        # The gap's cut goes on to the middle: with one cut it is simpler to see what is in it.
        left, inner = outline.outer.reach()[0] - 1, outline.inner.x
        middle, high = (outline.top + outline.bottom) / 2, outline.bottom - outline.top
        gap = Box((left + inner) / 2, middle, inner - left, high)
        outline, cuts = outline.outer, [outline.inner, gap, *cuts]
    made = [Prism(ADD, outline, bottom, top)]
    return (*made, *[Prism(CUT, cut, bottom, top) for cut in cuts])


def blocks(shapes: Iterable[Box | Circle], bottom: float, top: float) -> Prisms:
    """Return outlines that do not touch, between two heights."""
    return tuple(Prism(ADD, shape, bottom, top) for shape in shapes)


def standing(
    prisms: Prisms, x: float, y: float, behind: float, turns: int = 0, over: bool = False
) -> Prisms:
    """Return a part that has its own middle at (0, 0), as it stands on something that is `behind`
    mm behind the face, its middle at (x, y): seen from the BACK, its upper side to the person, or
    with `over` its lower side, turned clockwise by quarter `turns`."""
    found = []
    high = max(prism.top for prism in prisms)
    for prism in prisms:
        dx, dy = prism.shape.x, prism.shape.y
        low, up = prism.bottom, prism.top
        if over:
            dx, low, up = -dx, high - up, high - low
        for _ in range(turns):
            dx, dy = -dy, dx
        # From the back left and right are exchanged.
        shape = prism.shape._replace(x=x - dx, y=y + dy)
        if turns % 2 and isinstance(shape, Box):
            shape = shape._replace(width=shape.height, height=shape.width)
        found.append(Prism(prism.how, shape, behind + low, behind + up))
    return tuple(found)


def lying(prisms: Prisms, behind: float) -> Prisms:
    """Return a part in the coordinates of the board whose upper side is `behind` mm behind the
    face, upside down: its heights are counted from its lower side, towards the face."""
    top = max(prism.top for prism in prisms)
    return tuple(
        Prism(how, shape, behind + top - high, behind + top - low)
        for how, shape, low, high in prisms
    )

"""The printed parts as solids, written as STL and STEP. Needs the extra `cad`: build123d."""

import re
import tempfile
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hardware.body.prisms import ADD, CUT, Prism, Prisms
from hardware.body.shapes import Box

from .parts import Printed

TOLERANCE = 0.03  # mm between a round wall and its flat triangles
ANGLE = 0.3  # radians between two of them
_TIME = re.compile(r"(FILE_NAME\('[^']*',)'[^']*'")


class PrintedError(Exception):
    """build123d, the extra `cad`, is missing."""


def stl(part: Printed) -> bytes:
    """Return `part` as binary STL, in mm. Raises PrintedError."""
    from_solid = _library().export_stl
    return _written(part, ".stl", lambda solid, path: from_solid(solid, path, TOLERANCE, ANGLE))


def step(part: Printed) -> bytes:
    """Return `part` as STEP, in mm, without the time. Raises PrintedError."""
    text = _written(part, ".step", _library().export_step).decode()
    return _TIME.sub(r"\1'2000-01-01T00:00:00'", text, count=1).encode()


def solid(part: Printed):
    """Return `part` as build123d's solid, y upwards. Raises PrintedError."""
    return solid_of(part.prisms)


@cache
def solid_of(described: Prisms):
    """Return prisms as build123d's solid, y upwards. Raises PrintedError."""
    made: Any = None
    # Adjacent prisms of one kind are applied at once, which is much quicker.
    for how, prisms in groupby(described, lambda prism: prism.how):
        bodies = [_prism(prism) for prism in prisms]
        if made is None:
            made = bodies.pop(0)
        if how == ADD:
            made = made + bodies if bodies else made
        elif how == CUT:
            made = made - bodies
        else:
            for body in bodies:
                made = made & body
    return made


def _prism(prism: Prism):
    cad = _library()
    shape, height = prism.shape, prism.top - prism.bottom
    if isinstance(shape, Box):
        flat = cad.Rectangle(shape.width, shape.height)
        if shape.corner:
            flat = cad.RectangleRounded(shape.width, shape.height, shape.corner)
    else:
        flat = cad.Circle(shape.diameter / 2)
    # y is downwards in the description and upwards in CAD.
    return cad.Pos(shape.x, -shape.y, prism.bottom) * cad.extrude(flat, height)


def _written(part, ending, write):
    made = solid(part)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, part.name + ending)
        write(made, str(path))
        return path.read_bytes()


def _library():
    try:
        import build123d  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise PrintedError("the parts to print need Python 3.11 and build123d") from None
    # It changes ElementTree's prefix for SVG elements, for all other users too.
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    return build123d

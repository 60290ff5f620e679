"""One sheet, ready for any format: its cuts, scored lines and engraving."""

from typing import NamedTuple

from hardware.body.layers import Layer
from hardware.body.shapes import Circle, Shape, Stroke

from .outlines import Contour, contours

CUT, SCORE, ENGRAVE = "CUT", "SCORE", "ENGRAVE"


class Sheet(NamedTuple):
    """`cuts`: the outline first; corrected for the kerf. `left`, `top`, `width`, `height`: of the
    part itself. `engraved`: closed contours, filled by the even-odd rule."""

    name: str
    left: float
    top: float
    width: float
    height: float
    cuts: tuple[Shape, ...]
    scores: tuple[Stroke, ...]
    engraved: list[Contour]
    view: str


def sheet(layer: Layer, kerf: float = 0.0) -> Sheet:
    """Return `layer` with its cuts moved by half of `kerf`, the width in mm that a beam burns
    away: a hole becomes smaller and a part larger, so that both come out right."""
    left, top, right, bottom = layer.outline.reach()
    cuts = (layer.outline.grown(kerf / 2), *[hole.grown(-kerf / 2) for hole in layer.holes])
    lines = [contour for text in layer.texts for contour in contours(text)]
    return Sheet(
        layer.name, left, top, right - left, bottom - top, cuts, layer.strokes, lines, layer.view
    )


def circles(drawn: Sheet) -> list[Circle]:
    """Return the round cuts."""
    return [shape for shape in drawn.cuts if isinstance(shape, Circle)]

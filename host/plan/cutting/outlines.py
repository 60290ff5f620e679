"""Converts words to closed outlines, because a cutting service does not have our fonts.

The letters are Bitstream Vera's, which comes with reportlab; the suits are drawn here.
"""

import math
from functools import cache
from pathlib import Path

from hardware.body.shapes import Text

from . import INSTALL, CuttingError

_FILES = {"": "Vera.ttf", "bold": "VeraBd.ttf", "italic": "VeraIt.ttf"}
_EM = 2048  # units of these fonts to an em
_STEPS = 5  # straight lines for each curve of a letter; 0.02 mm off at the largest size
_CURVE_STEPS = 10

# Suits and arrows in an em, y upwards, standing on 0: the advance, then contours of points. A
# point is (x, y); three in a tuple are a Bézier curve from the point before.
_SIGNS: dict[str, tuple[float, tuple[tuple, ...]]] = {
    "♦": (0.66, (((0.33, 0.80), (0.60, 0.37), (0.33, -0.06), (0.06, 0.37)),)),
    "♥": (0.76, (
        ((0.38, -0.04), ((0.30, 0.12), (0.04, 0.30), (0.04, 0.54)),
         ((0.04, 0.82), (0.33, 0.84), (0.38, 0.60)), ((0.43, 0.84), (0.72, 0.82), (0.72, 0.54)),
         ((0.72, 0.30), (0.46, 0.12), (0.38, -0.04))),
    )),
    "♠": (0.76, (
        ((0.38, 0.80), ((0.46, 0.62), (0.72, 0.46), (0.72, 0.25)),
         ((0.72, 0.06), (0.50, 0.03), (0.42, 0.18)), ((0.42, 0.08), (0.45, 0.0), (0.52, -0.06)),
         (0.24, -0.06), ((0.31, 0.0), (0.34, 0.08), (0.34, 0.18)),
         ((0.26, 0.03), (0.04, 0.06), (0.04, 0.25)), ((0.04, 0.46), (0.30, 0.62), (0.38, 0.80))),
    )),
    "♣": (0.80, (
        ((0.43, 0.27), ((0.43, 0.11), (0.46, 0.02), (0.54, -0.06)), (0.26, -0.06),
         ((0.34, 0.02), (0.37, 0.11), (0.37, 0.27)), ((0.32, 0.12), (0.04, 0.10), (0.04, 0.31)),
         ((0.04, 0.47), (0.18, 0.52), (0.27, 0.46)), ((0.19, 0.56), (0.22, 0.80), (0.40, 0.80)),
         ((0.58, 0.80), (0.61, 0.56), (0.53, 0.46)), ((0.62, 0.52), (0.76, 0.47), (0.76, 0.31)),
         ((0.76, 0.10), (0.48, 0.12), (0.43, 0.27))),
    )),
    "◀": (0.70, (((0.62, 0.72), (0.62, 0.0), (0.04, 0.36)),)),
    "▶": (0.70, (((0.08, 0.72), (0.66, 0.36), (0.08, 0.0)),)),
}  # fmt: skip
# From the baseline to the middle of a capital letter, in an em.
_MIDDLE = 0.365

Contour = list[tuple[float, float]]


@cache  # the same are on several sheets, and in the files of each format
def contours(text: Text) -> list[Contour]:
    """Return the closed contours of `text` in mm, y down. Raises CuttingError without the
    libraries."""
    found, advance = _line(text.text, text.style)
    turn = math.radians(text.angle)
    cos, sin = math.cos(turn) * text.size, math.sin(turn) * text.size
    placed = []
    for contour in found:
        points = [(x - advance / 2, _MIDDLE - y) for x, y in contour]
        placed.append(
            [(text.x + x * cos - y * sin, text.y + x * sin + y * cos) for x, y in points]
        )
    return placed


def _line(words: str, style: str) -> tuple[list[Contour], float]:
    """Return the contours of a line of words, and its length, in ems: from x = 0, y upwards."""
    found: list[Contour] = []
    x = 0.0
    for letter in words:
        shapes, advance = _letter(letter, style)
        found += [[(x + px, py) for px, py in contour] for contour in shapes]
        x += advance
    return found, x


@cache
def _letter(letter: str, style: str) -> tuple[list[Contour], float]:
    if letter in _SIGNS:
        advance, shapes = _SIGNS[letter]
        return [_drawn(shape) for shape in shapes], advance
    font = _font(style)
    glyphs, name = font.getGlyphSet(), (font.getBestCmap() or {}).get(ord(letter))
    if name is None:
        raise CuttingError(f"there is no outline for the letter {letter!r}: use another")
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    found: list[Contour] = []
    for what, points in pen.value:
        if what == "moveTo":
            found.append([points[0]])
        elif what == "lineTo":
            found[-1].append(points[0])
        elif what == "qCurveTo":
            _add_quadratics(found[-1], points)
    return (
        [_closed([(x / _EM, y / _EM) for x, y in contour]) for contour in found],
        glyphs[name].width / _EM,
    )


@cache
def _font(style: str):
    try:
        import reportlab
        from fontTools.ttLib import TTFont
    except ImportError:
        raise CuttingError(INSTALL) from None
    return TTFont(Path(str(reportlab.__file__)).parent / "fonts" / _FILES[style])


def _add_quadratics(contour: Contour, points) -> None:
    """Add TrueType's curve: control points with an end point implied between any two."""
    controls, end = list(points[:-1]), points[-1]
    for n, (cx, cy) in enumerate(controls):
        if n + 1 < len(controls):
            stop = ((cx + controls[n + 1][0]) / 2, (cy + controls[n + 1][1]) / 2)
        else:
            stop = end
        x0, y0 = contour[-1]
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            contour.append((a * x0 + b * cx + c * stop[0], a * y0 + b * cy + c * stop[1]))


def _drawn(shape) -> Contour:
    contour: Contour = [shape[0]]
    for point in shape[1:]:
        if isinstance(point[0], float):
            contour.append(point)
            continue
        p = (contour[-1], *point)
        for step in range(1, _CURVE_STEPS + 1):
            t = step / _CURVE_STEPS
            w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            contour.append(
                (sum(k * q[0] for k, q in zip(w, p, strict=True)),
                 sum(k * q[1] for k, q in zip(w, p, strict=True)))
            )  # fmt: skip
    return _closed(contour)


def _closed(contour: Contour) -> Contour:
    """Return the contour without points that repeat the one before, or at the end the first."""
    kept = [p for n, p in enumerate(contour) if math.dist(p, contour[n - 1]) > 1e-6]
    return kept if kept else contour

"""A sheet on paper at true scale: PDF pages of A4 or Letter that overlap, to be joined."""

import functools
import io
import math
from typing import NamedTuple

from . import INSTALL, CuttingError
from .outlines import Contour
from .sheet import Sheet, circles
from .vector import number

MM = 72 / 25.4  # PDF's unit is the point
PAPERS = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}  # both in landscape
MARGIN, OVERLAP = 10.0, 10.0
STRIP = 18.0  # below the drawing and right of it, for the check lines and the words
CHECK = 100.0


class Tile(NamedTuple):
    """A page: its row and column, from 1, and the part of the sheet that it shows."""

    row: int
    column: int
    left: float
    top: float
    width: float
    height: float


def tiles(drawn: Sheet, paper: str) -> list[Tile]:
    """Return the pages for `drawn`, as few as possible and all of one size."""
    width, height = PAPERS[paper]
    columns, wide = _split(drawn.width + 2, width - 2 * MARGIN - STRIP)
    rows, high = _split(drawn.height + 2, height - 2 * MARGIN - STRIP)
    return [
        Tile(r + 1, c + 1, drawn.left - 1 + c * (wide - OVERLAP),
             drawn.top - 1 + r * (high - OVERLAP), wide, high)
        for r in range(rows) for c in range(columns)
    ]  # fmt: skip


def _split(whole: float, room: float) -> tuple[int, float]:
    """Return the number of parts that `whole` is split into, and the length of each with its
    overlap."""
    count = max(1, math.ceil((whole - OVERLAP) / (room - OVERLAP)))
    return count, (whole + (count - 1) * OVERLAP) / count


def pdf(drawn: Sheet, paper: str, drill: bool = False) -> bytes:
    """Return the pages of `drawn` as PDF. drill: with a cross through each round hole and its
    diameter in words, for a drill and a fret saw. Raises CuttingError without reportlab."""
    document, out = begin(paper)
    pages = tiles(drawn, paper)
    for tile in pages:
        _drawing(document, drawn, tile, PAPERS[paper][1], drill)
        _joining(document, tile, pages[-1], PAPERS[paper][1])
        title = f"{drawn.name}{', drill' if drill else ''}   r{tile.row} c{tile.column}"
        lines = [f"Seen from {drawn.view}."]
        if len(pages) > 1:
            size = f"{pages[-1].row} rows, {pages[-1].column} columns"
            lines.append(f"{size}: cut at the grey lines, lay the crosses over one another.")
        words(document, title, lines)
        check_lines(document, paper)
        document.showPage()
    document.save()
    return out.getvalue()


def begin(paper: str):
    """Return a new PDF, the same each time, and the stream that it goes to. Raises CuttingError
    without reportlab."""
    try:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise CuttingError(INSTALL) from None
    rl_config.useA85 = 0  # compressed as bytes, not as text
    out = io.BytesIO()
    width, height = PAPERS[paper]
    return Canvas(out, pagesize=(width * MM, height * MM), invariant=1, pageCompression=1), out


def words(document, title: str, lines: list[str]) -> None:
    """Write the title and lines of a page, to the right of the line of 100 mm."""
    x = (MARGIN + CHECK + 6) * MM
    document.setFillGray(0)
    document.setFont("Helvetica-Bold", 12)
    document.drawString(x, (MARGIN + 9) * MM, title)
    document.setFont("Helvetica", 8)
    lines = [*lines, "Print at 100 % (actual size), then measure both lines of 100 mm."]
    for n, line in enumerate(lines):
        document.drawString(x, (MARGIN + 5 - 3.4 * n) * MM, line)


def check_lines(document, paper: str) -> None:
    """Draw a line of 100 mm along the bottom of the page and one along its right."""
    document.setStrokeGray(0)
    document.setLineWidth(0.2 * MM)
    x, y = MARGIN * MM, (MARGIN + 6) * MM
    length, tick = CHECK * MM, 2 * MM
    document.line(x, y, x + length, y)
    document.line(x, y - tick, x, y + tick)
    document.line(x + length, y - tick, x + length, y + tick)
    document.setFont("Helvetica", 8)
    document.drawCentredString(x + length / 2, y + 1.2 * MM, "100 mm")
    x, y = (PAPERS[paper][0] - MARGIN - 6) * MM, (MARGIN + STRIP + 4) * MM
    document.line(x, y, x, y + length)
    document.line(x - tick, y, x + tick, y)
    document.line(x - tick, y + length, x + tick, y + length)
    document.saveState()
    document.translate(x - 1.2 * MM, y + length / 2)
    document.rotate(90)
    document.drawCentredString(0, 0, "100 mm")
    document.restoreState()


def _drawing(document, drawn: Sheet, tile: Tile, height: float, drill: bool):
    document.saveState()
    frame = document.beginPath()
    frame.rect(
        MARGIN * MM, (height - MARGIN - tile.height) * MM, tile.width * MM, tile.height * MM
    )
    document.clipPath(frame, stroke=0, fill=0)
    # From here on in mm, y down, like the description.
    document.transform(MM, 0, 0, -MM, (MARGIN - tile.left) * MM, (height - MARGIN + tile.top) * MM)
    document.setFillGray(0.35)
    if engraved := [each for each in drawn.engraved if _shows(tile, _reach(each))]:
        shape = _path(*[tuple((x, y, 0) for x, y in contour) for contour in engraved])
        document.drawPath(shape, stroke=0, fill=1, fillMode=0)
    document.setLineWidth(0.15)
    for stroke in () if drill else drawn.scores:
        shape = _path(tuple(stroke.points), closed=False)
        document.setStrokeColorRGB(0, 0, 1)
        document.drawPath(shape, stroke=1, fill=0)
    document.setStrokeGray(0)
    for cut in drawn.cuts:
        if not _shows(tile, cut.reach()):
            continue
        document.drawPath(_path(tuple(cut.points())), stroke=1, fill=0)
    if drill:
        _crosses(document, drawn, tile)
    document.restoreState()


def _reach(contour: Contour) -> tuple[float, float, float, float]:
    """Return (left, top, right, bottom)."""
    xs, ys = zip(*contour, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _shows(tile: Tile, reach: tuple[float, float, float, float], by: float = 1.0) -> bool:
    """Return whether the page shows any part of the box `reach`, grown by `by` mm."""
    left, top, right, bottom = reach
    across = tile.left - by <= right and left <= tile.left + tile.width + by
    return across and tile.top - by <= bottom and top <= tile.top + tile.height + by


def _crosses(document, drawn, tile):
    document.setLineWidth(0.1)
    for circle in circles(drawn):
        reach = circle.diameter / 2 + 1.2
        if not _shows(tile, circle.reach(), 10.0):  # its diameter in words too
            continue
        document.line(circle.x - reach, circle.y, circle.x + reach, circle.y)
        document.line(circle.x, circle.y - reach, circle.x, circle.y + reach)
        document.saveState()
        document.translate(circle.x + 0.4, circle.y - circle.diameter / 2 - 1.0)
        document.scale(1, -1)
        document.setFillGray(0)
        document.setFont("Helvetica", 2.2)
        document.drawString(0.3, 0, f"{circle.diameter:g}")
        document.restoreState()


_BEGIN = "n"  # this is how reportlab begins a path, ending the one before


def _path(*outlines: tuple[tuple[float, float, float], ...], closed: bool = True):
    """Return a path of the PDF of several outlines with bulges."""
    from reportlab.pdfgen.pathobject import PDFPathObject

    return PDFPathObject([_BEGIN, *[_code(points, closed) for points in outlines]])


@functools.lru_cache(maxsize=8192)  # the same are on other pages, papers and sheets
def _code(points: tuple[tuple[float, float, float], ...], closed: bool) -> str:
    """Return the PDF operators of an outline with bulges; an arc becomes Bézier curves."""
    parts = [f"{_numbers(*points[0][:2])} m"]
    ends = [*points[1:], points[0]] if closed else points[1:]
    for (x0, y0, bulge), (x, y, _) in zip(points, ends, strict=False):
        if not bulge:
            parts.append(f"{_numbers(x, y)} l")
            continue
        turn = 4 * math.atan(bulge)
        away = (1 / bulge - bulge) / 4  # from the middle of the chord to the arc's, in chords
        cx, cy = (x0 + x) / 2 - (y - y0) * away, (y0 + y) / 2 + (x - x0) * away
        pieces = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
        step = turn / pieces
        k = 4 / 3 * math.tan(step / 4)
        angle, radius = math.atan2(y0 - cy, x0 - cx), math.dist((x0, y0), (cx, cy))
        for _ in range(pieces):
            c0, s0 = radius * math.cos(angle), radius * math.sin(angle)
            angle += step
            c1, s1 = radius * math.cos(angle), radius * math.sin(angle)
            curve = _numbers(cx + c0 - k * s0, cy + s0 + k * c0,
                             cx + c1 + k * s1, cy + s1 - k * c1, cx + c1, cy + s1)  # fmt: skip
            parts.append(f"{curve} c")
    return " ".join([*parts, "h"] if closed else parts)


def _numbers(*values: float) -> str:
    return " ".join([number(value) for value in values])


def _joining(document, tile: Tile, last: Tile, height: float):
    """Draw where to cut, and crosses in the overlap that lie over those of the next page."""
    left, top = MARGIN, height - MARGIN
    right, bottom = left + tile.width, top - tile.height
    document.setStrokeGray(0.6)
    document.setLineWidth(0.1 * MM)
    document.rect(left * MM, bottom * MM, tile.width * MM, tile.height * MM)
    document.setStrokeGray(0)
    half = OVERLAP / 2
    xs = [left + half] * (tile.column > 1) + [right - half] * (tile.column < last.column)
    ys = [top - half] * (tile.row > 1) + [bottom + half] * (tile.row < last.row)
    places = [(x, y) for x in xs for y in (top - tile.height * 0.25, bottom + tile.height * 0.25)]
    places += [(x, y) for x in (left + tile.width * 0.25, right - tile.width * 0.25) for y in ys]
    for x, y in places:
        document.line((x - 3) * MM, y * MM, (x + 3) * MM, y * MM)
        document.line(x * MM, (y - 3) * MM, x * MM, (y + 3) * MM)

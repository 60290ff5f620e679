"""The sheet of key legends, to print, cut out and put under clear caps."""

from hardware import board, geometry
from hardware.body.shapes import Text

from .outlines import contours
from .tiles import MARGIN, MM, PAPERS, begin, check_lines, words

LEGEND = 14.0  # the edge of a label, as relegendable caps take it
PITCH = 19.05
_RED = ("♥", "♦")


def legends(paper: str) -> bytes:
    """Return the page as PDF. Raises CuttingError without reportlab."""
    document, out = begin(paper)
    height = PAPERS[paper][1]
    document.saveState()
    document.transform(MM, 0, 0, -MM, MARGIN * MM, (height - MARGIN) * MM)
    document.setLineWidth(0.1)
    for key in geometry.caps():
        row, column = divmod(key.number, board.KEY_COLUMNS)
        x, y = (column + 0.5) * PITCH, (row + 0.5) * PITCH
        document.setStrokeGray(0.6)
        document.rect(x - LEGEND / 2, y - LEGEND / 2, LEGEND, LEGEND)
        if key.label in _RED:
            document.setFillColorRGB(0.78, 0.05, 0.05)
        else:
            document.setFillGray(0)
        size = {1: 8.0, 2: 6.0}.get(len(key.label), 3.2)
        shape = document.beginPath()
        for contour in contours(Text(key.label, x, y, size, style="bold")):
            shape.moveTo(*contour[0])
            for point in contour[1:]:
                shape.lineTo(*point)
            shape.close()
        document.drawPath(shape, stroke=0, fill=1, fillMode=0)
    document.restoreState()
    words(document, "key legends", [f"Cut out along the grey lines: {LEGEND:.0f} mm each way."])
    check_lines(document, paper)
    document.showPage()
    document.save()
    return out.getvalue()

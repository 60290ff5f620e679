"""The drawing of the key matrix, from the front or from the back."""

from hardware import board, dimensions
from hardware.circuit.builds import controller_pin
from hardware.circuit.model import Circuit

from .svg import Drawing

_WIDE, _HIGH, _SWITCH = 150.0, 132.0, 62.0
_LEFT, _TOP = 60.0, 190.0
_LEADS = 270.0


def keys(circuit: Circuit, back: bool) -> str:
    """Return the drawing of the keys of `circuit` as SVG; back: seen from the solder side."""
    view = "BACK" if back else "FRONT"
    words = (
        "Seen from behind, as you solder: the A is at the top RIGHT."
        if back
        else "Seen as you play: the A is at the top LEFT. To check with; solder by the other view."
    )
    drawing = Drawing(
        2 * _LEFT + board.KEY_COLUMNS * _WIDE + _LEADS,
        _TOP + board.KEY_ROWS * _HIGH + 60,
        f"Keys from the {view}: {circuit.parts['U1'].value}",
        words + " Lines that cross are joined only where there is a dot. The band of each diode "
        "points to the row.",
    )
    for column in range(board.KEY_COLUMNS):
        _column(drawing, circuit, column, back)
    for row in range(board.KEY_ROWS):
        _row(drawing, circuit, row)
    for n in range(len(board.KEYS)):
        _key(drawing, n, back)
    return drawing.text()


def _cell(n: int, back: bool) -> tuple[float, float]:
    """Return the top left corner of key `n`'s cell."""
    row, column = divmod(n, board.KEY_COLUMNS)
    if back:
        column = board.KEY_COLUMNS - 1 - column
    return _LEFT + column * _WIDE, _TOP + row * _HIGH


def _lead(circuit: Circuit, what: str, number: int) -> tuple[str, str]:
    """Return a text for the controller's pin of a row or column, and the wire's colour."""
    pin = circuit.pin(controller_pin(circuit.name, what, number, circuit.layout))
    net = circuit.net(circuit.net_of()[f"U1.{pin.number}"])
    return f"pin {pin.number} ({pin.name})", net.colour


def _column(drawing, circuit, column, back):
    where, colour = _lead(circuit, "column", column)
    x, _ = _cell(column, back)
    x += 22
    bottom = _TOP + (board.KEY_ROWS - 1) * _HIGH + 30
    drawing.wire([(x, _TOP - 34), (x, bottom)], colour)
    for n, text in enumerate((f"column {column}", colour, where)):
        drawing.words(x - 14, _TOP - 80 + 16 * n, text, 12, bold=n == 0)


def _row(drawing, circuit, row):
    where, colour = _lead(circuit, "row", row)
    y = _TOP + row * _HIGH + 112
    right = _LEFT + board.KEY_COLUMNS * _WIDE + 10
    drawing.wire([(_LEFT + 60, y), (right, y)], colour)
    drawing.words(right + 10, y - 4, f"row {row}, {colour}", 13, bold=True)
    drawing.words(right + 10, y + 13, f"to {where}", 12)


def _key(drawing, n, back):
    x, y = _cell(n, back)
    drawing.box(x + 44, y + 12, _SWITCH, _SWITCH, "#f4f1ea" if back else "#dfe9f5")
    drawing.words(x + 75, y + 48, dimensions.KEY_LABELS[n], 15, "middle", True)
    drawing.words(x + 75, y + 66, f"K{n + 1}", 10, "middle", fill="#666")
    # One contact to the column, the other to the diode's anode.
    drawing.path([(x + 22, y + 30), (x + 48, y + 30)], "#333", 2.4)
    drawing.dot(x + 22, y + 30, 4)
    drawing.dot(x + 48, y + 30, 3.5, "#c9a227", "#333")
    down = x + 120
    drawing.path([(x + 102, y + 30), (down, y + 30), (down, y + 112)], "#333", 2.4)
    drawing.dot(x + 102, y + 30, 3.5, "#c9a227", "#333")
    drawing.box(down - 7, y + 52, 14, 34, "#e0703c", "#333", 3)
    drawing.box(down - 7, y + 77, 14, 6, "#111", "#111", 0)
    drawing.words(down - 12, y + 98, f"D{n + 1}", 10, "end", fill="#666")
    drawing.dot(down, y + 112, 4)

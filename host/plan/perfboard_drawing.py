"""The drawings of the perfboard, hole by hole: its parts from the BACK, its solder side from the
FRONT, which is the mirror image; and one for each step of soldering it."""

import re

from hardware.perfboard.grid import COLUMNS, LETTERS, ROWS, Place, name, places
from hardware.perfboard.links import Plan
from hardware.perfboard.placement import Placed

from .svg import COLOURS, Drawing
from .wiring import numbered

_STEP, _LEFT, _TOP = 27.0, 60.0, 112.0
_BODY = {"U1": "#2f7d4f", "U2": "#4a4f57", "C1": "#5b6f8c", "F1": "#f2c94c", "F2": "#f2c94c"}
_WORDS = {
    True: "Seen from behind, the parts up: USB is on the right. Coloured lines are insulated "
    "wires on this side.",
    False: "Seen from the other side, as you solder: the columns run from RIGHT to LEFT. Lines "
    "are bare wires.",
}

# What is soldered in each step: its title, the parts (a regular expression), and whether the bare
# wires or the insulated ones.
_PARTS_STEPS = (
    ("the sockets of the Pico and of U2", r"U\d"),
    ("resistors and diodes, each band as drawn", r"[RD]\d+"),
    ("C2 to C4, and Q1 on its adapter", r"C[2-4]|Q1"),
    ("the fuses, and last C1 on its side", r"F\d|C1"),
)
STEPS = (*[title for title, _ in _PARTS_STEPS], "the bare wires", "the insulated wires")


def perfboard_step(plan: Plan, number: int) -> str:
    """Return a drawing of what is soldered in a step, from 1, as SVG: in colour what is new, and
    in grey the parts that are there already."""
    bare = STEPS[number - 1] == "the bare wires"
    side = "FRONT: the solder side" if bare else "BACK: the parts' side"
    title = STEPS[number - 1][0].upper() + STEPS[number - 1][1:]
    drawing, at = _board(not bare, f"{number}. {title}. From the {side}")
    if bare:
        _wires(drawing, plan, False, at)
        return drawing.text()
    for count, (_, pattern) in enumerate(_PARTS_STEPS, 1):
        for part in plan.parts:
            if count <= number and re.fullmatch(pattern, part.ref):
                if count == number:
                    _part(drawing, part, at)
                    for pin, hole in part.pins.items():
                        x, y = at(*hole)
                        drawing.dot(x, y, 6, "#c9a227", "#333")
                        if len(part.pins) == 3:
                            name = plan.circuit.pin(pin).name
                            drawing.words(x, y + 20, name, 11, "middle", True, "#111")
                else:
                    left, top, right, bottom = part.body
                    (x, y), (x1, y1) = at(left, top), at(right, bottom)
                    drawing.box(x, y, x1 - x, y1 - y, "#bbbbbb", "#999", 4, 1, opacity=0.5)
    if number == len(STEPS):
        _wires(drawing, plan, True, at)
        for link in plan.links:
            if not link.bare:
                for hole in (link.start, link.end):
                    drawing.dot(*at(*hole), 6, COLOURS[colour_of(plan, link.net)], "#111")
    return drawing.text()


def perfboard(plan: Plan, back: bool) -> str:
    """Return a drawing of the perfboard as SVG; back: the side of the parts."""
    drawing, at = _board(
        back,
        f"Perfboard from the {'BACK: the parts' if back else 'FRONT: the solder side'}. "
        f"{plan.circuit.title}",
        " Numbers are those of WIRING.md. There is nothing to cut.",
    )
    if back:
        for part in plan.parts:
            _part(drawing, part, at)
    _wires(drawing, plan, back, at)
    _leads(drawing, plan, back, at)
    _away(drawing, plan, back, at)
    return drawing.text()


def _board(back, title, more=""):
    """Return the drawing with the bare board, and what returns the place of a hole on it."""
    words = _WORDS[back] + more
    width, height = 2 * _LEFT + (COLUMNS - 1) * _STEP, _TOP + ROWS * _STEP + 46
    drawing = Drawing(width, height, title, words)

    def at(x: float, y: float) -> tuple[float, float]:
        column = x if back else COLUMNS - 1 - x
        return _LEFT + column * _STEP, _TOP + y * _STEP

    x, y = at(0 if back else COLUMNS - 1, 0)
    wide, high = (COLUMNS - 1) * _STEP, (ROWS - 1) * _STEP
    drawing.box(x - 30, y - 20, wide + 60, high + 40, "#f3e3c3" if back else "#e6d3a8", "#8a7a5c")
    for hole in places():
        drawing.dot(*at(*hole), 3.4, "#ffffff", "#b08d57")
    _frame(drawing, at)
    return drawing, at


def colour_of(plan: Plan, net: str) -> str:
    """Return the colour of the wires of a net."""
    return next(each.colour for each in plan.circuit.nets if each.name == net)


def numbers(plan: Plan) -> dict[Place, str]:
    """Return a label for each hole with a wire: the wire's number, or the row or column of
    keys."""
    known = {}
    for n, wire in numbered(plan.circuit):
        for end in (wire.start, wire.end):
            known[wire.net, end] = str(n)
    nets = plan.circuit.net_of()
    return {
        hole: known.get((nets[pin], pin)) or nets[pin].replace("COLUMN", "C").replace("ROW", "R")
        for pin, hole in plan.away
    }


def _frame(drawing, at):
    for column in range(COLUMNS):
        for row, shift in ((0, -27), (ROWS - 1, 36)):
            x, y = at(column, row)
            drawing.words(x, y + shift, str(column + 1), 10, "middle", fill="#555")
    for row in range(ROWS):
        for column in (0, COLUMNS - 1):
            x, y = at(column, row)
            out = -40 if x < 500 else 40
            drawing.words(x + out, y + 4, LETTERS[row], 11, "middle", True, "#555")


def _part(drawing, part: Placed, at):
    left, top, right, bottom = part.body
    (x, y), (x1, y1) = at(left, top), at(right, bottom)
    fill = _BODY.get(part.ref, "#e0703c")
    drawing.of_part(part.ref)
    drawing.box(x, y, x1 - x, y1 - y, fill, "#333", 4, 1.2, opacity=0.3)
    name = {"U1": "U1 Pico, in its two sockets, USB to the right"}.get(part.ref, part.ref)
    down = -18 if len(part.pins) == 3 else 4  # there is a lead in the middle
    drawing.words((x + x1) / 2, (y + y1) / 2 + down, name, 12, "middle", True, "#111")
    if part.ref == "U2":  # the notch
        drawing.dot(x1, (y + y1) / 2, 7, "#ffffff", "#333")
    if part.ref.startswith("D"):  # the band, at the cathode
        (bx, by), upright = at(*part.pins[f"{part.ref}.1"]), x1 - x < y1 - y
        near = by - y < y1 - by if upright else bx - x < x1 - bx
        if upright:
            drawing.box(x, (by + 12) if near else (by - 18), x1 - x, 6, "#111", "#111", 0)
        else:
            drawing.box((bx + 12) if near else (bx - 18), y, 6, y1 - y, "#111", "#111", 0)
    if part.ref == "C1":
        px, py = at(*part.pins["C1.1"])
        drawing.words(px + 12, py - 6, "+", 16, "middle", True, "#b00000")
    drawing.of_part("")


def _wires(drawing, plan: Plan, back, at):
    for link in plan.links:
        start, end = at(*link.start), at(*link.end)
        colour = COLOURS[colour_of(plan, link.net)]
        if link.bare and not back:
            drawing.path([start, end], "#777777", 9)
            drawing.path([start, end], colour, 6)
        elif not link.bare and back:
            drawing.path([start, end], "#333333", 5)
            drawing.path([start, end], colour, 3.4)


def _leads(drawing, plan: Plan, back, at):
    nets = plan.circuit.net_of()
    for part in plan.parts:
        for pin, hole in part.pins.items():
            x, y = at(*hole)
            if nets.get(pin):
                drawing.of_part(part.ref, name(hole))
                drawing.dot(x, y, 5.5, "#c9a227", "#333")
                drawing.of_part("")
            else:
                drawing.dot(x, y, 4.0, "#cccccc", "#777")
            word = pin.replace(".", " ") if len(part.pins) < 4 else pin.split(".")[1]
            if nets.get(pin) and (not back or len(part.pins) > 3):
                drawing.words(x, y - 8, word, 8, "middle", fill="#111")
    for link in plan.links:
        if not link.bare:
            for hole in (link.start, link.end):
                drawing.dot(*at(*hole), 5.5, COLOURS[colour_of(plan, link.net)], "#111")


def _away(drawing, plan: Plan, back, at):
    for hole, word in numbers(plan).items():
        x, y = at(*hole)
        net = plan.leads[hole]
        drawing.of_wire(word)
        drawing.dot(x, y, 9.5, COLOURS[colour_of(plan, net)], "#111")
        dark = colour_of(plan, net) in ("black", "red", "blue", "green", "brown", "violet", "grey")
        drawing.words(x, y + 3.5, word, 9, "middle", True, "#ffffff" if dark else "#111111")

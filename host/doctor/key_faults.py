"""Finds the faults of the key matrix from the keys that were seen while each key was pressed."""

from collections.abc import Callable

from hardware import board, forms

# What is on the caps, in words that any terminal can show.
_ON_CAPS = {
    "T": "10", "S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "JK": "joker",
    "LEFT": "left arrow", "RIGHT": "right arrow",
}  # fmt: skip
KEY_NAMES = tuple(_ON_CAPS.get(name, name) for name in board.KEYS)

_ROWS, _COLUMNS = range(board.KEY_ROWS), range(board.KEY_COLUMNS)


def key_faults(layout: str, seen: list[int], held: int = 0) -> list[str]:
    """Return a text for each fault, [] if there is none.

    seen: for each key in the order of hardware.board.KEYS, a bit for each key that was seen while
    it was pressed; held: a bit for each that was down while none was pressed.
    """
    if not any(seen):
        return ["no key is seen: check the wires to the Pico, and whether all diodes are reversed"]
    found = [
        f"{name} is down, but not pressed: its pins are bridged, or its column touches its row"
        for key, name in enumerate(KEY_NAMES)
        if held >> key & 1
    ]
    seen = [each & ~held | each & 1 << key for key, each in enumerate(seen)]
    return found + _absent(layout, seen) + _shorts(layout, seen) + _exchanged(layout, seen)


def _line(what: str, number: int, layout: str) -> str:
    at = forms.form(layout)
    pin = (at.row_pins if what == "row" else at.column_pins)[number]
    return f"{what} {number + 1} (GP{pin})"


def _keys_of(what: str, number: int) -> list[int]:
    keys = range(len(board.KEYS))
    return [key for key in keys if _place(key)[what == "column"] == number]


def _place(key: int) -> tuple[int, int]:
    return divmod(key, board.KEY_COLUMNS)


def _names(keys) -> str:
    return " ".join(KEY_NAMES[key] for key in keys)


def _absent(layout, seen):
    """Return lines of which no key was seen, and single keys."""
    left = {key for key, each in enumerate(seen) if not each}
    found = []
    for what, numbers in (("row", _ROWS), ("column", _COLUMNS)):
        for number in numbers:
            keys = _keys_of(what, number)
            if all(not seen[key] for key in keys):
                found.append(f"no key of {_line(what, number, layout)} is seen: its wire, "
                             f"or a joint on the way to {_names(keys[:1])}")  # fmt: skip
                left -= set(keys)
    for key in sorted(left):
        found.append(f"{KEY_NAMES[key]} is not seen: check its diode, switch and joints")
    return found


def _shorts(layout, seen):
    """Return lines that touch: a press of one key shows another key of its row or column too."""
    pairs = {"column": set(), "row": set()}
    for key, each in enumerate(seen):
        row, column = _place(key)
        for other in range(len(board.KEYS)):
            if other == key or not each >> other & 1 or not each >> key & 1:
                continue
            there_row, there_column = _place(other)
            if there_row == row:
                pairs["column"].add((min(column, there_column), max(column, there_column)))
            elif there_column == column:
                pairs["row"].add((min(row, there_row), max(row, there_row)))
    return [
        f"{_line(what, a, layout)} and {_line(what, b, layout)} touch: a bridge of solder"
        for what, found in pairs.items()
        for a, b in sorted(found)
    ]


def _exchanged(layout, seen):
    """Return lines at another's pin, and single keys that answer as another."""
    answers = {
        key: each.bit_length() - 1
        for key, each in enumerate(seen)
        if each and each & (each - 1) == 0
    }
    rows = _moved(answers, _ROWS, lambda key: _place(key)[0])
    columns = _moved(answers, _COLUMNS, lambda key: _place(key)[1])
    found = [*_told("row", rows, layout), *_told("column", columns, layout)]
    for key, other in answers.items():
        row, column = _place(key)
        if (rows.get(row, row), columns.get(column, column)) != _place(other):
            found.append(f"{KEY_NAMES[key]} answers as {KEY_NAMES[other]}: its wires")
    return found


def _moved(answers: dict[int, int], lines, line_of: Callable[[int], int]) -> dict[int, int]:
    """Return the lines that answer as another, by line, if all their keys agree."""
    found = {}
    for line in lines:
        there = {line_of(other) for key, other in answers.items() if line_of(key) == line}
        if len(there) == 1 and there != {line}:
            found[line] = there.pop()
    # One key that answers for its whole line says nothing of the line.
    counts = {line: sum(line_of(key) == line for key in answers) for line in found}
    return {line: other for line, other in found.items() if counts[line] > 1}


def _told(what: str, moved: dict[int, int], layout: str) -> list[str]:
    last = (board.KEY_ROWS if what == "row" else board.KEY_COLUMNS) - 1
    if len(moved) > 2 and all(line + other == last for line, other in moved.items()):
        return [f"the {what}s are mirrored: wired as seen from the other side"]
    return [
        f"{_line(what, line, layout)} answers as {_line(what, other, layout)}: wires exchanged"
        for line, other in sorted(moved.items())
    ]

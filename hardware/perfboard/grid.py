"""The holes of the perfboard, seen from the side of the parts, which faces the board's BACK.

A place is (column, row), both from 0 at the top left. On this kind of board each hole has a
separate pad, so there is nothing to cut.
"""

import math

from hardware.body import sizes

PITCH = 2.54
COLUMNS, ROWS = 36, 23
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVW"
SCREW_ROOM = 4.0  # from the middle of a screw: its nut and a tool

Place = tuple[int, int]


def name(place: Place) -> str:
    """Return the name of a hole: its row's letter and its column's number, `C8`."""
    return f"{LETTERS[place[1]]}{place[0] + 1}"


def place(word: str) -> Place:
    """Return the hole called `word`."""
    return int(word[1:]) - 1, LETTERS.index(word[0])


def millimetres(at: Place) -> tuple[float, float]:
    """Return (x, y) of a hole in mm from the board's top left corner."""
    _, _, width, height = sizes.PERFBOARD
    left = (width - (COLUMNS - 1) * PITCH) / 2
    top = (height - (ROWS - 1) * PITCH) / 2
    return left + at[0] * PITCH, top + at[1] * PITCH


def places() -> list[Place]:
    """Return the usable holes: all but those below the heads of the four screws."""
    _, _, width, height = sizes.PERFBOARD
    near = sizes.PERFBOARD_HOLE
    screws = [(x, y) for x in (near, width - near) for y in (near, height - near)]
    return [
        at
        for at in ((column, row) for row in range(ROWS) for column in range(COLUMNS))
        if all(math.dist(millimetres(at), screw) >= SCREW_ROOM for screw in screws)
    ]

"""What is engraved and scored on the face: numbers, words, streets, turns and skunk lines."""

import math

from hardware import dimensions, geometry

from .shapes import Stroke, Text

_STYLES = {"ten": "bold", "skunk": "italic", "name": "bold", "motto": "italic"}
_SKUNK_SIZE = 0.8  # the engraved letters are wider than the page's
_CLEAR = 1.2  # between a hole's edge and a line that leads to it
_SKUNK_LINE = (3.6, 5.6)  # to both sides of a turn: inwards, outwards


def face_texts(name: str) -> tuple[Text, ...]:
    """Return the numbers and words; those of a skunk are read from the right, as on the page."""
    found = []
    for m in geometry.marks(name):
        skunk = m.kind == "skunk"
        size, angle = (m.size * _SKUNK_SIZE, -90.0) if skunk else (m.size, 0.0)
        found.append(Text(m.text, m.x, m.y, size, angle, _STYLES.get(m.kind, "")))
    return tuple(found)


def face_strokes(name: str) -> tuple[Stroke, ...]:
    """Return the lines: between the groups of a street, round the turns, across them at a
    skunk, and on to the game hole."""
    return (*_streets(name), *_turns(name), *_skunks(name))


def _streets(name):
    found = []
    spots = geometry.holes(name)
    for here, there in zip(spots, spots[1:]):
        apart = abs(there.x - here.x)
        if here.track != there.track or here.y != there.y or apart <= dimensions.HOLE_PITCH:
            continue
        way = math.copysign(1, there.x - here.x)
        start = here.x + way * (here.diameter / 2 + _CLEAR)
        end = there.x - way * (there.diameter / 2 + _CLEAR)
        found.append(Stroke(((start, here.y, 0.0), (end, here.y, 0.0))))
    return found


def _turns(name):
    found = []
    for turn in geometry.turns(name):
        radius = (turn.bottom - turn.top) / 2
        middle = (turn.top + turn.bottom) / 2
        # The arc begins beyond the edge of the hole it leaves, and ends before the next.
        cut = 2 * math.asin((dimensions.HOLE_DIAMETER / 2 + _CLEAR) / 2 / radius)
        way = 1 if turn.right else -1
        dx, dy = way * radius * math.sin(cut), radius * math.cos(cut)
        bulge = way * math.tan((math.pi - 2 * cut) / 4)
        found.append(Stroke(((turn.x + dx, middle - dy, bulge), (turn.x + dx, middle + dy, 0.0))))
    return found


def _skunks(name):
    """The lines of a lost game cross the turns after holes 60 and 90."""
    found = []
    for turn in geometry.turns(name)[1:]:
        radius = (turn.bottom - turn.top) / 2
        middle = (turn.top + turn.bottom) / 2
        way = 1 if turn.right else -1
        inwards, outwards = _SKUNK_LINE
        x = turn.x + way * radius
        found.append(Stroke(((x - way * inwards, middle, 0.0), (x + way * outwards, middle, 0.0))))
    return found

"""The engraving and scoring of the face: numbers, words, streets, turns and skunk lines."""

import math

from hardware import board, forms, geometry, special_holes

from .shapes import QUARTER, Stroke, Text

_STYLES = {"ten": "bold", "skunk": "italic", "name": "bold", "motto": "italic"}
_SKUNK_SIZE = 0.8  # the engraved letters are wider than the page's
_CLEAR = 1.2  # between a hole's edge and a line towards it
_SKUNK_LINE = (3.6, 5.6)  # on both sides of a turn: inwards, outwards


def face_texts(name: str) -> tuple[Text, ...]:
    """Return the numbers and words; those of a skunk are read from the right, as on the page."""
    found = []
    for m in geometry.marks(name):
        skunk = m.kind == "skunk"
        size, angle = (m.size * _SKUNK_SIZE, -90.0) if skunk else (m.size, 0.0)
        found.append(Text(m.text, m.x, m.y, size, angle, _STYLES.get(m.kind, "")))
    return tuple(found)


def face_strokes(name: str) -> tuple[Stroke, ...]:
    """Return the lines: between the groups of a street, along the turns, across them at a skunk
    line, to the game hole, and round the special holes."""
    return (*_streets(name), *_turns(name), *_skunks(name), *_special(name))


def _streets(name):
    found = []
    at = forms.form(name)
    spots = geometry.holes(name) + geometry.trackers(name)
    for here, there in zip(spots, spots[1:]):
        apart = abs(there.x - here.x)
        beside = (here.track, here.kind, here.y) == (there.track, there.kind, there.y)
        if not beside or apart <= at.hole_pitch or here.kind == "tracker":
            continue
        way = math.copysign(1, there.x - here.x)
        start = here.x + way * (here.diameter / 2 + _CLEAR)
        end = there.x - way * (there.diameter / 2 + _CLEAR)
        found.append(Stroke(((start, here.y, 0.0), (end, here.y, 0.0))))
    return found


def _turns(name):
    found = []
    clear = forms.form(name).hole_diameter / 2 + _CLEAR
    for turn in geometry.turns(name):
        middle = (turn.top + turn.bottom) / 2
        way = 1 if turn.right else -1
        if turn.reach == turn.radius:
            # The arc begins beyond the edge of the hole it leaves, and ends before the next.
            cut = 2 * math.asin(clear / 2 / turn.radius)
            dx, dy = way * turn.radius * math.sin(cut), turn.radius * math.cos(cut)
            bulge = way * math.tan((math.pi - 2 * cut) / 4)
            points = ((turn.x + dx, middle - dy, bulge), (turn.x + dx, middle + dy, 0.0))
        else:
            start, out = turn.x + way * clear, turn.x + way * turn.reach
            corner = turn.reach - turn.radius
            points = (
                (start, turn.top, 0.0), (turn.x + way * corner, turn.top, way * QUARTER),
                (out, turn.top + turn.radius, 0.0),
                (out, turn.bottom - turn.radius, way * QUARTER),
                (turn.x + way * corner, turn.bottom, 0.0), (start, turn.bottom, 0.0),
            )  # fmt: skip
        found.append(Stroke(points))
    return found


def _skunks(name):
    """Return the skunk lines, which cross the turns after holes 60 and 90."""
    found = []
    turns = geometry.turns(name)
    inwards, outwards = _SKUNK_LINE
    for street in range(1, board.STREETS - 1):
        crossed = [turn for turn in turns if turn.street == street]
        turn = crossed[0]
        way = 1 if turn.right else -1
        middle = (turn.top + turn.bottom) / 2
        near = turn.x + way * min(one.reach for one in crossed)
        far = turn.x + way * max(one.reach for one in crossed)
        found.append(
            Stroke(((near - way * inwards, middle, 0.0), (far + way * outwards, middle, 0.0)))
        )
    return found


def _special(name):
    """Return the marks of the special holes of Crib Wars, a different shape for each kind: two
    rings round a red box, one round a trap, a diamond round a green hole, a square round a penalty
    box; and a line from each trap along its path."""
    if not forms.form(name).pixels.paths:
        return []
    at = {spot.number: spot for spot in geometry.holes(name)}
    found = []
    for hole in [hole for pair in special_holes.RED for hole in pair]:
        found += [_ring(at[hole], _CLEAR + 0.2), _ring(at[hole], _CLEAR + 1.2)]
    for hole in special_holes.BOXES:
        found.append(_around(at[hole], 4, math.pi / 4))
    for hole in [pair[0] for pair in special_holes.GREEN]:
        found.append(_around(at[hole], 4, 0.0))
    for row, (trap, back) in enumerate(special_holes.BLUE):
        path = [spot for spot in geometry.paths(name) if spot.row == row]
        found.append(_ring(at[trap], _CLEAR + 0.2))
        found.append(_towards(at[trap], path[0], 1.4))
        found += [_towards(a, b) for a, b in zip(path, path[1:])]
        found.append(_towards(path[-1], at[back]))
    return found


def _ring(spot, beyond):
    r = spot.diameter / 2 + beyond
    return Stroke(
        ((spot.x - r, spot.y, 1.0), (spot.x + r, spot.y, 1.0), (spot.x - r, spot.y, 0.0))
    )


def _around(spot, corners, turned):
    r = spot.diameter / 2 + 2.4
    angles = [turned + 2 * math.pi * n / corners for n in range(corners + 1)]
    return Stroke(
        tuple([(spot.x + r * math.cos(a), spot.y + r * math.sin(a), 0.0) for a in angles])
    )


def _towards(here, there, more=0.0):
    """Return a line from the edge of one hole to that of another."""
    apart = math.dist((here.x, here.y), (there.x, there.y))
    dx, dy = (there.x - here.x) / apart, (there.y - here.y) / apart
    a, b = here.diameter / 2 + _CLEAR + more, there.diameter / 2 + _CLEAR
    return Stroke(
        ((here.x + a * dx, here.y + a * dy, 0.0), (there.x - b * dx, there.y - b * dy, 0.0))
    )

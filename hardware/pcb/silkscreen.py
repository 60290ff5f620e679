"""The words on the circuit board, seen from the FRONT in the coordinates of the keys."""

import math
from typing import NamedTuple

from hardware import geometry

from . import rules
from .placement import PANEL_POLES, STRIP_POLES, outline
from .router import Pad

_ADVANCE = 0.95  # of a letter, in letter heights
_CLEAR = 0.2  # from a word to copper without solder mask
_POLE_BOTTOM = 228.3  # above the terminals, seen from the front
_SHIFTS = [step * sign / 10 for step in range(0, 24, 2) for sign in (1, -1)]


# References not in the middle of their pads: the distance from there. Of a terminal and of a
# socket it is counted from the pad on the right.
_BESIDE = {
    "C1": (0.0, -6.4), "P": (2.7, 0.0), "X": (2.7, 0.0), "J4": (3.6, 0.0),
    "U1A": (-7.0, 2.55), "U1B": (-7.0, -2.6),
}  # fmt: skip
_BELOW = 1.75  # from the middle of a small part to its name
_SMALL = 4.0  # mm from pad to pad at most: its name does not fit between them


class Word(NamedTuple):
    """A word by its middle; angle in degrees, counterclockwise from the front."""

    text: str
    x: float
    y: float
    angle: float
    back: bool


def words(pads: list[Pad]) -> list[Word]:
    """Return the words other than the parts' references, clear of `pads`."""
    left, top, right, bottom = outline().reach()
    middle = (left + right) / 2
    return [
        Word("Pegboard: this side to the switch plate", middle, bottom - 1.4, 0, False),
        Word("Pegboard: BACK, all parts but the switches", middle, bottom - 1.4, 0, True),
        Word("ribbon", 214.4, 227.2, 0, True),
        Word("USB", left + 2.6, 209.6, 0, True),
        Word("Pico", left + 7.6, 209.6, 0, True),
        *_poles("P", STRIP_POLES, pads),
        *_poles("X", PANEL_POLES, pads),
    ]


def references(pads: list[Pad]) -> dict[str, Word]:
    """Return the place of each part's reference: between the pins of a switch, otherwise in the
    middle of the pads, where it can be read until the part covers it."""
    found = {}
    for key in geometry.caps():
        ref = f"K{key.number + 1}"
        found[ref] = Word(ref, key.x, key.y - 3.2, 0, False)
        ref = f"D{key.number + 1}"
        (x1, y1), (x2, y2) = [(pad.x, pad.y) for pad in pads if pad.name.startswith(f"{ref}.")]
        angle = 90 if abs(x1 - x2) < abs(y1 - y2) else 0
        # Between its pads there is room for its number alone.
        found[ref] = Word(ref[1:], (x1 + x2) / 2, (y1 + y2) / 2, angle, True)
    for ref in dict.fromkeys(pad.name.split(".")[0] for pad in pads if "." in pad.name):
        if ref not in found:
            mine = [pad for pad in pads if pad.name.startswith(f"{ref}.")]
            found[ref] = _reference(ref, mine)
    return found


def _reference(ref, pads):
    xs, ys = [pad.x for pad in pads], [pad.y for pad in pads]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    upright = max(xs) - min(xs) < max(ys) - min(ys)
    if ref in _BESIDE:
        dx, dy = _BESIDE[ref]
        return Word(ref, (max(xs) if len(pads) > 3 else x) + dx, y + dy, 0, True)
    if math.hypot(max(xs) - min(xs), max(ys) - min(ys)) <= _SMALL:
        if upright and len(pads) == 2:
            return Word(ref, x - _BELOW - 0.6, y, 0, True)
        return Word(ref, x, y + (_BELOW + 0.55 if len(pads) > 2 else _BELOW), 0, True)
    return Word(ref, x, y, 90 if upright else 0, True)


def _poles(ref, poles, pads):
    found = []
    for n, (_, text) in enumerate(poles, 1):
        x = next(pad.x for pad in pads if pad.name == f"{ref}.{n}")
        high = len(text) * _ADVANCE * rules.SILK
        y = _POLE_BOTTOM - high / 2
        free = [s for s in _SHIFTS if _free(x + s, y, rules.SILK, high, pads)]
        if not free:
            raise ValueError(f"there is no room for the word {text} of {ref}")
        found.append(Word(text, x + free[0], y, 90, True))
    return found


def _free(x, y, width, height, pads):
    for pad in pads:
        w, h = pad.width / 2 - pad.corner, pad.height / 2 - pad.corner
        dx = max(abs(pad.x - x) - width / 2 - w, 0.0)
        dy = max(abs(pad.y - y) - height / 2 - h, 0.0)
        if math.hypot(dx, dy) < pad.corner + _CLEAR:
            return False
    return True

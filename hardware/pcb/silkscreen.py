"""The words on the circuit board, seen from the FRONT in the coordinates of the keys."""

import math
from typing import NamedTuple

from hardware import geometry

from . import rules
from .placement import PANEL_POLES, STRIP_POLES, outline
from .router import Pad

_ADVANCE = 0.95  # of a letter, in letter heights
_CLEAR = 0.2  # from a word to copper without solder mask
_POLE_TOP = 236.3  # below the terminals, seen from the front
_SHIFTS = [step * sign / 10 for step in range(0, 24, 2) for sign in (1, -1)]


# References not in the middle of their pads: the distance from there. Of a terminal and of a
# socket it is counted from the pad on the right.
_BESIDE = {
    "Q1": (-2.4, 1.5), "C1": (-6.6, -3.4), "P": (4.0, 0.0), "X": (5.0, -3.6),
    "U1A": (-7.0, 2.55), "U1B": (-7.0, -2.6),
}  # fmt: skip
_BAND = 0.5
_DIODE = 2.3  # across its body


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
    if ref.startswith("D"):
        # Away from the band of the cathode, which is pad 1.
        x += _BAND * _sign(x - pads[0].x)
        y += _BAND * _sign(y - pads[0].y)
    return Word(ref, x, y, 90 if upright else 0, True)


def _sign(value):
    return (value > 0) - (value < 0)


def _poles(ref, poles, pads):
    found = []
    bodies = _bodies(pads)
    for n, (_, text) in enumerate(poles, 1):
        x = next(pad.x for pad in pads if pad.name == f"{ref}.{n}")
        high = len(text) * _ADVANCE * rules.SILK
        y = _POLE_TOP + high / 2
        shift = next(s for s in _SHIFTS if _free(x + s, y, rules.SILK, high, pads + bodies))
        found.append(Word(text, x + shift, y, 90, True))
    return found


def _bodies(pads):
    """Return the bodies of the keys' diodes, as areas to keep clear of."""
    found = []
    for ref in [f"D{key.number + 1}" for key in geometry.caps()]:
        one, other = [pad for pad in pads if pad.name.startswith(f"{ref}.")]
        high = abs(one.y - other.y)
        found.append(Pad(ref, "", one.x, (one.y + other.y) / 2, _DIODE, high, 0.0, ()))
    return found


def _free(x, y, width, height, pads):
    for pad in pads:
        w, h = pad.width / 2 - pad.corner, pad.height / 2 - pad.corner
        dx = max(abs(pad.x - x) - width / 2 - w, 0.0)
        dy = max(abs(pad.y - y) - height / 2 - h, 0.0)
        if math.hypot(dx, dy) < pad.corner + _CLEAR:
            return False
    return True

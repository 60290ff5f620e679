"""Finds parts that are in each other's way; each fault is a text."""

import math
from functools import cache
from itertools import combinations

from hardware import board
from hardware.body import sizes
from hardware.body.layers import channels, screw_holes, wire_holes
from hardware.body.prisms import ADD, CUT, Prism, Prisms
from hardware.body.shapes import Box, Circle, gap, inside

from . import places
from .parts import Part, builds, parts

_CLOSE = 1e-6
_HEAD = 6.0  # of a countersunk screw M3


def faults(layout: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return, in words, what overlaps in any build of `layout`; [] if nothing does."""
    found: dict[str, None] = {}
    for build in builds(layout):
        made = parts(layout, build)
        for one, other in combinations(made, 2):
            if clash(one, other):
                found[f"the {one.title} and the {other.title} overlap ({_words(build)})"] = None
    return [*found, *_screws(layout), *_reach(layout)]


def _words(build):
    wells = "printed" if build.printed else "cut"
    return f"{build.controller}, {build.light}, wells {wells}"


def clash(one: Part, other: Part) -> bool:
    """Return whether two parts overlap. Errs on the side of an overlap where the shapes are not
    simple."""
    return any(near(a, b) and _overlap(a, b) for a in one.solids for b in other.solids)


def near(one: Prisms, other: Prisms) -> bool:
    """Return whether the reaches of two solids overlap, their holes not deducted."""
    a, b = _box(one), _box(other)
    return all(a[n] < b[n + 3] and b[n] < a[n + 3] for n in range(3))


@cache
def _box(solid: Prisms):
    """Return the least and the greatest x, y and height of a solid."""
    added = [(*prism.shape.reach(), prism.bottom, prism.top) for prism in solid
             if prism.how == ADD]  # fmt: skip
    low = [min(row[n] for row in added) for n in (0, 1, 4)]
    return [*low, *[max(row[n] for row in added) for n in (2, 3, 5)]]


def _overlap(one: Prisms, other: Prisms):
    cuts = [prism for prism in (*one, *other) if prism.how == CUT]
    return any(
        not _free(a, b, cuts)
        for a in one
        if a.how == ADD
        for b in other
        if b.how == ADD and gap(a.shape, b.shape) < -_CLOSE
    )


def _free(a: Prism, b: Prism, cuts: list[Prism]):
    """Return whether all that two prisms share is taken away by cuts: at each height by one."""
    low, high = max(a.bottom, b.bottom), min(a.top, b.top)
    if high - low < _CLOSE:
        return True
    first, second = a.shape.reach(), b.shape.reach()
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[2], second[2]), min(first[3], second[3])
    both = Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)
    shapes = (a.shape, b.shape, both)
    of_use = [cut for cut in cuts if any(_holds(cut.shape, shape) for shape in shapes)]
    edges = {edge for cut in of_use for edge in (cut.bottom, cut.top) if low < edge < high}
    levels = [low, *sorted(edges), high]
    return all(
        any(cut.bottom <= one + _CLOSE and cut.top >= next_ - _CLOSE for cut in of_use)
        for one, next_ in zip(levels, levels[1:])
        if next_ - one > _CLOSE
    )


def _holds(outer, inner):
    if isinstance(outer, Box):
        return inside(inner, outer) >= -_CLOSE
    if isinstance(inner, Circle):
        return math.dist(outer[:2], inner[:2]) + (inner.diameter - outer.diameter) / 2 <= _CLOSE
    x, y = abs(inner.x - outer.x) + inner.width / 2, abs(inner.y - outer.y) + inner.height / 2
    return math.hypot(x, y) <= outer.diameter / 2 + _CLOSE


def _screws(layout):
    """Return, in words, the screws of the small parts that meet another cut of the carrier or of
    the channel."""
    cuts = [*wire_holes(layout), *screw_holes(layout), *channels(layout)]
    return [
        f"a screw of a clamp or a holder at {hole.x:g}, {hole.y:g} is too close to another cut"
        for hole in places.screws(layout)
        for cut in cuts
        if gap(Circle(hole.x, hole.y, _HEAD), cut) < sizes.WEB
    ]


def _reach(layout):
    """Return, in words, the parts that reach into the back."""
    made = parts(layout, builds(layout)[0])
    back = next(part for part in made if part.name == "back").solids[0][0].bottom
    found = []
    for build in builds(layout):
        for part in parts(layout, build):
            deepest = max(prism.top for solid in part.solids for prism in solid)
            if part.beside and part.name not in ("screws", "cable-panel") and deepest > back:
                found.append(f"the {part.title} reaches {deepest - back:.2f} mm into the back")
    return found

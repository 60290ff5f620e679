"""Checks the body; each fault is a text. A body without faults can be cut."""

from collections.abc import Sequence
from itertools import combinations

from hardware import board, forms, geometry, light, strip

from . import sizes
from .layers import (
    STACKED,
    Layer,
    cap_window,
    frame_inner,
    layers,
    perfboard_holes,
    plug_depth,
)
from .shapes import Box, Circle, OpenRing, Shape, gap, inside

_CLOSE = 1e-6


def faults(name: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return the faults of the body of layout `name`, in words."""
    found = []
    for layer in layers(name):
        found += layer_faults(layer, name)
    return found + light.faults(name) + _lights(name) + _keys(name) + _room(name)


def layer_faults(layer: Layer, name: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return, in words, the cuts of a layer that leave too little between them or pass its
    edge."""
    found = []
    for one, other in _near(layer.holes, sizes.WEB):
        left = gap(one, other)
        if left < sizes.WEB - _CLOSE:
            found.append(
                f"{layer.name}: {_called(one, name)} and {_called(other, name)} "
                + _left(left, sizes.WEB)
            )
    for hole in layer.holes:
        left = min(_margins(hole, layer.outline))
        if left < sizes.EDGE - _CLOSE:
            found.append(
                f"{layer.name}: {_called(hole, name)} and the edge " + _left(left, sizes.EDGE)
            )
    return found


def _near(shapes: Sequence[Shape], within: float) -> list[tuple[Shape, Shape]]:
    """Return the pairs of `shapes` that may be less than `within` mm apart, in order, judged by
    their reaches. Few of a layer's holes are near each other."""
    reaches = [shape.reach() for shape in shapes]
    order = sorted(range(len(shapes)), key=lambda n: reaches[n][0])
    pairs = []
    for at, n in enumerate(order):
        _, top, right, bottom = reaches[n]
        for m in order[at + 1 :]:
            if reaches[m][0] > right + within:
                break
            if reaches[m][1] <= bottom + within and reaches[m][3] >= top - within:
                pairs.append((min(n, m), max(n, m)))
    return [(shapes[a], shapes[b]) for a, b in sorted(pairs)]


def _left(left, least):
    if left <= 0:
        return f"overlap by {-left:.2f} mm; {least} mm must stay between them"
    return f"leave {left:.2f} mm between them; it must be {least} mm or more"


def _margins(hole, outline):
    if isinstance(outline, OpenRing):
        return [inside(hole, outline.outer), gap(hole, outline.inner)]
    return [inside(hole, outline)]


def _called(shape: Shape, name: str) -> str:
    """Return the name of a cut for a person: the hole, light or key there."""
    for spot in geometry.lights(name):
        if isinstance(shape, Circle) and (shape.x, shape.y) == (spot.x, spot.y):
            return spot_name(spot, name)
    for key in geometry.caps(name):
        if isinstance(shape, Box) and (shape.x, shape.y) == (key.x, key.y):
            return f"key {key.label}"
    kind = "round cut" if isinstance(shape, Circle) else "cut"
    left, top, right, bottom = shape.reach()
    return f"the {kind} at {(left + right) / 2:.1f}, {(top + bottom) / 2:.1f}"


def spot_name(spot: geometry.Spot, name: str) -> str:
    """Return the name of a light for a person: `hole 30`, `hole 30 of track 2`, `bar light 5`."""
    tracks = forms.form(name).pixels.tracks
    where = f" of track {spot.track + 1}" if tracks > 1 else ""
    if spot.kind == "tracker":
        return f"tracker hole {spot.number} in row {spot.row + 1}{where}"
    if spot.kind == "path":
        return f"hole {spot.number} of path {spot.row + 1}"
    return f"bar light {spot.number}" if spot.kind == "bar" else f"hole {spot.number}{where}"


def _lights(name):
    found = []
    at = forms.form(name)
    inner = frame_inner(name)
    for layer in layers(name):
        if layer.name != "wells":
            continue
        wells = {(c.x, c.y): c for c in layer.holes if isinstance(c, Circle)}
        for spot in geometry.lights(name):
            well = wells[spot.x, spot.y]
            called = _called(well, name)
            if well.diameter < max(spot.diameter + 1, sizes.PIXEL_ACROSS):
                found.append(
                    f"{called}: its well of {well.diameter} mm is narrower than the "
                    "hole or the pixel needs"
                )
            if inside(well, inner) < 1:
                found.append(f"{called}: its well is not inside the frame")
    pitch = 1000 / at.strip_per_metre
    for piece in strip.pieces(name):
        if len(piece) == 1 and piece[0].number != board.HOLES and piece[0].kind != "path":
            found.append(
                f"{spot_name(piece[0], name)} is not {pitch:.2f} mm from the next: a strip "
                f"of {at.strip_per_metre} LED/m does not fit uncut"
            )
    return found  # fmt: skip


def _keys(name):
    found = []
    window = cap_window(name)
    size = forms.form(name).key_size
    if size > sizes.CAP:
        found.append(f"a cap of {size} mm is larger than the {sizes.CAP} mm that "
                     "the window is for")  # fmt: skip
    for one, other in combinations(geometry.caps(name), 2):
        apart = max(abs(one.x - other.x), abs(one.y - other.y))
        if apart < sizes.CAP + 0.5:
            found.append(f"keys {one.label} and {other.label} are {apart:.2f} mm apart: two caps "
                         f"of {sizes.CAP} mm touch")  # fmt: skip
    for key in geometry.caps(name):
        if inside(Box(key.x, key.y, sizes.CAP, sizes.CAP), window) < 0.5:
            found.append(f"key {key.label} touches the edge of its window")
    return found


def depth() -> float:
    """Return the height of the whole stack."""
    return sum(layer.thickness * layer.sheets for layer in layers()[:STACKED])


def _room(name):
    found = []
    under = sizes.FRAME * sizes.FRAMES
    needed = sum(sizes.ELECTRONICS)
    if needed > under:
        found.append(f"the electronics need {needed:.1f} mm under the carrier; the frame has "
                     f"{under:.1f}")  # fmt: skip
    below_plate = sizes.PLATE + sizes.WELLS + sizes.CHANNEL + sizes.CARRIER + under
    if below_plate < sizes.SWITCH_DEPTH:
        found.append(f"the wired switches need {sizes.SWITCH_DEPTH} mm below the plate")
    if sizes.PLATE > sizes.RECESS:
        found.append("the switch plate is thicker than its recess")
    if not depth() + sizes.SCREW_NUT <= sizes.SCREW_LENGTH <= depth() + 10:
        found.append(f"a screw of {sizes.SCREW_LENGTH:.0f} mm does not suit a stack of "
                     f"{depth():.0f} mm")  # fmt: skip
    plug = sizes.CABLE_HOLE[1] / 2
    if not sizes.FRAME * 2 <= plug_depth() - plug <= plug_depth() + plug <= under:
        found.append("the plug of the cable does not meet the opening of the frames")
    inner = frame_inner(name)
    x, y, width, height = forms.form(name).perfboard
    if inside(Box(x, y, width, height), inner) < 1:
        found.append("the perfboard is not inside the frame")
    if (width, height) != sizes.PERFBOARD[2:]:
        found.append(
            "the perfboard must be {:g} × {:g} mm: its holes are all used".format(
                *sizes.PERFBOARD[2:]
            )
        )
    if gap(Box(x, y, width, height), cap_window(name)) < 5:
        found.append("the perfboard is in the way of the switches")
    for hole in perfboard_holes(sizes.SCREW_HEAD_HOLE, name):
        if inside(hole, inner) < 0:
            found.append("a screw of the perfboard is not inside the frame")
    return found

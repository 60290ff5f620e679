"""What the board in 3D has beside its layers: what is soldered to the perfboard, the circuit
boards, a Raspberry Pi, and the parts to print, from their own descriptions.

All but the perfboard's are not shown until their box is ticked. A piece is (front, back,
outlines, holes), in mm behind the face.
"""

from collections.abc import Sequence

from hardware import board, forms, geometry, power
from hardware.body import raspberry_pi, sizes
from hardware.body.layers import cap_window, raspberry_pi_holes
from hardware.body.layers import raspberry_pi as pi_place
from hardware.body.shapes import Box, Circle
from hardware.circuit import builds
from hardware.panel import placement as panel
from hardware.pcb import check, placement, rules
from hardware.perfboard import placement as perfboard
from hardware.perfboard.grid import PITCH, millimetres
from hardware.printed import parts as printed

Shape = Box | Circle
Piece = tuple[float, float, Sequence[Shape], Sequence[Shape]]
Part = tuple[str, str, str, list[Piece]]

_GREEN, _DARK, _WHITE, _PRINTED = "#1f6b45", "#3b4048", "#f4f4f0", "#6d7f92"
_BETWEEN = 12.0  # mm between small parts, which lie beside the board


def parts(layout: str, carrier: float) -> list[tuple[str, Part]]:
    """Return the parts, each with the name of the part beside which it stands when the board is
    apart; (name, title, colour, pieces). carrier: how far its back is behind the face."""
    made: list[tuple[str, Part]] = [("electronics", _components(layout, carrier))]
    if power.usb_feeds(layout):
        made.append(("electronics", _key_board(layout)))
    if raspberry_pi.fits(layout):
        made.append(("electronics", _raspberry_pi(layout, carrier)))
    if layout in panel.LAYOUTS:
        made.append(("lights", _panel(layout, carrier - sizes.CARRIER)))
    made.append(("wells", _wells(layout)))
    made.append(("electronics", _small(layout, carrier)))
    return made


def _components(layout, carrier):
    circuit = builds.build(builds.names(layout)[0], layout)
    x, y, width, height = forms.form(layout).perfboard
    front = carrier + sum(sizes.ELECTRONICS[:2])
    first = millimetres((0, 0))
    pieces = []
    for part in perfboard.parts(circuit):
        left, top = (first[n] + part.body[n] * PITCH for n in (0, 1))
        wide, high = ((part.body[n + 2] - part.body[n]) * PITCH for n in (0, 1))
        # The parts face the back: seen from the front, left and right are exchanged.
        middle = (x + width / 2 - left - wide / 2, y - height / 2 + top + high / 2)
        pieces.append((front, front + part.height, [Box(*middle, wide, high)], []))
    return "components", "parts on the perfboard", _DARK, pieces


def _key_board(layout):
    edge = placement.outline()
    down = cap_window(layout).y - cap_window().y
    edge = edge._replace(y=edge.y + down)
    front, thick = check.board_depth(), rules.THICKNESS
    back = front + thick
    keys = geometry.caps(layout)
    posts = [
        Circle(key.x + x, key.y + y, diameter)
        for key in keys
        for x, y, diameter in placement.SOCKET_HOLES
    ]
    left, top, right, bottom = placement.SOCKET_BODY
    sockets = [
        Box(key.x + (left + right) / 2, key.y + (top + bottom) / 2, right - left, bottom - top)
        for key in keys
    ]
    long, wide = sizes.PICO
    row = keys[board.KEY_COLUMNS].y
    pico = Box(edge.reach()[0] + long / 2, row, long, wide)
    high = placement.HEIGHTS["the Pico in its sockets"]
    pieces = [
        (front, back, [edge], posts),
        (back, back + placement.HEIGHTS["a switch's socket"], sockets, []),
        (back + high - 3.8, back + high - 2.8, [pico], []),
    ]
    return "key-board", "circuit board for the keys", _GREEN, pieces


def _raspberry_pi(layout, carrier):
    at = pi_place(layout)
    assert at is not None
    spacer, thick, high = sizes.RASPBERRY_PI_HIGH
    front = carrier + spacer
    left, _, right, bottom = at.reach()
    socket = Box(right - 14 / 2 - 1, at.y, 20, 50)
    header = Box(left + sizes.RASPBERRY_PI_HEADER + 19 * 2.54 / 2, bottom - 3.5, 50.8, 5.1)
    pieces = [
        (front, front + thick, [at], raspberry_pi_holes(sizes.RASPBERRY_PI_HOLE, layout)),
        (front + thick, front + thick + high, [socket], []),
        (front + thick, front + thick + 8.5, [header], []),
    ]
    return "raspberry-pi", "Raspberry Pi", _GREEN, pieces


def _panel(layout, front):
    pieces: list[Piece] = [
        (front, front + panel.THICKNESS, [panel.outline(layout)], panel.screws(layout)),
        (front - 1.6, front, [Box(p.x, p.y, 5.0, 5.0) for p in panel.pixels(layout)], []),
    ]
    return "panel", "panel of pixels", _WHITE, pieces


# The parts to print -----------------------------------------------------------------------------


def _wells(layout):
    top = sizes.FACE + sizes.DIFFUSER
    found = []
    for part in printed.printed_parts(layout):
        if part.name.startswith("wells-"):
            tile = part.prisms[0].shape
            assert isinstance(tile, Box)
            inner = tile.grown(-0.15)  # so that a seam is seen
            # They lie on their back as they are printed.
            high = part.prisms[0].top
            for bottom, upper, outline, holes in _slabs(part, inner):
                found.append((top + high - upper, top + high - bottom, [outline], holes))
    return "printed-wells", "wells to print", _PRINTED, found


def _small(layout, carrier):
    found = []
    x, y = 30.0, forms.form(layout).height + 30.0
    for part in printed.printed_parts(layout):
        if part.name.startswith("wells-"):
            continue
        reaches = [p.shape.reach() for p in part.prisms if p.how == printed.ADD]
        left, right = min(r[0] for r in reaches), max(r[2] for r in reaches)
        for _ in range(part.quantity):
            for prism in part.prisms:
                if prism.how != printed.ADD:
                    continue
                for bottom, top, outline, holes in _slabs(part, prism.shape, prism):
                    placed = _moved(outline, x - left, y)
                    away = [_moved(hole, x - left, y) for hole in holes]
                    found.append((carrier + bottom, carrier + top, [placed], away))
            x += right - left + _BETWEEN
    return "printed-small", "small parts to print", _PRINTED, found


def _slabs(part, outline, prism=None):
    """Return (bottom, top, outline, holes) of one of the solids of a part, for each range of
    heights in which the same is cut out."""
    prism = prism or part.prisms[0]
    cuts = [p for p in part.prisms if p.how == printed.CUT]
    edges = {h for p in (*cuts, prism) for h in (p.bottom, p.top)}
    levels = sorted(h for h in edges if prism.bottom <= h <= prism.top)
    found = []
    for bottom, top in zip(levels, levels[1:], strict=False):
        here = [p.shape for p in cuts if p.bottom <= bottom and p.top >= top]
        holes = [hole for shape in here if (hole := _within(shape, outline))]
        seen = [hole for hole in holes if not any(_covers(one, hole) for one in holes)]
        found.append((bottom, top, outline, seen))
    return found


def _within(shape, outline):
    """Return what of a cut is inside an outline, None if nothing is."""
    left, top, right, bottom = outline.reach()
    a, b, c, d = shape.reach()
    if isinstance(shape, Circle):
        return shape if a >= left and c <= right and b >= top and d <= bottom else None
    a, b, c, d = max(a, left), max(b, top), min(c, right), min(d, bottom)
    if c - a <= 0 or d - b <= 0:
        return None
    whole = (a, b, c, d) == shape.reach()
    return Box((a + c) / 2, (b + d) / 2, c - a, d - b, shape.corner if whole else 0.0)


def _covers(one, other):
    a, b = one.reach(), other.reach()
    return one != other and a[0] <= b[0] and a[1] <= b[1] and a[2] >= b[2] and a[3] >= b[3]


def _moved(shape, x, y):
    return shape._replace(x=shape.x + x, y=shape.y + y)

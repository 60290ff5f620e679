"""Parts to print, each as upright prisms that are added, cut out or kept.

Sizes in mm. A part lies as it is printed: z is upwards from the printer's bed. The wells are seen
from the front in the coordinates of hardware/geometry.py, y downwards; the other parts have their
own middle at (0, 0).
"""

import math
from typing import NamedTuple

from hardware import board
from hardware.body import sizes
from hardware.body.check import depth
from hardware.body.layers import Layer, layers, plug_depth
from hardware.body.prisms import ADD, CUT, KEEP, Prism, Prisms
from hardware.body.shapes import Box, Circle, inside
from hardware.panel import placement as panel_placement

PLA = 1.24  # g/cm³
BED = 215.0  # of a printer of 220 mm, less the room of its clips

FOOT_DIAMETER = 18.0
FOOT_CLEARANCE = 3.0  # from the ends of the stack's screws to the table
FOOT_LEAST = 10.0
SCREW_HEAD = 6.6  # of an M3 screw, with room
FOOT_FLOOR = 5.0  # between the screw's head and the back

PICO_BOARD = 1.0
PICO_HOLES = (47.0, 11.4)  # apart, along it and across
PICO_HOLE = 2.1
PEG = 1.9
PEG_END = 1.5  # beyond the Pico, to be melted flat
HOLDER_BASE = 3.0
HOLDER_EAR = 9.0  # beyond each end of the Pico, with a screw's hole in its middle
BAR = 4.0  # the bar under each end of the Pico
BAR_LENGTH = 14.0  # between the Pico's two rows of pins
USB_MIDDLE = 1.35  # of the Pico's socket, above its board

SOCKET_BLOCK = (16.0, 24.0)  # along the cable, and across
SOCKET_BOARD = 1.6
SOCKET_MIDDLE = 1.6  # of a USB-C socket, above its board
TIE = (5.0, 2.0)  # a cable tie, with room

CLAMP = (26.0, 10.0, 5.0)
CLAMP_SCREWS = 16.0  # apart
GROOVE = (5.0, 2.5)  # width, and depth: it presses a USB cable of 3 to 5 mm


class Printed(NamedTuple):
    """A part, of which `quantity` are needed; its prisms are applied in their order."""

    name: str
    title: str
    quantity: int
    prisms: Prisms


def printed_parts(name: str = board.DEFAULT_LAYOUT, window: bool = False) -> list[Printed]:
    """Return the parts for layout `name`. window: for a circuit board, the wells have one window
    instead of an opening for each switch."""
    return [*_wells(name, window), _foot(), _pico_holder(), _clamp(), _socket_holder()]


def grams(name: str = board.DEFAULT_LAYOUT) -> float:
    """Return the most that all parts weigh in PLA, in steps of 50 g: solid, and cuts of the small
    parts not deducted."""
    wells = [layer for layer in layers(name) if layer.name in ("wells-top", "wells")]
    volume = 0.0
    for layer in wells:
        flat = _area(layer.outline) - sum(_area(hole) for hole in layer.holes)
        volume += flat * layer.thickness
    for part in (_foot(), _pico_holder(), _clamp(), _socket_holder()):
        added = [p for p in part.prisms if p.how == ADD]
        volume += part.quantity * sum(_area(p.shape) * (p.top - p.bottom) for p in added)
    return math.ceil(volume / 1000 * PLA / 50) * 50.0


def _area(shape):
    if isinstance(shape, Circle):
        return math.pi * shape.diameter**2 / 4
    return shape.width * shape.height


# The wells --------------------------------------------------------------------------------------


def _wells(name, window):
    """Return the two layers of the wells in one piece, cut into tiles that fit a printer."""
    found = {layer.name: layer for layer in layers(name)}
    top, low = found["wells-top"], found["wells"]
    # Room for the heads of the screws of a panel, as in the layer that is cut for it.
    panel = panel_placement.screws(name) if name in panel_placement.LAYOUTS else []
    heads = [screw._replace(diameter=sizes.SCREW_HEAD_HOLE) for screw in panel]
    tiles = _tiles(top)
    return [
        Printed(
            f"wells-{n}",
            f"wells, tile {n} of {len(tiles)}",
            1,
            _tile_prisms(tile, top, low, window, heads),
        )
        for n, tile in enumerate(tiles, 1)
    ]


def _tile_prisms(tile, top, low, window, heads):
    low_height, height = low.thickness, low.thickness + top.thickness
    holes = [hole for hole in low.holes if isinstance(hole, Circle)]
    recess = [hole for hole in top.holes if isinstance(hole, Box)]
    openings = [hole for hole in low.holes if isinstance(hole, Box)]
    if window:
        openings = [recess[0].grown(-sizes.PLATE_RIM - sizes.PLATE_CLEARANCE)]
    prisms = [Prism(ADD, tile, 0.0, height), Prism(KEEP, top.outline, 0.0, height)]
    prisms += [Prism(CUT, hole, 0.0, height) for hole in holes if _touch(hole, tile)]
    pockets = [*openings, *heads]
    prisms += [Prism(CUT, hole, 0.0, low_height) for hole in pockets if _touch(hole, tile)]
    prisms += [Prism(CUT, hole, low_height, height) for hole in recess if _touch(hole, tile)]
    return tuple(prisms)


def _touch(shape, tile):
    a, b = shape.reach(), tile.reach()
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _tiles(layer: Layer) -> list[Box]:
    """Return the tiles of a layer, row by row: no seam goes through a round hole. If the holes in
    a row of tiles leave no way for a seam, there are more rows."""
    left, top, right, bottom = layer.outline.reach()
    circles = [hole for hole in layer.holes if isinstance(hole, Circle)]
    least = _pieces(bottom - top)
    found: list[Box] = []
    for count in range(least, least + 3):
        found = []
        rows = _cuts(top, bottom, count, {(c.y, c.diameter / 2) for c in circles})
        for high, low in zip(rows, rows[1:]):
            here = {(c.x, c.diameter / 2) for c in circles if high < c.y < low}
            columns = _cuts(left, right, _pieces(right - left), here)
            for a, b in zip(columns, columns[1:]):
                found.append(Box((a + b) / 2, (high + low) / 2, b - a, low - high))
        if not _torn(found, circles):
            break
    return found


def _torn(tiles, circles):
    """Return the round holes cut by a seam, each with its tile's number."""
    return [
        (n, hole)
        for n, tile in enumerate(tiles, 1)
        for hole in circles
        if _touch(hole, tile) and inside(hole, tile) < 0
    ]


def _pieces(length):
    return -int(-length // BED)


def _cuts(start, end, count, circles):
    """Return the ends and the cuts that divide a length into `count` pieces of about the same
    size, each cut as far from all circles as possible."""
    edges = [start]
    for n in range(1, count):
        ideal = start + (end - start) * n / count
        # Within the range where the pieces on both sides still fit.
        reach = min(BED - (ideal - edges[-1]), (BED * (count - n) - (end - ideal)))
        steps = [ideal + step / 4 for step in range(int(-4 * reach), int(4 * reach) + 1)]
        edges.append(max(steps, key=lambda at: (min(2.0, _room(at, circles)), -abs(at - ideal))))
    return [*edges, end]


def _room(at, circles):
    return min((abs(at - middle) - radius for middle, radius in circles), default=2.0)


# Small parts ------------------------------------------------------------------------------------


def foot_height() -> float:
    """Return the height of a foot in mm: it keeps the ends of the stack's screws off the table,
    and contains the head of its own screw."""
    return max(FOOT_LEAST, sizes.SCREW_LENGTH - depth() + FOOT_CLEARANCE)


def _foot():
    height = foot_height()
    return Printed(
        "foot",
        "foot",
        4,
        (
            Prism(ADD, Circle(0, 0, FOOT_DIAMETER), 0.0, height),
            Prism(CUT, Circle(0, 0, sizes.SCREW_HOLE), 0.0, height),
            Prism(CUT, Circle(0, 0, SCREW_HEAD), FOOT_FLOOR, height),
        ),
    )


def pico_height() -> float:
    """Return the height of the Pico's lower side above the perfboard in mm, at which the plug is
    level with the hole of the panel: as in its sockets."""
    return plug_depth() - USB_MIDDLE - PICO_BOARD - sum(sizes.ELECTRONICS[:2])


def _pico_holder():
    """Return a holder that stands on the perfboard, where the sockets would be: so narrow that the
    two rows of pads below the Pico's stay free."""
    long, _ = sizes.PICO
    bars, across = PICO_HOLES
    height = pico_height()
    base = Box(0, 0, long + 2 * HOLDER_EAR, BAR_LENGTH, 3.0)
    screw = (long + HOLDER_EAR) / 2
    prisms = [Prism(ADD, base, 0.0, HOLDER_BASE)]
    for side in (-1, 1):
        x = side * bars / 2
        prisms.append(Prism(ADD, Box(x, 0, BAR, BAR_LENGTH), 0.0, height))
        prisms += [
            Prism(ADD, Circle(x, y, PEG), 0.0, height + PICO_BOARD + PEG_END)
            for y in (-across / 2, across / 2)
        ]
        hole = Circle(side * screw, 0, sizes.SCREW_HOLE)
        prisms.append(Prism(CUT, hole, 0.0, HOLDER_BASE))
    return Printed("pico-holder", "holder for a Pico without sockets", 1, tuple(prisms))


def socket_height() -> float:
    """Return the height of the lower side of the supply socket's board in mm, at which its plug is
    level with the hole of the panel."""
    return plug_depth() - SOCKET_MIDDLE - SOCKET_BOARD


def _socket_holder():
    """Return a block for the board of the USB-C socket, with a wall behind it that takes the push
    of the plug, a tunnel for a cable tie round both, and a screw tab on each side."""
    long, wide = SOCKET_BLOCK
    height = socket_height()
    ear = wide / 2 + HOLDER_EAR / 2
    prisms = [
        Prism(ADD, Box(0, 0, long, wide + 2 * HOLDER_EAR, 3.0), 0.0, HOLDER_BASE),
        Prism(ADD, Box(0, 0, long, wide), 0.0, height),
        Prism(ADD, Box(long / 2 - 1.0, 0, 2.0, wide), height, height + SOCKET_BOARD + 2.0),
        Prism(CUT, Box(-2.0, 0, TIE[0], wide + 1), height - 2.0 - TIE[1], height - 2.0),
    ]
    for y in (-ear, ear):
        prisms.append(Prism(CUT, Circle(0, y, sizes.SCREW_HOLE), 0.0, HOLDER_BASE))
    return Printed("socket-holder", "bracket for the supply's USB-C socket", 1, tuple(prisms))


def _clamp():
    long, wide, high = CLAMP
    groove, deep = GROOVE
    prisms = [
        Prism(ADD, Box(0, 0, long, wide, 2.0), 0.0, high),
        Prism(CUT, Box(0, 0, groove, wide + 1), high - deep, high),
    ]
    for x in (-CLAMP_SCREWS / 2, CLAMP_SCREWS / 2):
        prisms.append(Prism(CUT, Circle(x, 0, sizes.SCREW_HOLE), 0.0, high))
    return Printed("cable-clamp", "clamp for a cable", 2, tuple(prisms))


# Check ----------------------------------------------------------------------------------


def faults(name: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return the faults of the parts for layout `name`, in words."""
    found = []
    for layer in layers(name):
        if layer.name == "wells-top":
            tiles = _tiles(layer)
            circles = [hole for hole in layer.holes if isinstance(hole, Circle)]
            for n, tile in enumerate(tiles, 1):
                if max(tile.width, tile.height) > BED:
                    found.append(f"tile {n} of the wells does not fit a printer of {BED:.0f} mm")
            found += [
                f"the seam of tile {n} goes through a hole at {hole.x:g}, {hole.y:g}"
                for n, hole in _torn(tiles, circles)
            ]
    if foot_height() - FOOT_FLOOR < 3.0:
        found.append("the head of a foot's screw is not inside the foot")
    if PEG >= PICO_HOLE:
        found.append("the pegs are too thick for the Pico's holes")
    if sizes.FOOT_INSET < FOOT_DIAMETER / 2:
        found.append("a foot stands beyond the edge of the board")
    return found

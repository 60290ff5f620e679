"""The parts on the panel and their places, seen from the FRONT, in the coordinates of
hardware/geometry.py.

Each pixel is behind its hole, with its capacitor in the same slot of the channel. The terminals
stand on the back. Pixels are numbered in the order of the data, from 1.
"""

import math
from typing import NamedTuple

from hardware import board, geometry, strip
from hardware.body import sizes
from hardware.body.layers import channels, layers
from hardware.body.shapes import Box, Circle, gap
from hardware.pcb.placement import RIBBON_POLES

LAYOUTS = ("shared", "crib-wars")
MARGIN = (8.0, 7.0)  # from the outermost lights to the edge
CORNER = 2.0
THICKNESS = 1.6
CLEARANCE = 0.3  # from the edge to the window in the carrier

LED = "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm"
CAPACITOR = "Capacitor_SMD:C_0603_1608Metric"
RESISTOR = "Resistor_SMD:R_0603_1608Metric"
TERMINAL = (
    "TerminalBlock_Phoenix:TerminalBlock_Phoenix_PT-1,5-{0}-5.0-H_1x{0:02}_P5.00mm_Horizontal"
)
HEADER = "Connector_JST:JST_XH_B6B-XH-A_1x06_P2.50mm_Vertical"
HOLE = "MountingHole:MountingHole_3.2mm_M3_Pad"
POINT = "TestPoint:TestPoint_THTPad_D1.5mm_Drill0.7mm"

# From a pixel's middle, when its data goes to the left: its pads 1 to 4 are +5 V, data out,
# ground and data in.
PADS = {"1": (-2.45, -1.65), "2": (-2.45, 1.65), "3": (2.45, 1.65), "4": (2.45, -1.65)}
OUT, IN = (-4.3, 1.65), (5.1, -1.65)  # vias: data from the back, and to it
GROUND_VIA = (2.45, 3.1)
BESIDE = (-1.675, -4.2)  # the capacitor, above the pixel's supply
BESIDE_VIA = (0.7, -4.2)
DIRECT = 20.0  # mm: pixels of one line that are no further apart are joined on the front
RESISTOR_BEFORE = 6.1  # from the first pixel's middle to R1

# The poles of each terminal and of the ribbon's header, from the left as seen from the FRONT, how
# far apart they are, and where the first of them is: from the left edge (or, below 0, the right),
# in the room between the last street and the bar.
POLES = {"T1": ("DATA", "GND", "+5V", "GND"), "T2": ("+5V", "GND"), "J1": RIBBON_POLES}
APART = {"T1": 5.0, "T2": 5.0, "J1": 2.5}
_TERMINALS = (("T1", 55.0), ("T2", -45.0), ("J1", 180.0))
RIBBON = 250.0  # mm long
_OPENING = (9.0, 7.0)  # beyond the first and last poles, and across, for their joints
_HEAD = 7.0
_AROUND = tuple((dx, dy) for dx in range(-16, 17) for dy in range(-16, 17))
_SCREWS = ((0.12, 0.5, 0.88), (0.24, 0.76))


class Placed(NamedTuple):
    """A part: `pads` has the net of each pad; `x` and `y` are the footprint's origin, `angle` is
    counterclockwise from the front. placed: whether a service mounts it."""

    ref: str
    value: str
    footprint: str
    x: float
    y: float
    angle: float
    pads: dict[str, str]
    back: bool = False
    placed: bool = False


class Pixel(NamedTuple):
    """A pixel: its number from 1, its middle, and 1 if its data goes to the left, as in the
    footprint, else -1."""

    number: int
    x: float
    y: float
    way: int

    def at(self, place: tuple[float, float]) -> tuple[float, float]:
        """Return the place on the panel of a point of the unturned footprint."""
        return round(self.x + self.way * place[0], 4), round(self.y + self.way * place[1], 4)


def pixels(layout: str) -> list[Pixel]:
    """Return the pixels of `layout` in the order of the data."""
    found = []
    for run in strip.runs(layout):
        for n, spot in enumerate(run.spots):
            if len(run.spots) > 1:
                here, there = run.spots[max(0, n - 1)], run.spots[max(0, n - 1) + 1]
                way = 1 if there.x < here.x else -1
            else:  # continues the line of the one before
                way = 1 if spot.x < found[-1].x else -1
            found.append(Pixel(len(found) + 1, spot.x, spot.y, way))
    return found


def outline(layout: str) -> Box:
    """Return the edge of the panel."""
    lights = geometry.lights(layout)
    xs, ys = [spot.x for spot in lights], [spot.y for spot in lights]
    (left, right), (top, bottom) = (min(xs), max(xs)), (min(ys), max(ys))
    return Box(
        (left + right) / 2,
        (top + bottom) / 2,
        right - left + 2 * MARGIN[0],
        bottom - top + 2 * MARGIN[1],
        CORNER,
    )


def data_net(number: int) -> str:
    """Return the net of the data into pixel `number`; 0 is before the resistor."""
    return "DATA" if number == 0 else f"DATA_{number}"


def parts(layout: str) -> list[Placed]:
    """Return every part of the panel."""
    every = pixels(layout)
    found = []
    for one in every:
        nets = {"1": "+5V", "3": "GND", "4": data_net(one.number)}
        if one.number < len(every):
            nets["2"] = data_net(one.number + 1)
        angle = 0 if one.way == 1 else 180
        found.append(
            Placed(f"LED{one.number}", "WS2812B", LED, one.x, one.y, angle, nets, placed=True)
        )
        found.append(
            Placed(f"C{one.number}", "100 nF", CAPACITOR, *one.at(BESIDE), angle,
                   {"1": "+5V", "2": "GND"}, placed=True)
        )  # fmt: skip
    first = every[0]
    x, y = first.at(IN)
    x += first.way * (RESISTOR_BEFORE - IN[0])
    found.append(
        Placed("R1", "47 Ω", RESISTOR, x, y, 0 if first.way == -1 else 180,
               {"1": "DATA", "2": "DATA_1"}, placed=True)
    )  # fmt: skip
    for ref, x, y in terminals(layout):
        poles = POLES[ref]
        pads = {str(n): net for n, net in enumerate(poles, 1)}
        footprint, value = TERMINAL.format(len(poles)), "terminal"
        if ref == "J1":
            footprint, value = HEADER, "ribbon to the key board"
        found.append(Placed(ref, value, footprint, x, y, 180, pads, back=True))
    for n, hole in enumerate(screws(layout), 1):
        found.append(Placed(f"H{n}", "screw M3", HOLE, hole.x, hole.y, 0, {"1": "GND"}))
    for n, (x, y, net) in enumerate(points(layout), 1):
        found.append(Placed(f"TP{n}", net, POINT, x, y, 0, {"1": net}))
    return found


def terminals(layout: str) -> list[tuple[str, float, float]]:
    """Return each terminal, and the ribbon's header, with the place of its first pole."""
    left, _, right, _ = outline(layout).reach()
    rows = sorted({spot.y for spot in geometry.lights(layout)})
    y = (rows[-2] + rows[-1]) / 2
    return [(ref, (left if x > 0 else right) + x, y) for ref, x in _TERMINALS]


def poles(layout: str) -> list[tuple[str, str, float, float]]:
    """Return each pole: what it belongs to, its net, its place."""
    return [
        (ref, net, x + n * APART[ref], y)
        for ref, x, y in terminals(layout)
        for n, net in enumerate(POLES[ref])
    ]


def openings(layout: str) -> list[Box]:
    """Return the openings in the channel for the joints of the terminals."""
    found = []
    for ref, x, y in terminals(layout):
        long = APART[ref] * (len(POLES[ref]) - 1)
        found.append(Box(x + long / 2, y, long + _OPENING[0], _OPENING[1], 1.5))
    return found


def points(layout: str) -> list[tuple[float, float, str]]:
    """Return the test points, through which data comes from the back to each line of pixels: their
    places, and the nets."""
    every = pixels(layout)
    return [
        (*after.at(IN), data_net(after.number))
        for before, after in zip(every, every[1:])
        if not direct(before, after)
    ]


def direct(before: Pixel, after: Pixel) -> bool:
    """Return whether a straight track on the front joins two pixels."""
    beside = before.y == after.y and before.way == after.way
    return beside and abs(before.x - after.x) <= DIRECT


def screws(layout: str = board.DEFAULT_LAYOUT) -> list[Circle]:
    """Return the holes of the screws that hold the panel: as near to their best places as the
    wells, the slots and the terminals allow, their heads in the wells."""
    box = outline(layout)
    left, top, _, _ = box.reach()
    slots = [*channels(layout), *openings(layout)]
    known = next(layer for layer in layers(layout) if layer.name == "wells")
    wells = [hole for hole in known.holes if isinstance(hole, Circle)]

    def fits(x: float, y: float) -> bool:
        return all(
            gap(Circle(x, y, sizes.SCREW_HOLE), slot) >= sizes.WEB for slot in slots
        ) and all(gap(Circle(x, y, _HEAD), well) >= sizes.WEB for well in wells)

    found = []
    for down in _SCREWS[1]:
        for across in _SCREWS[0]:
            want = round(left + across * box.width), round(top + down * box.height)
            near = sorted(_AROUND, key=lambda step: (math.hypot(*step), step))
            x, y = next(
                (want[0] + dx, want[1] + dy) for dx, dy in near if fits(want[0] + dx, want[1] + dy)
            )
            found.append(Circle(float(x), float(y), sizes.SCREW_HOLE))
    return found


def words(layout: str) -> list[tuple[str, float, float, bool]]:
    """Return the print on the panel: text, its middle, and whether on the back."""
    left, top, right, bottom = outline(layout).reach()
    middle = (left + right) / 2
    found = [
        (f"Pegboard {layout}: FRONT, to the wells", middle, bottom - 2.0, False),
        (f"Pegboard {layout}: BACK", middle, bottom - 2.0, True),
    ]
    for ref, net, x, y in poles(layout):
        if ref != "J1":
            found.append((net, x, y + 8.0, True))
    x, y = next((x, y) for ref, x, y in terminals(layout) if ref == "J1")
    found.append(("ribbon", x + 6.25, y + 5.0, True))
    for n, (x, y, _) in enumerate(points(layout), 1):
        found.append((f"TP{n}", x, y - 2.0, True))
    return found

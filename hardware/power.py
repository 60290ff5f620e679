"""Computes the current of the board, the losses on the way, and the limits that follow from the
parts.

Units are volts, amperes and ohms, except in names that end in _MA. PATHS has the parts between a
source and the strip's rails; after them come wires and the strip's own copper. The values of a
part are the worst in its data sheet: the parts list asks for parts that are no worse.
"""

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

from hardware import board, forms, strip
from hardware.circuit.model import Circuit

LEAST_AT_PIXEL = 4.5  # below it a pixel's blue fades and its data input is less sure
NOMINAL = 5.0
USB_LEAST = 4.75  # the lowest voltage of a USB 2 port
SUPPLY_LEAST = 4.9  # the parts list's requirement for a supply, at its plug, at 1.5 A
MARGIN = 0.9  # of the 500 mA of a port: a strip may draw a tenth more than is estimated
AMBIENT_DERATING = 0.82  # of a resettable fuse's current in a closed box at 40 °C

COPPER = 0.0175e-3  # ohm mm²/mm
WIRE_AREA = 0.5  # mm², of the wires that carry the strip's current
STRIP_LOOP = 0.39e-3  # ohm/mm, 5 V and ground together, of strip with 1 oz copper
JOINT_SLACK = 10.0  # mm of wire in a joint, beyond the gap

USB_CABLE = 0.23  # 1 m with wires of AWG 24 for power, and its four contacts
SUPPLY_LEAD = 0.05  # the socket's contacts; a supply's voltage is given at its own plug
USB_FUSE = 0.23
SUPPLY_FUSE = 0.10
SUPPLY_FUSE_HOLD = 1.85
SWITCH = 0.02
MOSFET = 0.06
SUPPLY_MA = 2000  # the least that the supply of the parts list can give


class Source(NamedTuple):
    """A source for the strip: the least volts it may give, the ohms that also carry the Pico's
    current, and the ohms that carry only the strip's."""

    name: str
    least: float
    shared: float
    own: float


# The Pico's current branches off before USB's fuse, but after the supply's.
PATHS = {
    "usb": Source("USB", USB_LEAST, USB_CABLE, USB_FUSE + MOSFET),
    "supply-usb": Source(
        "USB, through the switch", USB_LEAST, USB_CABLE, USB_FUSE + SWITCH + MOSFET
    ),
    "supply": Source("a supply", SUPPLY_LEAST, SUPPLY_LEAD + SUPPLY_FUSE, SWITCH + MOSFET),
    "pi": Source("a supply", SUPPLY_LEAST, SUPPLY_LEAD + SUPPLY_FUSE, MOSFET),
}


class Network(NamedTuple):
    """The strip as resistors: `links` between each pixel and the next; `feeds`: the pixel (its
    place on the wire) and the ohms from the rails to it, there and back."""

    links: tuple[float, ...]
    feeds: tuple[tuple[int, float], ...]


def wire_loop(length: float) -> float:
    """Return the resistance of a pair of wires `length` mm long."""
    return 2 * COPPER * length / WIRE_AREA


def network(name: str = board.DEFAULT_LAYOUT, feeds=None) -> Network:
    """Return the strip of layout `name` with its `feeds` (None: those of hardware.strip)."""
    spots = [spot for run in strip.runs(name) for spot in run.spots]
    place = {spot: n for n, spot in enumerate(spots)}
    uncut = {(a, b) for piece in strip.pieces(name) for a, b in zip(piece, piece[1:])}
    links = []
    for here, there in zip(spots, spots[1:]):
        gap = math.dist((here.x, here.y), (there.x, there.y))
        cut = (here, there) not in uncut
        links.append(wire_loop(gap + JOINT_SLACK) if cut else STRIP_LOOP * gap)
    chosen = strip.feeds(name) if feeds is None else feeds
    return Network(
        tuple(links),
        tuple(
            (place[strip.feed_spot(feed, name)], wire_loop(strip.feed_length(feed, name)))
            for feed in chosen
        ),
    )


def drops(net: Network, currents: Sequence[float]) -> list[float]:
    """Return the volts lost from the rails to each pixel when pixel n draws `currents[n]` amperes.

    Kirchhoff's law for each pixel gives an equation with only its two neighbours.
    """
    factors, diagonal = _eliminated(net)
    right, above = [], 0.0
    for current, factor in zip(currents, factors):
        above = current - factor * above
        right.append(above)
    lost, beyond = [], 0.0
    for own, whole, ohms in zip(reversed(right), reversed(diagonal), reversed((*net.links, 1.0))):
        beyond = (own + beyond / ohms) / whole
        lost.append(beyond)
    return lost[::-1]


@functools.lru_cache(maxsize=8)
def _eliminated(net):
    """Return the Gaussian elimination of the matrix of `net`: the factors by which each row is
    subtracted from the next, from the second row on, and the diagonal."""
    count = len(net.links) + 1
    diagonal = [0.0] * count
    for n, ohms in enumerate(net.links):
        diagonal[n] += 1 / ohms
        diagonal[n + 1] += 1 / ohms
    for n, ohms in net.feeds:
        diagonal[n] += 1 / ohms
    factors = [0.0] * count
    for n in range(1, count):
        side = -1 / net.links[n - 1]
        factors[n] = side / diagonal[n - 1]
        diagonal[n] -= factors[n] * side
    return factors, diagonal


def rail(build: str, strip_amperes: float, source: float | None = None) -> float:
    """Return the volts at the strip's rails of `build`, a name of PATHS; `source`: its volts
    (None: the least allowed)."""
    path = PATHS[build]
    source = path.least if source is None else source
    controller = 0.0 if build == "pi" else board.PICO_MA / 1000
    return source - path.shared * (strip_amperes + controller) - path.own * strip_amperes


@functools.lru_cache(maxsize=256)
def hardest(limit_ma: float, net: Network) -> tuple[float, ...]:
    """Return the currents, in amperes, of the frame within `limit_ma` that loses the most: as many
    adjacent white pixels as the limit allows, at the worst place."""
    most = board.BRIGHTNESS * board.CHANNEL_MA * 3 / 255
    count = len(net.links) + 1
    room = limit_ma - board.PICO_MA - count * board.IDLE_MA
    lit = min(count, max(1, int(room / most)))
    each = min(most, room / lit)
    frames = []
    for first in range(count - lit + 1):
        frame = [board.IDLE_MA / 1000] * count
        frame[first : first + lit] = [(board.IDLE_MA + each) / 1000] * lit
        frames.append(tuple(frame))
    return max(frames, key=lambda frame: max(drops(net, frame)))


def even(limit_ma: float, net: Network) -> tuple[float, ...]:
    """Return the currents, in amperes, of the frame in which every pixel is as bright as
    `limit_ma` allows."""
    count = len(net.links) + 1
    return ((limit_ma - board.PICO_MA) / count / 1000,) * count


def last_pixel(
    build: str,
    limit_ma: float,
    source: float | None = None,
    name: str = board.DEFAULT_LAYOUT,
) -> float:
    """Return the volts at the pixel that gets the least, in the worst frame within `limit_ma`."""
    net = network(name)
    frames = (hardest(limit_ma, net), even(limit_ma, net))
    return min(rail(build, sum(frame), source) - max(drops(net, frame)) for frame in frames)


LIGHTS_LEAST_MA = 100  # an ordinary game draws about this much more than the dark strip


def usb_feeds(name: str = board.DEFAULT_LAYOUT) -> bool:
    """Return whether USB can feed the strip of layout `name`: whether the limit less the dark
    pixels' current is enough for an ordinary game."""
    dark = board.PICO_MA + forms.form(name).pixels.pixels * board.IDLE_MA
    return board.CURRENT_MA - dark >= LIGHTS_LEAST_MA


def paths_of(name: str = board.DEFAULT_LAYOUT) -> list[str]:
    """Return the names of PATHS by which the strip of layout `name` may be fed."""
    return [path for path in PATHS if usb_feeds(name) or "usb" not in path]


def usb_limit(name: str = board.DEFAULT_LAYOUT) -> int:
    """Return the most that the board may draw from USB, in mA, in steps of 50."""
    return _limit("usb", board.USB_MA * MARGIN, name)


def supply_limit(name: str = board.DEFAULT_LAYOUT) -> int:
    """Return the most that the board may draw from the supply of the parts list, in mA, in steps
    of 50."""
    fuse = SUPPLY_FUSE_HOLD * 1000 * AMBIENT_DERATING
    return _limit("supply", min(SUPPLY_MA, fuse), name)


def _limit(build, most, name):
    limit = int(most) // 50 * 50
    while last_pixel(build, limit, None, name) < LEAST_AT_PIXEL:
        limit -= 50
    return limit


class SoftStart(NamedTuple):
    """The charging of the buffer at plug-in: mA into it, seconds until it is full, and the initial
    volts between gate and source, compared with `least_threshold`, the lowest at which the MOSFET
    conducts."""

    charge_ma: float
    rise_seconds: float
    gate_at_plug_in: float
    least_threshold: float


THRESHOLDS = (0.5, 1.3)  # volts of the MOSFET, least and most


def soft_start(circuit: Circuit) -> SoftStart:
    """Return the soft start of `circuit`.

    While the rails rise, the gate stays at its threshold, and R2's current flows through C4: the
    rails rise as fast as it charges C4. Before that, C3 and C4 divide the step of plug-in.
    """
    value = {ref: _si(circuit.parts[ref].value) for ref in ("R2", "C1", "C3", "C4")}
    gate = (NOMINAL - THRESHOLDS[0]) / value["R2"]
    slope = gate / value["C4"]  # volts a second
    return SoftStart(
        value["C1"] * slope * 1000,
        NOMINAL / slope,
        NOMINAL * value["C4"] / (value["C3"] + value["C4"]),
        THRESHOLDS[0],
    )


_PREFIXES = {"n": 1e-9, "µ": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6}


def _si(text: str) -> float:
    """Return the value of `text`, such as `470 kΩ`, in ohms, farads, volts or amperes."""
    number, unit = text.split()
    return float(number) * _PREFIXES.get(unit[0], 1)

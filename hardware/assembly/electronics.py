"""The solids of the electronics in the box: what is soldered to the perfboard, the circuit boards
and a Raspberry Pi, from their own descriptions. Heights in mm behind the face."""

from hardware import board, forms, geometry
from hardware.body import sizes
from hardware.body.layers import cap_window, raspberry_pi_holes
from hardware.body.layers import raspberry_pi as pi_place
from hardware.body.prisms import Prisms, blocks, sheet
from hardware.body.shapes import Box, Circle
from hardware.circuit import builds
from hardware.panel import placement as panel_placement
from hardware.pcb import check, placement, rules
from hardware.perfboard import placement as perfboard
from hardware.perfboard.grid import PITCH, millimetres
from hardware.printed.parts import PICO_BOARD, pico_height

from . import places

Solids = tuple[Prisms, ...]
SCREW_HEAD = (5.7, 2.0)  # of a screw M3: diameter, height


def on_perfboard(layout: str, reach: tuple[float, float, float, float]) -> Box:
    """Return a rectangle of the perfboard, given in holes from the top left as seen from its
    parts, in the coordinates of the board: from the front left and right are exchanged."""
    x, y, width, height = forms.form(layout).perfboard
    first = millimetres((0, 0))
    left, top, right, bottom = (first[n % 2] + reach[n] * PITCH for n in range(4))
    middle = x + width / 2 - (left + right) / 2, y - height / 2 + (top + bottom) / 2
    return Box(*middle, right - left, bottom - top)


def components(layout: str, carrier: float, circuit: str, holder: bool) -> Solids:
    """Return the parts on the perfboard. circuit: the name of a circuit's build, "" the first;
    holder: whether the Pico lies on its printed holder."""
    made = builds.build(circuit or builds.names(layout)[0], layout)
    front = carrier + sum(sizes.ELECTRONICS[:2])
    found: list[Prisms] = []
    for part in perfboard.parts(made):
        body = on_perfboard(layout, part.body)
        if holder and part.ref == "U1":
            low = front + pico_height()
            found.append(sheet(places.pico(layout), _fixings(layout), low, low + PICO_BOARD))
        else:
            found += [blocks([body], front, front + part.height)]
    return tuple(found)


def _fixings(layout):
    at = places.pico(layout)
    return [Circle(at.x + dx, at.y + dy, 2.1) for dx in (-23.5, 23.5) for dy in (-5.7, 5.7)]


def key_board(layout: str) -> Solids:
    """Return the circuit board of the keys, its sockets and the Pico."""
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
    bodies = [Box(key.x, key.y, 13.9, 13.9) for key in keys]
    return (
        sheet(edge, posts, front, back),
        blocks(bodies, front - check.SWITCH_BODY, front),
        blocks(sockets, back, back + placement.HEIGHTS["a switch's socket"]),
        blocks([pico], back + high - 2.8 - PICO_BOARD, back + high - 2.8),
    )


def raspberry_pi(layout: str, carrier: float) -> Solids:
    """Return a Raspberry Pi with its sockets and its header."""
    at = pi_place(layout)
    assert at is not None
    spacer, thick, high = sizes.RASPBERRY_PI_HIGH
    front = carrier + spacer
    left, _, right, bottom = at.reach()
    socket = Box(right - 14 / 2 - 1, at.y, 20, 50)
    header = Box(left + sizes.RASPBERRY_PI_HEADER + 19 * 2.54 / 2, bottom - 3.5, 50.8, 5.1)
    holes = raspberry_pi_holes(sizes.RASPBERRY_PI_HOLE, layout)
    return (
        sheet(at, holes, front, front + thick),
        blocks([socket], front + thick, front + thick + high),
        blocks([header], front + thick, front + thick + 8.5),
    )


def panel(layout: str, front: float) -> Solids:
    """Return the panel of pixels, and its screws through the channel."""
    pixels = [Box(p.x, p.y, 5.0, 5.0) for p in panel_placement.pixels(layout)]
    edge, screws = panel_placement.outline(layout), panel_placement.screws(layout)
    back, channel = front + panel_placement.THICKNESS, front - sizes.CHANNEL
    wide, high = SCREW_HEAD
    return (
        sheet(edge, screws, front, back),
        blocks(pixels, front - 1.6, front),
        *[
            (
                *blocks([screw._replace(diameter=wide)], channel - high, channel),
                *blocks([screw._replace(diameter=3.0)], channel, back + 3.0),
            )
            for screw in screws
        ],
    )

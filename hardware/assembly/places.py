"""Where the small parts stand in the box: clamps, the Pico's holder, the supply's socket and its
bracket, the switch and the plug. Sizes in mm, seen from the front.

A clamp for the USB cable stands on the two closed frames, in the opening of the others, because
the plug is that far behind the carrier: a cable does not bend down to the carrier and up again in
front of it. The other holds the wires of the strip to the carrier.
"""

from typing import NamedTuple

from hardware import board, forms
from hardware.body import sizes
from hardware.body.layers import frame_inner
from hardware.body.shapes import Box, Circle
from hardware.printed import parts as printed

CLOSED = 2  # frames before the opening
SWITCH_CASE = (20.0, 13.0, 11.6)  # of the switch: behind the panel, along it, across
BRACKET_GAP = 0.5  # from the bracket to the frame
STRIP_CLAMP = 14.0  # from the perfboard's upper edge up to the middle of the clamp
CABLE = 4.0  # thickness of the USB cable, and of the wires of the strip
PLUG = (24.0, 9.0)  # of the USB cable's plug: its length, and across
NUT = 6.4  # across the corners of a nut M3


class Place(NamedTuple):
    """The middle of a part on something that is `behind` mm behind the carrier's back, its quarter
    turns clockwise, seen from the BACK, and whether it is turned over, its upper side to the
    carrier."""

    part: str
    x: float
    y: float
    behind: float
    turns: int
    over: bool = False


def panel_place(number: int, name: str = board.DEFAULT_LAYOUT) -> float:
    """Return the y of an opening of the panel: the cable's, the socket's, the switch's."""
    return sum(forms.form(name).opening) / 2 - sizes.PANEL[0] / 2 + sizes.PANEL_PLACES[number]


def pico(name: str = board.DEFAULT_LAYOUT) -> Box:
    """Return the outline of the Pico on the perfboard."""
    left = Box(*forms.form(name).perfboard).reach()[0] + sizes.PLUG_ROOM
    long, wide = sizes.PICO
    return Box(left + long / 2, panel_place(0, name), long, wide, 1.0)


def plug(name: str = board.DEFAULT_LAYOUT) -> Box:
    """Return the plug of the USB cable in the Pico's socket."""
    at = pico(name)
    long, wide = PLUG
    return Box(at.reach()[0] - 1 - long / 2, at.y, long, wide, 1.5)


def places(name: str = board.DEFAULT_LAYOUT) -> list[Place]:
    """Return the place of each printed part that stands inside the box."""
    inner = frame_inner(name).reach()[0]
    x, y, _, height = forms.form(name).perfboard
    bracket = inner + BRACKET_GAP + printed.SOCKET_BLOCK[0] / 2
    ledge = sizes.FRAME * CLOSED
    lift = CABLE - printed.GROOVE[1]  # a clamp presses the cable
    on_perfboard = sum(sizes.ELECTRONICS[:2])
    holder = pico(name)
    return [
        Place("cable-clamp", inner / 2, panel_place(0, name), ledge + lift, 1, True),
        Place("cable-clamp", x - 20.0, y - height / 2 - STRIP_CLAMP, lift, 0, True),
        Place("socket-holder", bracket, panel_place(1, name), 0.0, 2),
        Place("pico-holder", holder.x, holder.y, on_perfboard, 0),
    ]


def screws(name: str = board.DEFAULT_LAYOUT) -> list[Circle]:
    """Return the holes through the carrier for the screws of these parts."""
    made = {part.name: part for part in printed.printed_parts(name)}
    found = []
    for place in places(name):
        if place.behind > sum(sizes.ELECTRONICS[:1]):
            continue  # on the frame, or on the perfboard
        for prism in made[place.part].prisms:
            if prism.how == printed.CUT and isinstance(prism.shape, Circle):
                dx, dy = prism.shape.x, prism.shape.y
                for _ in range(place.turns):
                    dx, dy = -dy, dx
                found.append(Circle(place.x - dx, place.y + dy, sizes.SCREW_HOLE))
    return found

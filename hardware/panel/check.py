"""Checks the panel before KiCad does; each fault is a text."""

import math

from hardware import forms, geometry
from hardware.body import sizes
from hardware.body.check import layer_faults
from hardware.body.layers import channels, frame_inner
from hardware.body.shapes import Box, Circle, gap, inside
from hardware.pcb import placement as key_board

from . import placement
from .layers import panel_layers

# Half the width and height of each part on the front, and how high it is, in mm.
_BODIES = {
    placement.LED: (2.7, 2.5, 1.6),
    placement.CAPACITOR: (1.25, 0.5, 0.9),
    placement.RESISTOR: (1.25, 0.5, 0.6),
}
_CLEAR = 0.8  # from a part to the wood beside it
_TERMINAL = 11.0
_RIBBON_SLACK = 60.0  # for its plugs, and the way to the back and forth again


def faults(layout: str) -> list[str]:
    """Return the faults of the panel of `layout`, in words; [] if there are none."""
    if layout not in placement.LAYOUTS:
        return [f"there is no panel for {layout}; there are {', '.join(placement.LAYOUTS)}"]
    found = [fault for layer in panel_layers(layout) for fault in layer_faults(layer, layout)]
    return [*found, *_order(layout), *_room(layout), *net_faults(placement.parts(layout))]


def net_faults(every: list[placement.Placed]) -> list[str]:
    """Return the faults of the nets: data that does not go from a pixel to the next, or pins
    without supply."""
    found = []
    count = sum(part.ref.startswith("LED") for part in every)
    ends: dict[str, list[str]] = {}
    for part in every:
        for pad, net in part.pads.items():
            ends.setdefault(net, []).append(f"{part.ref}.{pad}")
    for part in every:
        if part.ref.startswith("LED") and (part.pads.get("1"), part.pads.get("3")) != (
            "+5V",
            "GND",
        ):
            found.append(f"{part.ref} has no supply")
    for n in range(1, count + 1):
        wanted = {f"LED{n}.4", "R1.2" if n == 1 else f"LED{n - 1}.2"}
        here = {end for end in ends.get(placement.data_net(n), []) if not end.startswith("TP")}
        if here != wanted:
            found.append(f"the data into LED{n} joins {', '.join(sorted(here)) or 'nothing'}")
    return found


def _order(layout):
    """Return, in words, pixels that are not behind their holes, in the firmware's order."""
    found = []
    lights = {spot.pixel: spot for spot in geometry.lights(layout)}
    for one in placement.pixels(layout):
        spot = lights.get(one.number - 1)
        if spot is None or (spot.x, spot.y) != (one.x, one.y):
            found.append(f"LED{one.number} is not behind its hole")
    if len(lights) != len(placement.pixels(layout)):
        found.append("not every hole has its pixel")
    return found


def _room(layout):
    found = []
    edge = placement.outline(layout)
    if inside(edge.grown(placement.CLEARANCE), frame_inner(layout)) < 0.5:
        found.append("the panel is in the way of the frame")
    if placement.THICKNESS > sizes.CARRIER:
        found.append("the panel is thicker than the carrier")
    if _TERMINAL + sizes.CARRIER > sizes.CARRIER + sizes.FRAME * sizes.FRAMES:
        found.append("the terminals reach into the back")
    ends = [(part.x, part.y) for part in placement.parts(layout) if part.ref == "J1"]
    ends += [(part.x, part.y) for part in key_board.parts() if part.ref == "J4"]
    if math.dist(*ends) + _RIBBON_SLACK > placement.RIBBON:
        found.append("the ribbon is too short")
    slots = channels(layout)
    for part in placement.parts(layout):
        if part.footprint not in _BODIES:
            continue
        width, height, high = _BODIES[part.footprint]
        body = Box(part.x, part.y, 2 * width, 2 * height)
        if max(inside(body, slot) for slot in slots) < _CLEAR:
            found.append(f"{part.ref} is closer than {_CLEAR} mm to the edge of its slot")
        if high > sizes.CHANNEL:
            found.append(f"{part.ref} is higher than the channel is deep")
    x, y, width, height = forms.form(layout).perfboard
    if gap(edge, Box(x, y, width, height)) < 5:
        found.append("the perfboard is behind the panel")
    for screw in placement.screws(layout):
        for one in placement.pixels(layout):
            if gap(Circle(screw.x, screw.y, 6.5), Circle(one.x, one.y, 7.08)) < 1:
                found.append(f"a screw is in the way of LED{one.number}")
    return found

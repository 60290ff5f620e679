"""The parts of a board in their places, as solids in the coordinates of hardware/geometry.py.

Their heights are mm behind the front of the face.
"""

from typing import NamedTuple

from hardware import board, forms, geometry, power, strip
from hardware.body import raspberry_pi, sizes
from hardware.body.layers import STACKED, layers, perfboard_holes, plug_depth, screw_holes
from hardware.body.prisms import ADD, Prism, Prisms, blocks, lying, sheet, standing
from hardware.body.shapes import Box, Circle
from hardware.panel import placement as panel_placement
from hardware.panel.layers import panel_layers
from hardware.pcb.layers import wells_layer
from hardware.printed import parts as printed

from . import electronics, places

STRIP, PANEL = "strip", "panel"
PICO, HOLDER, PI, KEY_BOARD = "pico", "holder", "pi", "key-board"
_CAP = 8.0  # height of a key cap, and how far its lower edge is behind the face's front
_CAP_BEHIND = 1.0
_SWITCH_BODY = 5.0  # of a switch, from the plate's front
_STRIP_THICK = 0.5


class Part(NamedTuple):
    """A part, or some that go together. Each of its solids is in one piece or more, and touches no
    other. beside: the part of the stack beside which it stands when the board is apart; "" is a
    place of its own."""

    name: str
    title: str
    solids: tuple[Prisms, ...]
    beside: str = ""


class Build(NamedTuple):
    """What a board is built of: its controller, its lights, and whether its wells are printed."""

    controller: str
    light: str = STRIP
    printed: bool = False


def builds(layout: str = board.DEFAULT_LAYOUT) -> list[Build]:
    """Return every way to build `layout`; the first is the one that the guide describes."""
    controllers = [PICO, HOLDER]
    controllers += [PI] if raspberry_pi.fits(layout) else []
    controllers += [KEY_BOARD] if power.usb_feeds(layout) else []
    lights = [STRIP, PANEL] if layout in panel_placement.LAYOUTS else [STRIP]
    return [Build(one, light, made) for light in lights for one in controllers
            for made in (False, True)]  # fmt: skip


def parts(layout: str, build: Build) -> list[Part]:
    """Return the parts of a build: the stack from the front to the back, and then the rest."""
    return [*_stack(layout, build), *_beside(layout, build)]


def others(layout: str) -> list[Part]:
    """Return the parts that the first build of `layout` does not have, each once."""
    first, *rest = builds(layout)
    known = {part.name for part in parts(layout, first)}
    found: dict[str, Part] = {}
    for build in rest:
        found |= {part.name: part for part in _beside(layout, build) if part.name not in known}
    return list(found.values())


# The stack --------------------------------------------------------------------------------------


def _stack(layout, build):
    known = {layer.name: layer for layer in layers(layout)}
    order = [layer.name for layer in layers(layout)[:STACKED]]
    plate = known["plate"]
    if build.controller == KEY_BOARD:
        known["wells"] = wells_layer(layout)
    if build.light == PANEL:
        for layer in panel_layers(layout, build.controller == KEY_BOARD):
            known[layer.name.removesuffix("-panel")] = layer
    found = [_keys(layout)]
    recess = sizes.FACE + sizes.DIFFUSER + sizes.RECESS
    behind = 0.0
    for name in order:
        layer = known[name]
        if name == "wells":
            solid = sheet(plate.outline, plate.holes, recess - sizes.PLATE, recess)
            found.append(Part("plate", plate.title, (solid,)))
        if name == "carrier" and build.light == STRIP:
            found.append(_lights(layout, behind))
        for n in range(layer.sheets):
            called = layer.name if layer.sheets == 1 else f"{layer.name}-{n + 1}"
            solid = sheet(layer.outline, layer.holes, behind, behind + layer.thickness)
            if not (build.printed and name in ("wells-top", "wells")):
                found.append(Part(called, layer.title, (solid,)))
            behind += layer.thickness
        if name == "carrier" and build.controller in (PICO, HOLDER, PI):
            found.append(_perfboard(layout, behind))
    return [*found, _feet(layout, behind)]


def _keys(layout):
    caps = [Box(key.x, key.y, sizes.CAP, sizes.CAP, 2.0) for key in geometry.caps(layout)]
    return Part("keys", "key caps", (blocks(caps, _CAP_BEHIND - _CAP, _CAP_BEHIND),))


def _lights(layout, carrier):
    """Return the strip's pixels on its pieces."""
    pixels = [Box(s.x, s.y, 5.0, 5.0) for run in strip.runs(layout) for s in run.spots]
    half = 500 / forms.form(layout).strip_per_metre
    tapes = []
    for piece in strip.pieces(layout):
        xs = [spot.x for spot in piece]
        left, right = min(xs) - half, max(xs) + half
        tapes.append(Box((left + right) / 2, piece[0].y, right - left, sizes.STRIP_WIDTH))
    front, tape = carrier - sizes.CHANNEL, carrier - _STRIP_THICK
    solids = (blocks(pixels, front, tape), blocks(tapes, tape, carrier))
    return Part("lights", "pixels", solids)


def _perfboard(layout, carrier):
    front = carrier + sizes.ELECTRONICS[0]
    edge = Box(*forms.form(layout).perfboard)
    holes = perfboard_holes(sizes.SCREW_HOLE, layout)
    solid = sheet(edge, holes, front, front + sizes.ELECTRONICS[1])
    return Part("electronics", "perfboard", (solid,))


def _feet(layout, behind):
    at, inset = forms.form(layout), sizes.FOOT_INSET
    foot = next(part for part in printed.printed_parts(layout) if part.name == "foot")
    solids = tuple(
        standing(foot.prisms, x, y, behind)
        for y in (inset, at.height - inset)
        for x in (inset, at.width - inset)
    )
    return Part("feet", "feet", solids)


# The rest ---------------------------------------------------------------------------------------


def _beside(layout, build):
    carrier = sum(layer.thickness for layer in layers(layout)[:6])
    found = [_screws(layout)]
    if build.controller == KEY_BOARD:
        found.append(Part("key-board", "circuit board for the keys",
                          electronics.key_board(layout), "electronics"))  # fmt: skip
    else:
        circuit = "pi" if build.controller == PI else ""
        solids = electronics.components(layout, carrier, circuit, build.controller == HOLDER)
        name = {PICO: "components", PI: "components-pi", HOLDER: "components-holder"}
        title = {PI: ", with a Raspberry Pi", HOLDER: ", the Pico in a holder"}
        found.append(Part(name[build.controller],
                          "parts on the perfboard" + title.get(build.controller, ""),
                          solids, "electronics"))  # fmt: skip
        found.append(_switches(layout))
    if build.controller == PI:
        found.append(Part("raspberry-pi", "Raspberry Pi",
                          electronics.raspberry_pi(layout, carrier), "electronics"))  # fmt: skip
    if build.controller in (PICO, HOLDER):
        middle, high = carrier + plug_depth(), sizes.ELECTRONICS[-1]
        found.append(Part("plug", "the USB cable's plug",
                          (blocks([places.plug(layout)], middle - high, middle + high),),
                          "electronics"))  # fmt: skip
    if build.light == PANEL:
        solids = electronics.panel(layout, carrier - sizes.CARRIER)
        found.append(Part("panel", "panel of pixels", solids, "lights"))
    if build.printed:
        found.append(_wells(layout, build.controller == KEY_BOARD))
    found += _small(layout, carrier, build.controller == HOLDER)
    return [*found, *_cables(layout, carrier)]


def _screws(layout):
    """Return the screws through the stack, their heads on the face."""
    wide, high = electronics.SCREW_HEAD
    solids = tuple(
        (
            Prism(ADD, Circle(hole.x, hole.y, wide), -high, 0.0),
            Prism(ADD, Circle(hole.x, hole.y, 3.0), -high, sizes.SCREW_LENGTH),
        )
        for hole in screw_holes(layout)
    )
    return Part("screws", "screws of the stack", solids, "keys")


def _switches(layout):
    """Return the lower part of each switch, in the plate, and the room of its pins and wires."""
    front = sizes.FACE + sizes.DIFFUSER + sizes.RECESS - sizes.PLATE
    deep = front + sizes.SWITCH_DEPTH
    bodies = [Box(key.x, key.y, 13.9, 13.9) for key in geometry.caps(layout)]
    return Part("switches", "switches, with the room of their wires",
                (blocks(bodies, front, deep),), "plate")  # fmt: skip


def _wells(layout, window):
    front = sizes.FACE + sizes.DIFFUSER
    tiles = [p for p in printed.printed_parts(layout, window) if p.name.startswith("wells-")]
    title = "wells to print" + (", for the circuit board" if window else "")
    return Part("printed-wells" + ("-pcb" if window else ""), title,
                tuple(lying(tile.prisms, front) for tile in tiles), "wells")  # fmt: skip


def _small(layout, carrier, holder):
    made = {part.name: part for part in printed.printed_parts(layout)}
    found: dict[str, tuple[Prisms, ...]] = {}
    for at in places.places(layout):
        if at.part != "pico-holder" or holder:
            solid = standing(
                made[at.part].prisms, at.x, at.y, carrier + at.behind, at.turns, at.over
            )
            found[at.part] = (*found.get(at.part, ()), solid)
    return [Part(name, made[name].title, solids, "electronics") for name, solids in found.items()]


def _cables(layout, carrier):
    """Return the panel for the cables, and what is behind it: the socket and the switch."""
    flat = next(layer for layer in layers(layout) if layer.name == "panel")
    opening = sum(forms.form(layout).opening) / 2
    # It stands on its edge, so its holes are left out.
    width, height = sizes.PANEL
    lid = Prism(ADD, Box(-flat.thickness / 2, opening, flat.thickness, width), 0, height)
    y, middle = places.panel_place(1, layout), carrier + plug_depth()
    block = printed.SOCKET_BLOCK
    left = places.places(layout)[2].x - block[0] / 2
    above = carrier + printed.socket_height()
    stick = printed.SOCKET_BOARD
    board_ = Prism(ADD, Box(left + 7, y, 14, block[1] - 2), above, above + stick)
    shell = Prism(ADD, Box(left + 3.7, y, 7.4, 9.0), above + stick, above + stick + 3.2)
    deep, along, across = places.SWITCH_CASE
    case = Box(deep / 2, places.panel_place(2, layout), deep, along)
    switch = Prism(ADD, case, middle - across / 2, middle + across / 2)
    return [
        Part("cable-panel", flat.title, ((lid._replace(bottom=carrier, top=carrier + height),),),
             "electronics"),
        Part("supply", "socket and switch of a supply", ((board_, shell), (switch,)),
             "electronics"),
    ]  # fmt: skip

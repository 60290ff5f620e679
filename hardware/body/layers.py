"""The layers of the body, from the front to the back, and the small pieces that go with them.

Every layer is seen from the FRONT, in the coordinates of hardware/geometry.py; the small pieces
have their own coordinates.
"""

from typing import NamedTuple

from hardware import board, forms, geometry, strip

from . import sizes
from .engraving import face_strokes, face_texts
from .shapes import Box, Circle, OpenRing, Shape, Stroke, Text, gap, inside

# The number of layers below that are stacked, from front to back; the rest are small pieces.
STACKED = 9
# Layers worth drilling by hand, with a template stuck on.
DRILLED = ("face", "wells-top", "wells", "carrier")


class Layer(NamedTuple):
    """A sheet: `holes` are cut out of `outline`; `sheets`: how many of them; `thickness`: of each,
    in mm; `view`: the side it is seen from."""

    name: str
    title: str
    material: str
    thickness: float
    sheets: int
    outline: Shape
    holes: tuple[Shape, ...]
    strokes: tuple[Stroke, ...] = ()
    texts: tuple[Text, ...] = ()
    view: str = "the FRONT"


def layers(name: str = board.DEFAULT_LAYOUT) -> list[Layer]:
    """Return the layers and small pieces to cut for layout `name`."""
    at = forms.form(name)
    outline = Box(at.width / 2, at.height / 2, at.width, at.height, at.corner)
    screws = screw_holes(name)
    spots = geometry.lights(name)
    window = cap_window(name)
    plate = plate_outline(name)
    inner = frame_inner(name)
    wells = tuple(Circle(spot.x, spot.y, _well(spot, at)) for spot in spots)
    ring = OpenRing(outline, inner, *at.opening)
    fixings = (
        *perfboard_holes(sizes.SCREW_HOLE, name),
        *raspberry_pi_holes(sizes.RASPBERRY_PI_HOLE, name),
    )
    heads = tuple(hole._replace(diameter=sizes.SCREW_HEAD_HOLE) for hole in fixings)
    return [
        Layer("face", "face", "plywood, dark, or veneered", sizes.FACE, 1, outline,
              (*screws, *[Circle(s.x, s.y, s.diameter) for s in spots], window),
              face_strokes(name), face_texts(name)),
        Layer("diffuser", "diffuser", "acrylic, opal (milky white)", sizes.DIFFUSER, 1, outline,
              (*screws, window)),
        Layer("wells-top", "wells, top", "plywood or HDF, painted white inside the wells",
              sizes.RECESS, 1, outline, (*screws, *wells, plate.grown(sizes.PLATE_CLEARANCE)),
              texts=_label("wells-top", name)),
        Layer("wells", "wells and key support", "MDF or plywood, painted white inside the wells",
              sizes.WELLS, 1, outline, (*screws, *wells, *_squares(sizes.SUPPORT_OPENING, name)),
              texts=_label("wells", name)),
        Layer("channel", "channel for the strip", "MDF", sizes.CHANNEL, 1, outline,
              (*screws, *channels(name), *heads, window),
              texts=_label("channel", name)),
        Layer("carrier", "pixel carrier", "plywood", sizes.CARRIER, 1, outline,
              (*screws, *wire_holes(name), *fixings, window), _strip_edges(name),
              _label("carrier", name)),
        Layer("frame", "frame", "plywood or MDF", sizes.FRAME, 2, outline, (*screws, inner),
              texts=_label("frame", name, True)),
        Layer("frame-open", "frame, open for cables", "plywood or MDF", sizes.FRAME,
              sizes.FRAMES - 2, ring, screws, texts=_label("frame-open", name, True)),
        Layer("back", "back", "plywood", sizes.BACK, 1, outline, (*screws, *_feet(name)),
              texts=_label("back", name)),
        Layer("plate", "switch plate", "steel or aluminium, exactly this thick, or FR4 of 1.6 mm",
              sizes.PLATE, 1, plate, tuple(_squares(sizes.CUT_OUT, name))),
        Layer("panel", "panel for the cables", "plywood", 3.0, 1,
              Box(sizes.PANEL[0] / 2, sizes.PANEL[1] / 2, *sizes.PANEL, 2.0), _panel_holes(),
              texts=_panel_texts(), view="outside, the face up"),
        Layer("coupon", "coupon", "as the plate: try a switch in it first", sizes.PLATE, 1,
              *_coupon(name)),
    ]  # fmt: skip


def screw_holes(name: str = board.DEFAULT_LAYOUT) -> tuple[Circle, ...]:
    """Return the holes of the screws that hold the stack; they align it, too."""
    at = forms.form(name)
    width, height = at.width, at.height
    near, edge = sizes.SCREW_CORNER, sizes.SCREW_EDGE
    places = [(x, y) for y in (near, height - near) for x in (near, width - near)]
    places += [(x, y) for y in (edge, height - edge) for x in (width / 4, width * 3 / 4)]
    places += [(edge, height / 2), (width - edge, height / 2)]
    return tuple(Circle(x, y, sizes.SCREW_HOLE) for x, y in places)


def cap_window(name: str = board.DEFAULT_LAYOUT) -> Box:
    """Return the opening in which the caps move."""
    caps = geometry.caps(name)
    beyond = sizes.CAP + 2 * sizes.CAP_CLEARANCE
    return Box(
        (caps[0].x + caps[-1].x) / 2,
        (caps[0].y + caps[-1].y) / 2,
        caps[-1].x - caps[0].x + beyond,
        caps[-1].y - caps[0].y + beyond,
        sizes.WINDOW_CORNER,
    )


def plate_outline(name: str = board.DEFAULT_LAYOUT) -> Box:
    """Return the outline of the switch plate."""
    return cap_window(name).grown(sizes.PLATE_RIM)._replace(corner=2.0)


def frame_inner(name: str = board.DEFAULT_LAYOUT) -> Box:
    """Return the inner edge of the frame."""
    wall = 2 * sizes.FRAME_WALL
    at = forms.form(name)
    width, height = at.width, at.height
    return Box(width / 2, height / 2, width - wall, height - wall, sizes.FRAME_CORNER)


def perfboard_holes(diameter: float, name: str = board.DEFAULT_LAYOUT) -> tuple[Circle, ...]:
    """Return the four holes that hold the perfboard."""
    x, y, width, height = forms.form(name).perfboard
    dx, dy = width / 2 - sizes.PERFBOARD_HOLE, height / 2 - sizes.PERFBOARD_HOLE
    return tuple(Circle(x + i * dx, y + j * dy, diameter) for j in (-1, 1) for i in (-1, 1))


def raspberry_pi(name: str = board.DEFAULT_LAYOUT) -> Box | None:
    """Return the place of a Raspberry Pi on the carrier's back, right of the keys; None if there
    is no room for it, its sockets, the supply's plug and the ribbon."""
    width, height = sizes.RASPBERRY_PI
    left = cap_window(name).reach()[2] + sizes.RASPBERRY_PI_CARD
    at = Box(left + width / 2, forms.form(name).perfboard[1], width, height)
    _, top, right, bottom = at.reach()
    top, bottom = top - sizes.RASPBERRY_PI_PLUG, bottom + sizes.RASPBERRY_PI_RIBBON
    right += sizes.RASPBERRY_PI_SOCKETS
    needed = Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)
    cuts = [*channels(name), *wire_holes(name), *screw_holes(name)]
    heads = _fixings(at, sizes.SCREW_HEAD_HOLE)
    free = all(gap(head, cut) >= sizes.WEB for head in heads for cut in cuts)
    return at if free and inside(needed, frame_inner(name)) >= 1 else None


def raspberry_pi_holes(diameter: float, name: str = board.DEFAULT_LAYOUT) -> tuple[Circle, ...]:
    """Return the four holes that hold a Raspberry Pi, none if there is no room for it."""
    at = raspberry_pi(name)
    return _fixings(at, diameter) if at else ()


def _fixings(at, diameter):
    left, top, _, bottom = at.reach()
    inset = sizes.RASPBERRY_PI_HOLES[0]
    return tuple(
        Circle(left + x, y, diameter)
        for y in (top + inset, bottom - inset)
        for x in sizes.RASPBERRY_PI_HOLES
    )


def lines_of_strip(name: str = board.DEFAULT_LAYOUT) -> list[tuple[float, float, float]]:
    """Return (left, right, y) of the pixels of each line of strip. Pixels that continue the line
    of a street, such as the game hole's, belong to it."""
    found: list[tuple[float, float, float]] = []
    for run in strip.runs(name):
        xs, y = [spot.x for spot in run.spots], run.spots[0].y
        if found and found[-1][2] == y:
            left, right, _ = found.pop()
            xs += [left, right]
        found.append((min(xs), max(xs), y))
    return found


def channels(name: str = board.DEFAULT_LAYOUT) -> list[Box]:
    """Return the slots in which the strip lies."""
    end = sizes.CHANNEL_END
    return [
        Box((left + right) / 2, y, right - left + 2 * end, sizes.CHANNEL_WIDTH, 1.5)
        for left, right, y in lines_of_strip(name)
    ]


def wire_holes(name: str = board.DEFAULT_LAYOUT) -> list[Circle]:
    """Return the holes through which the wires of each line of strip go to the back."""
    step = sizes.WIRE_HOLE_STEP
    return [
        Circle(x, y, sizes.WIRE_HOLE)
        for left, right, y in lines_of_strip(name)
        for x in (left - step, right + step)
    ]


def _well(spot, at):
    if spot.diameter > at.hole_diameter:
        return sizes.GAME_WELL_DIAMETER
    return sizes.WELL_DIAMETER


def _squares(edge, name):
    return tuple(Box(key.x, key.y, edge, edge, 0.3) for key in geometry.caps(name))


def _strip_edges(name):
    """Return scored lines for sticking each piece of strip: its two long edges, and its ends."""
    found = []
    half = 500 / forms.form(name).strip_per_metre
    for piece in strip.pieces(name):
        xs, y = [spot.x for spot in piece], piece[0].y
        left, right, w = min(xs) - half, max(xs) + half, sizes.STRIP_WIDTH / 2
        corners = ((left, y - w), (right, y - w), (right, y + w), (left, y + w), (left, y - w))
        found.append(Stroke(tuple((x, y, 0.0) for x, y in corners)))
    return tuple(found)


def _label(layer, name, narrow=False):
    """Return the words on a hidden layer: its name and which side is the front."""
    at = forms.form(name)
    if narrow:
        words = f"{layer}: this side to the front"
        return (Text(words, at.width / 2, sizes.FRAME_WALL / 2, 5.0),)
    x, y = at.width - 64.0, at.first_key[1] + at.key_pitch
    return (Text(layer, x, y, 9.0, style="bold"), Text("this side to the front", x, y + 12, 5.0))


def _feet(name):
    """Return holes, not marks: the feet stand on the other side."""
    inset = sizes.FOOT_INSET
    at = forms.form(name)
    return tuple(
        Circle(x, y, sizes.SCREW_HOLE)
        for y in (inset, at.height - inset)
        for x in (inset, at.width - inset)
    )


def plug_depth() -> float:
    """Return the distance from the carrier back to the middle of the USB plug, in mm."""
    return sum(sizes.ELECTRONICS[:-1])


def _panel_holes():
    """Return the openings, seen from outside with the face up. The panel's upper edge is level
    with the carrier's back."""
    y = plug_depth()
    usb, supply, switch = sizes.PANEL_PLACES
    cable, socket = Box(usb, y, *sizes.CABLE_HOLE, 2.0), Box(supply, y, *sizes.SOCKET_HOLE, 2.0)
    return (cable, socket, Circle(switch, y, sizes.SWITCH_HOLE))


def _panel_texts():
    words = ("USB", "5 V SUPPLY", "USB / SUPPLY")
    return tuple(Text(text, x, 8.0, 2.6) for text, x in zip(words, sizes.PANEL_PLACES))


def _coupon(name):
    """Return an opening of each size, and below it its number as that many small holes: services
    that cut metal cut letters through, or refuse them."""
    pitch = forms.form(name).key_pitch
    xs = [pitch * (n + 0.6) for n in range(len(sizes.COUPON))]
    width = xs[-1] + xs[0]
    holes = tuple(Box(x, 12, edge, edge, 0.3) for x, edge in zip(xs, sizes.COUPON))
    step = sizes.COUPON_MARK + sizes.WEB
    marks = tuple(
        Circle(x + step * (n - count / 2), 22.5, sizes.COUPON_MARK)
        for count, x in enumerate(xs)
        for n in range(count + 1)
    )
    return Box(width / 2, 13.5, width, 27.0, 2.0), (*holes, *marks)

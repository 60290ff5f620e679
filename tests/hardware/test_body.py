"""The body: its layers fit on one another, and a mistake in the description is named."""

import math
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import firmware
from hardware import board, dimensions, forms, geometry
from hardware.body import sizes
from hardware.body.check import depth, faults, layer_faults
from hardware.body.layers import cap_window, frame_inner, layers, plate_outline
from hardware.body.shapes import QUARTER, Box, Circle, OpenRing, gap, inside
from host.plan import body as pictures


@pytest.fixture(params=forms.names())
def layout(request):
    return request.param


def layer(name, layout=board.DEFAULT_LAYOUT):
    return next(one for one in layers(layout) if one.name == name)


def area(points) -> float:
    """Return twice the signed area inside a path, with arcs taken as chords."""
    ends = [*points[1:], points[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, ends, strict=True))


def test_the_body_has_no_faults(layout):
    assert faults(layout) == []


def test_a_light_has_its_hole_its_wells_and_its_strip_above_one_another(layout):
    lights = geometry.lights(layout)
    for name in ("face", "wells-top", "wells"):
        centres = [(c.x, c.y) for c in layer(name, layout).holes if isinstance(c, Circle)]
        for spot in lights:
            assert centres.count((spot.x, spot.y)) == 1
    channels = [hole for hole in layer("channel", layout).holes if isinstance(hole, Box)]
    for spot in lights:
        pixel = Box(spot.x, spot.y, dimensions.HOLE_PITCH, sizes.STRIP_WIDTH)
        assert sum(inside(pixel, channel) >= 1 for channel in channels) == 1


def test_no_light_spills_from_one_well_into_the_next(layout):
    wells = [hole for hole in layer("wells", layout).holes if isinstance(hole, Circle)]
    lights = [well for well in wells if well.diameter >= sizes.WELL_DIAMETER]
    assert len(lights) == forms.form(layout).pixels.pixels
    for here, there in pairwise(lights):
        assert gap(here, there) >= 2
    # The strip lies so high in its channel that no pixel shines below a wall.
    assert sizes.STRIP_HEIGHT >= sizes.CHANNEL


def test_each_wire_hole_is_clear_of_the_strip_and_of_the_frame(layout):
    for hole in layer("carrier", layout).holes:
        if isinstance(hole, Circle) and hole.diameter == sizes.WIRE_HOLE:
            assert inside(hole, frame_inner(layout)) > 0
            for spot in geometry.lights(layout):
                assert gap(hole, Box(spot.x, spot.y, 10, 10)) >= 0.4


def test_every_layer_has_the_same_screws(layout):
    screws = [
        {hole for hole in one.holes if isinstance(hole, Circle)}
        for one in layers(layout)
        if one.outline.reach() == (0, 0, forms.form(layout).width, forms.form(layout).height)
    ]
    assert len(screws) == 9
    assert len(set.intersection(*screws)) == 10


def test_the_switch_plate_lies_on_its_support_level_with_the_diffuser():
    plate = plate_outline()
    recess = next(h for h in layer("wells-top").holes if isinstance(h, Box))
    assert inside(plate, recess) == pytest.approx(sizes.PLATE_CLEARANCE)
    support = [hole for hole in layer("wells").holes if isinstance(hole, Box)]
    assert len(support) == len(board.KEYS)
    for hole, key in zip(support, geometry.caps(), strict=True):
        assert (hole.x, hole.y) == (key.x, key.y)
        assert inside(hole, plate) > 3
    below_face = sizes.FACE + sizes.DIFFUSER + sizes.RECESS - sizes.PLATE
    # A cap has its travel of 4 mm above the diffuser, and its switch does not look out.
    assert 3 <= below_face <= 6
    # Nor does the plate rattle in its recess.
    assert sizes.RECESS == sizes.PLATE


def test_a_switch_has_its_courtyard():
    cuts = [hole for hole in layer("plate").holes if isinstance(hole, Box)]
    assert {(cut.width, cut.height) for cut in cuts} == {(14.0, 14.0)}
    for key in geometry.caps():
        flange = Box(key.x, key.y, sizes.SWITCH_FLANGE, sizes.SWITCH_FLANGE)
        assert inside(flange, plate_outline()) > 2 and inside(flange, cap_window()) > 0
    assert dimensions.KEY_PITCH - sizes.SWITCH_FLANGE > 3
    assert sizes.CUT_OUT < sizes.SUPPORT_OPENING < dimensions.KEY_PITCH - sizes.WEB


def test_the_stack_is_as_high_as_its_sheets():
    assert depth() == 41
    assert sum(one.sheets for one in layers()) == 14


def test_the_outline_of_an_open_ring_goes_round_once():
    ring = layer("frame-open").outline
    assert isinstance(ring, OpenRing)
    outer, inner = ring.outer, ring.inner
    walls = area(outer.points()) - area(inner.points())
    opened = 2 * sizes.FRAME_WALL * (ring.bottom - ring.top)
    assert area(ring.points()) == pytest.approx(walls - opened)
    # Four corners turn one way, the four inside the other.
    bulges = [bulge for _, _, bulge in ring.points() if bulge]
    assert bulges == [pytest.approx(QUARTER)] * 4 + [pytest.approx(-QUARTER)] * 4


def test_the_kerf_makes_holes_smaller_and_parts_larger():
    assert Circle(0, 0, 6).grown(-0.1).diameter == pytest.approx(5.8)
    assert Box(0, 0, 14, 14, 0.3).grown(-0.1) == pytest.approx((0, 0, 13.8, 13.8, 0.2))
    ring = layer("frame-open").outline
    assert isinstance(ring, OpenRing)
    grown = ring.grown(0.1)
    assert grown.outer.width == pytest.approx(ring.outer.width + 0.2)
    assert grown.inner.width == pytest.approx(ring.inner.width - 0.2)
    assert grown.bottom - grown.top == pytest.approx(ring.bottom - ring.top - 0.2)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (Circle(0, 0, 2), Circle(5, 0, 2), 3),
        (Circle(0, 0, 2), Box(5, 0, 4, 4), 2),
        (Box(0, 0, 4, 4), Box(7, 0, 4, 4), 3),
        (Box(0, 0, 2, 2), Box(5, 5, 2, 2), 3 * math.sqrt(2)),
        (Circle(0, 0, 4), Box(0, 0, 10, 10), -7),
    ],
)
def test_the_distance_of_two_shapes(one, other, apart):
    assert gap(one, other) == gap(other, one) == pytest.approx(apart)


# A mistake in one's own layout is named --------------------------------------------------------


def test_holes_that_are_too_close_are_named(monkeypatch):
    monkeypatch.setattr(dimensions, "HOLE_PITCH", 7.0)
    found = faults()
    assert "wells: hole 1 and hole 2 overlap by 1.00 mm; 2.0 mm must stay between them" in found
    assert any(f.startswith("hole 1 is not 10.00 mm from the next") for f in found)


def test_a_hole_that_is_twice_there_is_named():
    face = layer("face")
    double = face._replace(holes=(*face.holes, face.holes[10]))
    assert layer_faults(double) == [
        "face: hole 1 and hole 1 overlap by 6.00 mm; 2.0 mm must stay between them"
    ]


def test_keys_that_are_too_close_are_named(monkeypatch):
    monkeypatch.setattr(dimensions, "KEY_PITCH", 17.5)
    assert "keys A and 2 are 17.50 mm apart: two caps of 18.0 mm touch" in faults()
    assert any(f.startswith("wells: key A and key 2 leave 1.50 mm") for f in faults())


def test_a_hole_beyond_the_edge_or_over_the_frame_is_named(monkeypatch):
    monkeypatch.setattr(dimensions, "FIRST_HOLE", (30.0, 32.0))
    found = faults()
    assert "hole 121: its well is not inside the frame" in found
    monkeypatch.setattr(dimensions, "FIRST_HOLE", (18.0, 32.0))
    assert any(f.startswith("face: hole 121 and the edge overlap") for f in faults())


def test_holes_wider_than_their_wells_are_named(monkeypatch):
    monkeypatch.setattr(dimensions, "HOLE_DIAMETER", 7.6)
    assert any(f.startswith("hole 1: its well of 8.0 mm is narrower") for f in faults())


def test_electronics_that_do_not_fit_are_named(monkeypatch):
    monkeypatch.setattr(sizes, "FRAMES", 3)
    found = faults()
    assert "the electronics need 22.0 mm under the carrier; the frame has 18.0" in found
    monkeypatch.setattr(sizes, "SCREW_LENGTH", 35.0)
    assert "a screw of 35 mm does not suit a stack of 35 mm" in faults()


# Pictures and the guide ------------------------------------------------------------------------


SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> dict[str, tuple[float, float]]:
    root = ElementTree.fromstring(svg)
    return {
        "".join(e.itertext()): (float(e.get("x", 0)), float(e.get("y", 0)))
        for e in root.iter(f"{SVG}text")
    }


def test_every_layer_is_named_in_a_picture_in_its_order(layout):
    pieces = "\n".join(words(pictures.overview(layout)))
    cut = words(pictures.section(layout))
    heights = []
    for one in layers(layout):
        assert f"{one.title}  (" in pieces
        heights += [at[1] for text, at in cut.items() if text.startswith(f"{one.name}, ")]
    assert len(heights) == 9 and heights == sorted(heights)


@pytest.mark.parametrize("which", pictures.PICTURES)
def test_the_layers_that_are_pulled_apart_stand_from_the_front_to_the_back(which):
    order = [one.title for one in layers() if one.name != "plate"]
    order.insert(2, "switch plate")
    shown = {text: at[1] for text, at in words(pictures.exploded("shared", which)).items()}
    found = [title for title in order if title in shown]
    assert len(found) >= 3
    assert [shown[title] for title in found] == sorted(shown[title] for title in found)


def test_the_open_box_is_seen_from_the_back():
    found = words(pictures.inside("shared"))
    assert any("BACK" in text for text in found)
    assert found["A"][0] > found["6"][0] and found["A"][1] == found["6"][1]
    assert found["P1"][0] > found["P4"][0] and found["Pico"][0] > found["A"][0]


def test_the_guide_quotes_the_self_test_as_the_firmware_says_it():
    guide = (Path(board.__file__).parent / "BUILD.md").read_text(encoding="utf-8")
    folder = Path(firmware.__file__).parent
    names = ("pico/selftest.py", "pico/selftest_measures.py", "lights/light_test.py")
    source = "".join([(folder / name).read_text(encoding="utf-8") for name in names])
    quoted = re.findall(r"`self-test: ([^`]+)`", guide)
    fixed = (
        ("pixels shown, ", "keys seen"),
        ("lights ", " to ", " are right"),
        ("dark from light ", " on: the joint before it, an arrow, or that pixel"),
        ("light ", " alone is dark: change that pixel"),
        ("not seen: ",),
        ("down from first to last: ",),
        ("USB", " feeds the strip, ", " mA at most"),
        ("a supply of ", " mV", " feeds the strip, ", " mA at most"),
        (" KB written to the flash and read back in ", " ms"),
        (" MHz, a frame prepared in ", " us, keys looked at every ", " ms or less"),
    )
    for line, parts in zip(quoted, fixed, strict=True):
        assert all(part in line and part in source for part in parts), line


def test_the_guide_names_the_pins_of_menu_and_enter():
    guide = (Path(board.__file__).parent / "BUILD.md").read_text(encoding="utf-8")
    # GP5 is row 3, GP8 column 2 and GP11 column 5.
    assert (board.ROW_PINS[3], board.COLUMN_PINS[2], board.COLUMN_PINS[5]) == (5, 8, 11)
    assert "join pins 7, 11 and 15" in guide

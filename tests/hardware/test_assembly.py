"""Every part has its place in the box, and none is in another's way, in any build of any layout:
by the description's own check, and for the small parts by the solids of build123d."""

from itertools import combinations

import pytest

from hardware import board, forms
from hardware.assembly import check, electronics, places
from hardware.assembly import parts as assembly
from hardware.assembly.parts import HOLDER, KEY_BOARD, PANEL, PI, PICO, STRIP, Build
from hardware.body import sizes
from hardware.body.layers import plug_depth
from hardware.body.prisms import ADD, CUT, Prism, lying, standing
from hardware.body.shapes import Box, Circle, gap, inside
from hardware.perfboard.links import plan
from hardware.printed import parts as printed
from hardware.printed import solids
from tests.cases import exhaustive, slow

OTHERS = [name for name in forms.names() if name != "shared"]
LAYOUTS = ["shared", *slow(*OTHERS)]


@pytest.fixture(params=LAYOUTS)
def layout(request):
    return request.param


@pytest.fixture
def first_with(monkeypatch):
    """Return a function that has only the first build with a part checked: in each it is the
    same."""

    def keep(name):
        every = assembly.builds("shared")
        build = next(build for build in every if name in made("shared", build))
        monkeypatch.setattr(check, "builds", lambda layout: [build])

    return keep


def made(layout, build):
    return {part.name: part for part in assembly.parts(layout, build)}


@pytest.mark.parametrize("layout", [*slow("shared"), *exhaustive(*OTHERS)])
def test_nothing_is_in_the_way_of_another_part(layout):
    assert check.faults(layout) == []


def test_nothing_is_in_the_way_of_another_part_in_the_first_build(monkeypatch, layout):
    first, *_ = assembly.builds(layout)
    monkeypatch.setattr(check, "builds", lambda layout: [first])
    assert check.faults(layout) == []


def test_every_build_has_its_own_parts():
    found = assembly.builds("shared")
    assert found[0] == Build(PICO, STRIP, False)
    assert {one.controller for one in found} == {PICO, HOLDER, PI, KEY_BOARD}
    assert {one.light for one in found} == {STRIP, PANEL}
    assert len(found) == len(set(found)) == 16
    parts = made("shared", Build(HOLDER, PANEL, True))
    assert {"panel", "printed-wells", "pico-holder", "cable-clamp"} <= set(parts)
    assert not {"lights", "wells", "wells-top", "components"} & set(parts)
    assert len(parts["cable-clamp"].solids) == 2


@pytest.mark.parametrize("name, change", [
    ("pico-holder", {"behind": 3.0}),  # into the perfboard
    *slow(
        # The clamp on the carrier, beside the bracket of the socket.
        ("cable-clamp", {"x": 22.0, "behind": 0.0}),
        ("cable-clamp", {"y": 180.0}),  # into the wall of the open frames
        ("socket-holder", {"x": 26.0}),  # onto the perfboard
        ("socket-holder", {"turns": 1}),
    ),
])  # fmt: skip
def test_a_part_in_a_wrong_place_is_found(monkeypatch, first_with, name, change):
    first_with(name)
    right = places.places("shared")
    at = next(n for n, place in enumerate(right) if place.part == name)
    wrong = [*right[:at], right[at]._replace(**change), *right[at + 1 :]]
    monkeypatch.setattr(places, "places", lambda layout=board.DEFAULT_LAYOUT: wrong)
    title = next(part.title for part in printed.printed_parts() if part.name == name)
    assert any(title in fault and "overlap" in fault for fault in check.faults("shared"))


def test_wells_to_print_without_room_for_the_panels_screws_are_found(monkeypatch):
    monkeypatch.setattr(printed.panel_placement, "LAYOUTS", ())
    build = Build(PICO, PANEL, True)
    tiles = [p for p in printed.printed_parts("shared") if p.name.startswith("wells-")]
    monkeypatch.undo()
    parts = made("shared", build)
    wrong = parts["printed-wells"]._replace(solids=tuple(lying(t.prisms, 3.5) for t in tiles))
    assert check.clash(wrong, parts["panel"])
    assert not check.clash(parts["printed-wells"], parts["panel"])


@pytest.mark.slow
def test_a_screw_too_near_to_a_wires_hole_is_found(monkeypatch, first_with):
    first_with("cable-clamp")
    monkeypatch.setattr(places, "STRIP_CLAMP", 30.0)
    assert any("screw of a clamp" in fault for fault in check.faults("shared"))


def test_parts_touch_and_do_not_overlap():
    def part(*prisms):
        return assembly.Part("", "", (prisms,))

    box = Prism(ADD, Box(0, 0, 10, 10), 0, 5)
    above, beside = box._replace(bottom=5, top=8), box._replace(shape=Box(10, 0, 10, 10))
    assert not check.clash(part(box), part(above)) and not check.clash(part(box), part(beside))
    pin = Prism(ADD, Circle(0, 0, 3), -1, 6)
    assert check.clash(part(box), part(pin))
    for hole, free in ((Circle(0, 0, 3.2), True), (Circle(0.2, 0, 3.2), False),
                       (Box(0, 0, 3, 3), True), (Box(0, 0, 3, 2.9), False)):  # fmt: skip
        assert check.clash(part(box, Prism(CUT, hole, 0, 5)), part(pin)) != free
    # Two cuts one behind the other.
    low, high = Prism(CUT, Circle(0, 0, 3.2), 0, 2), Prism(CUT, Box(0, 0, 4, 4), 2, 5)
    assert not check.clash(part(box, low, high), part(pin))
    assert check.clash(part(box, low, high._replace(bottom=2.5)), part(pin))


def test_a_part_that_stands_is_seen_from_the_back():
    prism = Prism(ADD, Box(3, 1, 4, 2), 0, 5)
    for turns, middle, size in ((0, (-3, 1), (4, 2)), (1, (1, 3), (2, 4)),
                                (2, (3, -1), (4, 2)), (3, (-1, -3), (2, 4))):  # fmt: skip
        [found] = standing((prism,), 100, 50, 20, turns)
        assert found == Prism(ADD, Box(100 + middle[0], 50 + middle[1], *size), 20, 25)
    foot = Prism(ADD, Box(0, 0, 9, 9), 0, 1)
    [found, base] = standing((prism._replace(bottom=1), foot), 100, 50, 20, 0, True)
    assert found == Prism(ADD, Box(103, 51, 4, 2), 20, 24) and (base.bottom, base.top) == (24, 25)


def test_the_usb_clamp_stands_on_the_closed_frames_in_line_with_the_plug(layout):
    clamp = made(layout, assembly.builds(layout)[0])["cable-clamp"].solids[0]
    body = next(prism for prism in clamp if prism.how == ADD)
    groove = next(p for p in clamp if p.how == CUT and isinstance(p.shape, Box))
    top, bottom = forms.form(layout).opening
    ledge = Box(sizes.FRAME_WALL / 2, (top + bottom) / 2, sizes.FRAME_WALL, bottom - top)
    assert inside(body.shape, ledge) > 0.4
    frames = made(layout, assembly.builds(layout)[0])
    ledge_top = frames["frame-2"].solids[0][0].top
    assert groove.bottom == body.bottom == ledge_top + places.CABLE - printed.GROOVE[1]
    plug = frames["plug"].solids[0][0]
    assert groove.shape.y == pytest.approx(plug.shape.y)
    # The cable comes out of the plug this far from where the clamp holds it.
    middle = (plug.bottom + plug.top) / 2
    carrier = frames["carrier"].solids[0][0].top
    assert middle == pytest.approx(carrier + plug_depth())
    assert abs(middle - (ledge_top + places.CABLE / 2)) <= 4.0
    # Its screws are in the middle of the wood.
    for prism in clamp:
        if isinstance(prism.shape, Circle):
            assert inside(prism.shape, ledge) > 3


@pytest.mark.slow
def test_the_holder_of_the_pico_leaves_the_wires_of_the_perfboard_free():
    parts = made("shared", Build(HOLDER))
    [holder] = parts["pico-holder"].solids
    base = next(prism for prism in holder if prism.how == ADD)
    ears = [p.shape for p in holder if p.how == CUT]
    for build in ("usb", "supply"):
        links = plan(build).links
        for link in links:
            (a, b), (c, d) = link.start, link.end
            reach = (min(a, c) - 0.4, min(b, d) - 0.4, max(a, c) + 0.4, max(b, d) + 0.4)
            wire = electronics.on_perfboard("shared", reach)
            if not link.bare:
                assert gap(wire, base.shape) > 0, link
            # The nuts and heads of its screws, on both sides.
            assert all(gap(wire, ear.grown(places.NUT / 2 - 1.6)) > 0 for ear in ears), link


SMALL = ("cable-clamp", "socket-holder", "pico-holder", "feet", "supply", "cable-panel", "plug",
         "components", "components-holder")  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("layout", ["shared", "crib-wars"])
@pytest.mark.parametrize("controller", [PICO, HOLDER])
def test_the_solids_of_the_small_parts_share_no_volume_with_any_other(layout, controller):
    pytest.importorskip("build123d")
    every = [
        (part.name, described)
        for part in assembly.parts(layout, Build(controller))
        for described in part.solids
    ]
    compared = 0
    for (one, first), (other, second) in combinations(every, 2):
        if one == other or not {one, other} & set(SMALL) or not check.near(first, second):
            continue
        shared = solids.solid_of(first) & solids.solid_of(second)
        volume = getattr(shared, "volume", 0.0) if shared is not None else 0.0
        assert volume < 0.01, (one, other, volume)
        compared += 1
    assert compared > 10

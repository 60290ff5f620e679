"""The parts to print: they fit what they are for, and another reader finds them watertight and of
the size and volume of their description. Tests that need build123d or trimesh are skipped without
them."""

import io
import math
import re
from pathlib import Path

import pytest

from hardware import board, geometry, layouts
from hardware.body import sizes
from hardware.body.check import depth
from hardware.body.layers import cap_window, layers, plug_depth
from hardware.body.shapes import Box, Circle, gap, inside
from hardware.printed import parts, solids
from host.plan.files import files
from host.plan.printed import printed_files

NAMES = [part.name for part in parts.printed_parts()]
PARTS = {part.name: part for part in parts.printed_parts()}


@pytest.fixture(params=layouts.NAMES)
def layout(request):
    return request.param


def tiles(layout, window=False):
    return [p for p in parts.printed_parts(layout, window) if p.name.startswith("wells")]


def layer(name, layout=board.DEFAULT_LAYOUT):
    return next(one for one in layers(layout) if one.name == name)


def area(shape):
    if isinstance(shape, Circle):
        return math.pi * shape.diameter**2 / 4
    return shape.width * shape.height - (4 - math.pi) * shape.corner**2


def prisms(part, how, kind):
    return [p for p in part.prisms if p.how == how and isinstance(p.shape, kind)]


# The description --------------------------------------------------------------------------------


def test_the_parts_have_no_faults(layout):
    assert parts.faults(layout) == []


def test_every_well_is_whole_in_one_tile(layout):
    wells = [hole for hole in layer("wells", layout).holes if isinstance(hole, Circle)]
    made = tiles(layout)
    for hole in wells:
        whole = [
            tile
            for tile in made
            if inside(hole, tile.prisms[0].shape) >= 0.5
            and any(p.shape == hole for p in prisms(tile, parts.CUT, Circle))
        ]
        assert len(whole) == 1, hole
    for spot in geometry.lights(layout):
        assert any((spot.x, spot.y) == (hole.x, hole.y) for hole in wells)


@pytest.mark.slow
def test_the_weight_is_no_less_than_that_of_the_solids():
    pytest.importorskip("build123d")
    volume = sum(part.quantity * solids.solid(part).volume for part in PARTS.values())
    assert volume / 1000 * parts.PLA <= parts.grams() <= volume / 1000 * parts.PLA * 1.1 + 50


def test_the_tiles_are_the_layers_and_fit_a_printer(layout):
    outline = layer("wells", layout).outline
    boxes = [tile.prisms[0].shape for tile in tiles(layout)]
    assert sum(area(box) for box in boxes) == pytest.approx(outline.width * outline.height)
    for box in boxes:
        assert inside(box, outline) > -1e-6
        assert max(box.width, box.height) <= parts.BED <= 220
    for tile in tiles(layout):
        assert tile.prisms[0].top == sizes.RECESS + sizes.WELLS


def test_for_a_circuit_board_the_wells_have_its_window(layout):
    for plain, made in zip(tiles(layout), tiles(layout, window=True), strict=True):
        windows = [p.shape for p in prisms(made, parts.CUT, Box) if p.bottom == 0]
        openings = [p.shape for p in prisms(plain, parts.CUT, Box) if p.bottom == 0]
        assert len(windows) == (1 if openings else 0)
        for window in windows:
            assert window[:4] == pytest.approx(cap_window(layout)[:4])


def test_a_foot_takes_its_screw_and_keeps_the_others_off_the_table():
    through, head = prisms(PARTS["foot"], parts.CUT, Circle)
    assert through.shape.diameter == sizes.SCREW_HOLE and through.bottom == 0
    assert head.shape.diameter > 5.5 + 1 and head.top - head.bottom >= 3
    height = PARTS["foot"].prisms[0].top
    assert height >= 8 and height - (sizes.SCREW_LENGTH - depth()) >= 2
    # An M3 screw of 12 mm goes through foot and back, into a nut of 2.4 mm.
    assert head.bottom + sizes.BACK + 2.4 < 12
    feet = [h for h in layer("back").holes if isinstance(h, Circle)][-4:]
    for foot in feet:
        other = [h for h in layer("back").holes if h != foot]
        assert all(
            math.dist(foot[:2], h[:2]) > parts.FOOT_DIAMETER / 2 + 3 for h in other
        )  # clear of the nuts


def test_the_bracket_holds_the_socket_level_with_its_hole_and_takes_its_push():
    holder = PARTS["socket-holder"]
    base, block, wall = prisms(holder, parts.ADD, Box)
    # A USB-C socket is 3.2 mm high, and its board 1.6 mm thick.
    assert block.top + 1.6 + 3.2 / 2 == pytest.approx(plug_depth())
    assert wall.bottom == block.top and wall.top > block.top + 1.6
    (tunnel,) = prisms(holder, parts.CUT, Box)
    assert base.top < tunnel.bottom < tunnel.top <= block.top - 2
    assert tunnel.shape.height > block.shape.height  # from side to side
    assert gap(tunnel.shape, wall.shape) > 1
    # A plug's case of 12.4 × 6.5 mm goes through the panel.
    hole = layer("panel").holes[1]
    assert hole.width >= 12.4 and hole.height >= 6.5


def test_the_holder_fits_a_pico():
    holder = PARTS["pico-holder"]
    pegs = list(prisms(holder, parts.ADD, Circle))
    assert sorted((p.shape.x, p.shape.y) for p in pegs) == [
        (-23.5, -5.7), (-23.5, 5.7), (23.5, -5.7), (23.5, 5.7)
    ]  # fmt: skip
    assert all(0.1 <= 2.1 - p.shape.diameter <= 0.3 for p in pegs)
    bars = [p for p in prisms(holder, parts.ADD, Box) if p.top > parts.HOLDER_BASE]
    for bar in bars:
        # Under the Pico, and between its two rows of pins, which are 17.78 apart and 1.6 wide.
        assert inside(bar.shape, Box(0, 0, 51, 21)) >= -1e-6
        assert bar.shape.height / 2 <= 17.78 / 2 - 0.8
        below = 3.0 + 1.6  # the perfboard on its spacers
        high = below + bar.top + parts.PICO_BOARD + parts.USB_MIDDLE
        assert high == pytest.approx(plug_depth())
    for screw in prisms(holder, parts.CUT, Circle):
        assert abs(screw.shape.x) - screw.shape.diameter / 2 > 25.5 + 1


def test_the_clamp_presses_a_usb_cable():
    groove = prisms(PARTS["cable-clamp"], parts.CUT, Box)[0]
    assert groove.shape.width >= 5 and groove.top - groove.bottom < 3
    for screw in prisms(PARTS["cable-clamp"], parts.CUT, Circle):
        assert abs(screw.shape.x) - screw.shape.diameter / 2 > groove.shape.width / 2 + 2


def test_a_board_that_no_printer_can_take_is_named(monkeypatch):
    monkeypatch.setattr(parts, "PEG", 2.3)
    assert "the pegs are too thick for the Pico's holes" in parts.faults()
    monkeypatch.setattr(parts, "FOOT_FLOOR", 8.5)
    assert "the head of a foot's screw is not inside the foot" in parts.faults()


# The files --------------------------------------------------------------------------------------

needs_cad = "build123d is not installed: python -m pip install -e '.[cad-test]'"


@pytest.fixture(scope="module")
def read():
    """Return a function that reads the STL of a part."""
    pytest.importorskip("build123d", reason=needs_cad)
    trimesh = pytest.importorskip("trimesh", reason=needs_cad)

    def mesh(part):
        return trimesh.load_mesh(io.BytesIO(solids.stl(part)), file_type="stl")

    return mesh


@pytest.mark.files
@pytest.mark.parametrize("name", NAMES)
def test_trimesh_finds_a_part_watertight_and_in_its_box(read, name):
    mesh, part = read(PARTS[name]), PARTS[name]
    assert mesh.is_watertight and mesh.is_winding_consistent
    assert mesh.body_count == 1
    added = [p for p in part.prisms if p.how == parts.ADD]
    reach = [p.shape.reach() for p in added]
    box = [
        [min(r[0] for r in reach), -max(r[3] for r in reach), min(p.bottom for p in added)],
        [max(r[2] for r in reach), -min(r[1] for r in reach), max(p.top for p in added)],
    ]
    for found, wanted in zip(mesh.bounds, box, strict=True):
        assert list(found) == pytest.approx(wanted, abs=0.05)


@pytest.mark.files
@pytest.mark.parametrize("window", [False, True])
def test_the_wells_have_the_volume_of_their_layers(read, window):
    low, top = layer("wells"), layer("wells-top")
    height = low.thickness + top.thickness
    solid = area(low.outline) * height
    solid -= sum(area(hole) for hole in low.holes if isinstance(hole, Circle)) * height
    recess = next(hole for hole in top.holes if isinstance(hole, Box))
    openings = [hole for hole in low.holes if isinstance(hole, Box)]
    if window:
        openings = [cap_window()]
    solid -= area(recess) * top.thickness + sum(map(area, openings)) * low.thickness
    found = sum(read(tile).volume for tile in tiles(board.DEFAULT_LAYOUT, window))
    assert found == pytest.approx(solid, rel=0.002)


@pytest.mark.files
def test_the_small_parts_have_the_volume_of_their_prisms(read):
    round_ = math.pi / 4
    foot = round_ * (18**2 * 10 - 3.2**2 * 5 - 6.6**2 * 5)
    assert read(PARTS["foot"]).volume == pytest.approx(foot, rel=0.01)
    height = plug_depth() - 1.35 - 1.0 - 4.6
    holder = (69 * 14 - (4 - math.pi) * 9 - 2 * round_ * 3.2**2) * 3
    holder += 2 * 4.0 * 14 * (height - 3) + 4 * round_ * 1.9**2 * 2.5
    assert read(PARTS["pico-holder"]).volume == pytest.approx(holder, rel=0.01)
    clamp = (26 * 10 - (4 - math.pi) * 4 - 2 * round_ * 3.2**2) * 5 - 5 * 10 * 2.5
    assert read(PARTS["cable-clamp"]).volume == pytest.approx(clamp, rel=0.01)


@pytest.mark.files
def test_the_step_file_is_the_same_solid_without_the_time(read, tmp_path):
    import build123d

    part = PARTS["pico-holder"]
    text = solids.step(part)
    assert text.startswith(b"ISO-10303-21;") and b"MILLI" in text
    assert re.search(rb"FILE_NAME\('[^']*','2000-01-01T00:00:00'", text)
    path = tmp_path / "part.step"
    path.write_bytes(text)
    again = build123d.import_step(str(path))
    assert again.volume == pytest.approx(read(part).volume, rel=0.01)


@pytest.mark.files
def test_a_schematic_is_the_same_after_a_part_was_made(read):
    name = "drawings/schematic-usb.svg"
    solids.solid(PARTS["foot"])
    kept = (Path(board.__file__).parent / name).read_text(encoding="utf-8")
    assert files(board.DEFAULT_LAYOUT)[name]() == kept


@pytest.mark.files
def test_the_same_files_are_made_again(read):
    names = ("printed/foot.stl", "printed/foot.step", "printed/pico-holder.step")
    first = {name: printed_files(board.DEFAULT_LAYOUT)[name]() for name in names}
    solids.solid_of.cache_clear()
    assert first == {name: printed_files(board.DEFAULT_LAYOUT)[name]() for name in names}

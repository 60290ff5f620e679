"""The panel: its pixels are behind the holes in the firmware's order, it fits into the wood, and
KiCad and Gerbonara find it so. Tests that need KiCad 6 or Gerbonara are skipped if these are not
installed."""

import csv
import io
import json
import re
import zipfile

import pytest
from click.testing import CliRunner

from hardware import board, forms, geometry
from hardware.body import sizes
from hardware.body.check import layer_faults
from hardware.body.shapes import Box, Circle, gap, inside
from hardware.panel import check, placement, power
from hardware.panel.layers import panel_layers
from host.cli.main import main
from host.plan import panel, pcb
from tests.hardware import copper

pytestmark = pytest.mark.files


@pytest.fixture(params=placement.LAYOUTS, scope="module")
def layout(request):
    return request.param


# Without KiCad --------------------------------------------------------------------------------


def test_the_panel_has_no_faults(layout):
    assert check.faults(layout) == []


def test_the_pixels_of_the_default_panel_are_those_that_the_firmware_lights():
    every = {one.number - 1: (one.x, one.y) for one in placement.pixels("shared")}
    for spot in geometry.holes("shared"):
        assert every[board.hole_pixel(spot.number)] == (spot.x, spot.y)
    for spot in geometry.bar("shared"):
        assert every[board.bar_pixel(spot.number - 1)] == (spot.x, spot.y)
    assert len(every) == board.PIXELS


def test_each_pixel_has_its_capacitor_within_a_centimetre(layout):
    at = {part.ref: part for part in placement.parts(layout)}
    for one in placement.pixels(layout):
        beside = at[f"C{one.number}"]
        assert abs(beside.x - one.x) + abs(beside.y - one.y) < 7
        assert beside.pads == {"1": "+5V", "2": "GND"}


def test_data_that_goes_the_wrong_way_is_named():
    every = placement.parts("shared")
    turned = [
        part._replace(pads={**part.pads, "2": part.pads["4"], "4": part.pads["2"]})
        if part.ref == "LED40"
        else part
        for part in every
    ]
    found = check.net_faults(turned)
    assert any(fault.startswith("the data into LED40") for fault in found)
    assert any(fault.startswith("the data into LED41") for fault in found)
    dark = [p._replace(pads={"4": "DATA_7"}) if p.ref == "LED7" else p for p in every]
    assert "LED7 has no supply" in check.net_faults(dark)


def test_a_layout_without_a_panel_is_refused(tmp_path):
    words = ["plan", "--build", "panel", "--layout", "two-track", "--out", str(tmp_path / "plan")]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1 and "there is no panel for two-track" in done.output
    assert not (tmp_path / "plan").exists()


@pytest.mark.parametrize("window", [False, True])
def test_the_wood_leaves_room_for_the_panel_and_its_screws(layout, window):
    wells, channel, carrier = panel_layers(layout, window)
    for layer in (wells, channel, carrier):
        assert layer_faults(layer, layout) == []
    keys = [hole for hole in wells.holes if isinstance(hole, Box)]
    assert len(keys) == (1 if window else len(board.KEYS))
    opening = max((h for h in carrier.holes if isinstance(h, Box)), key=lambda h: h.width)
    assert inside(placement.outline(layout), opening) == pytest.approx(placement.CLEARANCE)
    for screw in placement.screws(layout):
        assert screw in channel.holes
        assert screw._replace(diameter=sizes.SCREW_HEAD_HOLE) in wells.holes
        # It is in the panel, not in the wood round it.
        assert inside(screw, placement.outline(layout)) > 3
    slots = [hole for hole in channel.holes if isinstance(hole, Box)]
    for x, y, _ in placement.points(layout):
        assert min(gap(Circle(x, y, 1.5), slot) for slot in slots) < 0


def test_what_is_ordered_names_every_part_once(layout):
    rows = list(csv.DictReader(io.StringIO(panel.bom(layout))))
    refs = [ref for row in rows for ref in row["Designator"].split(",")]
    placed = list(csv.DictReader(io.StringIO(panel.positions(layout))))
    count = forms.form(layout).pixels.pixels
    assert len(refs) == len(set(refs)) == 2 * count + 1
    assert sorted(row["Designator"] for row in placed) == sorted(refs)
    assert {row["Layer"] for row in placed} == {"top"}


def test_the_planes_take_little_and_stay_cool(layout):
    most = power.drop(layout, board.SUPPLY_MA)
    assert 0.0002 < most < 0.005
    assert 10 < power.warmth(layout, board.SUPPLY_MA) < 25
    # Ohm's law by hand: half of the current goes a quarter of the panel's length each way.
    box = placement.outline(layout)
    rough = 2 * power.SHEET / 0.85 * (box.width / 4 / box.height) * board.SUPPLY_MA / 2000
    assert rough / 4 < most < rough * 6


# With KiCad -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def python():
    try:
        pcb.footprints()
        return pcb.kicad()
    except pcb.PcbError as why:
        pytest.skip(str(why))


@pytest.fixture(scope="module")
def made(python, layout, tmp_path_factory):
    """The folder with the panel's files."""
    folder = tmp_path_factory.mktemp("panel")
    panel.write_panel(folder, layout)
    return folder


@pytest.mark.exhaustive
def test_kicad_finds_no_fault(made):
    report = (made / "drc.txt").read_text(encoding="utf-8")
    assert re.findall(r"Found (\d+)", report) == ["0", "0", "0"]


@pytest.mark.exhaustive
def test_kicad_finds_a_line_that_is_missing(made, python, tmp_path):
    for name in (panel.BOARD, "panel.kicad_pro"):
        (tmp_path / name).write_bytes((made / name).read_bytes())
    path = tmp_path / panel.BOARD
    text = path.read_text(encoding="utf-8")
    number = re.search(r'\(net (\d+) "DATA_32"\)', text)[1]
    path.write_text(re.sub(rf"  \(segment [^\n]*\(net {number}\)[^\n]*\n", "", text, count=1))
    assert any("unconnected_items" in fault for fault in pcb.kicad_faults(path, python))


@pytest.mark.exhaustive
def test_more_of_each_side_is_copper_than_the_drop_is_computed_with(made):
    shares = json.loads((made / "copper.json").read_text(encoding="utf-8"))
    for side, share in power.FILLED.items():
        assert share <= shares[side] < 1


@pytest.mark.exhaustive
def test_the_machine_puts_each_part_where_its_pads_are(made, layout):
    left, _, _, bottom = placement.outline(layout).reach()
    pads = copper.pads(made / panel.BOARD)
    for row in csv.DictReader(io.StringIO(panel.positions(layout))):
        mine = [pad for name, pad in pads.items() if name.startswith(f"{row['Designator']}.")]
        x = sum(pad.x for pad in mine) / len(mine) - left
        y = bottom - sum(pad.y for pad in mine) / len(mine)
        assert float(row["Mid X"][:-2]) == pytest.approx(x, abs=0.01)
        assert float(row["Mid Y"][:-2]) == pytest.approx(y, abs=0.01)
        # Pad 1 tells which way round: at the upper left of a pixel that is not turned.
        first = pads[f"{row['Designator']}.1"]
        assert (first.x - left < x) == (row["Rotation"] == "0")


# With Gerbonara -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gerbonara():
    return pytest.importorskip(
        "gerbonara", reason="Gerbonara is not installed: python -m pip install -e '.[cad-test]'"
    )


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore:.*G90 header statement.*")
def test_gerbonara_finds_every_layer_and_the_outline(made, layout, gerbonara, tmp_path):
    with zipfile.ZipFile(made / "gerbers.zip") as packed:
        packed.extractall(tmp_path)
    stack = gerbonara.LayerStack.open(tmp_path)
    for side in ("top", "bottom"):
        for use in ("copper", "mask", "silk"):
            assert not stack[side, use].is_empty
    (left, bottom), (right, top) = stack.board_bounds()
    box = placement.outline(layout)
    width = 0.1  # of the line that is the outline
    assert right - left - width == pytest.approx(box.width, abs=0.01)
    assert top - bottom - width == pytest.approx(box.height, abs=0.01)


@pytest.mark.exhaustive
@pytest.mark.parametrize("layout", ["shared"], indirect=True, scope="module")
@pytest.mark.filterwarnings("ignore:.*G90 header statement.*")
def test_the_copper_joins_what_the_nets_join_and_nothing_else(made, layout, gerbonara):
    box = placement.outline(layout)
    left, _, _, bottom = box.reach()
    pads = {
        name: pad._replace(x=pad.x - left, y=bottom - pad.y)
        for name, pad in copper.pads(made / panel.BOARD).items()
    }
    # The panel is large: three pixels to the least distance of two nets.
    found = copper.joined(made / "fabrication", pads, 10)
    parts = {part.ref: part for part in placement.parts(layout)}
    pieces: dict[str, set] = {}
    for name in pads:
        ref, _, pad = name.partition(".")
        pieces.setdefault(parts[ref].pads.get(pad, name), set()).add(found[name])
    assert {net: len(which) for net, which in pieces.items() if len(which) != 1} == {}
    every = [which for group in pieces.values() for which in group]
    assert None not in every and len(set(every)) == len(every)
    assert len(pieces) > forms.form(layout).pixels.pixels

"""The circuit board: it has the circuit, fits behind the switch plate, and KiCad, Gerbonara and a
browser find it so. Tests that need KiCad 6 or Gerbonara are skipped if these are not installed."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from hardware import board, geometry, layouts, power
from hardware.body.check import layer_faults
from hardware.body.layers import cap_window, layers
from hardware.body.shapes import Box, Circle, gap, inside
from hardware.circuit import builds
from hardware.panel import check as panel_check
from hardware.panel import placement as panel
from hardware.pcb import bom, check, placement, rules, silkscreen
from hardware.pcb.layers import wells_layer
from hardware.pcb.resistance import limit
from hardware.pcb.router import Pad
from host.plan import pcb
from host.plan.cutting import dxf
from host.plan.cutting.sheet import sheet
from tests.cases import mostly_slow
from tests.hardware import copper, dxf_reader

BOX = placement.outline()
LEFT, TOP, RIGHT, BOTTOM = BOX.reach()
PARTS = {part.ref: part for part in placement.parts()}


def on_board(circuit):
    """Return the nets of `circuit` as sets of pins, without the strip's."""
    found = {}
    for net in circuit.nets:
        pins = {pin for pin in net.pins() if not pin.startswith("S") or pin.startswith("SW")}
        if pins:
            found[net.name] = pins
    return found


# Without KiCad --------------------------------------------------------------------------------


def test_the_board_has_no_faults():
    assert check.faults() == []


@pytest.mark.parametrize(
    ("ref", "pad", "pin", "words"),
    [
        ("R1", "2", "R1.1", ["R1.1 has 2 pads: R1.1, R1.2", "R1.2 of net DATA_IN has no pad"]),
        ("U1B", "3", "U1.99", ["U1.38 of net GND has no pad"]),
        ("C1", "1", "C9.1", ["C1.1 is for C9.1, and there is no C9"]),
    ],
)
def test_a_pad_with_the_wrong_pin_is_named(ref, pad, pin, words):
    planted = [
        part._replace(pads=part.pads | {pad: pin}) if part.ref == ref else part
        for part in placement.parts()
    ]
    found = check.netlist_faults(placement.circuit(), planted)
    assert set(words) <= set(found)


def test_a_part_that_is_left_out_is_named():
    planted = [part for part in placement.parts() if part.ref != "D7"]
    found = check.netlist_faults(placement.circuit(), planted)
    assert "D7.1 of net ROW1 has no pad" in found and "net KEY7 has only one pad" in found


def test_a_fuse_before_the_openings_of_a_terminal_is_named(monkeypatch):
    planted = [
        part._replace(x=157.5, y=218.5) if part.ref == "F1" else part for part in placement.parts()
    ]
    monkeypatch.setattr(check, "parts", lambda: planted)
    assert check.faults() == ["F1 stands before the openings of X"]


def test_without_the_supplys_parts_and_with_two_poles_joined_it_is_the_circuit_for_usb():
    supply, usb = placement.circuit(), builds.build("usb")
    assert set(supply.parts) - set(placement.UNUSED_WITH_USB) == set(usb.parts)
    one, other = (supply.net_of()[pin] for pin in placement.BRIDGED_WITH_USB)
    left = {}
    for name, pins in on_board(supply).items():
        left[name] = {pin for pin in pins if pin.partition(".")[0] in usb.parts}
    left[one] |= left.pop(other)
    wanted = on_board(usb).values()
    assert {frozenset(pins) for pins in left.values() if len(pins) > 1} == {
        frozenset(pins) for pins in wanted if len(pins) > 1
    }


def test_each_switch_is_behind_its_cut_out_in_the_plate(tmp_path):
    plate = next(layer for layer in layers() if layer.name == "plate")
    drawn = sheet(plate)
    read = dxf_reader.read(dxf.dxf(drawn))
    squares = []
    for line in read.modelspace().query("LWPOLYLINE[layer=='CUT']"):
        xs, ys = zip(*[(x, y) for x, y, *_ in line.get_points()], strict=True)
        if max(xs) - min(xs) < 15:
            squares.append(((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2))
    for key in geometry.caps():
        switch = PARTS[f"K{key.number + 1}"]
        x, y = switch.x - drawn.left, drawn.top + drawn.height - switch.y
        assert min(max(abs(x - a), abs(y - b)) for a, b in squares) < 0.01


def test_the_ribbon_joins_the_same_nets_of_both_boards_whichever_way_its_plugs_are():
    net_of = placement.circuit().net_of()
    here = [net_of[PARTS["J4"].pads[str(n)]] for n in range(1, 7)]
    panels = panel.parts("shared")
    there = next(part for part in panels if part.ref == "J1").pads
    # The data leaves by the resistor, and is the panel's net DATA.
    names = [{"DATA_IN": "DATA"}.get(net, net) for net in here]
    assert names == [there[str(n)] for n in range(1, 7)] == names[::-1]
    assert sorted(names) == ["+5V", "+5V", "DATA", "DATA", "GND", "GND"]


def test_a_ribbon_that_is_too_short_is_named(monkeypatch):
    assert panel_check.faults("shared") == []
    monkeypatch.setattr(panel, "RIBBON", 120.0)
    assert panel_check.faults("shared") == ["the ribbon is too short"]


def test_what_has_leads_is_beside_the_switches_and_nothing_is_on_a_socket():
    """The leads come out on the front, where a switch lies flat on the board."""
    left, top, right, bottom = placement.SOCKET_BODY
    for key in geometry.caps():
        switch = Box(key.x, key.y, 13.9, 13.9)
        socket = Box(
            key.x + (left + right) / 2, key.y + (top + bottom) / 2, right - left, bottom - top
        )
        for ref, size in (("U1A", 1.7), ("U1B", 1.7), ("P", 2.2), ("X", 2.2), ("J4", 1.95)):
            part = PARTS[ref]
            pitch = 2.5 if ref == "J4" else 2.54
            for n in range(len(part.pads)):
                # J4 goes to the left from its first pole, as all that is not turned.
                step = pitch * n * (-1 if ref == "J4" else 1)
                pad = Circle(part.x + step, part.y, size)
                assert gap(switch, pad) > 0 and gap(socket, pad) > 0.2, (ref, n, key.name)
        for ref, part in PARTS.items():
            if part.footprint.endswith(("SOD-123", "2012Metric")):
                size = (1.8, 4.7) if part.angle % 180 else (4.7, 1.8)
                assert gap(socket, Box(part.x, part.y, *size)) > 0.1, (ref, key.name)


@pytest.mark.parametrize("layout", layouts.NAMES)
def test_the_board_goes_through_the_window_of_the_layers_behind_the_plate(layout):
    wells = wells_layer(layout)
    windows = [wells, *[one for one in layers(layout) if one.name in ("channel", "carrier")]]
    for layer in windows:
        window = next(
            hole for hole in layer.holes if isinstance(hole, Box) and hole == cap_window(layout)
        )
        clear = (window.width - BOX.width, window.height - BOX.height)
        assert clear == pytest.approx((2 * placement.WINDOW_CLEARANCE,) * 2)
        assert layer_faults(layer, layout) == []
    plain = next(one for one in layers(layout) if one.name == "wells")
    assert [h for h in wells.holes if isinstance(h, Circle)] == [
        h for h in plain.holes if isinstance(h, Circle)
    ]


def test_the_list_of_parts_has_each_part_once_and_says_what_usb_alone_leaves_out():
    rows = list(csv.DictReader(io.StringIO(bom.bom())))
    refs = [ref for row in rows for ref in row["Designator"].split(",")]
    assert sorted(refs) == sorted(PARTS)
    assert all(int(row["Quantity"]) == len(row["Designator"].split(",")) for row in rows)
    unused = {
        r
        for row in rows
        if row["With USB only"] == "left out"
        for r in row["Designator"].split(",")
    }
    assert unused == {ref for ref in placement.UNUSED_WITH_USB if ref in PARTS}
    # The number of another part of the same kind would order the wrong one.
    numbers = {row["LCSC Part #"]: row for row in rows if row["LCSC Part #"]}
    assert len(numbers) == len([row for row in rows if row["LCSC Part #"]]) == 7
    values = {row["Designator"].split(",")[0]: row["LCSC Part #"] for row in rows}
    assert (values["D1"], values["D26"], values["R2"], values["C1"]) == ("C81598", "", "", "")


@pytest.mark.parametrize("layout", mostly_slow(layouts.NAMES))
@pytest.mark.parametrize("build", rules.OHMS)
def test_with_the_limit_of_the_guide_the_last_pixel_has_its_voltage(monkeypatch, build, layout):
    most = limit(build, layout)
    path = power.PATHS[build]
    monkeypatch.setitem(power.PATHS, build, path._replace(own=path.own + rules.OHMS[build]))
    assert power.last_pixel(build, most, None, layout) >= power.LEAST_AT_PIXEL
    usual = power.supply_limit(layout) if build == "supply" else power.usb_limit(layout)
    assert most == usual or power.last_pixel(build, most + 50, None, layout) < 4.5


def test_with_a_fault_there_is_nothing_to_order(tmp_path, monkeypatch):
    said = {"make": "", "check": "clearance: too close\n"}
    monkeypatch.setattr(pcb, "kicad", lambda: "python")
    monkeypatch.setattr(pcb, "footprints", lambda: "")
    monkeypatch.setattr(pcb, "_run", lambda python, command, *rest: said[command])
    (tmp_path / "gerbers.zip").write_bytes(b"an earlier board")
    with pytest.raises(pcb.PcbError, match="finds faults in the circuit board:\nclearance"):
        pcb.write_pcb(tmp_path)
    assert not (tmp_path / "gerbers.zip").exists()


def test_a_folder_below_the_present_one_is_where_kicad_writes(tmp_path, monkeypatch):
    """KiCad's Python runs in the program's folder, not in the present one."""
    named = {}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pcb, "kicad", lambda: "python")
    monkeypatch.setattr(pcb, "footprints", lambda: "")

    def run(python, command, where, *rest):
        named[command] = Path(where)
        (tmp_path / "plan/pcb/fabrication").mkdir(exist_ok=True)
        return ""

    monkeypatch.setattr(pcb, "_run", run)
    pcb.write_pcb(Path("plan/pcb"))
    assert named == {"make": tmp_path / "plan/pcb", "check": tmp_path / "plan/pcb" / pcb.BOARD}
    assert (tmp_path / "plan/pcb/gerbers.zip").is_file()


# With KiCad -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def python():
    try:
        pcb.footprints()
        return pcb.kicad()
    except pcb.PcbError as why:
        pytest.skip(str(why))


@pytest.fixture(scope="module")
def made(python, tmp_path_factory):
    """The folder with the board's files."""
    folder = tmp_path_factory.mktemp("pcb")
    pcb.write_pcb(folder)
    return folder


@pytest.fixture(scope="module")
def pads(made):
    """Each pad's place in mm from the lower left corner."""
    return {
        name: pad._replace(x=pad.x - LEFT, y=BOTTOM - pad.y)
        for name, pad in copper.pads(made / pcb.BOARD).items()
    }


def planted(made, tmp_path, change):
    """Return a copy of the board in which `change` was made to its text."""
    for name in (pcb.BOARD, "pegboard.kicad_pro"):
        (tmp_path / name).write_bytes((made / name).read_bytes())
    path = tmp_path / pcb.BOARD
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    return path


def with_track(text, net, start, end, width=0.3):
    """Add a track on the front to the text of a board."""
    number = re.search(rf'\(net (\d+) "{re.escape(net)}"\)', text)[1]
    track = (
        f"  (segment (start {start[0]} {start[1]}) (end {end[0]} {end[1]}) (width {width}) "
        f'(layer "F.Cu") (net {number}) (tstamp 00000000-0000-0000-0000-000000000001))\n'
    )
    return text[: text.rindex(")")] + track + ")\n"


@pytest.mark.files
def test_kicad_finds_no_fault_with_the_rules_of_the_board(made):
    report = (made / "drc.txt").read_text(encoding="utf-8")
    assert re.findall(r"Found (\d+)", report) == ["0", "0", "0"]
    settings = json.loads((made / "pegboard.kicad_pro").read_text(encoding="utf-8"))
    used = settings["board"]["design_settings"]
    assert used["rules"]["min_clearance"] == pytest.approx(rules.CLEARANCE)
    assert used["rules"]["min_copper_edge_clearance"] == pytest.approx(rules.EDGE)
    assert used["rules"]["min_track_width"] == pytest.approx(rules.SIGNAL)
    assert settings["net_settings"]["classes"][0]["clearance"] == pytest.approx(rules.CLEARANCE)
    ignored = {kind for kind, how in used["rule_severities"].items() if how != "error"}
    assert ignored == set(rules.IGNORED)


@pytest.mark.files
def test_kicad_finds_a_short(made, python, tmp_path):
    pad = copper.pads(made / pcb.BOARD)
    start, end = pad["D26.1"], pad["D26.2"]
    path = planted(made, tmp_path, lambda text: with_track(text, "VSYS", start, end))
    assert any("actual 0.0000 mm" in fault for fault in pcb.kicad_faults(path, python))


@pytest.mark.files
def test_kicad_finds_tracks_that_are_too_thin_or_too_close_to_the_edge(made, python, tmp_path):
    edge = [(LEFT + 5, TOP + 0.3), (LEFT + 20, TOP + 0.3)]
    path = planted(made, tmp_path, lambda text: with_track(text, "GND", *edge, width=0.2))
    found = " ".join(pcb.kicad_faults(path, python))
    assert "copper_edge_clearance" in found and "track_width" in found


@pytest.mark.files
def test_kicad_finds_a_missing_track(made, python, tmp_path):
    def cut(text):
        number = re.search(r'\(net (\d+) "ROW3"\)', text)[1]
        return re.sub(rf"  \(segment [^\n]*\(net {number}\)[^\n]*\n", "", text)

    path = planted(made, tmp_path, cut)
    assert any("unconnected_items" in fault for fault in pcb.kicad_faults(path, python))


@pytest.mark.files
@pytest.mark.exhaustive
def test_the_same_board_is_made_again(made, tmp_path):
    pcb.write_pcb(tmp_path)
    for path in sorted(made.rglob("*")):
        # The report has the time and the folder in it.
        if path.is_file() and path.name != "drc.txt":
            assert (tmp_path / path.relative_to(made)).read_bytes() == path.read_bytes(), path.name


@pytest.mark.files
@pytest.mark.parametrize("back", [False, True])
def test_no_word_on_the_board_is_on_a_pad_or_on_another_word(made, back):
    pads = [
        Pad(name, "", pad.x, pad.y, pad.size, pad.size, pad.size / 2, pad.layers)
        for name, pad in copper.pads(made / pcb.BOARD).items()
    ]
    every = [*silkscreen.words(pads), *silkscreen.references(pads).values()]
    words = [word for word in every if word.back == back]
    assert len(words) > 20
    boxes = []
    for word in words:
        sides = len(word.text) * 0.95 * rules.SILK, rules.SILK
        boxes.append(Box(word.x, word.y, *(sides[::-1] if word.angle == 90 else sides)))
    for n, (word, box) in enumerate(zip(words, boxes, strict=True)):
        assert inside(box, BOX) > 0, word
        for pad in pads:
            assert not back and pad.layers == (1,) or gap(box, Circle(*pad[2:5])) > 0, (word, pad)
        for key in geometry.caps():
            assert gap(box, Circle(key.x, key.y, 4.0)) > 0, word
        for other in boxes[n + 1 :]:
            assert gap(box, other) > 0, (word, other)


@pytest.mark.files
def test_the_copper_of_the_board_has_no_more_ohms_than_the_limits_allow_for(made):
    ohms = json.loads((made / "ohms.json").read_text(encoding="utf-8"))
    assert ohms.keys() == {"usb", "supply"}
    for name, most in ohms.items():
        assert rules.OHMS[name] - 0.01 < most <= rules.OHMS[name]
    assert rules.OHMS["supply-usb"] == rules.OHMS["usb"]


# With Gerbonara -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gerbonara():
    return pytest.importorskip(
        "gerbonara", reason="Gerbonara is not installed: python -m pip install -e '.[cad-test]'"
    )


@pytest.mark.files
@pytest.mark.filterwarnings("ignore:.*G90 header statement.*")
def test_gerbonara_finds_every_layer_and_the_outline(made, gerbonara, tmp_path):
    with zipfile.ZipFile(made / "gerbers.zip") as packed:
        packed.extractall(tmp_path)
    stack = gerbonara.LayerStack.open(tmp_path)
    for side in ("top", "bottom"):
        for use in ("copper", "mask", "silk"):
            assert not stack[side, use].is_empty
    (left, bottom), (right, top) = stack.board_bounds()
    width = 0.1  # of the line that is the outline
    assert right - left - width == pytest.approx(BOX.width, abs=0.01)
    assert top - bottom - width == pytest.approx(BOX.height, abs=0.01)


@pytest.mark.files
@pytest.mark.filterwarnings("ignore:.*G90 header statement.*")
def test_the_holes_for_the_switches_are_where_the_keys_are(made, gerbonara):
    path = next((made / "fabrication").glob("*-NPTH.drl"))
    centres = [(x, y) for x, y, diameter in copper.holes(path) if diameter == pytest.approx(4.0)]
    assert len(centres) == len(board.KEYS)
    for key in geometry.caps():
        x, y = key.x - LEFT, BOTTOM - key.y
        assert min(max(abs(x - a), abs(y - b)) for a, b in centres) < 0.01


@pytest.mark.files
@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore:.*G90 header statement.*")
def test_the_copper_joins_what_the_circuit_joins_and_nothing_else(made, gerbonara, pads):
    found = copper.joined(made / "fabrication", pads)
    net_of = placement.circuit().net_of()
    pieces: dict[str, set] = {}
    for name in pads:
        ref, _, pad = name.partition(".")
        # A pad without a net is a separate piece.
        net = net_of.get(PARTS[ref].pads.get(pad, ""), name)
        pieces.setdefault(net, set()).add(found[name])
    assert {net: len(which) for net, which in pieces.items() if len(which) != 1} == {}
    every = [which for group in pieces.values() for which in group]
    assert None not in every and len(set(every)) == len(every)
    assert len(pieces) > 60

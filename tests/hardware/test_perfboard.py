"""The perfboard: no two nets touch, every net is whole, and the pages and drawings say so.

The drawings and WIRING.md are combined here as a maker does: the contents of each hole, and the
holes that each wire connects.
"""

import re
from xml.etree import ElementTree

import pytest

from hardware import forms, own_layout, parts_list
from hardware.body import sizes
from hardware.body.check import faults as body_faults
from hardware.circuit import builds
from hardware.perfboard import check, grid
from hardware.perfboard.grid import name, place
from hardware.perfboard.links import Link, plan
from hardware.perfboard.placement import off_board
from hardware.wire_lengths import length
from host.plan.perfboard_drawing import STEPS, numbers, perfboard, perfboard_step
from host.plan.wiring import numbered
from host.plan.wiring_page import wiring_page
from tests.cases import mostly_slow, slow

ALL = [(build, layout) for layout in forms.names() for build in builds.names(layout)]
MOSTLY_SLOW = [*ALL[::4], *slow(*ALL[1::4], *ALL[2::4], *ALL[3::4])]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("build", "layout"), MOSTLY_SLOW)
def test_the_perfboard_has_no_faults(build, layout):
    assert check.faults(build, layout) == []


@pytest.mark.parametrize(("build", "layout"), MOSTLY_SLOW)
def test_every_wire_that_leaves_the_board_has_a_hole_of_its_own(build, layout):
    made = plan(build, layout)
    assert sorted(pin for pin, _ in made.away) == sorted(
        pin for pins in off_board(made.circuit).values() for pin in pins
    )
    holes = [hole for _, hole in made.away]
    leads = [hole for part in made.parts for hole in part.pins.values()]
    assert len({*holes, *leads}) == len(holes) + len(leads)


# Planted faults ----------------------------------------------------------------------------------


def with_links(change):
    made = plan("supply")
    return check.plan_faults(made._replace(links=change(list(made.links))))


def test_strips_along_the_pico_are_found_to_join_its_pins():
    """Strips are those of a stripboard, which is why it was replaced."""
    strips = [Link("strip", place(f"{row}1"), place(f"{row}36"), True) for row in "DI"]
    found = " ".join(with_links(lambda links: links + strips))
    assert "GND" in found and "VBUS" in found and "touch" in found


def test_a_bare_wire_between_two_nets_is_found():
    planted = Link("GND", place("I23"), place("I25"), True)
    (found,) = with_links(lambda links: [*links, planted])
    assert found.startswith("GND and VBUS and VSYS touch") and "I25" in found


@pytest.mark.slow
def test_a_wire_that_is_left_out_is_found():
    for build in ("usb", "supply", "pi"):
        made = plan(build)
        for link in made.links:
            rest = [one for one in made.links if one != link]
            found = check.plan_faults(made._replace(links=rest))
            assert any(fault.startswith(f"{link.net} is not whole") for fault in found), link


def test_an_insulated_wire_crosses_others_and_a_bare_one_must_not():
    made = plan("usb")
    hop = next(link for link in made.links if not link.bare and link.holes()[1:-1])
    bare = [hop._replace(bare=True) if link == hop else link for link in made.links]
    assert "touch" in " ".join(check.plan_faults(made._replace(links=bare)))


def test_two_leads_in_one_hole_and_a_missing_part_are_found():
    made = plan("supply")
    part = next(one for one in made.parts if one.ref == "R4")
    moved = part._replace(pins={**part.pins, "R4.2": place("P9")})
    planted = [moved if one == part else one for one in made.parts]
    found = check.plan_faults(made._replace(parts=planted))
    assert "P9 has R3.1 and R4.2" in found
    rest = [one for one in made.parts if one.ref != "D25"]
    assert "D25.1 has no hole" in check.plan_faults(made._replace(parts=rest))


def test_a_hole_below_a_screw_is_found():
    planted = Link("GND", place("A1"), place("A4"), True)
    assert "A1 is below a screw, or off the board" in with_links(lambda links: [*links, planted])


def test_another_size_of_the_perfboard_is_refused(tmp_path):
    own_layout.take("mine", {"perfboard": [80, 208, 80, 60]})
    try:
        assert "the perfboard must be 95 × 60 mm" in " ".join(body_faults("mine"))
    finally:
        forms.OWN.clear()


# The maker's pages ------------------------------------------------------------------------------


def tables(text):
    """Return the tables of a page: each as rows of cells, the head first."""
    found, rows = [], []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not set("".join(cells)) <= set("-:"):
                rows.append(cells)
        elif rows:
            found.append(rows)
            rows = []
    return found


@pytest.mark.parametrize("layout", mostly_slow(forms.names()))
def test_the_words_of_the_page_make_the_circuit(layout):
    """Only the text is read: the holes of leads, the links, and the place of each wire."""
    read = tables(wiring_page(layout))
    for build, (leads, links, wires) in zip(
        builds.names(layout), zip(*[iter(read)] * 3, strict=True), strict=True
    ):
        circuit = builds.build(build, layout)
        said = {"J2", "J3", *[row[0] for row in leads[1:]]}
        pins = {}
        for ref, words, _ in leads[1:]:
            for pin, hole in read_leads(circuit.parts[ref], words):
                assert hole not in pins
                pins[hole] = f"{ref}.{pin}"
        group = {}
        for _, bare, insulated in links[1:]:
            for start, end in re.findall(r"(\w+) to (\w+)", bare):
                join(group, Link("", place(start), place(end), True).holes())
            for start, end in re.findall(r"(\w+) to (\w+),", insulated):
                join(group, [place(start), place(end)])
        nets = circuit.net_of()
        for number, wire in numbered(circuit):
            row = next(row for row in wires[1:] if row[0] == str(number))
            at = row[3].split(", ")
            ends = [pin for pin in (wire.start, wire.end) if pin.split(".")[0] in said]
            assert len([word for word in at if word]) == len(ends), row
            if len(at) == 1 and at[0]:
                (hole,) = [place(word) for word in at]
                mine = {nets[pins[one]] for one in group.get(hole, {hole}) if one in pins}
                assert mine <= {wire.net} and (mine or wire.net in ("+5V", "GND"))
        whole = {}
        for hole, pin in pins.items():
            whole.setdefault(nets.get(pin, pin), []).append(frozenset(group.get(hole, {hole})))
        for groups in whole.values():
            assert len(set(groups)) == 1
        assert len({next(iter(groups)) for groups in whole.values()}) == len(whole)


def read_leads(part, words):
    """Yield (pin number, hole) of the words on a part's leads."""
    rows = re.findall(r"pin (\d+) in (\w+) to pin (\d+) in (\w+)", words)
    for first, start, last, end in rows:
        (a, row), (b, same) = place(start), place(end)
        assert row == same and abs(a - b) == int(last) - int(first)
        for n in range(abs(a - b) + 1):
            yield str(int(first) + n), (a + n * (1 if b > a else -1), row)
    if not rows:
        holes = [place(word) for word in re.findall(r" in (\w+)", words)]
        yield from zip([pin.number for pin in part.kind.pins], holes, strict=True)


def join(group, holes):
    whole = set(holes).union(*[group.get(hole, set()) for hole in holes])
    for hole in whole:
        group[hole] = whole


@pytest.mark.parametrize("build", ["usb", "supply", "pi"])
def test_the_two_drawings_are_mirror_images_with_each_wire_at_its_hole(build):
    made = plan(build)
    back, front = (words_at(perfboard(made, view)) for view in (True, False))
    for hole, word in numbers(made).items():
        x = 60 + 27 * hole[0]
        y = 112 + 27 * hole[1] + 3.5
        assert back[x, y] == word
        assert front[60 + 27 * (grid.COLUMNS - 1 - hole[0]), y] == word


def words_at(svg):
    return {
        (float(item.get("x")), float(item.get("y"))): item.text
        for item in ElementTree.fromstring(svg).iter(f"{SVG}text")
    }


@pytest.mark.parametrize(("build", "layout"), MOSTLY_SLOW)
def test_every_wire_that_is_cut_has_a_length_and_the_parts_list_is_enough(build, layout):
    made = plan(build, layout)
    here = {pin for part in made.parts for pin in part.pins} | {"J2.1", "J3.1"}
    needed = {}
    for _, wire in numbered(made.circuit):
        long = length(made, wire)
        ends = [pin for pin in (wire.start, wire.end) if pin not in here]
        assert (long is None) == (not ends or any(pin.startswith("U1.") for pin in ends)), wire
        needed[wire.area] = needed.get(wire.area, 0) + (long or 0)
    rows = {line.name: line.quantities[build] for line in parts_list.lines(layout)}
    assert needed[0.5] / 1000 <= rows["stranded wire, 0.5 mm²"]
    assert needed[0.14] / 1000 <= rows["stranded wire, 0.14 mm²"]


def test_a_wire_to_a_feed_is_as_long_as_its_way_along_the_edges():
    made = plan("usb")
    wire = next(w for w in made.circuit.wires() if w.end == "S6.5" and w.start == "J2.1")
    (hole,) = [hole for pin, hole in made.away if pin == "S6.5"]
    # Hole V10 from the BACK is to the right of the middle of the board from the FRONT.
    x, y = 80 + 47.5 - (3.05 + 2.54 * hole[0]), 208 - 30 + 2.06 + 2.54 * hole[1]
    way = (355 - x) + (y - 32)
    assert way + 60 <= length(made, wire) <= way + 70


def test_the_pico_is_where_its_plug_meets_the_panel():
    pins = {pin: hole for part in plan("usb").parts for pin, hole in part.pins.items()}
    # USB is beside pins 1 and 40, to the right from the BACK, where the opening is.
    assert name(pins["U1.1"]) == "B25" and name(pins["U1.40"]) == "I25"
    x, _ = grid.millimetres(pins["U1.1"])
    assert sizes.PERFBOARD[2] - x - 1.37 == pytest.approx(sizes.PLUG_ROOM, abs=0.1)


@pytest.mark.slow
def test_the_first_measurement_is_vbus_to_ground_before_any_cable(tmp_path):
    from host.plan.guide import build_page

    for layout in forms.names():
        made = build_page(layout)
        first = next(rows for rows in tables(made) if rows[0][0] == "measure")
        assert first[1][1] == "**VBUS (I25, pin 40) and ground (I23, pin 38)**"
        assert made.index("VBUS (I25") < made.index("plug in the USB cable")


@pytest.mark.parametrize("build", builds.names())
def test_each_part_and_each_wire_is_in_the_picture_of_one_step(build):
    made = plan(build)
    drawings = [perfboard_step(made, n) for n in range(1, len(STEPS) + 1)]
    for part in made.parts:
        name = f">{part.ref}<" if part.ref != "U1" else ">U1 Pico, in its two sockets"
        assert [name in drawing for drawing in drawings].count(True) == 1, part.ref
    for title, drawing in zip(STEPS, drawings, strict=True):
        assert title[1:] in drawing
    bare, insulated = drawings[STEPS.index("the bare wires")], drawings[-1]
    for which, text in ((True, bare), (False, insulated)):
        links = [link for link in made.links if link.bare == which]
        # Each link is a line, and its edge is another below it.
        assert len(re.findall("<polyline", text)) == 2 * len(links)

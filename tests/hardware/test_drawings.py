"""The drawings: every wire is in them, with its number and colour at both ends, and a back view is
the front view mirrored."""

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

from hardware import board, dimensions, forms, strip
from hardware.circuit import builds
from host.plan.key_drawing import keys
from host.plan.schematic import schematic, shown
from host.plan.strip_drawing import lanes, strips
from host.plan.wiring import numbered, wiring
from host.plan.wiring_page import wiring_page
from tests.cases import slow

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[tuple[str, float, float]]:
    """Return each text of a drawing and its place."""
    found = []
    for element in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        text = "".join(element.itertext()).strip()
        found.append((text, float(element.get("x", 0)), float(element.get("y", 0))))
    return found


@pytest.fixture(params=tuple(builds.BUILDS))
def built(request):
    return builds.build(request.param)


def test_each_wire_has_its_number_and_colour_at_both_ends(built):
    labels = Counter(text for text, _, _ in words(wiring(built)))
    for number, wire in numbered(built):
        assert labels[f"{number} {wire.colour}"] == 2


def test_each_wire_is_a_line_of_its_own_that_ends_at_its_labels(built):
    root = ElementTree.fromstring(wiring(built))
    # A wire is a white rim, a dark edge and its colour.
    lines = [e.get("points", "") for e in root.iter(f"{SVG}polyline")][::3]
    assert len(lines) == len(numbered(built)) == len(set(lines))
    ends = [point for line in lines for point in (line.split()[0], line.split()[-1])]
    assert len(set(ends)) == len(ends)


def test_two_wires_never_lie_on_one_another(built):
    root = ElementTree.fromstring(wiring(built))
    uprights, levels = [], []
    for n, line in enumerate([e.get("points", "") for e in root.iter(f"{SVG}polyline")][::3]):
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
            if x0 == x1:
                uprights.append((x0, min(y0, y1), max(y0, y1), n))
            else:
                assert y0 == y1
                levels.append((y0, min(x0, x1), max(x0, x1), n))
    for parts in (uprights, levels):
        parts.sort()
        for one, other in zip(parts, parts[1:], strict=False):
            assert one[0] != other[0] or one[3] == other[3] or one[2] <= other[1]


def test_every_part_except_the_keys_is_a_box_in_the_wiring(built):
    text = [word.split()[0] for word, _, _ in words(wiring(built)) if word]
    for ref in built.parts:
        if ref[0] != "K" and not (ref[0] == "D" and int(ref[1:]) <= len(board.KEYS)):
            assert ref in text


def test_the_table_of_wires_has_every_wire(built):
    page = wiring_page(board.DEFAULT_LAYOUT)
    section = page.split(f"## {built.title}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert len(rows) == len(numbered(built))


def test_every_part_is_in_the_schematic_and_the_drawing_is_reproducible(built):
    assert shown(built) == set(built.parts)
    drawn = schematic(built)
    assert drawn == schematic(built)
    text = " ".join(word for word, _, _ in words(drawn))
    assert builds.controller_pin(built.name, "strip").split(".")[1] in text


@pytest.mark.parametrize("name", ["supply", "pi"])
def test_the_back_of_the_keys_is_the_front_mirrored(name):
    places = []
    for back in (True, False):
        drawn = keys(builds.build(name), back)
        assert ("BACK" if back else "FRONT") in drawn
        found = {text: (x, y) for text, x, y in words(drawn)}
        places.append([found[label] for label in dimensions.KEY_LABELS])
    for (x0, y0), (x1, y1) in zip(*places, strict=True):
        assert y0 == y1 and x0 + x1 == pytest.approx(places[0][0][0] + places[1][0][0])
    assert places[0][0][0] > places[0][5][0] and places[1][0][0] < places[1][5][0]


@pytest.mark.parametrize("name", ["supply", "pi"])
def test_the_leads_of_the_keys_are_those_of_the_circuit(name):
    circuit = builds.build(name)
    text = [word for word, _, _ in words(keys(circuit, True))]
    for n in range(board.KEY_COLUMNS):
        pin = circuit.pin(builds.controller_pin(name, "column", n))
        assert f"pin {pin.number} ({pin.name})" in text
    for n in range(board.KEY_ROWS):
        pin = circuit.pin(builds.controller_pin(name, "row", n))
        assert f"to pin {pin.number} ({pin.name})" in text


def test_the_back_of_the_strip_is_the_front_mirrored():
    seen = []
    for back in (True, False):
        drawn = strips(board.DEFAULT_LAYOUT, back)
        assert ("BACK" if back else "FRONT") in drawn
        seen.append([(x, y) for text, x, y in words(drawn) if text.isdigit()])
    assert len(seen[0]) == board.PIXELS
    total = seen[0][0][0] + seen[1][0][0]
    for (x0, y0), (x1, y1) in zip(*seen, strict=True):
        assert y0 == y1 and x0 + x1 == pytest.approx(total)
    assert seen[0][0][0] > seen[0][29][0]  # hole 1 is on the right from the back


@pytest.mark.parametrize("layout", ["shared", *slow(*forms.names()[1:])])
def test_it_is_clear_which_run_joins_which(layout):
    """No two groups of wires overlap, and each has a name."""
    runs = strip.runs(layout)
    drawn = [word for word, _, _ in words(strips(layout, False))]
    taken = {}
    for n, side, lane in lanes(layout):
        a, b = runs[n].spots[-1], runs[n + 1].spots[0]
        assert (f"S{n + 1} → S{n + 2}" in drawn) == (a.y != b.y)
        low, high = sorted((a.y, b.y))
        for other_low, other_high in taken.setdefault((side, lane), []):
            assert high < other_low or other_high < low
        taken[side, lane].append((low, high))
    assert len(lanes(layout)) == len(runs) - 1
    # No name is on another; each is 54 wide and 16 high.
    for back in (False, True):
        names = [
            (x, y) for word, x, y in words(strips(layout, back)) if re.match(r"S\d+ → S", word)
        ]
        for n, (x, y) in enumerate(names):
            assert all(abs(x - a) > 54 or abs(y - b) > 16 for a, b in names[:n]), (x, y)


def test_each_feed_is_drawn_with_its_power_and_its_ground():
    svg = strips(board.DEFAULT_LAYOUT, False)
    for colour in ("#d01c1c", "#1a1a1a"):
        thin = re.findall(
            rf'<polyline points="([^"]+)" [^>]*stroke="{colour}" stroke-width="2.6"', svg
        )
        # One from each pixel to the next, and one for each feed.
        assert len(thin) == board.PIXELS - 1 + len(strip.feeds())


def test_every_feed_is_marked_on_the_strip():
    text = Counter(word for word, _, _ in words(strips(board.DEFAULT_LAYOUT, True)))
    for n in range(1, len(strip.feeds()) + 1):
        assert text[f"P{n}"] == 1

"""Each layout: its map from holes to pixels is a bijection, and page, firmware and drawings agree
on it pixel by pixel."""

import json
import math
import re
from xml.etree import ElementTree

import pytest

from engine_core.games.crib_wars_layout import BLUE, BOXES, GREEN, RED
from engine_core.pegs.trackers import TRACKERS
from firmware.lights.canvas import Canvas
from firmware.lights.layout_canvas import TRACKER_DIGITS, LayoutCanvas
from firmware.lights.levels import BRIGHT
from firmware.settings.brightness import Brightness
from hardware import board, dimensions, forms, geometry, layouts, power, special_holes, strip
from host.plan.files import files
from host.plan.finished import finished
from host.plan.strip_drawing import strips
from tests.cases import slow

SVG = "{http://www.w3.org/2000/svg}"
NAMES = forms.names()
DRAWN = [NAMES[0], *slow(*NAMES[1:])]


def canvas_of(name) -> Canvas:
    brightness = Brightness(limit_ma=100_000)
    if name == board.DEFAULT_LAYOUT:
        return Canvas(brightness)
    return LayoutCanvas(brightness, layouts.Layout(name))


def lit(canvas) -> list[int]:
    """Return the pixels that are lit, and make all of them dark."""
    frame = bytes(canvas.frame)
    canvas.clear_holes()
    canvas.clear_bar()
    return [n for n in range(len(frame) // 3) if any(frame[3 * n : 3 * n + 3])]


@pytest.mark.parametrize("name", layouts.NAMES)
def test_the_map_of_a_layout_is_a_bijection(name):
    layout = layouts.Layout(name)
    found = [layout.hole(n, t) for t in range(layout.tracks) for n in range(1, board.HOLES + 1)]
    found += [
        layout.tracker(track, row, column)
        for row in range(layout.tracker_rows)
        for track in range(layout.tracks)
        for column in range(layouts.ROW)
    ]
    found += [layout.path(n) for n in range(sum(layout.paths))]
    found += [layout.bar(n) for n in range(board.BAR)]
    assert sorted(found) == list(range(layout.pixels))


def test_the_default_layout_is_the_one_of_the_description():
    layout = layouts.Layout(board.DEFAULT_LAYOUT)
    assert layout.pixels == board.PIXELS
    for hole in range(1, board.HOLES + 1):
        assert layout.hole(hole) == board.hole_pixel(hole)
    for index in range(board.BAR):
        assert layout.bar(index) == board.bar_pixel(index)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_on_a_layout_is_refused(name):
    layout = layouts.Layout(name)
    for wrong in (
        lambda: layout.hole(0),
        lambda: layout.hole(122),
        lambda: layout.hole(1, layout.tracks),
        lambda: layout.hole(1, -1),
        lambda: layout.bar(31),
        lambda: layout.tracker(0, layout.tracker_rows, 0),
        lambda: layout.path(sum(layout.paths)),
    ):
        with pytest.raises(ValueError, match="there is no"):
            wrong()


def test_a_layout_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="no board layout called round"):
        forms.form("round")


@pytest.mark.parametrize("name", NAMES)
def test_the_firmware_lights_the_pixel_that_the_page_draws_at_that_hole(name):
    drawn = json.loads(json.dumps(geometry.as_json(name)))
    canvas = canvas_of(name)
    assert len(canvas.frame) == 3 * drawn["pixels"]
    tracks = forms.form(name).pixels.tracks
    for hole in drawn["holes"]:
        # The side with the number of the track is on that track.
        canvas.hole(hole["number"], hole["track"], BRIGHT)
        assert lit(canvas) == [hole["pixel"]]
    for light in drawn["bar"]:
        canvas.bar(light["number"] - 1, 0, BRIGHT)
        assert lit(canvas) == [light["pixel"]]
    for side in range(len(board.SIDES)):
        canvas.hole(30, side, BRIGHT)
        assert lit(canvas) == [
            h["pixel"] for h in drawn["holes"] if (h["number"], h["track"]) == (30, side % tracks)
        ]


@pytest.mark.parametrize("name", DRAWN)
def test_the_drawing_of_the_strip_numbers_each_pixel_where_its_hole_is(name):
    root = ElementTree.fromstring(strips(name, False))
    found = [
        ("".join(e.itertext()), float(e.get("x", 0)), float(e.get("y", 0)))
        for e in root.iter(f"{SVG}text")
        if e.get("font-size") == "8.5"
    ]
    on_the_wire = [spot for run in strip.runs(name) for spot in run.spots]
    assert [spot.pixel for spot in on_the_wire] == list(range(len(found)))
    for (text, x, y), spot in zip(found, on_the_wire, strict=True):
        assert text == str(spot.number)
        assert math.dist((x, y), (90 + 3 * spot.x, 96 + 3 * spot.y + 4)) < 0.01


def test_the_holes_of_crib_wars_on_the_board_are_those_of_the_rules():
    assert special_holes.RED == RED and special_holes.GREEN == GREEN
    assert special_holes.BOXES == BOXES
    assert tuple((trap, back) for trap, _, back in BLUE) == special_holes.BLUE
    assert layouts.Layout("crib-wars").paths == tuple(len(path) for _, path, _ in BLUE)


def test_the_words_below_the_trackers_are_those_that_the_firmware_counts():
    assert [len(row) for row in TRACKER_DIGITS] == [3, 3]
    for words, digits in zip(geometry.TRACKER_WORDS, TRACKER_DIGITS, strict=True):
        assert sum(n for _, n in digits) * 5 == layouts.ROW
        for (word, wide), (name, count) in zip(words, digits, strict=True):
            assert name in TRACKERS and name.startswith(word) and wide == count


@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize("name", DRAWN)
def test_no_label_of_the_strip_is_on_a_feed_or_off_the_sheet(name, back):
    root = ElementTree.fromstring(strips(name, back))
    width = float(root.get("width", 0))
    dots = [
        (float(e.get("cx", 0)), float(e.get("cy", 0)))
        for e in root.iter(f"{SVG}circle")
        if e.get("r") == "12"
    ]
    assert len(dots) == len(strip.feeds(name))
    tags = [e for e in root.iter(f"{SVG}rect") if e.get("height") == "16"]
    for tag in tags:
        left, top = float(tag.get("x", 0)), float(tag.get("y", 0))
        right = left + float(tag.get("width", 0))
        assert left >= 0 and right <= width
        for x, y in dots:
            assert not (left - 12 < x < right + 12 and top - 12 < y < top + 28)


@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize("name", DRAWN)
def test_the_names_in_the_strip_cover_no_piece_and_no_wire_crosses_them(name, back):
    root = ElementTree.fromstring(strips(name, back))
    tags, pieces = [_boxes(root, high) for high in ("16", "26")]
    assert len(pieces) == len(strip.pieces(name))
    names = [(x - 3 * len(text), y - 9, x + 3 * len(text), y) for text, x, y in _run_names(root)]
    for box in [*tags, *names]:
        assert not [piece for piece in pieces if _share(box, piece)]
    for n, tag in enumerate(tags):
        assert not [other for other in tags[:n] if _share(tag, other)]
    lines = [e.get("points", "") for e in root.iter(f"{SVG}polyline")]
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
            wire = (min(x0, x1) - 2, min(y0, y1) - 2, max(x0, x1) + 2, max(y0, y1) + 2)
            assert not [one for one in names if _share(one, wire)]


def _boxes(root, high):
    """Return left, top, right and bottom of each box of this height, a text."""
    found = []
    for e in root.iter(f"{SVG}rect"):
        if e.get("height") == high:
            x, y, wide = (float(e.get(name, 0)) for name in ("x", "y", "width"))
            found.append((x, y, x + wide, y + float(high)))
    return found


def _run_names(root):
    """Return the names of the runs, such as "S4 street 3", with their places."""
    for e in root.iter(f"{SVG}text"):
        text = "".join(e.itertext())
        if re.match(r"S\d+ [a-z]", text):
            yield text, float(e.get("x", 0)), float(e.get("y", 0))


def _share(one, other, least=0.3):
    """Return whether two boxes have more than `least` units in common in both directions."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > least and high > least


@pytest.mark.parametrize("name", DRAWN)
def test_the_picture_of_the_finished_board_shows_each_light_and_names_each_part(name):
    drawn = finished(name)
    assert drawn == finished(name)
    root = ElementTree.fromstring(drawn)
    words = ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]
    at = forms.form(name)
    assert at.title in words[0] and f"{at.pixels.pixels} pixels" in words[1]
    assert "FRONT" in words[1]
    tracks = at.pixels.tracks
    named = ["the track"] if tracks == 1 else [f"track {n + 1}" for n in range(tracks)]
    named += ["a blue path"] * bool(at.pixels.paths) + ["the bar", "the keys"]
    named += [f"trackers, row {n + 1}" for n in range(at.pixels.tracker_rows)]
    assert set(named) <= set(words)
    assert set(dimensions.KEY_LABELS) <= set(words)
    drilled = [e for e in root.iter(f"{SVG}use") if e.get("fill") == "#b9a58a"]
    assert len(drilled) == at.pixels.pixels


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_page_of_a_layout_is_whole_and_names_what_feeds_it(name):
    pages = {file: make() for file, make in files(name).items() if file.endswith(".md")}
    usb = power.usb_feeds(name)
    for file, text in pages.items():
        assert "<!-- if" not in text and "<!-- end" not in text and "{" not in text, file
        if not usb:
            assert not re.search(r"\bF1\b|\bSW1\b|switch at USB|USB only", text), file
    assert (f"`{name}`" in pages["BUILD.md"]) and (f"`{name}`" in pages["PARTS.md"])
    assert ("USB alone is not enough" in pages["POWER.md"]) != usb

"""The files to cut and print, read by independent readers: ezdxf, an XML parser, PDFium. A browser
reads them in test_cutting_layouts.py."""

import math
from functools import cache
from xml.etree import ElementTree

import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from hardware import board, dimensions, geometry
from hardware.body import sizes
from hardware.body.layers import layers
from hardware.body.shapes import Box, Circle, Text
from host.plan.cutting import CuttingError, dxf, outlines
from host.plan.cutting.files import cutting_files
from host.plan.cutting.sheet import sheet
from host.plan.cutting.tiles import CHECK, MM, OVERLAP, PAPERS, pdf, tiles
from host.plan.cutting.vector import svg
from tests.cases import mostly_slow
from tests.hardware import dxf_reader

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [layer.name for layer in layers()]
LAYERS = {layer.name: layer for layer in layers()}
FILES = cutting_files(board.DEFAULT_LAYOUT, 0.0)


@cache
def read_dxf(name, kerf=0.0):
    return dxf_reader.read(dxf.dxf(sheet(LAYERS[name], kerf)))


def near(found, wanted, within=0.01):
    """Check that two sets of points agree."""
    left = list(found)
    for point in wanted:
        best = min(left, key=lambda other: math.dist(other, point))
        assert math.dist(best, point) <= within, point
        left.remove(best)
    assert left == []


def round_cuts(name):
    return [(hole.x, hole.y) for hole in LAYERS[name].holes if isinstance(hole, Circle)]


# DXF ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", mostly_slow(NAMES))
def test_the_dxf_passes_ezdxfs_audit_and_is_in_millimetres(name):
    document = read_dxf(name)
    audit = document.audit()
    assert not audit.errors and not audit.fixes
    assert dxf_reader.is_in_millimetres(document)
    assert {"CUT", "SCORE", "ENGRAVE"} <= {layer.dxf.name for layer in document.layers}


@pytest.mark.parametrize("name", mostly_slow(NAMES))
def test_every_contour_of_the_dxf_is_closed_and_there_once(name):
    seen = set()
    for entity in read_dxf(name).modelspace():
        assert entity.dxftype() in ("CIRCLE", "LWPOLYLINE")  # no text, no splines, no dimensions
        if entity.dxftype() == "LWPOLYLINE":
            points = [tuple(round(v, 3) for v in p) for p in entity.get_points("xyb")]
            assert entity.closed or entity.dxf.layer == "SCORE"
            for one, other in zip(points, points[1:], strict=False):
                assert one[:2] != other[:2]
            key = (entity.dxf.layer, frozenset(points))
        else:
            centre = entity.dxf.center
            key = (entity.dxf.layer, round(centre.x, 3), round(centre.y, 3))
        assert key not in seen
        seen.add(key)


@pytest.mark.parametrize("name", mostly_slow(NAMES))
def test_the_centres_in_the_dxf_are_those_of_the_description(name):
    left, _, _, bottom = LAYERS[name].outline.reach()
    found = [
        (left + circle.dxf.center.x, bottom - circle.dxf.center.y)
        for circle in read_dxf(name).modelspace().query("CIRCLE[layer=='CUT']")
    ]
    near(found, round_cuts(name))


def test_the_holes_of_the_face_are_the_boards():
    spots = geometry.holes() + geometry.bar()
    found = {}
    for circle in read_dxf("face").modelspace().query("CIRCLE"):
        place = round(circle.dxf.center.x, 2), round(268 - circle.dxf.center.y, 2)
        found[place] = 2 * circle.dxf.radius
    for spot in spots:
        assert found[round(spot.x, 2), round(spot.y, 2)] == pytest.approx(spot.diameter)


def test_the_outline_in_the_dxf_has_the_size_of_the_board_with_round_corners():
    for name in ("face", "frame-open"):
        outline = read_dxf(name).modelspace().query("LWPOLYLINE[layer=='CUT']")[0]
        assert dxf_reader.size(outline) == pytest.approx((395, 268), abs=0.01)


@pytest.mark.slow
def test_the_kerf_is_made_up_for_when_it_is_asked_for():
    def sizes_of(kerf):
        space = read_dxf("face", kerf).modelspace()
        return sorted({round(2 * circle.dxf.radius, 3) for circle in space.query("CIRCLE")})

    assert sizes_of(0.0) == [3.2, 5.0, 6.0, 9.0]
    assert sizes_of(0.2) == [3.0, 4.8, 5.8, 8.8]


# SVG ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_svg_is_at_true_scale_and_agrees_with_the_description(name):
    root = ElementTree.fromstring(svg(sheet(LAYERS[name])))
    left, top, right, bottom = LAYERS[name].outline.reach()
    assert root.get("width") == f"{right - left:g}mm"
    assert root.get("height") == f"{bottom - top:g}mm"
    box = [float(word) for word in root.get("viewBox", "").split()]
    assert box == pytest.approx([left, top, right - left, bottom - top])
    found = [(float(c.get("cx", 0)), float(c.get("cy", 0))) for c in root.iter(f"{SVG}circle")]
    near(found, round_cuts(name))
    assert not list(root.iter(f"{SVG}text"))
    ids = [group.get("id") for group in root.iter(f"{SVG}g")]
    assert ids[0] == "CUT" and set(ids) <= {"CUT", "SCORE", "ENGRAVE"}


# Engraving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_nothing_engraved_touches_a_cut_or_leaves_the_part(name):
    drawn = sheet(LAYERS[name])
    left, top, right, bottom = LAYERS[name].outline.reach()
    holes = [hole.reach() for hole in LAYERS[name].holes]
    if name.startswith("frame"):
        holes = holes[:-1] if name == "frame" else holes  # the last is the room inside
        bottom = sizes.FRAME_WALL
    for contour in drawn.engraved:
        xs, ys = zip(*contour, strict=True)
        assert left + 0.5 < min(xs) and max(xs) < right - 0.5
        assert top + 0.5 < min(ys) and max(ys) < bottom - 0.5
        for a in holes:
            if max(xs) < a[0] - 0.2 or min(xs) > a[2] + 0.2:
                continue  # beside the whole contour
            for x, y in contour:
                assert not (a[0] - 0.2 < x < a[2] + 0.2 and a[1] - 0.2 < y < a[3] + 0.2)


def test_engraved_words_do_not_run_into_one_another():
    boxes = []
    for text in LAYERS["face"].texts:
        points = [point for contour in outlines.contours(text) for point in contour]
        xs, ys = zip(*points, strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    for n, a in enumerate(boxes):
        for b in boxes[:n]:
            assert max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3]) > 0.5


def test_every_number_and_word_of_the_board_is_engraved():
    assert {text.text for text in LAYERS["face"].texts} == {m.text for m in geometry.marks()}


@pytest.mark.parametrize("name", ["plate", "coupon"])
def test_a_file_for_metal_has_nothing_but_cuts(name):
    read = dxf_reader.read(dxf.dxf(sheet(LAYERS[name])))
    assert {item.dxf.layer for item in read.modelspace()} == {"CUT"}
    assert "ENGRAVE" not in svg(sheet(LAYERS[name]))


def test_small_holes_number_the_openings_of_the_coupon():
    holes = LAYERS["coupon"].holes
    squares = [hole for hole in holes if isinstance(hole, Box)]
    assert [square.width for square in squares] == list(sizes.COUPON)
    for number, square in enumerate(squares, 1):
        left, _, right, bottom = square.grown(2).reach()
        below = [h for h in holes if isinstance(h, Circle) and left < h.x < right]
        assert len(below) == number and all(h.y > bottom for h in below)
        # Thinner than the sheet is thick, no service cuts it.
        assert all(h.diameter >= sizes.PLATE for h in below)


def test_a_word_is_as_long_as_its_font_says_and_stands_in_the_middle():
    points = [p for c in outlines.contours(Text("HH", 100, 50, 10)) for p in c]
    xs, ys = zip(*points, strict=True)
    font = outlines._font("")
    assert isinstance(font, TTFont)
    side = font["hmtx"]["H"][1] / font["head"].unitsPerEm * 10
    width = 2 * font["hmtx"]["H"][0] / font["head"].unitsPerEm * 10
    assert max(xs) - min(xs) == pytest.approx(width - 2 * side, abs=0.1)
    assert (max(ys) + min(ys)) / 2 == pytest.approx(50, abs=0.05)
    upright = [p for c in outlines.contours(Text("HH", 100, 50, 10, -90)) for p in c]
    assert max(y for _, y in upright) - min(y for _, y in upright) == pytest.approx(
        max(xs) - min(xs)
    )


def test_a_letter_without_an_outline_is_named():
    with pytest.raises(CuttingError, match="中"):
        outlines.contours(Text("中", 0, 0, 5))


# Paper -------------------------------------------------------------------------------------------


def lines_of(page) -> list[tuple[float, float, float, float]]:
    """Return (left, bottom, right, top) in mm of each path of a page. PDFium adds the width of
    the line on every side: 0.2 mm for the check lines."""
    found = []
    for thing in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH]):
        left, bottom, right, top = thing.get_bounds()
        found.append((left / MM, bottom / MM, right / MM, top / MM))
    return found


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", mostly_slow(NAMES))
def test_each_page_has_its_size_its_label_and_its_two_lines_of_100_mm(name, paper):
    drawn = sheet(LAYERS[name])
    document = pypdfium2.PdfDocument(pdf(drawn, paper))
    pages = tiles(drawn, paper)
    assert len(document) == len(pages)
    for page, tile in zip(document, pages, strict=True):
        assert (page.get_width() / MM, page.get_height() / MM) == pytest.approx(PAPERS[paper])
        text = page.get_textpage().get_text_range()
        assert f"r{tile.row} c{tile.column}" in text and drawn.name in text
        assert "100 %" in text
        found = [(right - left, top - bottom) for left, bottom, right, top in lines_of(page)]
        for wanted in ((CHECK + 0.4, 0.4), (0.4, CHECK + 0.4)):
            assert len([size for size in found if math.dist(size, wanted) < 0.01]) == 1


@pytest.mark.parametrize("paper", PAPERS)
def test_the_line_of_100_mm_is_so_long_when_the_page_is_drawn(paper):
    dpi = 300
    page = pypdfium2.PdfDocument(pdf(sheet(LAYERS["diffuser"]), paper))[0]
    image = page.render(scale=dpi / 72).to_pil().convert("L")
    dark = image.point(lambda value: 255 if value < 100 else 0)
    height = PAPERS[paper][1]
    # The line itself, without the words: 16 mm above the edge, 0.2 mm thick.
    y = round((height - 16) / 25.4 * dpi)
    row = dark.crop((0, y - 1, round(115 / 25.4 * dpi), y + 2))
    left, _, right, _ = row.getbbox()
    assert (right - left) * 25.4 / dpi == pytest.approx(CHECK, abs=0.4)
    x = round((PAPERS[paper][0] - 16) / 25.4 * dpi)
    column = dark.crop((x - 1, 0, x + 2, round((height - 30) / 25.4 * dpi)))
    _, top, _, bottom = column.getbbox()
    assert (bottom - top) * 25.4 / dpi == pytest.approx(CHECK, abs=0.4)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_pages_overlap_and_cover_the_board_between_them(paper):
    pages = tiles(sheet(LAYERS["face"]), paper)
    assert [(page.row, page.column) for page in pages] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    first, beside, below, last = pages
    assert beside.left == pytest.approx(first.left + first.width - OVERLAP)
    assert below.top == pytest.approx(first.top + first.height - OVERLAP)
    assert first.left < 0 and first.top < 0
    assert last.left + last.width > dimensions.BOARD_WIDTH
    assert last.top + last.height > dimensions.BOARD_HEIGHT


def test_a_hole_on_paper_is_where_it_is_on_the_board():
    """Find hole 1 by its ring of dark pixels on the drawn page."""
    dpi = 300
    drawn = sheet(LAYERS["face"])
    tile = tiles(drawn, "a4")[0]
    page = pypdfium2.PdfDocument(pdf(drawn, "a4"))[0]
    dark = page.render(scale=dpi / 72).to_pil().convert("L").point(lambda v: 255 * (v < 128))
    spot = geometry.holes()[0]
    x, y = 10 + spot.x - tile.left, 10 + spot.y - tile.top
    around = [round((v + d) / 25.4 * dpi) for d in (-4, 4) for v in (x, y)]
    left, top, right, bottom = dark.crop(tuple(around)).getbbox()
    found_x = (around[0] + (left + right) / 2) * 25.4 / dpi
    found_y = (around[1] + (top + bottom) / 2) * 25.4 / dpi
    assert math.dist((found_x, found_y), (x, y)) < 0.15
    assert (right - left) * 25.4 / dpi == pytest.approx(spot.diameter, abs=0.4)


def test_the_drill_template_has_the_diameters_and_the_legends_every_key():
    document = pypdfium2.PdfDocument(FILES["paper/a4/face-drill.pdf"]())
    found = [
        word
        for page in document
        for word in page.get_textpage().get_text_range().split()
        if word in ("3.2", "5", "6", "9")
    ]
    # Holes in the overlap are on two pages.
    assert found.count("6") >= board.HOLES - 1 and found.count("5") >= board.BAR
    assert found.count("9") >= 1 and found.count("3.2") >= 10
    made = FILES["paper/letter/key-legends.pdf"]()
    page = pypdfium2.PdfDocument(made)[0]
    boxes = [
        box for box in lines_of(page)
        if box[2] - box[0] == pytest.approx(14, abs=0.3) == box[3] - box[1]
    ]  # fmt: skip
    assert len(boxes) == len(board.KEYS)

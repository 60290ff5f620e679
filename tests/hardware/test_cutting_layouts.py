"""The files to cut and print of every other layout, read by the readers of test_cutting.py; and by
a browser, which is started once for all layouts."""

import math

import pypdfium2
import pytest
from playwright.sync_api import sync_playwright

from hardware import board, forms, geometry
from hardware.body import sizes
from hardware.body.layers import layers
from hardware.body.shapes import Circle
from hardware.circuit import builds
from hardware.circuit.check import faults
from host.plan.cutting import dxf
from host.plan.cutting.sheet import sheet
from host.plan.cutting.tiles import CHECK, MM, PAPERS, pdf, tiles
from host.plan.cutting.vector import svg
from tests.browser import find_browser
from tests.cases import exhaustive, mostly_slow
from tests.hardware import dxf_reader
from tests.hardware.test_cutting import lines_of, near

OTHERS = [name for name in forms.names() if name != board.DEFAULT_LAYOUT]
# CSS has 96 pixels to the inch, so the page's own scale is held against millimetres.
CENTRES = """() => [...document.querySelectorAll("circle")].map((circle) => {
    const m = circle.getScreenCTM();
    const at = new DOMPoint(circle.cx.baseVal.value, circle.cy.baseVal.value);
    const there = at.matrixTransform(m);
    return [there.x * 25.4 / 96, there.y * 25.4 / 96];
})"""


def face(name):
    return layers(name)[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", [OTHERS[0], *exhaustive(*OTHERS[1:])])
def test_every_dxf_passes_ezdxfs_audit_with_its_holes_where_they_are(name):
    for layer in layers(name):
        document = dxf_reader.read(dxf.dxf(sheet(layer)))
        audit = document.audit()
        assert not audit.errors and not audit.fixes
        assert dxf_reader.is_in_millimetres(document)
        left, _, _, bottom = layer.outline.reach()
        found = [
            (left + circle.dxf.center.x, bottom - circle.dxf.center.y)
            for circle in document.modelspace().query("CIRCLE[layer=='CUT']")
        ]
        near(found, [(hole.x, hole.y) for hole in layer.holes if isinstance(hole, Circle)])


@pytest.mark.slow
def test_a_browser_finds_every_hole_of_each_face_where_it_is(tmp_path):
    with sync_playwright() as playwright:
        program = find_browser(playwright)
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page()
        for name in forms.names():
            file = tmp_path / f"{name}.svg"
            file.write_text(svg(sheet(face(name))), encoding="utf-8")
            page.goto(file.as_uri())
            found = page.evaluate(CENTRES)
            near(found, [(h.x, h.y) for h in face(name).holes if isinstance(h, Circle)])
        browser.close()


@pytest.mark.parametrize("name", mostly_slow(OTHERS))
def test_each_page_of_the_face_has_its_two_lines_of_100_mm(name):
    drawn = sheet(face(name))
    for paper in PAPERS:
        pages = tiles(drawn, paper)
        document = pypdfium2.PdfDocument(pdf(drawn, paper))
        assert len(document) == len(pages) >= 4
        last = pages[-1]
        assert last.left + last.width > drawn.width and last.top + last.height > drawn.height
        for page in document:
            assert page.get_width() / MM == pytest.approx(PAPERS[paper][0])
            found = [(right - left, top - bottom) for left, bottom, right, top in lines_of(page)]
            for wanted in ((CHECK + 0.4, 0.4), (0.4, CHECK + 0.4)):
                assert len([size for size in found if math.dist(size, wanted) < 0.01]) == 1


@pytest.mark.parametrize("name", mostly_slow(OTHERS))
def test_nothing_engraved_touches_a_hole_or_leaves_the_face(name):
    drawn = sheet(face(name))
    spots = geometry.lights(name)
    lines = [[(x, y) for x, y, _ in stroke.points] for stroke in drawn.scores]
    for contour in [*drawn.engraved, *lines]:
        xs, ys = zip(*contour, strict=True)
        assert min(xs) > sizes.SCREW_EDGE and max(xs) < drawn.width - sizes.SCREW_EDGE
        assert min(ys) > sizes.SCREW_EDGE and max(ys) < drawn.height - sizes.SCREW_EDGE
        for spot in spots:
            reach = spot.diameter / 2 + 0.2
            across = min(xs) - reach < spot.x < max(xs) + reach
            if across and min(ys) - reach < spot.y < max(ys) + reach:
                assert all(math.dist(point, (spot.x, spot.y)) > reach for point in contour)


@pytest.mark.parametrize("name", OTHERS)
def test_the_circuits_have_no_faults_and_no_path_from_the_supply_to_the_laptop(name):
    assert builds.names(name) == (
        ("usb", "supply", "pi") if name in ("two-track", "crib-wars") else ("supply", "pi")
    )
    for build in builds.names(name):
        circuit = builds.build(name=build, layout=name)
        assert faults(circuit) == []  # what it finds: tests/hardware/test_circuit.py


def test_a_wire_from_the_supply_to_the_laptop_is_found():
    circuit = builds.build("supply", "three-track")
    nets = [
        net._replace(paths=(*net.paths, ("U1.40", "F2.2"))) if net.name == "STRIP_IN" else net
        for net in circuit.nets
    ]
    found = faults(circuit._replace(nets=tuple(nets)))
    assert "current can flow from J1.1 into U1.40" in found


def test_usb_has_no_build_of_a_layout_with_too_many_pixels():
    with pytest.raises(ValueError, match="USB cannot feed the strip of once-around"):
        builds.build("usb", "once-around")

"""The page to build by, in a browser without a network: ticks stay, and a wire lights up with both
its ends in the table, the wiring diagram and both sides of the perfboard. The board in 3D has what
is cut, comes apart and turns."""

import io
import json
import math
import re

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import sync_playwright

from hardware import board, forms, geometry, power
from hardware.body.layers import STACKED, cap_window, layers
from hardware.body.shapes import Box, Circle
from hardware.body.sizes import SCREW_HOLE
from hardware.circuit import builds
from hardware.panel import placement as panel
from hardware.perfboard.links import plan
from hardware.printed.parts import FOOT_DIAMETER, FOOT_FLOOR, SCREW_HEAD, printed_parts
from host.plan.files import page_files
from host.plan.model import model
from host.plan.perfboard_drawing import numbers
from host.plan.wiring import numbered
from tests.browser import NoBrowser, find_browser

# The last two paint WebGL where there is no graphics card.
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "build.html"
    path.write_text(page_files("shared")["build.html"](), encoding="utf-8")
    return path


@pytest.fixture
def page(file):
    try:
        program = find_browser()
    except NoBrowser as why:
        pytest.skip(str(why))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        opened = started.new_context(offline=True).new_page()
        wrong = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else 0)
        opened.goto(file.as_uri())
        yield opened
        assert wrong == []
        started.close()


@pytest.mark.parametrize("layout", forms.names())
def test_the_page_needs_nothing_from_elsewhere(layout):
    text = page_files(layout)["build.html"]()
    assert not re.search(r'(src|href)="(?!data:|#)', text)
    assert "@@" not in text and "**" not in re.sub(r"<(pre|code)>.*?</\1>", "", text)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="#([^"]+)"', text):
        assert target in ids, target


def test_a_step_that_is_ticked_stays_so(page):
    first = page.locator("p.step input").first
    first.check()
    count = page.locator("section:not(#model) input[type=checkbox]").count()
    assert count > 100
    assert page.locator("#count").inner_text() == f"1 of {count} done."
    page.reload()
    assert page.locator("p.step input").first.is_checked()
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#clear").click()
    page.reload()
    assert page.locator("#count").inner_text() == f"0 of {count} done."


def test_a_wire_lights_up_in_every_drawing_of_its_build_and_in_no_other(page):
    made = plan("supply")
    number = next(word for pin, word in zip(dict(made.away), numbers(made).values(), strict=True)
                  if pin == "SW1.1")  # fmt: skip
    section = page.locator(
        "section", has=page.locator("h2", has_text=builds.build("supply").title)
    )
    section.locator(f'tr[data-wire="{number}"] td').nth(1).hover()
    lit = page.locator(".lit")
    assert lit.count() == section.locator(".lit").count() > 0
    assert section.locator("svg.dim").count() == 3  # both sides of the perfboard, and the wiring
    # A circle on each side of the perfboard; two tags, which are its ends, in the diagram.
    texts = section.locator("svg.dim text.lit").all_text_contents()
    wire = next(one for n, one in numbered(made.circuit) if str(n) == number)
    assert texts.count(number) == 2 and texts.count(f"{number} {wire.colour}") == 2
    page.locator("h1").first.hover()
    assert page.locator(".lit").count() == 0


# In 3D ----------------------------------------------------------------------------------------


def area(shape):
    """Return the area of a hole or an outline in mm²."""
    if isinstance(shape, Circle):
        return math.pi * shape.diameter**2 / 4
    if isinstance(shape, Box):
        return shape.width * shape.height - (4 - math.pi) * shape.corner**2
    open_ = (shape.inner.reach()[0] - shape.outer.reach()[0]) * (shape.bottom - shape.top)
    return area(shape.outer) - area(shape.inner) - open_


@pytest.mark.parametrize("layout", forms.names())
def test_the_parts_lie_on_one_another_without_gap_or_overlap(layout):
    parts = {part["name"]: part for part in json.loads(model(layout))}
    behind = 0.0
    for layer in layers(layout)[:STACKED]:
        for n in range(layer.sheets):
            name = layer.name if layer.sheets == 1 else f"{layer.name}-{n + 1}"
            assert parts[name]["front"] == pytest.approx(behind)
            behind += layer.thickness
            assert parts[name]["back"] == pytest.approx(behind)
            assert len(parts[name]["holes"]) == len(layer.holes)
    assert len(parts["keys"]["outlines"]) == len(board.KEYS)
    assert len(parts["lights"]["outlines"]) == len(geometry.lights(layout))


def volume(piece):
    """Return the volume in mm³ of a piece of the page's own data."""
    flat = 0.0
    for sign, shapes in ((1, piece["outlines"]), (-1, piece["holes"])):
        for shape in shapes:
            flat += sign * area(Circle(*shape) if len(shape) == 3 else Box(*shape))
    return flat * (piece["back"] - piece["front"])


@pytest.mark.parametrize("layout", forms.names())
def test_what_other_builds_have_is_there_and_not_shown_at_first(layout):
    parts = {part["name"]: part for part in json.loads(model(layout))}
    hidden = {name for name, part in parts.items() if part.get("hidden")}
    wanted = {"raspberry-pi", "printed-wells", "printed-small"}
    wanted |= {"key-board"} if power.usb_feeds(layout) else set()
    wanted |= {"panel"} if layout in panel.LAYOUTS else set()
    assert hidden == wanted
    if "key-board" in parts:
        window = cap_window(layout)
        x, y, width, height, _ = parts["key-board"]["outlines"][0]
        assert (x, y) == pytest.approx((window.x, window.y), abs=0.01)
        assert width < window.width and height < window.height
    if "panel" in parts:
        assert len(parts["panel"]["more"][0]["outlines"]) == len(geometry.lights(layout))


def test_the_wells_to_print_have_the_volume_of_the_layers_that_they_replace():
    part = next(p for p in json.loads(model("shared")) if p["name"] == "printed-wells")
    found = sum(volume(piece) for piece in (part, *part["more"]))
    wanted = 0.0
    for layer in layers("shared"):
        if layer.name in ("wells", "wells-top"):
            flat = area(layer.outline) - sum(area(hole) for hole in layer.holes)
            wanted += flat * layer.thickness
    assert found == pytest.approx(wanted, rel=0.01)


def test_small_parts_to_print_have_the_volume_of_their_solids():
    part = next(p for p in json.loads(model("shared")) if p["name"] == "printed-small")
    feet = (part, *part["more"])[: 4 * 2]
    foot = next(p for p in printed_parts() if p.name == "foot")
    radius = FOOT_DIAMETER / 2
    whole, hole, head = (math.pi * r * r for r in (radius, SCREW_HOLE / 2, SCREW_HEAD / 2))
    high = foot.prisms[0].top
    wanted = whole * high - hole * FOOT_FLOOR - head * (high - FOOT_FLOOR)
    assert sum(volume(piece) for piece in feet) == pytest.approx(4 * wanted, rel=0.001)


def drawn(page):
    """Return the picture of the board in 3D once it is painted."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shot = page.locator("#model-view").screenshot()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def differs(one, other):
    """Return whether two pictures differ by more than a few pixels at the edges."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean) > 0.05


def test_each_part_in_3d_has_the_area_of_what_is_cut(page):
    found = dict(page.evaluate("model.parts.map(part => [part.name, part.area])"))
    for layer in layers("shared")[: STACKED + 1]:
        name = layer.name if layer.sheets == 1 else f"{layer.name}-1"
        wanted = area(layer.outline) - sum(area(hole) for hole in layer.holes)
        assert found[name] == pytest.approx(wanted, rel=0.003), name


def test_a_part_of_another_build_is_shown_when_it_is_ticked(page):
    before = drawn(page)
    page.locator("#model-parts label", has_text="small parts").locator("input").check()
    page.mouse.move(0, 0)
    assert differs(before, drawn(page))


def test_the_board_in_3d_comes_apart_turns_and_hides_parts(page):
    whole = drawn(page)
    colours = whole.getcolors(1 << 20)
    assert len(colours) > 20  # shaded, and no empty picture
    page.locator("#model-apart").fill("100")
    page.locator("#model-view").focus()  # which has an outline
    apart = drawn(page)
    assert differs(whole, apart)
    page.keyboard.press("ArrowLeft")
    turned = drawn(page)
    assert differs(apart, turned)
    page.keyboard.press("ArrowRight")
    assert not differs(apart, drawn(page))
    page.locator("#model-parts label", has_text="face").locator("input").uncheck()
    assert differs(apart, drawn(page))
    box = page.locator("#model-view").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    before = drawn(page)
    page.mouse.down()
    page.mouse.move(box["x"] + 400, box["y"] + 150, steps=5)
    page.mouse.up()
    assert differs(before, drawn(page))


def test_a_browser_without_webgl_shows_the_rest(file):
    try:
        program = find_browser()
    except NoBrowser as why:
        pytest.skip(str(why))
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-3d-apis"]
        started = playwright.chromium.launch(executable_path=program, args=arguments)
        opened = started.new_page()
        opened.goto(file.as_uri())
        assert not opened.locator("#model").is_visible()
        assert opened.locator("#count").inner_text().startswith("0 of ")
        started.close()

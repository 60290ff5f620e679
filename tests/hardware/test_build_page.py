"""The page to build by, in a browser without a network: ticks stay, and a wire lights up with both
its ends in the table, the wiring diagram and both sides of the perfboard. The board in 3D draws
the solids of the description, comes apart and turns."""

import contextlib
import functools
import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import sync_playwright

from hardware import board, forms, geometry, power
from hardware.assembly import parts as assembly
from hardware.body.layers import STACKED, cap_window, layers
from hardware.circuit import builds
from hardware.panel import placement as panel
from hardware.perfboard.links import plan
from hardware.printed import solids
from host.plan import build_page
from host.plan.download import archive_name
from host.plan.files import files, page_files
from host.plan.model import model
from host.plan.perfboard_drawing import numbers
from host.plan.wiring import numbered
from tests.browser import NoBrowser, find_browser
from tests.cases import exhaustive

pytestmark = pytest.mark.slow  # the page has every drawing of a layout

FILES = Path(board.__file__).parent / "files"
LAYOUTS = forms.names()
SHARED_FIRST = ["shared", *exhaustive(*(name for name in LAYOUTS if name != "shared"))]
# The last two paint WebGL where there is no graphics card.
WITH_3D = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
WITHOUT_3D = ["--no-sandbox", "--disable-gpu", "--disable-3d-apis"]


@functools.cache
def html(layout):
    return page_files(layout)["build.html"]()


@functools.cache
def drawn_parts(layout):
    """Return the parts of the board in 3D by their names."""
    return {part["name"]: part for part in json.loads(model(layout))}


def test_the_steps_of_each_heading_are_numbered_from_1():
    guide = html("shared").split('<section id="guide-0">')[1]
    several = 0
    for part in re.split(r"<h\d>", guide):
        steps = [int(n) for n in re.findall(r'-step-\d+"> (\d+)\. ', part)]
        assert steps == list(range(1, len(steps) + 1))
        several += len(steps) > 2
    assert several > 5


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "build.html"
    path.write_text(html("shared"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")  # while it is open, this thread can run no other event loop
def playwright():
    with sync_playwright() as opened:
        yield opened


@contextlib.contextmanager
def browser(playwright, arguments):
    try:
        program = find_browser(playwright)
    except NoBrowser as why:
        pytest.skip(str(why))
    started = playwright.chromium.launch(executable_path=program, args=arguments)
    yield started
    started.close()


@contextlib.contextmanager
def opened(started, file):
    """Open the page without a network; it may report no errors."""
    with started.new_context(offline=True) as context:
        page = context.new_page()
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else 0)
        page.goto(file.as_uri())
        yield page
        assert wrong == []


@pytest.fixture(scope="module")
def browser_without_3d(playwright):
    with browser(playwright, WITHOUT_3D) as started:
        yield started


@pytest.fixture(scope="module")
def opened_page(browser_without_3d, file):
    with opened(browser_without_3d, file) as one:
        yield one


@pytest.fixture
def page(opened_page):
    """The page in a browser without WebGL, which would paint the board in 3D all the time. All
    tests share it, and nothing is lit and no step is ticked when one begins."""
    opened_page.locator("h1").first.hover()
    assert opened_page.locator(".lit").count() == 0
    return opened_page


@pytest.fixture
def page_in_3d(playwright, file):
    with browser(playwright, WITH_3D) as started, opened(started, file) as one:
        yield one


@pytest.mark.parametrize("layout", SHARED_FIRST)
def test_the_page_needs_nothing_from_elsewhere(layout):
    text = html(layout)
    assert not re.search(r'(src|href)="(?!data:|#)', text)
    assert "@@" not in text and "**" not in re.sub(r"<(pre|code)>.*?</\1>", "", text)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="#([^"]+)"', text):
        assert target in ids, target


@pytest.mark.parametrize("layout", SHARED_FIRST)
def test_the_page_is_of_a_bearable_size(layout):
    assert len(html(layout).encode()) < 1_600_000


def test_a_drawing_with_many_dots_is_shorter_and_looks_the_same(browser_without_3d):
    page = browser_without_3d.new_page()
    drawing = files("shared")["drawings/perfboard-usb-front.svg"]()
    short = build_page._lean(drawing)
    assert len(short) < len(drawing) * 0.7
    shots = []
    for svg in (drawing, short):
        page.set_content(f'<body style="margin:0">{svg}')
        shots.append(Image.open(io.BytesIO(page.locator("svg").screenshot())).convert("L"))
    assert shots[0].size == shots[1].size
    unlike = ImageChops.difference(*shots).histogram()
    assert sum(unlike[41:]) < 500  # pixels at the edges of dots: they have 30,000
    assert ImageStat.Stat(shots[0]).stddev[0] > 10
    page.close()


def test_a_step_that_is_ticked_stays_so(page):
    first = page.locator("p.step input").first
    first.check()
    count = page.locator("section:not(#model) input[type=checkbox]").count()
    assert count > 100
    assert page.locator("#count").inner_text() == f"1 of {count} done."
    page.reload()
    assert page.locator("p.step input").first.is_checked()
    page.once("dialog", lambda dialog: dialog.accept())
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


def test_a_link_of_the_perfboard_lights_up_at_both_its_ends(page):
    title = builds.build("supply").title
    section = page.locator("section", has=page.locator("h2", has_text=title))
    row = section.locator('tr[data-holes="P26 Q25"]')
    assert "Q1 gate" in row.inner_text() and "D25" in row.inner_text()
    row.locator("td").nth(1).hover()
    lit = section.locator("svg circle.lit")
    holes = [one.get_attribute("data-hole") for one in lit.all()]
    assert sorted(holes) == ["P26", "P26", "Q25", "Q25"]  # on both sides
    assert section.locator("svg").last.locator("text.lit").count() == 2


def test_a_part_lights_up_on_both_sides_of_the_perfboard_and_in_the_wiring(page):
    title = builds.build("supply").title
    section = page.locator("section", has=page.locator("h2", has_text=title))
    section.locator('tr[data-part="U2"] td').nth(1).hover()
    lit = page.locator(".lit")
    assert lit.count() == section.locator(".lit").count() > 0
    # Its body and its notch on one side, each connected lead on both, a box in the diagram.
    pins = len([pin for pin in plan("supply").circuit.net_of() if pin.startswith("U2.")])
    counts = [
        [drawing.locator(f"{kind}.lit").count() for kind in ("rect", "circle")]
        for drawing in section.locator("svg").all()
    ]
    assert counts == [[1, pins + 1], [0, pins], [1, 0]]
    assert section.locator("svg.dim").count() == 0  # its wires stay as they are
    page.locator("h1").first.hover()
    assert page.locator(".lit").count() == 0
    # From a drawing, and held by a press.
    section.locator('svg rect[data-part="C1"]').first.click(position={"x": 9, "y": 9})
    page.locator("h1").first.hover()
    assert section.locator('tr[data-part="C1"].lit').count() == 1
    page.reload()


# In 3D ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_parts_lie_on_one_another_without_gap_or_overlap(layout):
    parts = drawn_parts(layout)
    behind = 0.0
    for layer in layers(layout)[:STACKED]:
        for n in range(layer.sheets):
            name = layer.name if layer.sheets == 1 else f"{layer.name}-{n + 1}"
            [[[how, front, back, outline], *cuts]] = parts[name]["solids"]
            assert (how, front, len(outline)) == (1, pytest.approx(behind), 1)
            behind += layer.thickness
            assert back == pytest.approx(behind)
            gap = 2 if layer.name == "frame-open" else 0  # its middle, and the gap
            assert sum(len(cut[3]) for cut in cuts) == len(layer.holes) + gap
    [keys], [pixels, _] = parts["keys"]["solids"], parts["lights"]["solids"]
    assert len(keys[0][3]) == len(board.KEYS)
    assert len(pixels[0][3]) == len(geometry.lights(layout))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_other_builds_have_is_there_and_not_shown_at_first(layout):
    parts = drawn_parts(layout)
    hidden = {name for name, part in parts.items() if part["hidden"]}
    wanted = {"components-holder", "components-pi", "raspberry-pi", "printed-wells", "pico-holder"}
    if power.usb_feeds(layout):
        wanted |= {"key-board", "printed-wells-pcb"}
    wanted |= {"panel"} if layout in panel.LAYOUTS else set()
    assert hidden == wanted
    if "key-board" in parts:
        window = cap_window(layout)
        [edge] = parts["key-board"]["solids"][0][0][3]
        assert edge[:2] == pytest.approx((window.x, window.y), abs=0.01)
        assert edge[2] < window.width and edge[3] < window.height
    if "panel" in parts:
        [pixels] = parts["panel"]["solids"][1]
        assert len(pixels[3]) == len(geometry.lights(layout))


# Of a solid as it is drawn: its reach as (left, upper, back, right, lower, front), y up and z to
# the person, and its volume, from its triangles and their normals.
TOLERANCE = 0.03  # mm between an arc and its straight pieces
MEASURE = """model.parts.map(part => [part.name, part.solids.map(solid => {
    const all = [];
    model.triangles(solid, all);
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    let volume = 0;
    for (let at = 0; at < all.length; at += 18) {
        const [a, b, c] = [0, 6, 12].map(n => all.slice(at + n, at + n + 3));
        const normal = all.slice(at + 3, at + 6);
        const [u, v] = [b, c].map(end => end.map((value, n) => value - a[n]));
        const area = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                u[0] * v[1] - u[1] * v[0]) / 2;
        volume += area * normal.reduce((sum, value, n) => sum + value * a[n], 0) / 3;
        for (const corner of [a, b, c]) corner.forEach((value, n) => {
            low[n] = Math.min(low[n], value);
            high[n] = Math.max(high[n], value);
        });
    }
    return [[...low, ...high], volume];
})])"""


def agrees(drawn, solid, upside_down):
    """Assert that what is drawn is a solid of build123d, by its reach and its volume. That one's z
    goes to the back if it is in the box, and to the front if it lies as it is printed, turned by
    half turns: then its sizes are compared."""
    reach, volume = drawn
    round_ = sum(face.area for face in solid.faces() if face.geom_type.name == "CYLINDER")
    assert volume == pytest.approx(solid.volume, rel=1e-4, abs=0.7 * TOLERANCE * round_)
    box = solid.bounding_box()
    if upside_down:
        sizes = sorted([reach[0] - reach[3], reach[1] - reach[4], reach[2] - reach[5]])
        wanted = sorted([-box.size.X, -box.size.Y, -box.size.Z])
        assert sizes == pytest.approx(wanted, abs=2 * TOLERANCE)
    else:
        low, high = box.min, box.max
        wanted = [low.X, low.Y, -high.Z, high.X, high.Y, -low.Z]
        assert reach == pytest.approx(wanted, abs=TOLERANCE)


@pytest.mark.exhaustive
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_part_that_is_drawn_is_its_solid(playwright, layout, tmp_path):
    pytest.importorskip("build123d")
    parts = [*assembly.parts(layout, assembly.builds(layout)[0]), *assembly.others(layout)]
    found = measured(playwright, tmp_path, html(layout))
    assert [name for name, _ in found] == [part.name for part in parts]
    for (name, drawn), part in zip(found, parts, strict=True):
        assert len(drawn) == len(part.solids), name
        for one, described in zip(drawn, part.solids, strict=True):
            agrees(one, solids.solid_of(described), False)


@pytest.mark.files
@pytest.mark.parametrize("layout", SHARED_FIRST)
def test_the_page_of_an_archive_draws_the_solids_of_its_step_files(playwright, layout, tmp_path):
    build123d = pytest.importorskip("build123d")
    with zipfile.ZipFile(FILES / archive_name(layout)) as packed:
        text = packed.read(f"pegboard-{layout}/build.html").decode()
        packed.extractall(tmp_path, [n for n in packed.namelist() if n.endswith(".step")])
    found = dict(measured(playwright, tmp_path, text))
    folder = tmp_path / f"pegboard-{layout}" / "printed"
    of = {"foot": "feet", "cable-clamp": "cable-clamp", "socket-holder": "socket-holder",
          "pico-holder": "pico-holder"}  # fmt: skip
    files = sorted(folder.glob("*.step"))
    tiles = sum(path.stem.startswith("wells-") for path in files)
    assert len(files) == tiles + len(of) and len(found["printed-wells"]) == tiles
    for path in files:
        solid = build123d.import_step(str(path))
        if path.stem.startswith("wells-"):
            drawn = [found["printed-wells"][int(path.stem.removeprefix("wells-")) - 1]]
        else:
            drawn = found[of[path.stem]]
        for one in drawn:
            agrees(one, solid, True)


def measured(playwright, folder, text):
    """Return (name, [(reach, volume) of each solid]) of each part that a page draws."""
    path = folder / "build.html"
    path.write_text(text, encoding="utf-8")
    with browser(playwright, WITH_3D) as started, opened(started, path) as page:
        return page.evaluate(MEASURE)


def drawn(page):
    """Return the picture of the board in 3D once it is painted."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shot = page.locator("#model-view").screenshot()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def differs(one, other):
    """Return whether two pictures differ by more than a few pixels at the edges."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean) > 0.05


def test_a_part_of_another_build_is_shown_when_it_is_ticked(page_in_3d):
    page = page_in_3d
    before = drawn(page)
    page.locator("#model-parts label", has_text="panel of pixels").locator("input").check()
    page.mouse.move(0, 0)
    assert differs(before, drawn(page))


def test_the_board_in_3d_comes_apart_turns_and_hides_parts(page_in_3d):
    page = page_in_3d
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


def test_a_browser_without_webgl_shows_the_rest(page):
    assert not page.locator("#model").is_visible()
    assert page.locator("#count").inner_text().startswith("0 of ")

"""The page for people who use a screen reader, have low vision, or are sensitive to flashes."""

import functools
import io
import re

import pytest
from playwright.sync_api import expect

from tests.cases import slow
from tests.page.tabs import PAINT
from tests.page.views import count, frame, game, side, view
from tests.page_server import wait_until
from tests.targets import npm

# Only an experimental rule, which does not run, needs the style sheets ("cssom") loaded again. The
# parts `but` are out of the page meanwhile: axe also goes through parts that it is told to leave
# out.
AXE = """async ([rules, but]) => {
  const places = but.map((part) => [new Comment(), document.querySelector(part)]);
  for (const [place, part] of places) part.replaceWith(place);
  try {
    const { violations } = await axe.run({
      resultTypes: ["violations"], preload: { assets: ["media"] }, selectors: false,
      ...(rules.length ? { runOnly: rules } : {}),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html + " " + node.failureSummary)}`);
  } finally {
    for (const [place, part] of places) place.replaceWith(part);
  }
}"""
# The rules that see whether the page is light or dark.
COLOURS = ["color-contrast", "link-in-text-block"]
RULES = {"light": [], "dark": COLOURS}
# The drawing of the wood and of its lights, half of the page's elements, is the same in all views.
# Without it axe also sees the colours of what lies between it and the keypad of a phone.
DRAWN_ONCE = [".plank", ".lights"]
SIZES = {"laptop": (1280, 720), "phone": (390, 844), "phone on its side": (844, 390)}
MENU = {
    "title": "Options",
    "choices": ["Plain track: on", "Muggins: off"],
    "texts": ["Nothing but the holes.", "Players count their own hands."],
    "at": 1,
    "page": [1, 3],
}
HAND = {**count(), "title": "Blue's hand", "points": 8, "spoken": "fifteen eight"}
VIEWS = {
    "play": view(refusal="The five of hearts has been seen in this deal.", key_entry="5"),
    "counts": view(game=game(phase="crib", line=[], counts=[count(), HAND], crib=["5H"])),
    "crib wars": view(game=game(track="Crib Wars")),
    "menu": view(mode="menu", prompt="Options: choose.", menu=MENU, game=None, undo=False),
    "names": view(game=game(sides=[side("Ann", 0, 46, 44), side("Orange", 1, 38, 31)])),
    "over": view(mode="over", game=game(over={"winner": 0, "text": "over"})),
}


@functools.cache
def axe() -> str:
    return (npm.package("axe-core") / "axe.min.js").read_text(encoding="utf-8")


def violations(page, rules=(), but=()) -> list[str]:
    """Return axe's findings on the page, by these rules or, without any, by all; without those in
    the parts `but`."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    page.evaluate(PAINT, True)  # axe ignores the colours of transparent elements
    try:
        return page.evaluate(AXE, [rules, but])
    finally:
        page.evaluate(PAINT, False)


@pytest.mark.slow
def test_axe_sees_a_colour_that_is_hard_to_read(served, players_page):
    colour = "(prompt, colour) => { prompt.style.color = colour; }"
    prompt = players_page.locator("#prompt")
    served.show(VIEWS["play"])
    expect(prompt).to_have_text(VIEWS["play"]["prompt"])
    prompt.evaluate(colour, "#c8bfae")
    found = violations(players_page, COLOURS)
    prompt.evaluate(colour, "")
    assert len(found) == 1 and found[0].startswith("color-contrast")


@pytest.mark.parametrize(
    ("size", "scheme"),
    slow(
        *((size, scheme) for size in ("laptop", "phone", "phone on its side") for scheme in RULES)
    ),
)
def test_axe_finds_nothing(served, kept_page, size, scheme):
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    page = kept_page(served.url, viewport, color_scheme=scheme, motion="reduce")
    found = {}
    for name, shown in VIEWS.items():
        served.show({**shown, "prompt": name})
        expect(page.locator("#prompt")).to_have_text(name)
        expect(page.locator("body")).to_have_class(re.compile(shown["mode"]))
        found[name] = violations(page, RULES[scheme], DRAWN_ONCE if found else ())
    assert found == {name: [] for name in VIEWS}


@pytest.mark.slow
def test_counts_and_scores_are_said(served, open_page):
    served.show(view(game=game(counts=[])))
    page = open_page(served.url)
    expect(page.locator("#scores .score")).to_have_text(["46", "38"])
    said = page.locator("#news[role=status]")
    expect(said).to_have_text("")
    sides = [side("Blue", 0, 46, 44), side("Orange", 1, 40, 38)]
    served.show(view(game=game(sides=sides)))
    expect(said).to_have_text("Orange plays 10♦: 2. fifteen two. Blue 46, Orange 40.")
    served.show(view(game=game(sides=sides, phase="crib", counts=[HAND, count()])))
    expect(said).to_have_text("Blue's hand: 8. fifteen eight.")


def test_the_choice_of_a_menu_is_said_with_its_sentence(served, players_page):
    page = players_page
    served.show(VIEWS["menu"])
    expect(page.locator("#menu li")).to_have_count(2)
    served.show(view(mode="menu", menu={**MENU, "at": 0}, game=None))
    expect(page.locator("#news")).to_have_text("Plain track: on, 1 of 2. Nothing but the holes.")


def test_enter_on_a_folded_count_opens_it_and_presses_no_key(served, players_page):
    page = players_page
    served.show(view(game=game(counts=[count(), {**count(), "title": "Blue plays 5♥"}])))
    summary = page.locator("#counts summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#counts details .spoken")).to_be_visible()
    page.keyboard.press("g")
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["GO"]


def test_a_count_that_was_clicked_does_not_take_enter_for_itself(served, players_page):
    page = players_page
    served.show(view(game=game(counts=[count(), {**count(), "title": "Blue plays 5♥"}])))
    page.locator("#counts summary").click()
    page.keyboard.press("Enter")
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["ENTER"]
    expect(page.locator("#counts details .spoken")).to_be_visible()


CALM = """async () => {
  const { withReducedMotion } = await import("/page/reduced_motion.js");
  const shown = [], waiting = [];
  const later = (after) => waiting.push(after);
  let isWanted = true;
  const show = withReducedMotion((frame) => shown.push([...frame]), () => isWanted, later);
  const frames = [[9, 0], [0, 0], [9, 0], [0, 5], [0, 0]];
  for (const frame of frames) show(Uint8Array.from(frame));
  const atOnce = shown.length;
  while (waiting.length) waiting.shift()();
  const slowed = shown.splice(0);
  for (const frame of frames.slice(0, 2)) show(Uint8Array.from(frame));
  isWanted = false;
  for (const frame of frames.slice(2, 4)) show(Uint8Array.from(frame));
  while (waiting.length) waiting.shift()();
  return [atOnce, slowed, shown];
}"""


def test_lights_that_flash_are_slowed_where_less_motion_is_wanted(players_page):
    at_once, slowed, shown = players_page.evaluate(CALM)
    assert at_once == 1
    assert slowed == [[9, 0], [9, 5], [0, 0]]
    # No frame comes after a later one when motion is allowed again.
    assert shown == [[9, 0], [9, 0], [0, 5]]


@pytest.mark.slow
def test_with_less_motion_the_last_frame_is_what_stays(served, kept_page):
    page = kept_page(served.url, motion="reduce")
    for hole in (10, 11, 12):
        served.frame(frame([(hole, 0, 255)]))
    expect(page.locator("#hole-12")).to_have_attribute("fill-opacity", "1")
    expect(page.locator("#hole-11")).to_have_attribute("fill-opacity", "0")
    expect(page.locator("#hole-10")).to_have_attribute("fill-opacity", "0")


ALOUD = """async (texts) => {
  const { aloud } = await import("/page/speech.js");
  return texts.map(aloud);
}"""


def test_cards_are_spoken_in_words(players_page):
    written = ["Ann plays J♠", "10♦ and 9♣", "A♥.", "♠ nobs", "Ben plays 31"]
    assert players_page.evaluate(ALOUD, written) == [
        "Ann plays jack of spades",
        "ten of diamonds and nine of clubs",
        "ace of hearts.",
        "spades nobs",
        "Ben plays 31",
    ]


def luminance(colour):
    """Return the relative luminance of a colour (three values, 0 to 255), by WCAG 2.2."""
    parts = [value / 255 for value in colour[:3]]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def pixels(picture):
    """Return the colours of a picture, row by row."""
    channels = iter(picture.tobytes())
    return zip(channels, channels, channels, strict=True)


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("key", ["5", "ENTER", *slow("H", "GO", "UNDO")])
@pytest.mark.parametrize("size", ["laptop", *slow("phone")])
def test_the_focus_on_a_key_is_seen(served, kept_page, size, key):
    image = pytest.importorskip("PIL.Image")
    width, height = SIZES[size]
    served.show(view())
    page = kept_page(served.url, {"width": width, "height": height})
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    page.evaluate(PAINT, True)
    box = page.locator(f"#key-{key} .reach").bounding_box()

    def take():
        return image.open(io.BytesIO(page.screenshot(clip=box))).convert("RGB")

    before = take()
    page.locator(f"#key-{key}").focus()
    page.keyboard.press("Shift")  # the focus is shown to those who use a keyboard
    after = take()
    page.evaluate(PAINT, False)
    pairs = zip(pixels(before), pixels(after), strict=True)
    changed = sum(contrast(one, other) >= 3 for one, other in pairs)
    ratio = before.width / box["width"]
    # As many pixels as a line of two around the key, less its corners: WCAG 2.2, focus appearance.
    assert changed >= 2 * 3.4 * box["width"] * ratio**2 * 0.5


def test_sides_keep_their_colours_where_a_person_has_others(served, open_page):
    served.show(view())
    page = open_page(served.url, forced_colors="active")
    pips = page.locator("#scores .pip")
    expect(pips).to_have_count(2)
    shown = pips.evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
    page.emulate_media(forced_colors="none")
    assert len(set(shown)) == 2

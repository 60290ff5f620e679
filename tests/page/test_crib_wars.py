"""The Crib Wars track on the page: engraved holes, paths as lines, and a legend."""

import pytest
from playwright.sync_api import expect

from engine_core.games.crib_wars_layout import BLUE, BOXES, GREEN, RED
from tests.page.views import boxes, game, side, view

SIDES = [side("Blue", 0, 22, 0), {**side("Orange", 1, 36, 29), "away": "sits out three deals"}]
CRIB_WARS = view(game=game(track="Crib Wars", sides=SIDES))
SIZES = [(1280, 720), (390, 844), (844, 390)]


def middles(page):
    """Return {number: (x, y)} of the holes."""
    holes = page.locator("[id^=hole-]:not([id*=-t])")
    numbers = holes.evaluate_all("all => all.map((one) => Number(one.id.slice(5)))")
    return {
        number: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for number, box in zip(numbers, boxes(holes), strict=True)
    }


def test_special_holes_are_engraved_each_kind_in_its_own_shape(served, kept_page, complaints):
    served.show(CRIB_WARS)
    page = kept_page(served.url)
    marked = {"red": sum(RED, ()), "cut": [at for at, _ in GREEN], "box": BOXES}
    marked["trap"] = [at for at, _, _ in BLUE]
    shapes = set()
    places = middles(page)
    for kind, holes in marked.items():
        marks = page.locator(f".engraving .special.{kind}")
        expect(marks).to_have_count(len(holes))
        for box, hole in zip(boxes(marks), holes, strict=True):
            x, y = places[hole]
            assert abs(box["x"] + box["width"] / 2 - x) < 1.5
            assert abs(box["y"] + box["height"] / 2 - y) < 1.5
        shapes.add(page.locator(f".track-legend .special.{kind}").get_attribute("d"))
    assert len(shapes) == len(marked)
    assert complaints == []


def test_blue_paths_are_lines_from_the_trap_to_where_they_join_the_track(served, kept_page):
    served.show(CRIB_WARS)
    page = kept_page(served.url)
    lanes = page.locator(".engraving .lane")
    expect(lanes).to_have_count(len(BLUE))
    expect(page.locator(".engraving .step")).to_have_count(sum(len(path) for _, path, _ in BLUE))
    places = middles(page)
    for box, (at, _, to) in zip(boxes(lanes), BLUE, strict=True):
        ends = sorted([places[at][0], places[to][0]])
        assert abs(box["x"] - ends[0]) < 5
        assert abs(box["x"] + box["width"] - ends[1]) < 5


def test_another_track_has_no_engraving_and_no_legend(served, kept_page):
    served.show(CRIB_WARS)
    page = kept_page(served.url)
    expect(page.locator("#track-legend")).to_be_visible()
    served.show(view())
    expect(page.locator("#track-legend")).to_be_hidden()
    expect(page.locator(".engraving *")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_legend_explains_every_kind(served, kept_page, size):
    served.show(CRIB_WARS)
    page = kept_page(served.url, viewport={"width": size[0], "height": size[1]})
    legend = page.locator("#track-legend")
    expect(page.locator(".engraving .lane")).to_have_count(len(BLUE))
    if not legend.evaluate("legend => legend.open"):
        legend.locator("summary").click()
    expect(legend.locator("li")).to_have_count(4)
    for kind in ("Red", "Blue", "Green", "Square"):
        expect(legend.get_by_text(kind)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_legend_that_was_closed_upright_can_be_opened_on_the_side(served, kept_page):
    upright, on_its_side = ({"width": w, "height": h} for w, h in ((820, 1180), (1180, 820)))
    kept_page(served.url, viewport=upright)
    served.show(CRIB_WARS)
    legend = kept_page(served.url, viewport=upright).locator("#track-legend")
    expect(legend.locator("summary")).to_be_visible()
    kept_page(served.url, viewport=on_its_side)
    legend.locator("summary").click()
    expect(legend.locator("li").first).to_be_visible()
    expect(legend.locator("summary")).to_be_hidden()


def test_a_side_that_sits_out_is_marked_in_the_scores(served, kept_page):
    served.show(CRIB_WARS)
    page = kept_page(served.url)
    expect(page.locator("[data-side=Orange] .away")).to_have_text("sits out three deals")
    expect(page.locator("[data-side=Blue] .away")).to_have_count(0)


def test_a_long_prompt_is_not_cut_off_on_a_laptop(served, kept_page):
    long = (
        "Orange and player 5 sits out three deals (ENTER moves its peg). White, player 3 deals"
        " five each to Red, Green, Blue and White, who throw one: four in the crib. Then cut the"
        " deck and enter the starter."
    )
    served.show(view(prompt=long))
    page = kept_page(served.url, viewport={"width": 1280, "height": 720})
    expect(page.locator("#prompt")).to_have_text(long)
    prompt = page.locator("#prompt").bounding_box()
    top = page.locator(".top").bounding_box()
    assert prompt["y"] >= top["y"] + top["height"] - 6
    assert prompt["y"] + prompt["height"] <= page.locator("#wood").bounding_box()["y"]

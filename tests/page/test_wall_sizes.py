"""A wall of one to sixteen tables: they fill a TV, are read from afar, and stay where they are."""

import json

import pytest
from playwright.sync_api import expect

from hardware import geometry
from tests.page.views import boxes

pytestmark = pytest.mark.slow

TV = {"width": 1920, "height": 1080}
# The stream of a wall that never changes by itself: a test sends what it wants shown.
STUB = """
const about = %s;
window.fetch = async (address) => new Response(JSON.stringify(String(address).includes("wall")
  ? about : {}), { headers: { "Content-Type": "application/json" } });
window.EventSource = class extends EventTarget {
  constructor() { super(); this.readyState = 1; window.stream = this; }
  close() {}
};
"""
SEND = """(told) => window.stream.dispatchEvent(
  new MessageEvent("view", { data: JSON.stringify(told) }))"""
NAMES = ["Christopher", "Maximilian Oberhauser", "Elizabeth"]


def tile(number, sides=2, turn=0):
    shown = [
        {"name": NAMES[n], "colour": n, "score": 46 + n, "turn": n == turn, "dealer": n == 0}
        for n in range(sides)
    ]
    last = {"title": "Christopher plays 10♦", "points": 2}
    named = {"id": f"t{number}", "name": f"Table {number}", "title": "Traditional, deal 3"}
    state = {"online": True, "over": False, "target": 121, "text": "", "last": last}
    return {**named, **state, "sides": shown}


@pytest.fixture(scope="module")
def page(running, tabs):
    script = STUB % json.dumps({"delay": 0, "sides": geometry.as_json()["sides"]})
    page = tabs.open(f"{running.origin}/page/wall.html", script=script, viewport=TV)
    page.wait_for_function("() => window.stream")
    yield page
    tabs.give_back(page)


@pytest.fixture
def wall(page):
    """Return a function that shows so many tables, and nothing that was shown before."""

    def show(count, **more):
        page.evaluate(SEND, {"whole": True, "tables": [], "standings": []})
        expect(page.locator("a.table")).to_have_count(0)
        rows = [
            {"place": n + 1, "name": name, "points": 4, "won": 2, "lost": 1, "spread": 31}
            for n, name in enumerate(NAMES)
        ]
        tiles = [tile(n + 1, **more) for n in range(count)]
        page.evaluate(SEND, {"whole": True, "tables": tiles, "standings": rows})
        expect(page.locator("a.table")).to_have_count(count)
        return page

    return show


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 9, 12])
@pytest.mark.parametrize("sides", [2, 3])
def test_tables_fill_a_tv(wall, count, sides):
    page = wall(count, sides=sides)
    assert page.evaluate("document.documentElement.scrollHeight") <= TV["height"]
    tiles = boxes(page.locator("a.table"))
    field = page.locator("#tables").bounding_box()
    assert field["y"] + field["height"] >= 0.96 * TV["height"]
    area = sum(one["width"] * one["height"] for one in tiles)
    assert area >= 0.9 * field["width"] * field["height"]
    inside = "all => all.every((one) => one.scrollHeight <= one.clientHeight + 1)"
    assert page.locator("a.table").evaluate_all(inside)
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator(".table .score").first.evaluate(size) >= 30


def test_names_stay_where_they_are_when_the_turn_changes(wall):
    page = wall(3)
    before = boxes(page.locator(".side .fits"))
    page.evaluate(SEND, {"whole": False, "tables": [tile(1, turn=1)], "standings": None})
    expect(page.locator(".side.turn").first).to_contain_text("Maximilian")
    assert boxes(page.locator(".side .fits")) == before

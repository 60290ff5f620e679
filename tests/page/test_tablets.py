"""Tablets and phones: touch targets are large enough, and nothing needs scrolling."""

import pytest
from playwright.sync_api import expect

from tests.cases import slow
from tests.page.views import boxes, game, seat, side, view

EVERY = ((1024, 768), (820, 1180), (768, 1024), (1180, 820), (1366, 1024), (1024, 1366))
TABLETS = [*EVERY[:2], *slow(*EVERY[2:])]
SIZE = ("width", "height")
FINGER = 56  # pixels: the least that a finger hits without looking
CONTROLS = "button, summary, a, input, label:has(input), [role=button]"
MENU = {
    "title": "Options",
    "choices": ["Plain track: on", "Muggins: off"],
    "texts": ["Nothing but the holes.", "Players count their own hands."],
    "at": 1,
    "page": [1, 3],
}
NAMES = ["Christopher", "Maximilian 2nd", "Elizabeth", "Bartholomew", "Anne-Marie", "Montgomery"]
LINE = ["5H", "TD", "AC", "2C", "3C", "4C"]
# The elements that are not visible: outside the window, or under something else.
UNSEEN = """elements => elements.filter((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return true;
  const reached = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !reached || !(element.contains(reached) || reached.contains(element));
}).map((element) => element.outerHTML.slice(0, 90))"""


def of(players, sides=None):
    """Return a view of a game of `players` with long names, in the play."""
    count = sides or players
    names = NAMES[:players]
    played = [seat(name, n % count, played=["5H", "TD"], left=2) for n, name in enumerate(names)]
    played[1]["turn"] = played[0]["dealer"] = True
    of_side = [side(names[n], n, 46 + n, 44) for n in range(count)]
    prompt = f"{names[1]}: play a card, or GO if none fits within 31."
    return view(prompt=prompt, game=game(sides=of_side, seats=played, line=LINE))


def touched(size):
    return {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True}


def too_small(page):
    """Return the visible elements that can be pressed and are too small for a finger."""
    sizes = page.locator(CONTROLS).evaluate_all(
        """all => all.filter((one) => one.checkVisibility() && !one.closest("label input"))
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .map(([text, { width, height }]) => [text, width, height])"""
    )
    assert sizes
    return [one for one in sizes if min(one[1:]) < FINGER]


@pytest.mark.parametrize(SIZE, TABLETS)
def test_keys_of_a_tablet_are_as_large_as_a_finger(served, kept_page, width, height):
    served.show(view())
    page = kept_page(served.url, **touched((width, height)))
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    keys = page.locator(".cap-base")
    expect(keys).to_have_count(24)
    for box in boxes(keys):
        assert min(box["width"], box["height"]) >= FINGER
    assert page.locator(".key").evaluate_all(UNSEEN) == []


@pytest.mark.parametrize(SIZE, [(360, 740), *slow(*EVERY, (390, 844))])
def test_everything_that_a_finger_presses_is_as_large_as_one(served, kept_page, width, height):
    page = kept_page(served.url, **touched((width, height)))
    served.show(view(mode="menu", prompt="Options: choose.", menu=MENU, game=None))
    expect(page.locator("#menu li")).to_have_count(2)
    assert too_small(page) == []
    served.show(view(game=game(counts=[*game()["counts"] * 2], track="Crib Wars")))
    expect(page.locator("#counts summary")).to_have_count(1)
    assert too_small(page) == []
    for opener, dialog in (("#names-open", "#names"), ("#share-open", "#share")):
        page.locator(opener).click()
        expect(page.locator(dialog)).to_be_visible()
        assert too_small(page) == []
        page.locator(dialog).get_by_role("button").last.click()
    page.locator(".extras summary").click()
    expect(page.locator("#extras")).to_be_visible()
    assert too_small(page) == []
    page.keyboard.press("Escape")


@pytest.mark.parametrize(SIZE, TABLETS)
@pytest.mark.parametrize(("players", "sides"), [(2, 2), (6, 3), *slow((3, 3), (4, 2))])
def test_on_a_tablet_the_game_is_seen_without_scrolling(
    served, kept_page, width, height, players, sides
):
    shown = of(players, sides)
    served.show(shown)
    page = kept_page(served.url, **touched((width, height)))
    expect(page.locator("#table .hand")).to_have_count(players)
    parts = ".wood, #prompt, #scores .name, #scores .score, #table .line .card, #table .hand .card"
    assert page.locator(parts).evaluate_all(UNSEEN) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize("players", [2, 3])
def test_scores_stay_visible_on_the_narrowest_phone(served, kept_page, players):
    served.show(of(players))
    page = kept_page(served.url, **touched((320, 568)))
    expect(page.locator("#scores .score")).to_have_count(players)
    assert page.locator("#scores .name, #scores .score, .wood").evaluate_all(UNSEEN) == []


@pytest.mark.parametrize("size", [(844, 390), (932, 430), (667, 375)])
def test_a_phone_on_its_side_shows_the_cards_of_this_count(served, kept_page, size):
    served.show(view())
    page = kept_page(served.url, **touched(size))
    expect(page.locator("#table .line .card")).to_have_count(2)
    parts = "#scores .score, #table .line .card, #table .figure, #table .starter"
    assert page.locator(parts).evaluate_all(UNSEEN) == []


@pytest.mark.slow
@pytest.mark.parametrize(SIZE, TABLETS)
def test_a_watchers_tablet_has_no_place_for_keys(served, open_tab, width, height):
    served.show(of(2))
    page = open_tab(served.origin, **touched((width, height)))
    expect(page.locator("#scores .score")).to_have_count(2)
    expect(page.locator("#pad")).to_be_hidden()
    panel = page.locator("#panel").bounding_box()
    assert panel["y"] + panel["height"] >= height - 20
    wood = page.locator(".wood").bounding_box()
    board = page.locator("main.board").bounding_box()
    assert wood["width"] >= 0.85 * board["width"]

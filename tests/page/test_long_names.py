"""Long names: no word of one is split, or cut off, on any screen."""

import pytest
from playwright.sync_api import expect

from tests.page.views import boxes, count, game, seat, side, view

pytestmark = pytest.mark.slow

NAMES = [
    "Christopher",
    "Maximilian Oberhauser",
    "WILLIAM MORGAN",
    "Anne-Marie Müller",
    "Elizabeth",
]
SCREENS = {
    "phone": (390, 844, True), "small phone": (320, 568, True),
    "phone on its side": (844, 390, True),
    "tablet": (1024, 768, True), "upright tablet": (768, 1024, True),
    "laptop": (1440, 900, False), "small window": (1024, 768, False), "TV": (1920, 1080, False),
}  # fmt: skip
# The words in `elements` that stand in two lines, or that are wider than their place.
PARTED = """elements => elements.flatMap((element) => {
  const isCut = element.scrollWidth > element.clientWidth + 1;
  const found = isCut ? [`${element.textContent} is cut off`] : [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    for (const { index, 0: word } of data.matchAll(/[^\\s-]+-?/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (range.getClientRects().length > 1) found.push(`${word} is parted`);
    }
  }
  return found;
})"""


def of(players):
    names = NAMES[:players]
    seats = [seat(name, n, played=["5H", "TD"], left=2) for n, name in enumerate(names)]
    seats[1]["turn"] = seats[0]["dealer"] = True
    sides = [side(name, n, 46 + n, 44) for n, name in enumerate(names)]
    counts = [{**count(), "title": f"{names[1]} plays 10♦"}]
    match = [{"games": 1, "skunks": 0} for _ in names]
    shown = game(sides=sides, seats=seats, counts=counts, match=match)
    return view(prompt=f"{names[1]}: play a card, or GO if none fits within 31.", game=shown)


@pytest.mark.parametrize("screen", SCREENS)
def test_no_word_of_a_name_is_parted_on_the_page(served, kept_page, screen):
    width, height, has_touch = SCREENS[screen]
    page = kept_page(served.url, {"width": width, "height": height}, has_touch)
    for players in (2, 3, 4, 5):
        served.show(of(players))
        expect(page.locator("#scores .name")).to_have_text(NAMES[:players])
        names = page.locator("#scores .name > *, .owner .fits > *, #prompt, #match th, #counts h2")
        assert names.evaluate_all(PARTED) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_score_and_name_is_seen_over_the_keys_of_a_small_phone(served, kept_page, players):
    width, height, has_touch = SCREENS["small phone"]
    page = kept_page(served.url, {"width": width, "height": height}, has_touch)
    served.show(of(players))
    expect(page.locator("#scores .name")).to_have_text(NAMES[:players])
    keys = page.locator("#pad").bounding_box()
    for score in boxes(page.locator("#scores .score")):
        assert score["y"] + score["height"] <= keys["y"]
        assert score["x"] >= 0 and score["x"] + score["width"] <= width
    if players in (2, 4):
        for name in boxes(page.locator("#scores .name")):
            assert name["y"] + name["height"] <= keys["y"]


@pytest.mark.parametrize("screen", ["phone", "small phone"])
def test_the_tag_of_the_dealer_does_not_touch_the_score(served, kept_page, screen):
    width, height, has_touch = SCREENS[screen]
    page = kept_page(served.url, {"width": width, "height": height}, has_touch)
    shown = of(2)
    for one in shown["game"]["sides"]:
        one["score"] = 118
    served.show(shown)
    expect(page.locator("#scores .score").first).to_have_text("118")
    (tag,) = boxes(page.locator("#scores .tag.dealer"))
    score = boxes(page.locator("#scores .score"))[0]
    assert tag["x"] + tag["width"] + 2 <= score["x"]


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1920, 1080), (1366, 768)])
def test_no_word_of_a_name_is_parted_on_a_tv(served, open_tab, width, height):
    viewport = {"width": width, "height": height}
    page = open_tab(f"{served.origin}/?view=tv", viewport=viewport)
    for players in (2, 3, 4):
        for phase, line in (("play", ["5H"]), ("crib", [])):
            shown = of(players)
            shown["game"].update(phase=phase, line=line)
            served.show(shown)
            expect(page.locator(".side")).to_have_count(players)
            names = page.locator(".side .fits > *, .owner > *, #prompt")
            assert names.evaluate_all(PARTED) == []

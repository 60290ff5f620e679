"""No element moves when the prompt, a refusal or an undo changes."""

import pytest
from playwright.sync_api import expect

from tests.page.views import boxes, game, seat, side, view

pytestmark = pytest.mark.slow

SCREENS = {
    "laptop": (1440, 900, False), "small laptop": (1280, 720, False), "TV": (1920, 1080, False),
    "tablet": (1024, 768, True), "upright tablet": (768, 1024, True), "phone": (390, 844, True),
    "small phone": (320, 568, True),
}  # fmt: skip
LONG = "Blue deals six each, everyone throws two. Then cut the deck and enter the starter."
LONGER = LONG + " Enter the turned-up card as its rank and its suit. MENU for options."
OVER = "Blue wins 121 to 77 and 92. Orange: skunk."
NEXT = "ENTER for the next game."
REDO = {"next": "5♥", "count": 3}
REFUSED = "The jack of hearts would make it 32, and 31 is the most."
MOMENTS = {
    "long": view(prompt=LONG),
    "longer": view(prompt=LONGER),
    "a rank waits": view(prompt="Now the suit: ♠ ♥ ♦ ♣.", key_entry="5", rank_waits=True),
    "redo": view(redo_list=REDO, redo=True),
    "left out": view(prompt=LONG, redo_list=REDO, redo=True, replaced=["5♣"], left_out=["K♥"]),
    "left out by hand": view(left_out=["5 points for Blue", "the move of Orange's peg"]),
    "refused": view(refusal=REFUSED),
    "all": view(prompt=LONG, refusal=REFUSED, redo_list=REDO, key_entry="5", rank_waits=True),
    "the other acts": view(
        prompt="Blue: play a card.",
        game=game(
            seats=[
                seat("Blue", 0, turn=True, played=["5H"], left=3),
                seat("Orange", 1, dealer=True, played=["TD"], left=3),
            ]
        ),
    ),
}
PARTS = ".wood, #pad, .side, .side .score, .side .name, #table, .hand"
FITS = "ask => ask.scrollHeight <= ask.clientHeight && ask.scrollWidth <= ask.clientWidth"


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_moves_with_what_is_asked(served, kept_page, screen):
    width, height, has_touch = SCREENS[screen]
    served.show(view())
    page = kept_page(served.url, {"width": width, "height": height}, has_touch)
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    places = boxes(page.locator(PARTS))
    moved, cut = [], []
    for name, shown in MOMENTS.items():
        served.show(shown)
        expect(page.locator("#prompt")).to_have_text(shown["prompt"])
        # The smallest have no room for it beside what was left out.
        redo = shown["redo_list"] and (width >= 360 or not shown.get("left_out"))
        expect(page.locator("#redo")).to_be_visible(visible=bool(redo))
        expect(page.locator("#refusal")).to_have_text(shown["refusal"] or "")
        if boxes(page.locator(PARTS)) != places:
            moved.append(name)
        if not page.locator(".ask").evaluate(FITS):
            cut.append(name)
    assert (moved, cut) == ([], [])


@pytest.mark.parametrize("screen", ["tablet", "phone", "laptop", "upright tablet"])
def test_the_end_and_what_was_left_out_fit_where_they_are_said(served, kept_page, screen):
    width, height, has_touch = SCREENS[screen]
    over = game(over={"winner": 0, "text": OVER})
    left_out = ["the move of Orange's peg"]
    served.show(view(mode="over", prompt=f"{OVER} {NEXT}", game=over, left_out=left_out))
    page = kept_page(served.url, {"width": width, "height": height}, has_touch)
    expect(page.locator("#then")).to_have_text(NEXT)
    expect(page.locator("#left-out")).to_contain_text("The move of Orange's peg was left out")
    assert page.locator(".ask").evaluate(FITS)


def test_nothing_moves_when_an_entry_is_taken_back(served, kept_page):
    served.show(view(length=9))
    page = kept_page(served.url, {"width": 390, "height": 844}, True)
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    places = boxes(page.locator(PARTS))
    served.show(view(length=8))
    expect(page.locator("#undone")).to_have_text("Taken back")
    assert boxes(page.locator(PARTS)) == places


@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_said_of_an_entry_that_is_taken_back_covers_nothing(served, kept_page, screen):
    width, height, has_touch = SCREENS[screen]
    served.show(view(length=9))
    page = kept_page(served.url, {"width": width, "height": height}, has_touch)
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    served.show(view(length=8))
    expect(page.locator("#undone")).to_have_text("Taken back")
    said = page.locator("#undone").bounding_box()
    assert said["x"] >= 0
    bottom, right = said["y"] + said["height"], said["x"] + said["width"]
    assert bottom <= page.locator(".ask").bounding_box()["y"]
    assert right <= page.locator(".extras").bounding_box()["x"]


def test_nothing_moves_when_a_peg_of_partners_leaves_its_track(served, kept_page):
    seats = [seat(f"{('Blue', 'Orange')[n % 2]} {n // 2 + 1}", n % 2) for n in range(4)]
    sides = [side("Blue", 0, 46, 44), side("Orange", 1, 38, 31)]
    served.show(view(game=game(seats=seats, sides=sides, track="Crib Wars")))
    page = kept_page(served.url, {"width": 390, "height": 844}, True)
    expect(page.locator("#scores .partners")).to_have_count(2)
    places = boxes(page.locator(PARTS))
    away = [{**sides[0], "away": "on a blue path"}, sides[1]]
    served.show(view(game=game(seats=seats, sides=away, track="Crib Wars")))
    expect(page.locator("#scores .tag.away")).to_have_text("on a blue path")
    assert boxes(page.locator(PARTS)) == places

"""A phone on its side: keys for thumbs at the right, and no prompt is cut off."""

import pytest
from playwright.sync_api import expect

from tests.page.views import boxes, view
from tests.page_server import wait_until

pytestmark = pytest.mark.slow

PHONES = [(844, 390), (568, 320), (932, 430), (667, 375)]
THUMB = 44  # pixels: the least that a thumb hits
LONG = "Blue 2 deals five each, four to the dealer and the player on the right. Then the starter."


def on_its_side(size):
    return {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True}


@pytest.mark.parametrize("size", PHONES[1:])
def test_keys_of_a_phone_on_its_side_are_as_large_as_a_thumb(served, kept_page, size):
    served.show(view())
    page = kept_page(served.url, **on_its_side(size))
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    keys = page.locator(".cap-base")
    expect(keys).to_have_count(24)
    for box in boxes(keys):
        assert min(box["width"], box["height"]) >= THUMB
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
    page.locator("#key-A").tap()
    page.locator("#key-ENTER").tap()
    wait_until(lambda: len(served.pressed) == 4)
    assert served.names() == ["A", "ENTER"]


@pytest.mark.parametrize("size", PHONES[1:])
def test_what_is_asked_of_a_phone_on_its_side_is_over_the_keys(served, kept_page, size):
    served.show(view(prompt=LONG))
    page = kept_page(served.url, **on_its_side(size))
    expect(page.locator("#prompt")).to_have_text(LONG)
    prompt = page.locator("#prompt").bounding_box()
    keys = page.locator("#pad").bounding_box()
    assert prompt["y"] >= 0
    assert prompt["y"] + prompt["height"] <= keys["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("size", PHONES[:2])
def test_a_refusal_on_a_phone_on_its_side_is_read_beside_the_prompt(served, kept_page, size):
    asked = "Orange: play a card, or GO if none fits within 31."
    refused = "The jack of hearts would make it 32, and 31 is the most."
    served.show(view(prompt=asked, refusal=refused))
    page = kept_page(served.url, **on_its_side(size))
    expect(page.locator("#prompt")).to_have_text(asked)
    expect(page.locator("#refusal")).to_be_visible()
    refusal = page.locator("#refusal").bounding_box()
    keys = page.locator("#pad").bounding_box()
    assert refusal["y"] + refusal["height"] <= keys["y"]


def test_board_and_scores_are_seen_at_once_on_a_phone_on_its_side(served, kept_page):
    served.show(view())
    page = kept_page(served.url, **on_its_side(PHONES[0]))
    expect(page.locator("#scores .score")).to_have_text(["46", "38"])
    keys = page.locator("#pad").bounding_box()
    for place in ("#wood", "#scores"):
        box = page.locator(place).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= PHONES[0][1]
        assert box["x"] + box["width"] <= keys["x"]


@pytest.mark.parametrize("size", [(320, 568), PHONES[1]])
def test_the_buttons_and_the_list_of_views_are_inside_the_screen(served, kept_page, size):
    page = kept_page(served.url, **on_its_side(size))
    served.show(view())
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    badges = page.locator(".badges > :is(.extras, button, .link)")
    edge = page.locator("#wood").bounding_box()
    for box in boxes(badges.locator("visible=true")):
        assert box["x"] >= 0 and box["x"] + box["width"] <= edge["x"] + edge["width"]
    page.locator(".extras summary").tap()
    listed = page.locator("#extras").bounding_box()
    page.locator(".extras summary").tap()
    assert listed["x"] >= 0 and listed["x"] + listed["width"] <= size[0]
    assert listed["y"] + listed["height"] <= size[1]


def test_a_phone_that_is_turned_keeps_its_keypad(served, kept_page):
    page = kept_page(served.url, **on_its_side(PHONES[0]))
    expect(page.locator("#keypad .key")).to_have_count(24)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#keypad .key")).to_have_count(24)


def test_keys_are_on_the_board_where_a_mouse_presses_them(players_page):
    page = players_page
    expect(page.locator("#face-keys .key")).to_have_count(24)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#keypad .key")).to_have_count(24)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator("#face-keys .key")).to_have_count(24)

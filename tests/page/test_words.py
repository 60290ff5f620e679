"""The page's words: the same names everywhere, and none that the game does not have."""

import pytest
from playwright.sync_api import expect

from tests.page.keystrokes import press
from tests.page.views import game, view


def test_before_the_first_deal_no_deal_is_counted(start_menu, play):
    page = start_menu
    play("ENTER ENTER ENTER")
    expect(page.locator("#prompt")).to_contain_text("cut for the deal")
    expect(page.locator("#game-name")).to_have_text("Traditional to 121")


@pytest.mark.slow
def test_a_scoreboard_has_no_dealer_no_turn_and_no_deals(start_menu):
    page = start_menu
    page.locator("#menu").get_by_text("Scoreboard", exact=True).click()
    press(page, "ENTER 6 A ENTER S 5 ENTER")
    expect(page.locator("#game-name")).to_have_text("Scoreboard to 61")
    expect(page.locator("#scores .tag")).to_have_count(0)
    expect(page.locator("#counts .count h2 span")).to_have_text("Blue: 5 pegged")
    expect(page.locator("#counts")).not_to_contain_text("by hand")


@pytest.mark.slow
def test_sides_have_one_name_in_menus_and_prompts(start_menu, play):
    page = start_menu
    play("ENTER ENTER")
    expect(page.locator("#menu .choice")).to_have_text(["Cut for it", "Blue", "Orange"])
    press(page, "2 ENTER")
    expect(page.locator("#prompt")).to_contain_text("Blue deals")
    press(page, "5D MENU")
    page.locator("#menu").get_by_text("Give points", exact=True).click()
    expect(page.locator("#menu .choice")).to_have_text(["Blue", "Orange"])


@pytest.mark.slow
def test_battlefield_has_a_line_and_a_turn_card(start_menu):
    page = start_menu
    page.locator("#menu").get_by_text("Battlefield", exact=True).click()
    page.locator("#menu").get_by_text("2 players", exact=True).click()
    page.locator("#menu").get_by_text("Blue", exact=True).click()
    press(page, "4H")
    expect(page.locator("#table .count-now .caption")).to_have_text("line")
    expect(page.locator("#table")).not_to_contain_text("count")


@pytest.mark.slow
def test_a_short_game_shows_its_end_and_no_skunks(served, players_page):
    page = players_page
    served.show(view(game=game(target=61)))
    expect(page.locator(".mark.end")).to_have_text("game")
    hole = page.locator("#hole-61").bounding_box()
    end = page.locator(".mark.end").bounding_box()
    assert abs(end["x"] + end["width"] / 2 - hole["x"] - hole["width"] / 2) < 2
    expect(page.locator(".mark.skunk").first).to_be_hidden()
    served.show(view())
    expect(page.locator(".mark.end")).to_have_count(0)
    expect(page.locator(".mark.skunk").first).to_be_visible()


@pytest.mark.slow
def test_partners_are_listed_and_the_one_who_deals_is_marked(start_menu):
    page = start_menu
    page.locator("#menu").get_by_text("Six-handed, Once-Around", exact=True).click()
    page.locator("#menu").get_by_text("121 points", exact=True).click()
    page.locator("#menu").get_by_text("Orange 3", exact=True).click()
    expect(page.locator("[data-side=Blue] .partners")).to_have_text("Blue 1, Blue 2 and Blue 3")
    expect(page.locator("[data-side=Orange] .partners")).to_have_text(
        "Orange 1, Orange 2 and Orange 3 (dealer)"
    )
    press(page, "5D KH")
    expect(page.locator("#table .owner.acting")).to_have_text("Orange 1")

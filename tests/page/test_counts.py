"""The counts beside the board: every hand of a deal is open, and deals are separated."""

import pytest
from playwright.sync_api import expect

from tests.page.keystrokes import press
from tests.page.test_deal import START
from tests.page.views import count, game, view

# Orange shows 4, Blue 8; then the crib, 4 for Blue.
PLAY = "5D 4H 4C 4S TD 9D KC JS KD"
CRIB = "2C 2D 9S KH"
MUGGINS = "MENU 4 ENTER MENU ENTER ENTER 2 ENTER"


@pytest.mark.slow
def test_every_hand_of_the_deal_stays_open_at_the_show(start_menu, play):
    page = start_menu
    play(f"{START} {PLAY} {CRIB}")
    expect(page.locator("#prompt")).to_contain_text("Orange deals six each")
    expect(page.locator("#counts .count h2 span")).to_have_text(
        ["Blue's crib", "Blue's hand", "Orange's hand"]
    )
    expect(page.locator("#counts .count .spoken")).to_have_count(3)
    expect(page.locator("#counts details[open]")).to_have_count(0)
    expect(page.locator("#counts .of-deal")).to_have_count(0)


@pytest.mark.slow
def test_a_line_parts_the_counts_of_one_deal_from_those_before(start_menu, play):
    page = start_menu
    play(f"{START} {PLAY} {CRIB} 5D 4H 4C")
    expect(page.locator("#counts .count h2 span")).to_have_text(["Orange plays 4♣"])
    parts = page.locator("#counts > *")
    expect(parts.nth(0)).to_have_class("count")
    expect(parts.nth(1)).to_have_text("Deal 1")
    expect(parts.nth(2).locator("summary")).to_contain_text("Blue's crib")


@pytest.mark.slow
def test_the_claim_and_the_true_count_of_a_hand_are_shown(start_menu, play):
    page = start_menu
    play(f"{MUGGINS} {PLAY}")
    press(page, "3 ENTER A")
    hand = page.locator("#counts").get_by_text("Claimed 3, the true count is 4.")
    expect(hand).to_have_count(1)


def test_a_hand_that_nobody_claims_has_no_claim(served, players_page):
    served.show(view(game=game(counts=[{**count(), "title": "Blue's hand", "hand": True}])))
    expect(players_page.locator("#counts .count")).to_be_visible()
    expect(players_page.locator("#counts .claim")).to_have_count(0)

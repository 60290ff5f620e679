"""After a game the page says who owes whom over the match (ruling G13)."""

import pytest
from playwright.sync_api import expect

from tests.page.views import game, view

pytestmark = pytest.mark.slow

DEBTS = [{"from": "Orange", "to": "Blue", "amount": 3}]
MATCH = [{"games": 2, "to collect": 3, "to pay": 0}, {"games": 0, "to collect": 0, "to pay": 3}]
OVER = {"winner": 0, "text": "Blue wins 121 to 58."}


def test_g13_the_debts_of_a_match_are_a_table_and_a_sentence_on_the_tv(
    served, kept_page, open_tab
):
    served.show(view(mode="over", game=game(over=OVER, match=MATCH, debts=DEBTS)))
    page = kept_page(served.url)
    rows = page.locator("#match .debts tr")
    expect(rows.nth(1).locator("th, td")).to_have_text(["Orange", "Blue", "3"])
    tv = open_tab(f"{served.origin}/?view=tv", viewport={"width": 1366, "height": 768})
    expect(tv.locator(".ending .owed")).to_be_visible()
    expect(tv.locator(".ending .owed")).to_have_text("Orange owes Blue 3.")


def test_g13_during_a_game_nothing_is_owed_yet(served, kept_page):
    served.show(view(game=game(match=MATCH, debts=[])))
    page = kept_page(served.url)
    expect(page.locator("#match")).to_contain_text("to collect")
    expect(page.locator("#match .debts")).to_have_count(0)

"""A game against the board, in a browser, of the real program."""

import pytest
from playwright.sync_api import expect

from tests.host.program import running

WAIT_MS = 15_000  # the board takes its time to lay a card


@pytest.fixture
def board(tmp_path):
    words = ("--against", "steady", "--no-browser", "--page-port", "0")
    files = ("--history", tmp_path / "history.sqlite", "--game", tmp_path / "game.journal")
    with running(*words, *files) as one:
        yield one.board()


@pytest.mark.slow
def test_a_person_throws_and_lays_cards_of_the_hand(board, open_page, complaints):
    page = open_page(f"http://127.0.0.1:{board.port}/#{board.token}")
    hand = page.get_by_role("region", name="Your hand")
    expect(hand.locator(".dealt-card")).to_have_count(6)
    expect(page.locator("#prompt")).to_contain_text("choose two to throw")
    throw = hand.get_by_role("button", name="Throw these two")
    expect(throw).to_be_disabled()
    for n in (0, 1):
        hand.locator(".dealt-card").nth(n).click()
    for is_open in (True, False):  # the keys are still the board's
        page.keyboard.press("m")
        expect(page.locator("#menu")).to_be_visible(visible=is_open)
    throw.click()
    expect(hand.locator(".dealt-card")).to_have_count(4)
    expect(hand).to_contain_text("Your turn", timeout=WAIT_MS)
    hand.locator(".dealt-card").first.click()
    expect(hand.locator(".dealt-card")).to_have_count(3)
    # What the board lays is seen on the table; its hand is not.
    expect(page.locator("#table")).to_contain_text("The board", timeout=WAIT_MS)
    assert complaints == []


def test_a_page_without_the_token_does_not_see_the_hand(board, open_tab):
    page = open_tab(f"http://127.0.0.1:{board.port}/")
    expect(page.locator("#scores")).to_contain_text("The board")
    expect(page.locator("#hand")).to_be_hidden()
    assert page.evaluate("fetch('/hand.json').then((answer) => answer.status)") == 403

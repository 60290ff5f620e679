"""Reviews, practice and the opponent on the static site."""

import re

import pytest
from playwright.sync_api import expect

from engine_core.records.game_link import KEY, LinkedGame, write
from host.analysis.player import EASY, STEADY, Player
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand
from tests.page.tabs import UNPAINTED
from tests.page.test_accessibility import violations
from tests.page.test_practice import play_on, throw
from tests.page.test_site import PHONE

LONG = 60_000  # ms; the program starts in its worker, and reads its tables
SHORT = 24  # entries: a deal, and the beginning of another


def link(most=None):
    """Return the link of a game that was played by the program, or of its beginning."""
    entries = played([Player(EASY), Player(STEADY)], Rand(9), 0, 61)[:most]
    return f"#{KEY}{write(LinkedGame(entries, ('Ann', 'Ben'), 0))}"


@pytest.mark.slow
def test_the_game_of_a_link_is_reviewed_from_its_page(site, browse, complaints):
    page = browse().new_page()
    page.goto(f"{site.url}history.html{link(SHORT)}")
    page.get_by_role("link", name="Review").click()
    expect(page.locator("h1")).to_have_text("A game from a link: review", timeout=LONG)
    expect(page.locator(".first")).to_have_count(2)
    expect(page.locator(".luck")).to_have_count(2)
    expect(page.locator("svg.curve")).to_be_visible()
    page.get_by_role("link", name="The game, deal by deal").click()
    expect(page.locator(".deals tbody tr").first).to_be_visible(timeout=LONG)
    assert complaints == []


@pytest.mark.slow
def test_a_stored_game_is_reviewed_bit_by_bit_until_it_is_stopped(site, browse, complaints):
    context = browse(**PHONE)
    context.add_init_script(UNPAINTED)  # which `violations` takes away
    page = context.new_page()
    page.goto(f"{site.url}history.html{link()}")
    page.get_by_role("button", name="Keep in my games").click()
    page.get_by_role("link", name="game 1").click()
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_text("So far:")).to_be_visible(timeout=LONG)
    expect(page.locator(".first")).to_have_count(2)
    assert page.locator("progress").evaluate("one => 0 < one.value && one.value < one.max")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("main")).to_contain_text("Stopped.")
    assert complaints == []


@pytest.mark.slow  # a whole review
def test_the_points_that_a_player_lost_are_reviewed_once(site, browse, complaints):
    page = browse().new_page()
    page.goto(f"{site.url}history.html{link()}")
    page.get_by_role("button", name="Keep in my games").click()
    page.get_by_role("link", name="game 1").click()
    page.goto(f"{site.url}history.html?player=Ann")
    expect(page.get_by_text("1 game is not reviewed yet.")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_text("1 game is being reviewed.")).to_be_visible()
    lost = page.locator("p", has_text=re.compile("^Per game: "))
    expect(lost).to_contain_text("points by plays", timeout=2 * LONG)
    said = lost.text_content()
    page.reload()
    expect(lost).to_have_text(said, timeout=LONG)
    expect(page.get_by_text("reviewed")).to_have_count(0)
    assert complaints == []


@pytest.mark.slow
def test_a_throw_is_practised_and_its_result_is_kept(site, browse, complaints):
    context = browse()
    page = context.new_page()
    for times in (1, 2):
        page.goto(f"{site.url}practice.html")
        expect(page.locator("button.choice")).to_have_count(6, timeout=LONG)
        throw(page)
        expect(page.locator(".throws tbody tr")).to_have_count(15, timeout=LONG)
        expect(page.get_by_text(f"throws 1 to {times}: ")).to_be_visible()
    page.get_by_role("button", name="Play these four cards").click()
    play_on(page)
    expect(page.locator(".told .own .card")).to_have_count(4)
    page.get_by_role("button", name="Another throw").click()
    expect(page.locator("h1")).to_have_text("Practice")
    assert complaints == []


@pytest.mark.slow
def test_throws_of_own_games_come_again(site, browse, complaints):
    context = browse()
    page = context.new_page()
    page.goto(f"{site.url}history.html{link()}")
    page.get_by_role("button", name="Keep in my games").click()
    expect(page.locator("main")).to_contain_text("Kept as game 1")
    page.goto(f"{site.url}practice.html")
    for name in ("From your own games", "Ann"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("h1")).to_contain_text("Throws of Ann: game 1, deal", timeout=LONG)
    title = page.locator("h1").text_content()
    throw(page)
    expect(page.get_by_text("throws 1 to 1: ")).to_be_visible(timeout=LONG)
    for name in ("From your own games", "Ann"):
        page.get_by_role("button", name=name, exact=True).click()
    # It waits for a day now: another is due, or none.
    expect(page.locator("h1")).not_to_have_text(title, timeout=LONG)
    expect(page.locator("main")).to_contain_text("due", timeout=LONG)
    assert complaints == []


@pytest.mark.slow
def test_a_game_is_played_against_the_board_and_waits_for_the_next_visit(site, browse, complaints):
    context = browse()
    page = context.new_page()
    page.goto(site.url)
    page.locator("details.extras summary").click()
    page.get_by_label("Against the board").select_option("steady")
    hand = page.get_by_role("region", name="Your hand")
    expect(hand.locator(".dealt-card")).to_have_count(6, timeout=LONG)
    expect(page.locator("#scores")).to_contain_text("The board")
    for n in (0, 1):
        hand.locator(".dealt-card").nth(n).click()
    hand.get_by_role("button", name="Throw these two").click()
    expect(hand).to_contain_text("Your turn", timeout=LONG)
    hand.locator(".dealt-card").first.click()
    expect(hand.locator(".dealt-card")).to_have_count(3)
    expect(page.locator("#table")).to_contain_text("The board", timeout=LONG)
    page.goto(site.url)  # the choice stays, and so does the game
    expect(hand.locator(".dealt-card")).to_have_count(3, timeout=LONG)
    page.locator("details.extras summary").click()
    page.get_by_label("Against the board").select_option("nobody")
    expect(page.locator("#menu")).to_contain_text("Traditional", timeout=LONG)
    assert complaints == []


@pytest.mark.slow
def test_keys_do_not_wait_for_a_review(site, browse):
    """While one tab reviews a game, the lights of another answer as ever."""
    context = browse()
    review = context.new_page()
    review.goto(f"{site.url}review.html{link()}")
    expect(review.get_by_text("So far:")).to_be_visible(timeout=LONG)
    page = context.new_page()
    page.goto(site.url)
    for _ in range(4):
        chosen = page.locator("#menu .chosen, #menu [aria-selected=true]").first.text_content()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#menu .chosen, #menu [aria-selected=true]").first).not_to_have_text(
            chosen, timeout=1000
        )
    expect(review.locator("progress")).to_be_visible()

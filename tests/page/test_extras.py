"""The menu of views on the board's page, the bar of the chance to win, and signs of an undo."""

import json

from playwright.sync_api import expect

from host.web.server import VIEWS
from tests.page.record_play import RecordPlay
from tests.page_server import wait_until

WAITS = """() => {
  const later = window.setTimeout;
  window.waits = [];
  window.setTimeout = (run, ms) => window.waits.push(ms) && later(run, ms);
}"""


def test_the_players_page_shows_no_chance_until_it_is_switched_on(served, open_page):
    play = RecordPlay(served)
    play.play(5)
    page = open_page(served.url)
    expect(page.locator("#scores .side")).to_have_count(2)
    expect(page.locator("#chance")).not_to_be_visible()
    page.locator(".extras summary").click()
    page.get_by_label("Chance to win").check()
    expect(page.locator("#chance")).to_be_visible()
    page.reload()
    expect(page.locator("#chance")).to_be_visible()


def test_a_watchers_page_shows_it_in_whole_per_cents_that_add_up(served, kept_page):
    play = RecordPlay(served)
    play.play(5)
    page = kept_page(served.origin)
    expect(page.locator("#chance")).to_be_visible()
    parts = page.locator(".chance-part").all_text_contents()
    assert sum(int(text.strip("~ %")) for text in parts) == 100


def test_a_game_without_a_table_has_no_bar(served, kept_page):
    RecordPlay(served, "scoreboard.txt").play(3)
    page = kept_page(served.origin)
    expect(page.locator("#scores .side").first).to_be_visible()
    expect(page.locator("#chance")).not_to_be_visible()


def test_watchers_see_the_figures_of_the_game_and_players_only_if_they_want(served, open_page):
    RecordPlay(served).play(60)
    page = open_page(served.origin)
    figures = page.locator("#figures")
    expect(figures).to_be_visible()
    expect(figures.locator("th", has_text="Luck of the cut")).to_be_visible()
    expect(figures.locator("tr", has_text="To win").locator("td")).to_have_text(["24", "23"])
    own = open_page(served.url)
    expect(own.locator("#scores .side").first).to_be_visible()
    expect(own.locator("#figures")).not_to_be_visible()
    own.locator(".extras summary").click()
    own.evaluate(WAITS)
    own.get_by_role("checkbox", name="Figures of the game").check()
    expect(own.locator("#figures")).to_be_visible()
    assert own.evaluate("waits") == [0]  # who switches them on waits no longer than needed


def test_watchers_see_that_an_entry_was_taken_back(served, kept_page):
    play = RecordPlay(served)
    play.play(6)
    page = kept_page(served.origin)
    expect(page.locator("#scores .side")).to_have_count(2)
    play.undo()
    expect(page.locator("#undone")).to_have_text("Taken back")


def test_the_menu_is_no_key_of_the_board(served, players_page):
    RecordPlay(served).play(5)
    page = players_page
    page.locator(".extras summary").click()
    page.locator("#extras input").nth(1).focus()
    page.keyboard.type("  5h")
    page.locator(".extras summary").click()
    page.keyboard.press("g")
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["GO"]


def test_the_page_can_be_put_on_a_home_screen(served, kept_page, complaints):
    page = kept_page(served.origin)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    status, headers, body = served.ask("GET", address)
    manifest = json.loads(body)
    assert (status, headers["Content-Type"]) == (200, "application/manifest+json")
    for icon in manifest["icons"]:
        status, headers, _ = served.ask("GET", icon["src"])
        assert (status, headers["Content-Type"]) == (200, icon["type"])
    page.evaluate("address => fetch(address).then((answer) => answer.json())", address)
    assert complaints == []


def test_views_that_are_not_known_are_the_board(served):
    board = served.ask("GET", "/")[2]
    assert served.ask("GET", "/?view=nothing")[2] == board
    known = {served.ask("GET", f"/?view={view}")[2] for view in VIEWS}
    assert len(known | {board}) == len(VIEWS) + 1

"""The menu of views on the board's page, the bar of the chance to win, and signs of an undo."""

import json

import pytest
from playwright.sync_api import expect

from host.web.server import VIEWS
from tests.page.record_play import RecordPlay
from tests.page.views import boxes
from tests.page_server import wait_until

WAITS = """() => {
  const later = window.setTimeout;
  window.waits = [];
  window.setTimeout = (run, ms) => window.waits.push(ms) && later(run, ms);
}"""


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert own.evaluate("waits") == [0]  # switching them on takes no longer than needed


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


def test_each_part_of_the_bar_is_as_wide_as_its_number(served, kept_page):
    page = kept_page(served.origin, motion="reduce")
    played = RecordPlay(served)
    played.enter(3)
    played.play()  # one view, so the bar is drawn once and what follows changes the last one
    expect(page.locator("#chance")).to_be_visible()
    page.locator("#chance").evaluate(
        """bar => [3, 97].forEach((percent, n) => {
          bar.children[n].style.width = `${percent}%`;
          bar.children[n].firstChild.textContent = `~${percent} %`;
        })"""
    )
    whole = page.locator("#chance").bounding_box()["width"]
    parts = [part["width"] for part in boxes(page.locator(".chance-part"))]
    assert parts == pytest.approx([0.03 * whole, 0.97 * whole], abs=1)
    few = page.locator(".chance-part b").first.bounding_box()
    assert few["x"] >= page.locator("#chance").bounding_box()["x"]


@pytest.mark.slow
def test_a_figure_says_what_it_means_when_it_is_tapped(served, kept_page):
    page = kept_page(served.origin)
    RecordPlay(served).play(30)
    words = page.locator("#figures summary", has_text="Against the average")
    words.click()
    expect(page.locator("#figures")).to_contain_text("above or below an average player")
    words.click()
    expect(page.get_by_text("above or below an average player")).to_be_hidden()


HEARD = """async (views) => {
  const { changes } = await import("/page/changes.js");
  const compare = changes();
  return views.map(compare).map(({ laid, won }) => [laid, won]);
}"""


def test_cards_and_a_win_are_heard_once(players_page):
    def seen(length, line, over=None):
        return {"length": length, "game": {"counts": [], "line": line, "over": over}}

    five, ten = ["5H"], ["5H", "TD"]
    views = [
        seen(5, []),
        seen(6, five),
        seen(7, ten),
        seen(8, ten),  # a go
        seen(7, ten),
        seen(6, five),  # taken back
        seen(7, ten),
        seen(8, [], {"winner": 0}),
        seen(8, [], {"winner": 0}),
    ]
    none, laid, won = [False, False], [True, False], [False, True]
    heard = players_page.evaluate(HEARD, views)
    assert heard == [none, laid, laid, none, none, none, laid, won, none]


SOUNDS = """
window.tones = [];
window.AudioContext = class { currentTime = 0; state = "suspended";
  resume() { this.state = "running"; window.resumed = true; } };
window.GainNode = class { gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect(other) { return other; } };
window.OscillatorNode = class { constructor(_, { frequency }) { window.tones.push(frequency); }
  connect(other) { return other; } start() {} stop() {} };
"""


@pytest.mark.slow
def test_sounds_are_off_until_they_are_switched_on(served, open_page):
    play = RecordPlay(served)
    play.play(4)
    page = open_page(served.url, script=SOUNDS)
    expect(page.locator("#scores")).to_be_visible()
    play.play_until(lambda game: game["line"])
    expect(page.locator("#table .line .card")).to_have_count(1)
    assert page.evaluate("window.tones") == []
    page.locator(".extras summary").click()
    page.get_by_label("Sounds of cards and points").check()
    play.play_until(lambda game: game["line"])
    page.wait_for_function("() => window.tones.length > 0")
    assert not page.evaluate("window.resumed")
    page.keyboard.press("g")
    assert page.evaluate("window.resumed")

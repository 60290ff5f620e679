"""The end of a game: the scene on the page and on a TV, its figures, and its picture."""

import json
import struct

import pytest
from playwright.sync_api import expect

from host.mirror.view import view
from tests.page.conftest import ARRANGED
from tests.page.record_play import RecordPlay
from tests.page.tabs import cut_off
from tests.page.test_accessibility import violations
from tests.page_server import wait_until

TVS = [(1920, 1080), (1366, 768), (1024, 768)]
ENDED = ["traditional.txt", "skunk.txt", "six-handed.txt", "won-by-nibs.txt", "solitaire-lost.txt"]
STORY = """async (view) => {
  const { story } = await import("/page/ending.js");
  return story(view.game, await (await fetch("game.json")).json());
}"""

OUTSIDE_THE_STAGE = """all => {
  const { bottom } = document.getElementById("stage").getBoundingClientRect();
  const isOut = (one) => one.getBoundingClientRect().bottom > bottom + 1;
  return all.filter(isOut).map((one) => one.outerHTML);
}"""


def play_all(served, name="traditional.txt"):
    """Play a record to its end; return the play."""
    play = RecordPlay(served, name)
    play.enter(len(play.entries) - 1)
    play.play()
    return play


@pytest.fixture
def tv(served, open_tab):
    def open_it(size=(1920, 1080)):
        viewport = {"width": size[0], "height": size[1]}
        return open_tab(f"{served.origin}/?view=tv", viewport=viewport)

    return open_it


def test_the_winner_the_margin_and_the_curve_are_shown(served, players_page, complaints):
    page = players_page
    play = play_all(served)
    ending = page.locator("#ending")
    expect(ending.locator(".won")).to_have_text("Blue wins")
    expect(ending.locator(".margin")).to_have_text("by 6 points")
    expect(ending.locator(".ending-curve polyline.line")).to_have_count(2)
    expect(ending.locator(".ending-curve .turn")).to_have_count(1)
    expect(ending.locator(".facts")).to_contain_text("Orange, 15 points")
    expect(ending.locator(".facts")).to_contain_text("deal 5: Blue leads from there")
    expect(ending.locator(".sources")).to_contain_text("Hands")
    play.undo()
    expect(ending).to_be_hidden()
    assert complaints == []


def test_a_skunk_is_named(served, players_page):
    play_all(served, "skunk.txt")
    expect(players_page.locator("#ending .margin")).to_contain_text("by 31 points. Orange: skunk")


@pytest.mark.parametrize("name", ENDED)
def test_the_points_of_each_side_add_up_to_its_score(served, players_page, name):
    shown = view(play_all(served, name).mirror)
    assert shown["game"]["over"]
    told = players_page.evaluate(STORY, shown)
    totals = [sum(parts.values()) for parts in told["points"]]
    assert totals == [side["score"] for side in shown["game"]["sides"]]
    assert min(points for parts in told["points"] for points in parts.values()) >= 0


def test_in_backward_the_turning_point_is_where_fewer_points_lead(served, players_page):
    shown = view(play_all(served, "backward-nibs.txt").mirror)
    turn = players_page.evaluate(STORY, shown)["turn"]
    steps = json.loads(served.ask("GET", "/game.json")[2])["steps"]
    winner = shown["game"]["over"]["winner"]
    ahead = [step["scores"][1 - winner] - step["scores"][winner] for step in steps]
    assert 0 < turn < len(steps)
    assert min(ahead[turn:]) > 0 >= ahead[turn - 1]


@pytest.mark.slow
def test_a_page_without_the_story_names_the_winner(served, open_page):
    page = open_page(served.origin)
    cut_off(page, "/game.json")
    play_all(served)
    expect(page.locator("#ending .won")).to_have_text("Blue wins")
    expect(page.locator("#ending .margin")).to_have_text("Blue wins 61 to 55.")


@pytest.mark.slow
@pytest.mark.parametrize(("what", "size"), [("a phone", (1080, 1920)), ("send", (1200, 630))])
def test_the_end_is_saved_as_a_picture(served, players_page, tmp_path, what, size):
    page = players_page
    play_all(served)
    with page.expect_download() as saved:
        page.locator("#ending").get_by_role("button", name=what).click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == size
    assert len(content) > 20_000  # of one colour it would be a few thousand


def resized(page):
    """Give the page each of TVS, and yield its height."""
    for width, height in TVS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(ARRANGED)
        yield height


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ENDED))
def test_a_tv_has_a_scene_for_the_end_and_nothing_is_cut_off(served, tv, name):
    play_all(served, name)
    page = tv()
    expect(page.locator(".ending .won")).to_be_visible()
    seen = "all => all.every((one) => one.getBoundingClientRect().bottom <= innerHeight)"
    for height in resized(page):
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert page.locator(".ending, .ending *").evaluate_all(seen)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["five-handed.txt", "traditional.txt", "six-handed.txt"])
def test_a_tv_shows_the_whole_end_with_long_names_debts_and_a_qr_code(
    served, tv, name, monkeypatch
):
    monkeypatch.setattr(served, "addresses", ["192.0.2.7:8000"])
    play = RecordPlay(served, name)
    play.mirror.names[:2] = ["Maximilian Oberhauser", "Elizabeth Anne-Marie"]
    play.enter(len(play.entries))
    play.show()
    page = tv()
    expect(page.locator(".ending .owed")).to_contain_text(" owes ")
    expect(page.locator(".ending .qr")).to_be_visible()
    for _ in resized(page):
        assert page.locator(".ending *").evaluate_all(OUTSIDE_THE_STAGE) == []


@pytest.mark.slow
@pytest.mark.parametrize("query", ["?view=tv", ""])
def test_axe_finds_nothing_at_the_end(served, open_tab, query):
    play_all(served)
    page = open_tab(f"{served.origin}/{query}")
    expect(page.locator(".won")).to_be_visible()
    assert violations(page) == []


def test_the_story_of_a_game_is_asked_of_the_server(served):
    play = RecordPlay(served)
    play.play(6)
    status, _, body = served.ask("GET", "/game.json")
    told = json.loads(body)
    assert status == 200
    assert len(told["steps"]) == 6
    assert set(told) == {"deals", "steps", "figures", "link", "qr"}


def test_a_button_begins_the_next_game_and_a_watcher_has_none(served, players_page, open_page):
    play_all(served)
    players_page.locator("#ending").get_by_role("button", name="Play again").click()
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["ENTER"]
    watcher = open_page(served.origin)
    expect(watcher.locator("#ending .won")).to_be_visible()
    expect(watcher.get_by_role("button", name="Play again")).to_have_count(0)


def test_a_figure_of_the_end_and_of_the_match_says_what_it_means_on_a_tap(served, players_page):
    play_all(served)
    for name, meaning in (
        ("Luck of the cut", "What the starters brought"),
        ("Turning point", "the winner led until the end"),
        ("corners", "the first to pass"),
    ):
        figure = players_page.locator(".explained", has_text=name).first
        expect(figure.locator("p")).to_be_hidden()
        figure.locator("summary").click()
        expect(figure.locator("p")).to_contain_text(meaning)
        assert meaning in figure.locator("summary").get_attribute("title")

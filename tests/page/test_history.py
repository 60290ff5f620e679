"""The pages of the history, in a browser, of the real program."""

import contextlib
import json
import shutil
import sqlite3
import sys
import time

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from host.cli.main import main
from host.history.games_file import GamesFile
from host.history.statistics import rivals
from tests.cases import slow
from tests.host.program import running
from tests.page.record_play import RECORDS
from tests.page.test_accessibility import COLOURS, violations
from tests.page.test_review import LETTERS, READ
from tests.page.views import boxes
from tests.page_server import wait_until

WORDS = ("--virtual", "--no-browser", "--page-port", "0")
PAIR = "&player=Ann&with=Ben"


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """A history with the games 1 of Ann and Ben, and 2 of Grace and Henry, which no test
    changes."""
    path = tmp_path_factory.mktemp("imported") / "history.sqlite"
    files = [str(RECORDS / name) for name in ("traditional.txt", "skunk.txt")]
    assert CliRunner().invoke(main, ["import", *files, "--history", str(path)]).exit_code == 0
    return path


@pytest.fixture
def path(tmp_path, imported):
    """A history with the same games, for a test that changes it."""
    return shutil.copy(imported, tmp_path / "history.sqlite")


@pytest.fixture(scope="module")
def program(imported, tmp_path_factory):
    """The real program with this history, in which nothing is played."""
    game = tmp_path_factory.mktemp("program") / "game.journal"
    started = running(*WORDS, "--history", imported, "--game", game)
    with started as one:
        yield one.board()


@pytest.fixture
def start(tmp_path, path):
    """Return a function that starts the real program with this history and more words."""
    programs = []

    def start_it(*words):
        game = tmp_path / "game.journal"
        context = running(*WORDS, "--history", path, "--game", game, *words)
        programs.append(context)
        return context.__enter__().board()

    yield start_it
    for context in programs:
        context.__exit__(None, None, None)


@pytest.fixture
def visit(open_tab):
    """Return a function that opens an address of a program."""

    def open_it(program, query=""):
        return open_tab(f"http://127.0.0.1:{program.port}/?view=history{query}")

    return open_it


def stored(path):
    """Return how many games are in the history at `path`."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT count(*) FROM games").fetchone()[0]


@pytest.mark.slow
def test_a_game_is_shown_against_an_average_player(program, visit, complaints):
    page = visit(program, "&game=1")
    expect(page.get_by_role("heading", name="Against an average player")).to_be_visible()
    row = page.locator(".figures-table tr", has_text="Against the average")
    expect(row.locator("td")).to_have_text(["+2.6", "−0.4"])
    assert complaints == []


@pytest.mark.slow
def test_the_list_leads_to_a_game_and_to_its_players(program, visit, complaints):
    page = visit(program)
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody tr").first).to_contain_text("time not known")
    page.get_by_role("link", name="Game 1").click()
    expect(page.locator("h1")).to_have_text("Game 1: Traditional to 61, time not known")
    page.go_back()
    page.get_by_role("link", name="Grace").click()
    expect(page.locator("h1")).to_have_text("Grace")
    expect(page.locator("main")).to_contain_text("Henry")
    assert complaints == []


@pytest.mark.slow
def test_a_game_has_its_curves_its_deals_and_a_slider(program, visit, complaints):
    page = visit(program, "&game=1")
    expect(page.locator(".curve").first).to_have_attribute("aria-label", "Scores: Ann 61, Ben 55")
    expect(page.locator(".moment .scores")).to_contain_text("Ann 61")
    expect(page.locator(".table").last.locator("tbody tr")).to_have_count(5)
    expect(page.locator(".curve")).to_have_count(2)
    slider = page.get_by_label("Entry of the game")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".moment .scores")).to_contain_text("Ann 0")
    for _ in range(6):
        page.get_by_label("One entry on").click()
    expect(page.locator("tr.now")).to_have_count(1)
    expect(page.locator(".moment .card").first).to_be_visible()
    assert complaints == []


@pytest.mark.slow
def test_the_text_record_of_a_game_is_a_record(program, visit):
    page = visit(program, "&game=1")
    page.get_by_role("link", name="Text record").click()
    expect(page.locator("body")).to_contain_text('[Players "Ann, Ben"]')


@pytest.mark.parametrize("query", ["&game=99", *slow("&game=x", "&player=Nobody")])
def test_what_is_not_there_is_said_on_the_page(program, visit, query):
    expect(visit(program, query).locator("main")).to_contain_text("there is no such")


@pytest.mark.slow
def test_names_are_shown_as_text_on_every_page(start, visit, complaints, path):
    hostile = '<img src=x onerror="document.title=1">'
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET names = ?", (json.dumps([hostile, "Ben"]),))
    program = start()
    for query in ("", "&game=1", "&players=1"):
        page = visit(program, query)
        expect(page.locator("main")).to_contain_text(hostile)
        assert page.locator("img").count() == 0
    page.get_by_role("link", name="img").click()
    expect(page.locator("h1")).to_have_text(hostile)
    assert complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("query", ["&player=Ann", "", "&game=1", "&players=1", PAIR])
def test_axe_finds_nothing_in_the_history(program, visit, query):
    page = visit(program, query)
    page.locator("main table, main li").first.wait_for()
    if "game" in query:
        expect(page.locator(".curve")).to_have_count(2)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, COLOURS) == []


@pytest.mark.slow
def test_what_is_played_now_is_in_the_list_and_still_there_after_a_restart(start, visit, path):
    program = start("--players", "Ann, Ben")
    program.keys("ENTER ENTER ENTER ENTER ENTER ENTER")
    program.keys("5 S 6 H 7 D")
    wait_until(lambda: stored(path) == 3)
    page = visit(program)
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator("tbody tr").filter(has_text="not finished")).to_contain_text("Ann, Ben")
    program.stop()
    again = start()
    again.view()
    time.sleep(0.3)  # for the recorder to see the games that it must not store again
    done = CliRunner().invoke(main, ["games", "--json", "--history", str(path)])
    assert len(json.loads(done.stdout)) == 3


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
def test_with_a_delay_the_game_that_is_played_is_not_in_the_history_yet(start, visit, path):
    program = start("--delay", "3600")
    program.keys("ENTER ENTER ENTER ENTER ENTER ENTER")
    program.keys("5 S 6 H 7 D")
    wait_until(lambda: stored(path) == 3)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET changed = 1.0 WHERE id < 3")
    page = visit(program)
    expect(page.locator("tbody tr")).to_have_count(2)
    page = visit(program, "&game=3")
    expect(page.locator("main")).to_contain_text("there is no such game")


def test_the_winner_of_each_game_is_marked(program, visit):
    page = visit(program)
    game = page.locator("tbody tr", has_text="Game 1")
    expect(game).to_contain_text("Ann won by 6")
    expect(game.locator(".winner")).to_have_text(["61", "Ann"])
    expect(page.locator("tbody tr", has_text="Game 2")).to_contain_text("by 31, a skunk")


def test_games_are_filtered_by_player_and_by_kind(program, visit):
    page = visit(program)
    expect(page.locator(".filters [role=status]")).to_have_text("2 games")
    page.get_by_label("Player").select_option("Grace")
    expect(page.locator("tbody tr:visible")).to_have_count(1)
    expect(page.locator("tbody tr:visible")).to_contain_text("Game 2")
    expect(page.locator(".filters [role=status]")).to_have_text("1 game")
    page.get_by_label("Player").select_option("")
    page.get_by_role("button", name="Traditional").click()
    expect(page.get_by_role("button", name="Traditional", pressed=True)).to_be_visible()
    expect(page.locator("tbody tr:visible")).to_have_count(2)


def test_players_have_their_wins_and_their_form(program, visit):
    page = visit(program, "&players=1")
    ann = page.locator("tbody tr", has_text="Ann")
    expect(ann.locator("td")).to_have_text(["Ann", "1", "1", "W"])
    page = visit(program, "&player=Ben")
    expect(page.get_by_role("img", name="won 0 of the last 1")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("query", ["&game=1", "", "&players=1", "&player=Ann", PAIR])
def test_the_history_fits_on_a_phone(program, open_tab, query):
    url = f"http://127.0.0.1:{program.port}/?view=history{query}"
    page = open_tab(url, viewport={"width": 390, "height": 844}, has_touch=True)
    page.locator("main table, main .tiles").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    names = page.locator(".figures-table thead th")
    names.evaluate_all(
        "all => { for (const one of all) one.textContent = 'Maximilian Oberhauser'; }"
    )
    tables = page.locator(".table:not(.games)")
    assert tables.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    pressed = page.locator("header a, main a, main button, main select")
    for box in boxes(pressed):
        assert min(box["width"], box["height"]) >= 56


@pytest.mark.slow
def test_a_long_name_of_one_word_does_not_widen_the_history(start, open_tab, path):
    name = "Wolfeschlegelsteinhausenbergerdorff"
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET names = ?", (json.dumps([name, "Ben"]),))
    port = start().port
    for query in ("", "&game=1", "&players=1", f"&player={name}", f"&player={name}&with=Ben"):
        url = f"http://127.0.0.1:{port}/?view=history{query}"
        page = open_tab(url, viewport={"width": 320, "height": 568}, has_touch=True)
        expect(page.locator("main")).to_contain_text(name)
        page.locator("main table, main .tiles").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, query


@pytest.mark.slow
def test_figures_beside_a_curve_can_be_read_on_a_phone(program, open_tab):
    url = f"http://127.0.0.1:{program.port}/?view=history&game=1"
    page = open_tab(url, viewport={"width": 390, "height": 844}, has_touch=True)
    page.locator(".curve text").first.wait_for()
    assert page.locator(".curve text").evaluate_all(LETTERS) >= READ


def test_a_player_stands_beside_an_average_player(program, visit):
    page = visit(program, "&player=Ann")
    rows = page.locator("h2:text('Averages of a deal') + div tbody tr")
    expect(rows.locator("td:first-child")).to_have_text(
        ["Ann, dealer", "Average player, dealer", "Ann, pone", "Average player, pone"]
    )
    expect(rows.nth(1).locator("td")).to_have_text(
        ["Average player, dealer", "3.19", "8.00", "4.79", ""]
    )


@pytest.mark.slow
def test_two_players_head_to_head(program, visit, complaints):
    page = visit(program, "&player=Ann")
    page.get_by_role("link", name="Head to head").click()
    expect(page.locator("h1")).to_have_text("Ann against Ben")
    won = page.locator("main table").first.locator("tr", has_text="Won")
    expect(won.locator("td")).to_have_text(["Won", "1", "0"])
    expect(page.locator(".games tbody tr")).to_have_count(1)
    assert complaints == []


def test_players_who_never_met_have_no_games(program, visit):
    page = visit(program, "&player=Ann&with=Grace")
    expect(page.locator("main")).to_contain_text("there is no such game")


def test_partners_are_no_rivals(tmp_path):
    path = tmp_path / "history.sqlite"
    record = str(RECORDS / "four-handed.txt")
    assert CliRunner().invoke(main, ["import", record, "--history", str(path)]).exit_code == 0
    with contextlib.closing(GamesFile(path)) as history:
        (game,) = history.games()
        first, second, partner, _ = game.names
        assert rivals([game], first, second.upper()) == [game]
        assert rivals([game], first, partner) == []

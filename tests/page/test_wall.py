"""The page of a wall in a browser: the real program, a real broker, real boards."""

import json
import re

import pytest
from paho.mqtt import publish
from playwright.sync_api import expect

from tests.cases import exhaustive, slow
from tests.club.boards import open_boards
from tests.club.broker import SECONDS, Broker, Listener
from tests.host.program import running
from tests.page.test_accessibility import COLOURS, violations
from tests.page.test_awake import LOCKS
from tests.page_server import wait_until

SCREENS = {"phone": (390, 844), "laptop": (1280, 720), "tv": (1920, 1080)}
NAME = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A wall with six tables in mid game, one of which has another name for each side."""
    folder = tmp_path_factory.mktemp("club")
    broker = Broker(folder)
    boards = open_boards(broker.url("club"), 6)
    for board in boards:
        board.finish()
        for _ in range(12):
            board.enter()
    words = ("--mqtt", broker.url("club"), "--history", folder / "wall.sqlite")
    with running("wall", "--no-browser", "--page-port", "0", *words) as program:
        program.url = re.search(r"http://\S+", program.until("The wall is at"))[0]
        program.broker = broker
        program.boards = boards
        yield program
    for board in boards:
        board.close()
    broker.stop()


@pytest.fixture
def visit(open_tab):
    """Return a function that opens an address of the wall."""

    def open_it(url, screen="laptop"):
        viewport = dict(zip(("width", "height"), SCREENS[screen], strict=True))
        return open_tab(url, viewport=viewport)

    return open_it


@pytest.mark.slow
def test_a_wall_keeps_the_screen_on(club, open_tab):
    page = open_tab(club.url, script=LOCKS)
    expect(page.locator("a.table")).to_have_count(6)
    assert page.evaluate("locks") == [False]


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["tv", *slow("phone", "laptop")])
def test_all_tables_and_the_standings_fit_on_each_screen(club, visit, complaints, screen):
    page = visit(club.url, screen)
    expect(page.locator("a.table")).to_have_count(6)
    expect(page.locator("#rows tr")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    first = club.boards[0].state
    expect(page.locator("a.table").first.locator(".score")).to_have_text(
        [str(score) for score in first.scores]
    )
    if screen == "tv":
        assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
        # In one step: the page may draw the table anew between finding it and measuring it.
        height = page.evaluate(
            "parseFloat(getComputedStyle(document.querySelector('a.table .score')).fontSize)"
        )
        assert height >= 30, "read from three metres"
    assert complaints == []


@pytest.mark.slow
def test_a_tile_follows_its_table_and_leads_to_its_page(club, visit, complaints):
    page = visit(club.url)
    tile = page.locator("a.table").nth(1)
    for _ in range(20):
        club.boards[1].enter()
    scores = [str(score) for score in club.boards[1].state.scores]
    expect(tile.locator(".score")).to_have_text(scores)
    tile.click()
    expect(page.locator("#scores")).to_be_visible()
    assert page.url.endswith("/table/table-2/")
    expect(page.locator("#watching")).to_be_visible()
    expect(page.locator("#link")).to_have_text("Live")
    club.boards[1].enter()
    page.get_by_text("View", exact=True).click()
    page.get_by_text("Chance to win").wait_for()
    assert complaints == []


@pytest.mark.slow
def test_two_tables_in_one_browser_each_show_their_own(club, visit, complaints):
    first = visit(f"{club.url}table/table-1/?view=tv")
    second = first.context.new_page()
    second.goto(f"{club.url}table/table-3/?view=tv")
    for page, board in ((first, club.boards[0]), (second, club.boards[2])):
        page.bring_to_front()
        scores = [str(score) for score in board.state.scores]
        expect(page.locator(".side .score")).to_have_text(scores)
    assert complaints == []


@pytest.mark.slow
def test_the_chance_to_win_is_off_until_it_is_switched_on(club, visit, complaints):
    page = visit(club.url)
    expect(page.locator("a.table")).to_have_count(6)
    expect(page.locator(".chance")).to_have_count(0)
    page.locator("#chance-on").click()
    expect(page.locator(".chance")).to_have_count(6, timeout=30_000)
    page.locator("#chance-on").click()
    expect(page.locator(".chance")).to_have_count(0)
    assert complaints == []


@pytest.mark.slow
def test_the_sheet_has_all_players_and_a_card_for_each(club, visit, complaints):
    expect(visit(club.url).locator("#rows tr")).to_have_count(12)  # the sheet stays as it was
    page = visit(f"{club.url}standings")
    expect(page.locator("tbody tr td.name").first).to_be_visible()
    expect(page.locator(".card")).to_have_count(12)
    assert complaints == []


PARTS = {  # address of a page -> what shows that it is there
    "": "a.table",
    "standings": ".card",
    "table/{}/": ".side",
    "table/{}/?view=tv": ".side",
    "table/{}/?view=overlay": ".side",
    "?view=history": "main .table, main .quiet",
    "?view=history&players=1": "main .table, main .quiet",
}


@pytest.mark.slow
@pytest.mark.parametrize("address", PARTS)
@pytest.mark.parametrize("screen", ["phone", *exhaustive("laptop")])
def test_every_page_of_a_wall_is_accessible(club, visit, complaints, address, screen):
    page = visit(club.url)
    expect(page.locator("a.table")).to_have_count(6)
    table = page.locator("a.table").first.get_attribute("href").split("/")[2]
    page = visit(club.url + address.format(table), screen)
    expect(page.locator(PARTS[address]).first).to_be_visible()
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, COLOURS) == []


@pytest.mark.slow
def test_names_from_the_broker_are_text(club, visit, complaints):
    page = visit(club.url)
    expect(page.locator("a.table")).to_have_count(6)
    shown = json.loads(_state(club))
    for side in shown["view"]["game"]["sides"]:
        side["name"] = NAME
    shown["boot"] = "stranger"
    where = ("127.0.0.1", club.broker.port)
    publish.single("club/<b>x/state", json.dumps(shown), 1, True, *where)
    expect(page.locator("a.table")).to_have_count(7)
    tile = page.locator("a.table", has_text="<b>x")
    expect(tile.locator(".name").first).to_contain_text("<img src=x")
    assert page.locator("img").count() == 0
    publish.single("club/<b>x/state", b"", 1, True, *where)
    assert complaints == []


def _state(club):
    listener = Listener(club.broker, "club/table-4/#")
    try:
        return listener.next("state")
    finally:
        listener.close()


@pytest.mark.slow
def test_the_pages_of_the_history_are_those_of_the_club(club, visit, complaints):
    page = visit(f"{club.url}?view=history")
    expect(page.get_by_text("Traditional").first).to_be_visible()
    wait_until(lambda: page.get_by_text("Traditional").count() >= 12, SECONDS)
    assert complaints == []

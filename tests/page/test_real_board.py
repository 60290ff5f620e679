"""A real board on the static site, by WebSerial."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from firmware.lights.layout_screen import maker
from hardware.board import KEYS
from host.boards.names_file import MemoryNames
from host.link.archive import AGAIN_SECONDS
from tests.host.boards import Board
from tests.host.far_end import board_on_socket
from tests.host.test_archive_reader import Resting, played
from tests.page.fake_serial import FAKE, NONE, Bridge
from tests.page.keystrokes import press
from tests.page.test_deal import score
from tests.page.test_site_history import LONG, listed
from tests.page_server import wait_until
from tests.site_server import publishing

START = "ENTER ENTER 2 ENTER"
READ_SECONDS = 5 * AGAIN_SECONDS  # a board opens its archive when it is asked, and is asked again


def names_of(keys):
    """Return the numbers of the keys that a text names; a card is two of them."""
    words = [[word] if word in KEYS else list(word) for word in keys.split()]
    return [KEYS.index(key) for word in words for key in word]


@pytest.fixture(scope="module")
def site():
    with publishing() as server:
        yield server


@pytest.fixture
def board(site):
    """A board at the port that a page can choose; `play(keys)` presses its keys."""
    board = Board()
    board.names = MemoryNames()
    board.boot()
    with attached(site, board) as plugged:
        yield plugged


@contextlib.contextmanager
def attached(site, board):
    with board_on_socket(board) as (plugged, name):
        site.bridge = plugged.bridge = Bridge(name)
        plugged.keys = lambda keys: plugged.press(*names_of(keys))
        yield plugged
        site.bridge = None


def opened(context, site):
    page = context.new_page()
    page.goto(site.url)
    expect(page.locator("#key-ENTER")).to_be_visible()
    return page


def connect(page, text="Connect a board"):
    page.locator(".extras summary").click()
    page.get_by_role("button", name=text).click()


def connected(context, site):
    """Return a page that shows the board."""
    page = opened(context, site)
    expect(page.locator("#link")).to_have_text("Live")
    connect(page)
    expect(page.locator("#watching")).to_be_visible()
    expect(page.locator("#link")).to_have_text("Live")
    return page


@pytest.mark.slow
def test_a_board_is_connected_once_and_then_shown_whenever_it_is_there(
    site, browse, board, complaints
):
    context = browse(FAKE)
    page = connected(context, site)
    expect(page.locator("#menu")).to_contain_text("Traditional")
    board.keys(f"{START} 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")
    lit = "document.querySelectorAll('.cores circle:not([fill-opacity=\"0\"])').length > 0"
    assert page.evaluate(lit)
    page.reload()
    expect(score(page, "Blue")).to_have_text("2")
    page.close()
    page = opened(context, site)
    expect(score(page, "Blue")).to_have_text("2")
    board.keys("UNDO")
    expect(score(page, "Blue")).to_have_text("0")
    assert complaints == []


def games_in(page):
    """Load the list of games again; return how many there are."""
    page.reload()
    expect(page.get_by_label("Add games from a file")).to_be_visible(timeout=LONG)
    return page.locator("tbody tr").count()


@pytest.mark.slow
def test_an_unplugged_board_is_shown_again_when_it_is_back(site, browse, board, complaints):
    page = connected(browse(FAKE), site)
    board.keys(f"{START} 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")
    board.bridge.unplug()
    expect(page.locator("#link")).to_have_text("Reconnecting to the board")
    expect(page.locator("#link")).to_have_attribute("title", re.compile("is plugged in"))
    board.keys("UNDO")
    expect(score(page, "Blue")).to_have_text("2")
    board.bridge.plug()
    expect(page.locator("#link")).to_have_text("Live")
    expect(score(page, "Blue")).to_have_text("0")
    assert complaints == []


@pytest.mark.slow
def test_games_of_the_board_are_kept_in_the_browser_those_before_it_came_and_that_of_now(
    site, browse, complaints
):
    context = browse(FAKE)
    with attached(site, Resting(store=played(2))) as board:
        page = connected(context, site)
        games = listed(context, site)
        wait_until(lambda: games_in(games) == 2, READ_SECONDS)
        expect(games.locator("tbody tr").first).to_contain_text("Ann")
        board.keys("S 2 9 ENTER S 2 9 ENTER S 5 ENTER")
        expect(page.locator("#ending")).to_contain_text("wins")
        wait_until(lambda: games_in(games) == 3, READ_SECONDS)
        page.reload()
        expect(page.locator("#ending")).to_contain_text("wins")
        assert games_in(games) == 3
        assert complaints == []


@pytest.mark.slow
def test_keys_of_the_page_press_nothing_on_a_real_board(site, browse, board):
    page = connected(browse(FAKE), site)
    board.keys(START)
    expect(page.locator("#prompt")).to_contain_text("starter")
    press(page, "5D 4H")
    page.locator("#key-5").click(force=True)
    board.keys("KD")
    expect(page.locator("#table .starter").first).to_be_visible()
    with board.lock:
        entries = board.board.entries
    assert len(entries) == 2


@pytest.mark.slow
def test_a_side_that_is_named_on_the_page_is_named_on_the_board(site, browse, board, complaints):
    page = connected(browse(FAKE), site)
    board.keys(START)
    page.locator("#names-open").click()
    page.locator("#names").get_by_label("Blue").fill("Ann")
    page.keyboard.press("Enter")
    expect(score(page, "Ann")).to_have_text("0")
    with board.lock:
        assert board.board.names.read().split(b"\n")[0] == b"Ann"
    assert complaints == []


@pytest.mark.slow
def test_another_tab_shows_the_board_too_and_takes_its_port_when_the_first_is_closed(
    site, browse, board
):
    context = browse(FAKE)
    first = connected(context, site)
    board.keys(f"{START} 5D 4H")
    expect(first.locator("#prompt")).to_contain_text("Blue: play a card")
    second = opened(context, site)
    expect(second.locator(".notice")).to_contain_text("connected to another tab")
    expect(second.locator("#prompt")).to_contain_text("Blue: play a card")
    times = board.bridge.opened
    board.keys("4C")
    expect(score(second, "Blue")).to_have_text("2")
    assert board.bridge.opened == times
    first.close()
    expect(second.locator(".notice")).to_be_hidden()
    expect(second.locator("#link")).to_have_text("Live")
    board.keys("UNDO")
    expect(score(second, "Blue")).to_have_text("0")
    assert board.bridge.opened == times + 1


@pytest.mark.slow
def test_the_pages_own_game_waits_meanwhile(site, browse, board, complaints):
    context = browse(FAKE)
    page = opened(context, site)
    press(page, f"{START} 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")
    connect(page)
    expect(page.locator("#menu")).to_contain_text("Traditional")
    expect(page.locator("#watching")).to_be_visible()
    connect(page, "Play on this page")
    expect(score(page, "Blue")).to_have_text("2")
    expect(page.locator("#watching")).to_be_hidden()
    press(page, "UNDO")
    expect(score(page, "Blue")).to_have_text("0")
    assert complaints == []


@pytest.mark.slow
def test_the_page_draws_the_layout_of_the_board(site, browse, complaints):
    two = Board()
    two.make_screen = maker("two-track")
    two.boot()
    with attached(site, two) as board:
        page = opened(browse(FAKE), site)
        first_more = page.locator(".cores circle").nth(page.locator(".cores circle").count())
        connect(page)
        expect(first_more).to_be_attached()  # on its second loading: the first asks for the layout
        board.keys(START)
        expect(page.locator("#prompt")).to_contain_text("starter")
        page.reload()
        expect(page.locator("#link")).to_have_text("Live")
        assert first_more.count()
    assert complaints == []


@pytest.mark.slow
def test_a_port_that_another_program_has_is_named_and_used_when_it_is_free(site, browse, board):
    board.bridge.is_busy = True
    page = opened(browse(FAKE), site)
    connect(page)
    expect(page.locator("#link")).to_have_text("Reconnecting to the board")
    expect(page.locator("#link")).to_have_attribute("title", re.compile("such as pegboard"))
    board.bridge.is_busy = False
    expect(page.locator("#link")).to_have_text("Live")


@pytest.mark.slow
def test_a_page_whose_board_is_not_there_says_so(site, browse, board):
    page = browse(FAKE).new_page()
    page.goto(site.url + "?board=usb")
    expect(page.locator(".notice")).to_contain_text("Plug yours in, or choose it")
    page.get_by_role("button", name="Close").click()
    connect(page, "Connect another board")
    expect(page.locator("#link")).to_have_text("Live")


@pytest.mark.slow
def test_without_a_choice_the_page_stays_as_it_is(site, browse, board):
    board.bridge.will_choose = False
    page = opened(browse(FAKE), site)
    connect(page)
    expect(page.locator(".notice")).to_contain_text("No board was chosen")
    expect(page.locator("#watching")).to_be_hidden()


@pytest.mark.slow
def test_a_browser_without_webserial_says_what_to_do_instead(site, browse):
    page = opened(browse(NONE), site)
    connect(page)
    expect(page.locator(".notice")).to_contain_text("Open this page in Chrome or Edge")
    page.goto(site.url + "?board=usb")
    expect(page.locator("#link")).to_have_text("Live")
    press(page, f"{START} 5D")
    expect(page.locator("#prompt")).to_contain_text("Orange: lead a card")

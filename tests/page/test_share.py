"""The switch that shares the page, and the label of a page that is late, in a real browser."""

import sys
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.host.far_end import Plugged, PtyEnd
from tests.host.program import running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
NETWORK = "127.0.0.2"
WORDS = ("--virtual", "--no-browser", "--page-port", "0")


@pytest.fixture
def start(tmp_path):
    """Return a function that starts the real program with more words."""
    programs = []

    def start_it(*words):
        context = running(*WORDS, *words, "--game", tmp_path / "game.journal")
        programs.append(context)
        return context.__enter__().board()

    yield start_it
    for context in programs:
        context.__exit__(None, None, None)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """The real program, which shares its page."""
    game = tmp_path_factory.mktemp("shared") / "game.journal"
    with running(*WORDS, "--share-address", NETWORK, "--game", game) as program:
        port = program.board().port
        program.until(f"http://{NETWORK}:{port}/")
        yield program


@pytest.mark.slow
def test_the_switch_shows_codes_and_stops_sharing(shared, open_page, complaints):
    page = open_page(shared.page_url)
    page.locator("#share-open").click()
    dialog = page.locator("#share")
    expect(dialog.locator(".address").first).to_contain_text(f"http://{NETWORK}:{shared.port}/")
    expect(dialog.locator(".qr").first).to_be_visible()
    expect(dialog.locator(".secret .address")).not_to_be_visible()
    dialog.locator(".secret summary").click()
    expect(dialog.locator(".secret .address")).to_contain_text(shared.token)
    watcher = open_page(f"http://{NETWORK}:{shared.port}/")
    expect(watcher.locator("#watching")).to_be_visible()
    expect(watcher.locator("#share-open")).not_to_be_visible()
    dialog.get_by_role("button", name="Stop sharing").click()
    expect(dialog.locator(".qr")).to_have_count(0)
    expect(watcher.locator("#link")).to_have_text("Reconnecting")
    dialog.get_by_role("button", name="Share with this network").click()
    expect(dialog.locator(".qr").first).to_be_visible()
    expect(watcher.locator("#link")).to_have_text("Live")
    complaints[:] = [said for said in complaints if "ERR_CONNECTION" not in said]
    assert complaints == []


@pytest.mark.slow
def test_keys_pressed_in_the_dialog_are_no_keys_of_the_board(shared, open_page):
    page = open_page(shared.page_url)
    title = page.locator("#menu .chosen").text_content()
    page.locator("#share-open").click()
    page.locator("#share .qr").first.wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#share")).not_to_be_visible()
    expect(page.locator("#menu .chosen")).to_have_text(title)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#menu .chosen")).not_to_have_text(title)


@pytest.mark.slow
def test_a_phone_that_read_the_code_of_the_players_presses_keys(shared, open_page):
    phone = open_page(
        f"http://{NETWORK}:{shared.port}/#{shared.token}", viewport={"width": 390, "height": 844}
    )
    here = open_page(shared.page_url)
    title = here.locator("#menu .chosen").text_content()
    phone.locator("#key-RIGHT").click()
    expect(here.locator("#menu .chosen")).not_to_have_text(title)


@pytest.mark.slow
def test_late_pages_say_so_and_the_players_page_is_not_late(start, open_page, complaints):
    program = start("--delay", "2")
    watcher = open_page(f"http://127.0.0.1:{program.port}/")
    page = open_page(program.page_url)
    expect(watcher.locator("#delayed")).to_have_text("2 s behind the table")
    expect(page.locator("#delayed")).to_have_text("Watchers: 2 s behind the table")
    expect(watcher.locator("#menu .chosen")).to_be_visible(timeout=10000)
    title = watcher.locator("#menu .chosen").text_content()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#menu .chosen")).not_to_have_text(title)
    expect(watcher.locator("#menu .chosen")).to_have_text(title)
    expect(watcher.locator("#menu .chosen")).not_to_have_text(title)
    assert complaints == []


def test_pages_that_are_not_late_have_no_label(start_menu):
    expect(start_menu.locator("#link")).to_have_text("Live")
    expect(start_menu.locator("#delayed")).not_to_be_visible()


@pytest.mark.slow
def test_the_page_of_a_real_board_shares_too_but_offers_no_keys(start, open_page, tmp_path):
    end = tmp_path / "tty"
    board = Plugged()
    board.plug(PtyEnd(end))
    words = ("watch", "--port", end, *WORDS[1:], "--share-address", NETWORK)
    try:
        with running(*words) as program:
            page = open_page(program.board().page_url)
            expect(page.locator("#watching")).to_be_visible()
            page.locator("#share-open").click()
            expect(page.locator("#share .address")).to_have_count(1)
            assert program.token not in page.locator("#share").text_content()
    finally:
        board.close()


@pytest.mark.slow
def test_the_players_page_has_its_chance_to_win_at_once_although_watchers_are_late(
    start, open_page
):
    program = start("--delay", "3600")
    program.keys("ENTER ENTER ENTER ENTER ENTER ENTER 5 S 6 H")
    page = open_page(program.page_url)
    page.locator(".extras summary").click()
    page.get_by_label("Chance to win").check()
    expect(page.locator("#chance")).to_be_visible()


@pytest.mark.slow
def test_the_players_of_the_command_are_named_in_every_view(start, open_tab):
    program = start("--players", "Ann, Ben")
    program.keys("ENTER ENTER ENTER ENTER ENTER ENTER 5 S 6 H")
    program.view(until=lambda view: view["length"] >= 2)
    for path in ("", "?view=tv", "?view=overlay"):
        page = open_tab(f"http://127.0.0.1:{program.port}/{path}")
        for name in ("Ann", "Ben"):
            expect(page.locator("body")).to_contain_text(name)
    url = f"http://127.0.0.1:{program.port}/game.txt"
    with urllib.request.urlopen(url) as answer:
        assert b'[Players "Ann, Ben"]' in answer.read()

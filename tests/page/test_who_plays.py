"""Who plays: asked at the start of a game, one tap for each name that was used before."""

import pytest
from playwright.sync_api import expect

from tests.host.program import running
from tests.page.conftest import PROGRAM, leave_game
from tests.page.test_accessibility import violations
from tests.page.test_history import imported
from tests.page.test_names import send_name
from tests.page.views import boxes

__all__ = ("imported",)  # a fixture

TRADITIONAL = "ENTER ENTER 2 ENTER"
FOUR_HANDED = "RIGHT RIGHT ENTER ENTER 2 ENTER"


@pytest.fixture(scope="module")
def remembering(imported, tmp_path_factory):
    """A real program that remembers Ann, Ben, Grace and Henry."""
    game = tmp_path_factory.mktemp("program") / "game.journal"
    with running(*PROGRAM, "--history", imported, "--no-history", "--game", game) as one:
        yield one.board()


@pytest.fixture
def board(remembering):
    """This program at its first menu, with sides that have no names."""
    board = remembering
    leave_game(board)
    board.view(until=lambda view: view["menu"] and view["menu"]["at"] == 0)
    for side in (0, 1):
        assert send_name(board, board.token, {"side": side, "name": ""}) == 204
    return board


def begin(board, keys=TRADITIONAL):
    for word in keys.split():
        board.keys(word)


@pytest.mark.slow
def test_one_tap_for_each_remembered_name(board, open_page, complaints):
    page = open_page(board.page_url)
    begin(board)
    who = page.locator("#who")
    expect(who.locator(".who-side")).to_have_text("Blue")
    who.get_by_role("button", name="Grace").click()
    expect(who.locator(".who-side")).to_have_text("Orange")
    expect(who.get_by_role("button", name="Grace")).to_have_count(0)
    who.get_by_role("button", name="Ann").click()
    expect(page.locator("#scores .name")).to_have_text(["Grace", "Ann"])
    expect(who).to_be_hidden()
    assert complaints == []


@pytest.mark.slow
def test_nobody_is_asked_again_who_said_not_now(board, open_page):
    page = open_page(board.page_url)
    begin(board)
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#who")).to_be_hidden()
    begin(board, "5 D")
    expect(page.locator("#prompt")).to_contain_text("lead a card")
    expect(page.locator("#who")).to_be_hidden()


@pytest.mark.slow
def test_somebody_else_is_entered_and_remembered_names_fill_the_fields(board, open_page):
    page = open_page(board.page_url)
    begin(board)
    page.get_by_role("button", name="Somebody else").click()
    names = page.locator("#names")
    names.get_by_label("Orange").fill("Zoë")
    names.get_by_role("button", name="Ben").click()
    names.get_by_role("button", name="Save").click()
    expect(page.locator("#scores .name")).to_have_text(["Ben", "Zoë"])


@pytest.mark.slow
def test_partners_are_two_taps_for_a_side(board, open_page):
    page = open_page(board.page_url)
    begin(board, FOUR_HANDED)
    who = page.locator("#who")
    for name in ("Ann", "Ben", "Grace", "Henry"):
        who.get_by_role("button", name=name).click()
    expect(page.locator("#scores .name")).to_have_text(["Ann and Ben", "Grace and Henry"])


@pytest.mark.slow
def test_players_of_the_command_line_are_not_asked(imported, tmp_path, open_page):
    files = ("--history", imported, "--game", tmp_path / "game.journal")
    with running(*PROGRAM, *files, "--players", "Ann, Ben") as one:
        board = one.board()
        page = open_page(board.page_url)
        begin(board)
        expect(page.locator("#scores .name")).to_have_text(["Ann", "Ben"])
        expect(page.locator("#who")).to_be_hidden()


@pytest.mark.slow
def test_a_watcher_is_not_asked(board, open_page):
    page = open_page(board.page_url.partition("#")[0])
    begin(board)
    expect(page.locator("#prompt")).to_contain_text("Then cut the deck")
    expect(page.locator("#who")).to_be_hidden()


@pytest.mark.slow
def test_fingers_can_tap_and_axe_finds_nothing(board, open_page):
    page = open_page(board.page_url, viewport={"width": 390, "height": 844}, has_touch=True)
    begin(board)
    expect(page.locator("#who")).to_be_visible()
    for box in boxes(page.locator("#who button")):
        assert min(box["width"], box["height"]) >= 56
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []

"""The games of the static site: kept in the browser, listed, shown, counted, taken elsewhere."""

import contextlib
import json

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from engine_core.count.cards import cards
from host.analysis.player import ThrowView
from host.cli.main import main
from host.history import practice
from host.history.games_file import GamesFile
from host.history.practice_results import Result
from host.history.store import History
from tests.cases import exhaustive, slow
from tests.conformance.support.keying import SCOREBOARD_KEYS
from tests.page.keystrokes import press
from tests.page.record_play import RECORDS
from tests.page.tabs import MEDIA, PATIENCE, UNPAINTED, VIEWPORT, listen
from tests.page.test_accessibility import COLOURS, violations
from tests.page.test_deal import score
from tests.page.test_game_link import GAMES, HOSTILE, link
from tests.page.test_site import PHONE, open_board, wait_stored
from tests.page.views import boxes
from tests.page_server import wait_until

WORKER = "games_worker.bundle.js"
NO_DATABASE = "Object.defineProperty(self, 'indexedDB', { value: null });"
NO_ROOM = "IDBObjectStore.prototype.put = () => { throw new Error('no room is left'); };"
LONG = 20_000  # ms; the program starts in its worker, and reads its tables
FILES = [RECORDS / name for name in ("traditional.txt", "skunk.txt", "three-handed.txt")]


def add(page, *files):
    """Add files to the games of the list of `page`, one after the other."""
    for file in files:
        before = page.locator("tbody tr").count()
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator("tbody tr")).to_have_count(before + 1, timeout=LONG)


def listed(context, site):
    page = context.new_page()
    page.goto(f"{site.url}history.html")
    expect(page.get_by_label("Add games from a file")).to_be_visible(timeout=LONG)
    return page


@pytest.fixture(scope="module")
def keeper(browser, published, pages_complaints):
    """A browser that has the games of FILES, which no test changes."""
    context = browser.new_context(viewport=VIEWPORT, **MEDIA)
    context.set_default_timeout(PATIENCE)
    context.on("page", lambda page: listen(page, pages_complaints))
    page = listed(context, published)
    add(page, *FILES)
    page.close()
    yield context
    context.close()


@pytest.fixture
def filled(keeper, published, complaints):
    """The list of these games."""
    page = listed(keeper, published)
    yield page
    page.close()


def win_scoreboard(page):
    press(page, SCOREBOARD_KEYS)
    for points in [*range(10, 121, 10), 121]:
        press(page, "S T ENTER")
        expect(score(page, "Blue")).to_have_text(str(points))
    expect(page.locator("#ending")).to_contain_text("wins")


@pytest.mark.slow
def test_a_finished_game_is_in_the_list_with_its_names_and_time_and_has_its_pages(
    site, browse, complaints
):
    context = browse()
    board = open_board(context, site.url)
    win_scoreboard(board)
    board.locator("#names-open").click()
    board.locator("#names").get_by_label("Blue").fill("Ann")
    board.keyboard.press("Enter")
    expect(board.locator("#scores")).to_contain_text("Ann")
    page = listed(context, site)
    expect(page.locator("tbody tr")).to_have_count(1)
    day = page.evaluate("new Date().toLocaleDateString('en-CA')")
    expect(page.locator("tbody tr")).to_contain_text(day)
    expect(page.locator("tbody tr")).to_contain_text("Ann won by 121")
    page.get_by_role("link", name="Game 1").click()
    expect(page.locator(".curve").first).to_be_visible(timeout=LONG)
    page.get_by_role("link", name="Players").click()
    expect(page.locator("tbody tr", has_text="Ann")).to_be_visible(timeout=LONG)
    assert complaints == []


@pytest.mark.slow
def test_a_finished_game_stays_in_the_list_once(site, browse, complaints):
    context = browse()
    board = open_board(context, site.url)
    win_scoreboard(board)
    page = listed(context, site)
    expect(page.locator("tbody tr")).to_have_count(1)
    page.reload()
    expect(page.locator("tbody tr")).to_have_count(1, timeout=LONG)
    board.reload()
    expect(board.locator("#ending")).to_contain_text("wins")
    page.reload()
    expect(page.locator("tbody tr")).to_have_count(1, timeout=LONG)
    assert complaints == []


@pytest.mark.slow
def test_an_end_that_is_taken_back_is_replaced_by_the_next_one(site, browse):
    context = browse()
    board = open_board(context, site.url)
    win_scoreboard(board)
    page = listed(context, site)
    expect(page.locator("tbody tr")).to_contain_text("121 : 0")
    press(board, "UNDO H 9 ENTER S T ENTER")
    expect(board.locator("#ending")).to_contain_text("wins")

    def replaced():
        page.reload()
        return "121 : 9" in page.locator("tbody tr").inner_text(timeout=LONG)  # of the only one

    wait_until(replaced, LONG / 1000)


@pytest.mark.slow
def test_the_end_of_a_game_has_its_curve_and_its_link(site, browse, complaints):
    context = browse()
    board = open_board(context, site.url)
    win_scoreboard(board)
    expect(board.locator("#ending svg").first).to_be_visible(timeout=LONG)
    board.locator("#ending .link-part summary").click()
    found = board.locator("#ending .link-part input").input_value()
    assert found.startswith(f"{site.url}#game=")
    page = context.new_page()
    page.goto(found)
    expect(page.locator(".ending .won")).to_have_text("Blue wins", timeout=LONG)
    assert complaints == []


@pytest.mark.parametrize("name", [*slow(GAMES[0]), *exhaustive(*GAMES[1:])])
def test_the_link_of_a_game_is_shown_without_a_server(site, browse, complaints, name):
    page = browse().new_page()
    page.goto(f"{site.url}{link(name, ())}")
    expect(page.locator(".deals tbody tr").first).to_be_visible(timeout=LONG)
    expect(page.locator(".ending h2")).to_be_visible()
    assert page.locator(".lit .cores circle").count() > 100
    assert complaints == []


@pytest.mark.slow
def test_the_game_of_a_link_is_kept_only_when_that_is_asked(site, browse, complaints):
    context = browse()
    page = context.new_page()
    page.goto(f"{site.url}{link(names=(HOSTILE, 'Ben'))}")
    expect(page.locator(".ending .won")).to_contain_text("<img", timeout=LONG)
    assert page.locator("img").count() == 0
    games = listed(context, site)
    expect(games.locator("main")).to_contain_text("No game has been seen yet")
    keep = page.get_by_role("button", name="Keep in my games")
    keep.click()
    expect(page.locator("main")).to_contain_text("Kept as game 1")
    keep.click()
    expect(page.locator("main")).to_contain_text("Already here as game 1")
    games.reload()
    expect(games.locator("tbody tr")).to_have_count(1, timeout=LONG)
    expect(games.locator("tbody tr")).to_contain_text(HOSTILE)
    assert complaints == []


WRONG_LINKS = {
    "#game=": "This link has no game",
    link()[:-5]: "A part of this link is missing or changed: copy the whole link",
    "#game=%3Cimg%3E": "This is not a link of a game",
    link() + "A" * 100_000: "This is longer than a link of a game",
}


@pytest.mark.slow
def test_a_wrong_link_says_what_is_wrong(site, browse):
    page = browse().new_page()
    for said, why in WRONG_LINKS.items():
        page.goto("about:blank")  # or a part after # alone would leave the page as it is
        page.goto(f"{site.url}{said}")
        expect(page.locator("main")).to_contain_text(why, timeout=LONG)


@pytest.mark.slow
def test_a_game_has_its_curves_its_deals_and_its_chances(filled, complaints):
    page = filled
    page.locator("tbody tr", has_text="Grace").get_by_role("link", name="Game").click()
    expect(page.locator(".curve")).to_have_count(2, timeout=LONG)
    expect(page.get_by_role("heading", name="Against an average player")).to_be_visible()
    expect(page.locator(".lit .cores circle").first).to_be_attached()
    page.get_by_label("One entry back").click()
    expect(page.locator(".moment .scores")).to_contain_text("Grace")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Text record").click()
    assert '[Players "Grace, Henry"]' in saved.value.path().read_text(encoding="utf-8")
    assert complaints == []


@pytest.mark.slow
def test_players_have_their_figures_and_are_compared(filled, complaints):
    page = filled
    page.get_by_role("link", name="Players").click()
    expect(page.locator("tbody tr", has_text="Ann").first).to_be_visible(timeout=LONG)
    page.get_by_role("link", name="Grace").click()
    rows = page.locator("h2:text('Averages of a deal') + div tbody tr")
    expect(rows.nth(1).locator("td")).to_have_text(
        ["Average player, dealer", "3.19", "8.00", "4.79", ""], timeout=LONG
    )
    page.get_by_role("link", name="Head to head").click()
    expect(page.locator("h1")).to_have_text("Grace against Henry", timeout=LONG)
    won = page.locator("main table").first.locator("tr", has_text="Won")
    expect(won.locator("td")).to_have_text(["Won", "1", "0"])
    assert complaints == []


@pytest.mark.slow
def test_the_file_of_all_games_is_merged_by_a_laptop_and_comes_back(
    filled, browse, site, tmp_path
):
    page = filled
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all games as a file").click()
    assert saved.value.suggested_filename.startswith("pegboard-games-")
    file = tmp_path / "games.json"
    saved.value.save_as(file)
    path = tmp_path / "history.sqlite"
    for command in ("merge", "import"):
        done = CliRunner().invoke(main, [command, str(file), "--history", str(path)])
        assert done.exit_code == 0
    with contextlib.closing(GamesFile(path)) as kept:
        assert len(kept.games()) == len(FILES)
    six = tuple(cards("5H JC 2C 9D KS KD"))
    result = Result(1e9, "random", ThrowView(1, six, (40, 50), 121), six[2:4], 1.5, 2.25)
    with contextlib.closing(History(path)) as history:
        practice.keep(history, result)
    made = CliRunner().invoke(
        main, ["export", "--all", "--format", "json", "--history", str(path)]
    )
    file.write_text(made.stdout, encoding="utf-8")
    other = listed(browse(), site)
    other.locator("input[type=file]").set_input_files(file)
    expect(other.locator("[role=status]")).to_contain_text("3 games added", timeout=LONG)
    expect(other.locator("[role=status]")).to_contain_text("1 result of practice added.")
    expect(other.locator("tbody tr")).to_have_count(3, timeout=LONG)
    with other.expect_download() as saved:
        other.get_by_role("button", name="Save all games as a file").click()
    saved.value.save_as(file)
    third = tmp_path / "third.sqlite"
    assert CliRunner().invoke(main, ["merge", str(file), "--history", str(third)]).exit_code == 0
    with contextlib.closing(GamesFile(third)) as kept:
        assert practice.results(kept) == [result]
    other.locator("input[type=file]").set_input_files(file)
    expect(other.locator("section [role=status]")).to_contain_text(
        "3 games here already", timeout=LONG
    )


WRONG = {
    "nonsense": "Line 1",
    '[{"entries": ': "not complete",
    json.dumps([{}, {"entries": [{"entry": "ZZ"}]}]): "2 games refused. Game 1: ",
    "[]": "has no games",
    "x" * (1 << 21): "too large",
    json.dumps([{}] * 10_001): "may have 10000 games",
}


@pytest.mark.slow
def test_a_wrong_file_changes_nothing_and_says_why(site, browse, complaints, tmp_path):
    page = listed(browse(), site)
    file = tmp_path / "games.json"
    for text, why in WRONG.items():
        file.write_text(text, encoding="utf-8")
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator("section [role=status]")).to_contain_text(why, timeout=LONG)
    page.reload()
    expect(page.locator("main")).to_contain_text("No game has been seen yet", timeout=LONG)
    assert complaints == []


@pytest.mark.slow
def test_the_games_are_there_without_a_network(site, browse, complaints):
    context = browse()
    board = open_board(context, site.url)
    wait_stored(board)
    context.set_offline(True)
    page = listed(context, site)
    add(page, FILES[0])
    page.get_by_role("link", name="Game 1").click()
    expect(page.locator(".curve")).to_have_count(2, timeout=LONG)
    assert complaints == []


@pytest.mark.slow
def test_the_chance_to_win_and_the_figures_stand_beside_the_board(site, browse, complaints):
    page = open_board(browse(service_workers="block"), site.url)  # which would store all files
    asked = len(site.asked)
    press(page, "ENTER ENTER 2 ENTER 5D 4H 4C")
    assert not [path for path in site.asked[asked:] if "tables" in path or "games" in path]
    page.locator(".extras summary").click()
    page.get_by_role("checkbox", name="Chance to win").check()
    expect(page.locator("#chance")).to_contain_text("%", timeout=LONG)
    before = page.locator("#chance").text_content()
    page.get_by_role("checkbox", name="Figures of the game").check()
    expect(page.locator("#figures")).to_contain_text("To win", timeout=LONG)
    page.keyboard.press("Escape")
    press(page, "4S")
    expect(page.locator("#chance")).not_to_have_text(before, timeout=LONG)
    assert complaints == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "why"), [(NO_DATABASE, "keeps no games for this page"), (NO_ROOM, "no room is left")]
)
def test_a_browser_that_stores_no_games_says_so_and_shows_links(site, browse, fault, why):
    site.files[WORKER] = fault.encode() + site.files[WORKER]
    context = browse()
    page = listed(context, site)
    page.locator("input[type=file]").set_input_files(FILES[0])
    expect(page.locator("section [role=status]")).to_contain_text(why, timeout=LONG)
    page.reload()
    expect(page.locator("main")).to_contain_text("No game has been seen yet", timeout=LONG)
    page = context.new_page()
    page.goto(f"{site.url}{link()}")
    expect(page.locator(".ending .won")).to_have_text("Ann wins", timeout=LONG)


@pytest.mark.slow
def test_two_tabs_keep_their_games_together(site, browse):
    context = browse()
    one, other = listed(context, site), listed(context, site)
    add(one, FILES[0])
    add_second = other.locator("input[type=file]")
    add_second.set_input_files(FILES[1])
    expect(other.locator("tbody tr")).to_have_count(2, timeout=LONG)


@pytest.mark.slow
def test_the_pages_fit_on_a_phone_and_axe_finds_nothing(site, browse):
    context = browse(**PHONE)
    context.add_init_script(UNPAINTED)
    page = listed(context, site)
    add(page, *FILES)
    for query in ("", "?game=2", "?players=1", "?player=Ann"):
        if query:
            page.goto(f"{site.url}history.html{query}")
        page.locator("main table, main .tiles").first.wait_for(timeout=LONG)
        if "game" in query:
            expect(page.locator(".curve")).to_have_count(2, timeout=LONG)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for box in boxes(page.locator("header a, main a, main button, main select, main input")):
            assert min(box["width"], box["height"]) >= 44
        page.emulate_media(color_scheme="light")
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, COLOURS) == []

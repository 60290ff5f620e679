"""The page of throws to practise, in a browser, of the real program."""

import contextlib

import pytest
from playwright.sync_api import expect

from engine_core.state.entries import pack
from host.analysis.player import EASY, STEADY, Player
from host.history.games_file import GamesFile
from host.history.practice import own_throws, results
from host.history.practice_results import OWN
from host.history.store import History, NewGame
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand
from tests.host.program import running
from tests.page.test_accessibility import violations

# The host's tests of practice and of its routes run each time.
pytestmark = pytest.mark.slow

WORDS = ("--virtual", "--no-browser", "--page-port", "0")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("practice")
    path = folder / "history.sqlite"
    entries = played([Player(EASY), Player(STEADY)], Rand(9), 0, 61)
    with contextlib.closing(History(path)) as history:
        history.add(NewGame(tuple(map(pack, entries)), (), names=("Ann", "Ben")), 1e9)
    with running(*WORDS, "--history", path, "--game", folder / "game.journal") as one:
        yield one.board(), path


@pytest.fixture
def visit(open_tab, program):
    def open_it(token="", **options):
        address = f"http://127.0.0.1:{program[0].port}/?view=practice"
        return open_tab(address + (f"#{token}" if token else ""), **options)

    return open_it


def throw(page, first=0, second=1):
    for n in (first, second):
        page.locator("button.choice").nth(n).click()
    page.get_by_role("button", name="Throw these two").click()


def test_a_throw_of_the_day_is_judged_and_kept(program, visit, complaints):
    board, path = program
    page = visit(board.token)
    expect(page.locator("h1")).to_have_text("The throw of the day")
    expect(page.locator("button.choice")).to_have_count(6)
    expect(page.get_by_role("button", name="Throw these two")).to_be_disabled()
    throw(page)
    expect(page.locator(".said")).to_contain_text("best")
    expect(page.locator("tbody tr")).to_have_count(15)
    expect(page.locator("tr.now")).to_have_count(1)
    expect(page.get_by_text("By experts’ tables")).to_be_visible()
    expect(page.get_by_text("throws 1 to 1: ")).to_be_visible()
    with contextlib.closing(GamesFile(path)) as kept:
        (one,) = results(kept)
    assert len(one.kind) == len("2026-11-23") and len(one.thrown) == 2
    assert complaints == []


def test_there_is_always_another_throw(visit):
    page = visit()
    hands = set()
    for _ in range(3):
        page.get_by_role("button", name="Another throw").click()
        expect(page.locator("h1")).to_have_text("Practice")
        hands.add(page.locator(".choices").text_content())
        page.wait_for_timeout(100)
    assert len(hands) > 1


def test_what_was_asked_for_last_is_shown(visit):
    page = visit()
    held = []
    page.route("**/practice.json?seed=", lambda route: held.append(route.continue_))
    with page.expect_request("**/practice.json?seed="):
        page.get_by_role("button", name="Another throw").click()
    with page.expect_response("**/practice.json?day="):
        page.get_by_role("button", name="Throw of the day").click()
    with page.expect_response("**/practice.json?seed="):
        held[0]()
    page.wait_for_timeout(200)
    expect(page.locator("h1")).to_have_text("The throw of the day")


def test_a_page_without_the_token_keeps_nothing(program, visit, complaints):
    page = visit()
    with contextlib.closing(GamesFile(program[1])) as kept:
        before = len(results(kept))
    throw(page, 2, 3)
    expect(page.locator("tbody tr")).to_have_count(15)
    expect(page.get_by_text("Your throws so far")).to_have_count(0)
    with contextlib.closing(GamesFile(program[1])) as kept:
        assert len(results(kept)) == before
    statuses = page.evaluate(
        """async () => [
          (await fetch("/practice/trend.json")).status,
          (await fetch("/practice", {
            method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ seed: "a", throw: "5H JC" }),
          })).status,
        ]"""
    )
    assert statuses == [403, 403]


@pytest.mark.parametrize(
    "query", ["seed=a", "seed=a&throw=5H", "seed=a&throw=zz+5H", "throw=5H+JC"]
)
def test_what_is_no_throw_is_refused(program, visit, query):
    page = visit()
    status = page.evaluate(f"fetch('/practice/verdict.json?{query}').then((one) => one.status)")
    assert status == 422


def test_practice_fits_on_a_phone_and_axe_finds_nothing(visit):
    page = visit(viewport={"width": 360, "height": 740})
    throw(page)
    expect(page.locator("tbody tr")).to_have_count(15)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_the_whole_table_of_throws(visit, width):
    page = visit(viewport={"width": width, "height": 844}, has_touch=True)
    throw(page)
    expect(page.locator("tbody tr")).to_have_count(15)
    assert page.locator(".throws").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_cards_stay_readable_after_the_throw(visit):
    page = visit()
    assert page.locator(".choice .card").first.bounding_box()["height"] >= 80
    throw(page)
    expect(page.locator("tbody tr")).to_have_count(15)
    assert page.locator(".choice").first.evaluate("one => getComputedStyle(one).opacity") == "1"


def play_on(page):
    """Lay the first card that fits, or say go, until the play is over."""
    over = page.get_by_text("The play is over")
    for _ in range(12):
        ready = page.locator(".play-four button:enabled").first
        expect(ready).to_be_visible()
        if over.count():
            return
        before = page.locator(".told li").count()
        ready.click()
        page.wait_for_function(
            "before => document.querySelectorAll('.told li').length > before"
            " && document.querySelector('.play-four button:enabled')",
            arg=before,
        )
    raise AssertionError("the play does not end")


def test_the_four_cards_are_played_against_the_program(visit, complaints):
    page = visit(viewport={"width": 360, "height": 740})
    throw(page)
    page.get_by_role("button", name="Play these four cards").click()
    expect(page.get_by_text("The starter: ")).to_be_visible()
    assert violations(page) == []
    play_on(page)
    expect(page.locator(".told li .card")).to_have_count(8)
    expect(page.locator(".told .own .card")).to_have_count(4)
    expect(page.get_by_text("Your opponent kept ")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Play them again").click()
    expect(page.get_by_text("Your opponent kept ")).to_have_count(0)
    assert complaints == []


def test_own_throws_are_practised_until_none_is_due(program, visit, complaints):
    board, path = program
    with contextlib.closing(GamesFile(path)) as kept:
        costly = own_throws(kept, kept.games(), "Ann")
    assert costly
    page = visit(board.token)
    page.get_by_role("button", name="From your own games").click()
    page.get_by_role("button", name="Ann", exact=True).click()
    for n, one in enumerate(costly):
        expect(page.locator("h1")).to_have_text(f"Throws of Ann: game 1, deal {one.deal}")
        throw(page)
        expect(page.locator("tbody tr")).to_have_count(15)
        expect(page.get_by_text("Your throws so far")).to_be_visible()
        following = page.get_by_role("button", name="due")
        if n < len(costly) - 1:
            following.click()
        else:
            expect(following).to_have_count(0)
    with contextlib.closing(GamesFile(path)) as kept:
        done = [one for one in results(kept) if one.kind == OWN]
    assert [one.view.hand for one in done] == [one.view.hand for one in costly]
    page.get_by_role("button", name="From your own games").click()
    page.get_by_role("button", name="Ann", exact=True).click()
    text = f"No throw of Ann's is due now: {len(costly)} will come again later."
    expect(page.get_by_text(text)).to_be_visible()
    assert complaints == []


def statuses(page, addresses, token=""):
    """Return what the program answers to each address."""
    script = """([addresses, headers]) => Promise.all(
      addresses.map(async (one) => (await fetch(one, { headers })).status))"""
    return page.evaluate(script, [addresses, {"X-Pegboard-Token": token} if token else {}])


def test_own_throws_need_the_token(visit):
    page = visit()
    expect(page.get_by_role("button", name="From your own games")).to_have_count(0)
    own = "seed=own 1 1 0"
    verdict = f"/practice/verdict.json?{own}&throw=5H JC"
    asked = ["/practice/own.json?name=Ann", f"/practice.json?{own}", verdict]
    assert statuses(page, asked) == [403, 403, 403]


@pytest.mark.parametrize(
    "query",
    [
        "deal=a&laid=",
        "seed=2026-11-23&throw=3D 6H&laid=7S",
        "seed=2026-11-23&throw=3D 6H&deal=a&laid=nonsense",
        "seed=2026-11-23&throw=3D 6H&deal=a&laid=3D",
        "seed=2026-11-23&throw=3D 6H&deal=a&laid=go",
        "seed=2026-11-23&throw=3D 6H&deal=a&laid=6D 6D",
    ],
)
def test_what_is_no_play_is_refused(visit, query):
    page = visit()
    assert statuses(page, [f"/practice/play.json?{query}"]) == [422]


def test_an_own_throw_that_is_none_is_not_found(program, visit):
    token = program[0].token
    asked = [f"/practice.json?seed={seed}" for seed in ("own 99 1 0", "own 1 99 0", "own 1 1 1")]
    assert statuses(visit(token), asked, token) == [404, 404, 200]

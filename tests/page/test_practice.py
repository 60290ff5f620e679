"""The page of throws to practise, in a browser, of the real program."""

import contextlib

import pytest
from playwright.sync_api import expect

from host.history.games_file import GamesFile
from host.history.practice import results
from tests.host.program import running
from tests.page.test_accessibility import violations

WORDS = ("--virtual", "--no-browser", "--page-port", "0")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("practice")
    path = folder / "history.sqlite"
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

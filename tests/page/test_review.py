"""The page of a game's review, in a browser, of the real program."""

import pypdfium2
import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from engine_core.records import record
from host.analysis.player import EASY, STEADY, Player
from host.cli.main import main
from tests.analysis.played_games import played
from tests.cases import slow
from tests.conformance.support.kit import Rand
from tests.host.program import running
from tests.page.record_play import RECORDS
from tests.page.test_accessibility import violations
from tests.page.views import boxes

WORDS = ("--virtual", "--no-browser", "--page-port", "0")
COMPUTED_MS = 30_000  # on a busy machine
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SMALL_PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
# The height in pixels of the smallest letters beside a curve.
LETTERS = """all => Math.min(...all.map((one) => {
  return one.getScreenCTM().a * parseFloat(getComputedStyle(one).fontSize);
}))"""
READ = 7.5  # pixels


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The real program with the games 1 (cribs by owner), 2 (owners not known), 3 (of three)."""
    folder = tmp_path_factory.mktemp("review")
    entries = played([Player(EASY), Player(STEADY)], Rand(9), 0, 61)
    tags = [*record.start_tags(entries[0]), ("Players", "Ann, Ben")]
    own = folder / "own.txt"
    own.write_text(record.write(record.Record(tags, entries, [])), encoding="utf-8")
    files = [str(own), *(str(RECORDS / f"{name}.txt") for name in ("traditional", "three-handed"))]
    path = folder / "history.sqlite"
    assert CliRunner().invoke(main, ["import", *files, "--history", str(path)]).exit_code == 0
    with running(*WORDS, "--history", path, "--game", folder / "game.journal") as one:
        yield one.board()


@pytest.fixture
def visit(open_tab, program):
    def open_it(number, **options):
        page = open_tab(f"http://127.0.0.1:{program.port}/?view=review&game={number}", **options)
        expect(page.locator("progress")).to_have_count(0, timeout=COMPUTED_MS)
        return page

    return open_it


@pytest.mark.slow
def test_the_page_of_a_game_leads_to_its_review(program, open_tab):
    page = open_tab(f"http://127.0.0.1:{program.port}/?view=history&game=1")
    expect(page.get_by_role("link", name="Review")).to_have_attribute(
        "href", "/?view=review&game=1"
    )


@pytest.mark.slow
def test_a_review_has_first_lines_a_curve_and_decisions_to_try(visit, complaints):
    page = visit(1)
    expect(page.locator(".first")).to_have_count(2)
    expect(page.locator(".first").first).to_contain_text("Ann")
    assert "chance to win" in page.locator("svg.curve").get_attribute("aria-label")
    assert page.locator(".luck").all_text_contents()[0].startswith("Ann's ")
    assert page.locator(".again").count() >= 1
    assert complaints == []


@pytest.mark.parametrize("size", slow("Letter", "A4"))
def test_a_review_is_printed_on_one_page(visit, size):
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    printed = visit(1).pdf(format=size, margin=margin)
    assert len(pypdfium2.PdfDocument(printed)) == 1


@pytest.mark.slow
def test_a_decision_can_be_tried_again(visit):
    page = visit(1)
    again = page.locator(".again", has=page.locator("button.choice")).first
    buttons = again.locator("button.choice:enabled")
    take = 2 if "throw" in again.locator("h3").text_content() else 1
    said = set()
    for first in range(buttons.count()):
        for then in range(first + 1, buttons.count()) if take == 2 else [first]:
            for at in {first, then}:
                buttons.nth(at).click()
            said.add(again.locator(".said").text_content())
            for at in {first, then}:
                buttons.nth(at).click()
    assert any("the best" in text and "less" not in text for text in said)
    assert any(text.startswith("As in the game: ") for text in said)
    assert any("less than the best" in text for text in said)
    expect(again.locator(".answer p").first).to_be_hidden()
    again.get_by_text("Show it").click()
    expect(again.locator(".answer p").first).to_be_visible()


@pytest.mark.slow
def test_what_is_not_known_is_said(visit):
    page = visit(2)
    expect(page.locator("main")).to_contain_text("Throws: not known in any deal")
    expect(page.locator("main")).to_contain_text("pegboard owners 2")


@pytest.mark.slow
def test_what_is_not_reviewed_is_said(visit):
    expect(visit(3).locator("main")).to_contain_text(
        "Plays are not reviewed in a game of three players"
    )
    expect(visit(99).locator("main")).to_contain_text("there is no such game")


@pytest.mark.slow
def test_a_review_fits_on_a_phone_and_axe_finds_nothing(visit):
    page = visit(1, viewport={"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []


@pytest.mark.slow
def test_a_game_from_a_link_is_reviewed(program, open_tab):
    address = f"http://127.0.0.1:{program.port}"
    page = open_tab(f"{address}/?view=history&game=2")
    hash_ = page.evaluate("fetch('/history/2.json').then((a) => a.json()).then((a) => a.link)")
    page = open_tab(f"{address}/?view=history{hash_}")
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".first")).to_have_count(2, timeout=COMPUTED_MS)
    expect(page.locator("h1")).to_have_text("A game from a link: review")
    expect(page.get_by_text("pegboard owners")).to_have_count(0)


@pytest.mark.parametrize("options", slow(SMALL_PHONE, PHONE))
def test_a_hand_to_throw_from_is_one_row_of_cards_on_a_phone(visit, options):
    page = visit(1, **options)
    hands = page.locator(".choices:has(.choice:nth-child(6))")
    assert hands.count()
    for hand in hands.all():
        places = boxes(hand.locator(".choice"))
        assert len({place["y"] for place in places}) == 1
        last = places[-1]
        assert last["x"] + last["width"] <= options["viewport"]["width"] - 18
    assert min(place["height"] for place in boxes(page.locator("summary:visible"))) >= 56
    assert page.locator(".curve text").evaluate_all(LETTERS) >= READ

"""Real games on tablets and phones: nothing is cut off, covered by keys, or too small to read."""

import pytest
from playwright.sync_api import expect

from tests.page.record_play import RecordPlay
from tests.page.test_tablets import touched

pytestmark = pytest.mark.slow

LONG_NAMES = ["Maximilian Oberhauser", "Elizabeth Anne-Marie"]
LANDSCAPE = [(1024, 768), (1180, 820), (1366, 1024)]
UPRIGHT = [(768, 1024), (820, 1180), (1024, 1366)]
READ = 13  # pixels: the smallest letters of a name beside its cards
# The elements that the keys cover, or the edge of the panel or of the window cuts off.
COVERED = """all => {
  const keys = document.getElementById("pad").getBoundingClientRect();
  const panel = document.getElementById("panel");
  const { classList } = document.body;
  const isUpright = classList.contains("narrow") && !classList.contains("aside");
  const right = classList.contains("aside") ? keys.left : innerWidth;
  const ends = [isUpright ? keys.top : innerHeight];
  const isCut = getComputedStyle(panel).overflowY === "auto";
  if (isCut) ends.push(panel.getBoundingClientRect().bottom);
  const bottom = Math.min(...ends);
  return all.map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > bottom + 0.5 || box.right > right + 0.5 || box.top < 0)
    .map(([text]) => text);
}"""
# The tags that are cut off, or that lie on the score or on what was gained.
CUT_TAGS = """all => all.filter((tag) => {
  const { left, right, top, bottom } = tag.getBoundingClientRect();
  const { parentElement: tags } = tag;
  const isHidden = getComputedStyle(tags).overflow === "hidden";
  if (isHidden && right > tags.getBoundingClientRect().right) return true;
  return [...tag.closest(".side").querySelectorAll(".gained, .score")]
    .map((one) => one.getBoundingClientRect())
    .some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
}).map((tag) => tag.textContent)"""
LETTERS = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"


@pytest.fixture
def played(served, kept_page):
    """Return a function that opens a page of a size, with a game at its third card or its end."""

    def play(name, size, *, to_the_end=False):
        play = RecordPlay(served, name)
        if name == "traditional.txt":
            play.mirror.names[:2] = LONG_NAMES
        while not to_the_end and len(play.mirror.game.state.line()) < 3:
            play.enter()
        if to_the_end:
            play.enter(len(play.entries))
        play.show()
        page = kept_page(served.url, **touched(size))
        expect(page.locator(".won" if to_the_end else "#table .line .card.latest")).to_be_visible()
        return page

    return play


@pytest.mark.parametrize("size", [*LANDSCAPE, *UPRIGHT])
def test_tags_beside_a_long_name_are_whole(played, size):
    page = played("traditional.txt", size)
    expect(page.locator("#scores .tag.dealer")).to_be_visible()
    assert page.locator("#scores .tag:visible").evaluate_all(CUT_TAGS) == []


@pytest.mark.parametrize("size", LANDSCAPE)
def test_names_beside_the_cards_are_large_enough_to_read(played, size):
    page = played("traditional.txt", size)
    letters = page.locator("#table .owner .fits > span").evaluate_all(LETTERS)
    assert len(letters) == 2
    assert min(letters) >= READ


@pytest.mark.parametrize("size", UPRIGHT)
@pytest.mark.parametrize("name", ["six-handed.txt", "traditional.txt", "four-handed.txt"])
def test_keys_of_an_upright_tablet_cover_no_card(played, size, name):
    page = played(name, size)
    assert page.locator("#table .card, #scores .side").evaluate_all(COVERED) == []


@pytest.mark.parametrize(
    "name", ["six-handed.txt", "traditional.txt", "four-handed.txt", "five-handed.txt"]
)
def test_keys_of_the_narrowest_phone_cover_no_score(played, name):
    page = played(name, (320, 568))
    parts = "#scores .side, #scores .name, #scores .tag:visible, #scores .partners"
    assert page.locator(parts).evaluate_all(COVERED) == []
    assert page.locator("#scores .tag:visible").evaluate_all(CUT_TAGS) == []


@pytest.mark.parametrize("size", [(844, 390), (932, 430)])
@pytest.mark.parametrize("name", ["traditional.txt", "six-handed.txt"])
def test_a_phone_on_its_side_shows_whole_cards_of_the_count(played, size, name):
    page = played(name, size)
    parts = ".game-name, .wood, #table .line .card, #table .figure, #table .starter"
    assert page.locator(parts).evaluate_all(COVERED) == []


@pytest.mark.parametrize("size", [*LANDSCAPE, *UPRIGHT])
def test_what_is_said_at_the_end_on_a_tablet_is_not_cut_off(played, size):
    page = played("five-handed.txt", size, to_the_end=True)
    expect(page.locator("#then")).to_contain_text("ENTER for the next game.")
    assert page.locator(".ask").evaluate("ask => ask.scrollHeight <= ask.clientHeight")


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_the_end_of_a_game_of_five_is_no_wider_than_a_phone(played, size):
    page = played("five-handed.txt", size, to_the_end=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]

"""The view for a TV in a browser: its sizes, the count of each hand, and undone counts."""

from itertools import groupby

import pytest
from playwright.sync_api import expect

from host.mirror.view import view
from tests.cases import slow
from tests.page.record_play import RecordPlay
from tests.page.test_accessibility import violations
from tests.page.views import BETWEEN, boxes, game, side
from tests.page.views import view as table_view

# A screen of 15.6 inches is 345.4 mm wide.
SCREENS = [(1920, 1080), (1366, 768)]
WIDE_MM = 345.4
READ_MM = 9.0
CAPITALS = """element => {
  const style = getComputedStyle(element);
  const context = document.createElement("canvas").getContext("2d");
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return context.measureText("8H").actualBoundingBoxAscent;
}"""
# Waits until the page shows another moment than `before`. Returns it, whether all of it can be
# seen, and where its parts are.
MOMENT = """async (before) => {
  const moment = () => document.body.textContent;
  for (let frames = 0; moment() === before; frames += 1) {
    if (frames === 300) throw new Error("it shows nothing new");
    await new Promise(requestAnimationFrame);
  }
  const parts = document.querySelectorAll(".side .score, .side .name, #stage .card, #prompt");
  const boxes = [...parts].map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width || height)
    .map(({ left, top, right, bottom }) => [left, top, right, bottom]);
  return [moment(), document.documentElement.scrollHeight <= innerHeight, boxes];
}"""
# Timers are twenty times as fast, and every count that is shown is kept: title, items and total.
SEEN = """
const later = window.setTimeout;
window.setTimeout = (run, ms) => later(run, ms / 20);
window.seen = [];
const look = () => {
  const shown = document.querySelector(".shown");
  if (!shown) return;
  const [title, total] = ["h2", ".total"].map((part) => shown.querySelector(part).textContent);
  window.seen.push([title, shown.querySelectorAll("li.said").length, total]);
};
document.addEventListener("DOMContentLoaded", () =>
  new MutationObserver(look).observe(document.getElementById("stage"), { childList: true }));
"""
TIMERS = """() => {
  window.timers = [];
  window.setTimeout = (run, ms) => window.timers.push([run, ms]);
}"""
SPEECH = """() => {
  window.said = [];
  window.speechSynthesis.speak = (utterance) => window.said.push(utterance.text);
  window.speechSynthesis.cancel = () => { window.said = []; };
}"""


@pytest.fixture
def tv(served, open_tab):
    """Return a function that opens the TV's view on a screen of a size."""

    def open_it(size=SCREENS[0], query="", **more):
        viewport = dict(zip(("width", "height"), size, strict=True))
        return open_tab(f"{served.origin}/?view=tv{query}", viewport=viewport, **more)

    return open_it


def has_hand(game):
    return any(count["hand"] for count in game["counts"])


@pytest.fixture(scope="module")
def kept(tabs, running):
    """Return a function that shows no game, and gives the module's page of the TV's view on a
    screen of a size."""
    page = tabs.open(f"{running.origin}/?view=tv")

    def get(size):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        running.show(BETWEEN)
        expect(page.locator(".side, .shown")).to_have_count(0)
        return page

    yield get
    tabs.give_back(page)


@pytest.mark.parametrize("size", [SCREENS[1], *slow((SCREENS[0],))])
@pytest.mark.parametrize("name", ["four-handed.txt", *slow("traditional.txt", "noddy-claim.txt")])
def test_scores_cards_and_prompt_are_nine_millimetres_high(served, kept, size, name):
    page = kept(size)
    play = RecordPlay(served, name)
    shown = play.play_until(lambda game: len(game["line"]) > 1)
    expect(page.locator(".side")).to_have_count(len(shown["sides"]))
    expect(page.locator("#stage .card")).to_have_count(len(shown["line"]) + bool(shown["starter"]))
    for part in (".side .score", "#stage .card", "#prompt", "#stage .count b"):
        for height in page.locator(part).evaluate_all(f"all => all.map({CAPITALS})"):
            assert height / size[0] * WIDE_MM >= READ_MM, part


@pytest.mark.parametrize(
    ("width", "height"), [(1024, 768), *slow((1920, 1080), (1366, 768), (3840, 2160))]
)
@pytest.mark.parametrize("name", ["traditional.txt", "six-handed.txt", "battlefield-three.txt"])
def test_nothing_is_cut_off_at_any_moment_of_a_game(served, kept, width, height, name):
    page = kept((width, height))
    play = RecordPlay(served, name)
    play.play(3)
    page.locator(".side").first.wait_for()
    moment = page.evaluate(MOMENT, "")[0]
    for _ in range(0, 45, 5):
        play.enter(5)
        play.show()
        moment, whole, boxes = page.evaluate(MOMENT, moment)
        assert whole
        for left, _, right, bottom in boxes:
            assert left >= 0 and right <= width + 1 and bottom <= height + 1


def test_it_has_no_keys_and_sends_none(served, kept):
    page = kept(SCREENS[0])
    RecordPlay(served).play(6)
    page.locator(".side").first.wait_for()
    page.keyboard.type("5hgmu")
    page.keyboard.press("Enter")
    assert page.locator("[data-key]:not(.shown)").count() == 0
    assert served.pressed == []


@pytest.mark.slow
def test_each_count_of_a_hand_is_shown_by_itself_item_by_item(served, tv):
    play = RecordPlay(served)
    play.play(5)
    page = tv(script=SEEN)
    page.locator(".side").first.wait_for()
    game = play.play_until(has_hand)
    hands = [count for count in reversed(game["counts"]) if count["hand"]]
    assert len(hands) > 1
    last = "title => window.seen.at(-1)?.[0] === title && !document.querySelector('.shown')"
    page.wait_for_function(last, arg=hands[-1]["title"])
    wanted = []
    for count in hands:
        points = [item["points"] for item in count["items"]]
        totals = [sum(points[:said]) for said in range(len(points) + 1)]
        wanted += [[count["title"], said, str(total)] for said, total in enumerate(totals)]
        if totals[-1] != count["points"]:
            wanted.append([count["title"], len(points), str(count["points"])])
    assert [seen for seen, _ in groupby(page.evaluate("window.seen"))] == wanted


def test_a_count_that_is_taken_back_disappears_at_once_and_it_says_so(served, tv):
    play = RecordPlay(served)
    play.play(5)
    page = tv()
    page.locator(".side").first.wait_for()
    page.evaluate(TIMERS)
    play.play_until(has_hand)
    expect(page.locator(".shown")).to_have_count(1)
    play.undo()
    expect(page.locator(".shown")).to_have_count(0)
    expect(page.locator("#notice")).to_have_text("Taken back")
    page.evaluate("timers.forEach(([run, ms]) => ms <= 5000 && run())")
    expect(page.locator("#notice")).to_have_text("")


def test_counts_of_the_deal_before_make_room_for_the_next_play(served, kept):
    page = kept(SCREENS[0])
    play = RecordPlay(served)
    play.play(5)
    page.locator(".side").first.wait_for()
    play.play_until(has_hand)
    expect(page.locator(".shown")).to_have_count(1)
    play.play_until(lambda game: game["deal"] == 2 and game["line"])
    expect(page.locator(".shown")).to_have_count(0)
    expect(page.locator("#stage .card.latest")).to_have_count(1)


def test_a_page_that_comes_late_shows_no_old_counts_as_new(served, tv):
    play = RecordPlay(served)
    play.play_until(has_hand)
    page = tv()
    page.locator(".side").first.wait_for()
    assert page.locator(".shown").count() == 0


def test_counts_are_spoken_only_when_switched_on_and_what_is_undone_is_not(served, tv):
    play = RecordPlay(served)
    play.play(5)
    page = tv()
    page.locator(".side").first.wait_for()
    page.evaluate(SPEECH)
    play.play_until(lambda game: game["counts"])
    assert page.evaluate("window.said") == []
    page.mouse.move(5, 5)
    page.locator("#speech").click()
    game = play.play_until(has_hand)
    title = next(count["title"] for count in game["counts"] if count["hand"])
    page.wait_for_function(
        "title => window.said.some((text) => text.startsWith(title))", arg=title
    )
    assert not any(suit in text for text in page.evaluate("window.said") for suit in "♠♥♦♣")
    play.undo()
    page.wait_for_function("() => window.said.join() === 'Taken back.'")


def test_the_chance_to_win_is_shown_once_it_is_switched_on(served, tv):
    play = RecordPlay(served)
    play.play(4)
    asked = []
    page = tv()
    page.on("request", lambda request: asked.append(request.url))
    page.locator(".side").first.wait_for()
    play.play(1)
    expect(page.locator("#chance")).not_to_be_visible()
    assert not any(url.endswith("/chance") for url in asked)
    page.mouse.move(5, 5)
    page.locator("#chance-on").click()
    expect(page.locator("#chance")).to_be_visible()
    parts = page.locator(".chance-part").all_text_contents()
    assert sum(int(text.strip("~ %")) for text in parts) == 100


@pytest.mark.slow
def test_it_says_what_to_do_where_the_screen_cannot_be_kept_awake(served, tv):
    page = tv(script="delete Navigator.prototype.wakeLock")
    page.mouse.move(5, 5)
    expect(page.locator("#hint")).to_contain_text("set it to never sleep")


def test_names_are_shown_as_text(served, kept, complaints):
    page = kept(SCREENS[0])
    play = RecordPlay(served)
    play.play(6)
    page.locator(".side").first.wait_for()
    shown = view(play.mirror)
    hostile = '<img src=x onerror="document.title=1">'
    shown["game"]["sides"][0]["name"] = shown["prompt"] = hostile
    served.show(shown)
    expect(page.locator("#prompt")).to_have_text(hostile)
    expect(page.locator(".side .name").first).to_contain_text(hostile)
    assert page.locator("img").count() == 0
    assert complaints == []


@pytest.mark.slow
def test_axe_finds_nothing_on_the_tv(served, kept):
    page = kept(SCREENS[0])
    RecordPlay(served).play(8)
    page.locator(".side").first.wait_for()
    assert violations(page) == []


def test_the_buttons_appear_with_the_mouse_and_cover_nothing(served, open_tab):
    over = {"winner": 0, "text": "Christopher wins 121 to 93 with a skunk."}
    sides = [side("Christopher", 0, 121, 113), side("Orange", 1, 93, 90)]
    ended = game(phase="over", sides=sides, over=over, counts=[], line=[])
    served.show(table_view(mode="over", prompt=over["text"], game=ended))
    page = open_tab(f"{served.origin}/?view=tv", viewport={"width": 1920, "height": 1080})
    expect(page.locator("#prompt")).to_contain_text("Christopher wins")
    expect(page.locator("#speech")).to_be_hidden()
    parts = page.locator("#prompt, .side, #game-name, #link")
    before = boxes(parts)
    page.mouse.move(300, 300)
    expect(page.locator("#speech")).to_be_visible()
    assert boxes(parts) == before
    for button in boxes(page.locator(".bar button")):
        for part in before:
            apart = (
                button["x"] >= part["x"] + part["width"]
                or part["x"] >= button["x"] + button["width"]
                or button["y"] >= part["y"] + part["height"]
                or part["y"] >= button["y"] + button["height"]
            )
            assert apart


@pytest.mark.parametrize("name", ["five-handed.txt", *slow("traditional.txt")])
@pytest.mark.parametrize("size", [(1366, 768), *slow(((1920, 1080),))])
def test_a_counted_hand_is_whole_beside_what_is_asked(served, open_tab, name, size):
    play = RecordPlay(served, name)
    play.mirror.names[:2] = ["Maximilian Oberhauser", "Elizabeth Anne-Marie"]
    play.play()
    viewport = {"width": size[0], "height": size[1]}
    page = open_tab(f"{served.origin}/?view=tv", viewport=viewport)
    expect(page.locator(".side").first).to_be_visible()  # only what comes later is counted
    play.play_until(lambda game: any(count["hand"] for count in game["counts"]))
    shown = page.locator(".shown")
    expect(shown).to_be_visible()
    stage, whole = boxes(page.locator("#stage"))[0], boxes(shown)[0]
    assert whole["y"] >= stage["y"] - 1
    assert whole["y"] + whole["height"] <= stage["y"] + stage["height"] + 1

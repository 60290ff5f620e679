"""The view that OBS lays over a video: transparent, scalable, and true after an undo."""

import io

import pytest
from playwright.sync_api import expect

from host.mirror.view import view
from tests.page.record_play import RecordPlay
from tests.page.tabs import PAINT
from tests.page.test_accessibility import violations
from tests.page.test_tv import has_hand
from tests.page.views import BETWEEN

pytestmark = pytest.mark.slow

OBS = {"width": 800, "height": 600}  # as OBS makes a source of a browser


@pytest.fixture
def overlay(served, open_tab):
    """Return a function that opens the overlay, as OBS does."""

    def open_it(query=""):
        url = f"{served.origin}/?view=overlay{query}"
        return open_tab(url, viewport=OBS, color_scheme="dark")

    return open_it


@pytest.fixture(scope="module")
def pages_overlay(tabs, running):
    page = tabs.open(f"{running.origin}/?view=overlay", viewport=OBS, color_scheme="dark")
    yield page
    tabs.give_back(page)


@pytest.fixture
def kept(served, pages_overlay):
    """The module's overlay, which shows nothing."""
    served.show(BETWEEN)
    expect(pages_overlay.locator("#plate")).not_to_be_visible()
    return pages_overlay


def alpha(page, at):
    """Return the opacity of the pixel at `at`, 0 to 255."""
    image = pytest.importorskip("PIL.Image")
    page.evaluate(PAINT, True)
    shot = page.screenshot(omit_background=True)
    page.evaluate(PAINT, False)
    return image.open(io.BytesIO(shot)).convert("RGBA").getpixel(at)[3]


def test_it_is_transparent_but_for_its_plate(served, kept):
    page = kept
    RecordPlay(served).play(6)
    page.locator(".side").first.wait_for()
    box = page.locator(".side").first.bounding_box()
    assert alpha(page, (790, 10)) == 0
    assert alpha(page, (int(box["x"] + box["width"] / 2), int(box["y"] + 6))) > 200


def test_it_has_names_scores_dealer_count_and_match(served, kept):
    page = kept
    play = RecordPlay(served)
    game = play.play_until(lambda game: len(game["line"]) > 1)
    for side in game["sides"]:
        line = page.locator(f".side[data-side={side['name']}]")
        expect(line.locator(".name")).to_have_text(side["name"])
        expect(line.locator(".score")).to_have_text(str(side["score"]))
    dealer = next(seat["name"] for seat in game["seats"] if seat["dealer"])
    expect(page.locator(".side:has(.dealer:not(.no)) .name")).to_have_text(dealer)
    expect(page.locator("#match")).to_contain_text(f"count {game['count']}")
    expect(page.locator("#match")).to_contain_text(f"{game['preset']} to {game['target']}")


def test_the_last_points_are_shown_and_taken_back(served, kept):
    page = kept
    play = RecordPlay(served)
    play.play(5)
    page.locator(".side").first.wait_for()
    game = play.play_until(has_hand)
    newest = next(count for count in game["counts"] if count["points"])
    expect(page.locator("#last")).to_have_text(f"{newest['title']} +{newest['points']}")
    play.undo()
    expect(page.locator("#last")).to_have_text("Taken back")


def test_before_a_game_nothing_is_shown(served, kept):
    page = kept
    play = RecordPlay(served)
    play.show()
    expect(page.locator("#plate")).not_to_be_visible()
    play.play(6)
    expect(page.locator("#plate")).to_be_visible()


@pytest.mark.parametrize(("scale", "times"), [("0.5", 0.5), ("2", 2), ("99", 5), ("x", 1)])
def test_it_scales(served, overlay, scale, times):
    RecordPlay(served).play(6)
    size = """element => parseFloat(getComputedStyle(element).fontSize)"""
    page = overlay(f"&scale={scale}")
    score = page.locator(".side .score").first
    assert score.evaluate(size) == pytest.approx(40 * times)


@pytest.mark.parametrize("corner", ["bottom-right", "top-left", "top-right", "bottom-left", "x"])
def test_it_stands_in_the_corner_it_is_told(served, overlay, corner):
    RecordPlay(served).play(6)
    page = overlay(f"&corner={corner}")
    page.locator(".side").first.wait_for()
    box = page.locator("#plate").bounding_box()
    assert (box["y"] < 300) == corner.startswith("top")
    assert (box["x"] > 60) == corner.endswith("right")


@pytest.mark.parametrize("name", ["six-handed.txt", "noddy-claim.txt", "battlefield-three.txt"])
def test_every_game_fits_into_a_source_of_obs(served, kept, name):
    page = kept
    play = RecordPlay(served, name)
    play.play(8)
    page.locator(".side").first.wait_for()
    box = page.locator("#plate").bounding_box()
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= OBS["width"]


def test_names_are_shown_as_text_on_the_overlay(served, kept, complaints):
    page = kept
    play = RecordPlay(served)
    play.play(6)
    shown = view(play.mirror)
    shown["game"]["sides"][0]["name"] = "<script>document.title=1</script>"
    served.show(shown)
    expect(page.locator(".name").first).to_have_text("<script>document.title=1</script>")
    assert complaints == []


def test_the_plate_is_as_wide_whatever_the_names_are(served, kept):
    play = RecordPlay(served)
    play.play(6)
    kept.locator(".side").first.wait_for()
    width = kept.locator("#plate").bounding_box()["width"]
    shown = view(play.mirror)
    shown["game"]["sides"][0]["name"] = "Grandmother Elizabeth II"
    served.show(shown)
    name = kept.locator(".side .name > span").first
    expect(name).to_have_text("Grandmother Elizabeth II")
    assert kept.locator("#plate").bounding_box()["width"] == width
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth && one.clientHeight < 50")


def test_the_cards_are_shown_where_the_address_asks_for_them(served, kept, overlay):
    play = RecordPlay(served)
    game = play.play_until(lambda game: len(game["line"]) > 1)
    page = overlay("&cards=1")
    expect(page.locator("#cards .card")).to_have_count(len(game["line"]) + bool(game["starter"]))
    expect(kept.locator("#cards")).to_be_hidden()
    play.play_until(lambda game: game["over"])
    expect(page.locator("#cards")).to_be_hidden()


def test_the_winner_has_a_scene_on_the_overlay(served, kept):
    play = RecordPlay(served)
    game = play.play_until(lambda game: game["over"])
    expect(kept.locator("#won")).to_have_text("Blue wins")
    expect(kept.locator("#match")).to_have_text(game["over"]["text"])
    play.undo()
    expect(kept.locator("#won")).to_be_hidden()


def test_axe_finds_nothing_on_the_overlay(served, overlay):
    play = RecordPlay(served)
    play.play_until(lambda game: len(game["line"]) > 1)
    page = overlay("&cards=1&chance=1")
    page.locator(".side").first.wait_for()
    page.evaluate("document.body.style.background = '#444'")  # some video
    assert violations(page) == []

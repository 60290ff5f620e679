"""The players' page in Firefox: a deal by the keyboard, the sizes, the end and its link; and the
pages of the static site with its games and with practice."""

import re

import pytest

from tests.cases import exhaustive
from tests.page.firefox import find_firefox, firefox
from tests.page.test_ending import play_all
from tests.page.test_game_link import link
from tests.page.test_still import FITS, SCREENS
from tests.page.views import frame, view

pytestmark = [
    pytest.mark.slow,  # in Chromium the same is tested in every run
    pytest.mark.skipif(not find_firefox(), reason="Firefox is not installed"),
]

NARROWEST = 500  # pixels of a window that Firefox makes
SIZES = [name for name, size in SCREENS.items() if size[0] > NARROWEST]
# What a page complains of: errors, and promises that failed.
COMPLAIN = """window.complaints = [];
addEventListener("error", ({ message }) => complaints.push(message));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));"""
TEXT = "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])"
KEYS = {"T": "0", "ENTER": "\ue007", "LEFT": "\ue012", "RIGHT": "\ue014"}


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    with firefox(tmp_path_factory.mktemp("firefox") / "profile") as one:
        yield one


def press(window, text):
    """Press the keys of `text`: words, and cards as their rank and suit."""
    for word in text.split():
        window.press(*([KEYS[word]] if word in KEYS else [KEYS.get(c, c.lower()) for c in word]))


def test_a_deal_by_the_keyboard(window, program):
    window.resize(1280, 900)
    window.open(program())
    window.run(COMPLAIN)
    window.wait_for(TEXT, "#menu", "Traditional")
    press(window, "ENTER ENTER 2 ENTER 5D")
    window.wait_for(TEXT, "#prompt", "Orange: lead a card")
    press(window, "4H 4C 4S TD")
    window.wait_for(TEXT, '[data-side="Orange"] .score', "6")
    press(window, "JH")
    window.wait_for(TEXT, "#refusal", "31 is the most")
    press(window, "9D KC JS KD 2C 2D 9S KH")
    window.wait_for(TEXT, "#counts h2", "Blue's crib")
    window.wait_for(TEXT, '[data-side="Blue"] .score', "15")
    lit = "return document.querySelectorAll('.cores circle:not([fill-opacity=\"0\"])').length"
    assert window.wait_for(lit) >= 4
    assert window.run("return complaints") == []


@pytest.mark.parametrize("screen", [SIZES[0], *exhaustive(*SIZES[1:])])
def test_nothing_is_cut_off_at_any_size(window, served, screen):
    width, height, _ = SCREENS[screen]
    served.show(view())
    served.frame(frame(holes=[(46, 0, 255), (38, 1, 255)]))
    window.resize(width, height)
    window.open(served.url)
    window.wait_for(TEXT, "#prompt", "Orange: play a card")
    assert window.run("return document.documentElement.scrollWidth <= innerWidth")
    assert window.run(f"return ({FITS})(document.querySelector('.ask'))")
    inside = """return [...document.querySelectorAll('.wood, #scores, .key')].every((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    })"""
    assert window.run(inside)


def test_the_end_is_shown_and_its_link_opens(window, served):
    window.resize(1280, 900)
    window.open(served.url)
    play_all(served)
    window.wait_for(TEXT, "#ending .won", "Blue wins")
    link = window.wait_for("return document.querySelector('.link-part input')?.value")
    assert re.search("#game=[A-Za-z0-9_-]+$", link)
    window.open(link)
    window.wait_for(TEXT, ".ending .won", "Blue wins")
    window.run("document.querySelector('[aria-label=\"One entry back\"]').click()")
    window.wait_for(TEXT, ".moment .scores", "Orange 54")
    assert window.screenshot().startswith(b"\x89PNG")


def test_the_game_of_a_link_is_shown_and_kept_by_the_static_site(window, site):
    window.open(f"{site.url}{link()}")
    window.wait_for(TEXT, ".ending .won", "Ann wins")
    window.run("document.querySelector('main button.kind').click()")
    window.wait_for(TEXT, "main", "Kept as game 1")
    window.open(f"{site.url}history.html")
    window.wait_for(TEXT, ".games tbody tr", "Ann won by 6")


CLICK = """[...document.querySelectorAll(arguments[0])]
  .find((one) => one.textContent.includes(arguments[1])).click()"""


def test_the_static_site_keeps_games_and_has_throws_to_practise(window, site):
    window.resize(1280, 900)
    window.open(f"{site.url}history.html{link()}")
    window.wait_for(TEXT, "main", "Keep in my games")
    window.run(CLICK, "button", "Keep in my games")
    window.wait_for(TEXT, "main", "Kept as game 1")
    window.open(f"{site.url}history.html?game=1")
    window.run(COMPLAIN)
    window.wait_for(TEXT, "main", "Entry by entry")
    window.wait_for("return document.querySelector('svg.curve')?.textContent")
    assert window.run("return complaints") == []
    window.open(f"{site.url}practice.html")
    window.run(COMPLAIN)
    window.wait_for("return document.querySelectorAll('button.choice').length === 6")
    window.run(
        "[...document.querySelectorAll('button.choice')].slice(0, 2).map((one) => one.click())"
    )
    window.run(CLICK, "button", "Throw these two")
    window.wait_for("return document.querySelectorAll('.throws tbody tr').length === 15")
    assert window.run("return complaints") == []

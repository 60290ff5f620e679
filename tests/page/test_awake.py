"""The screen of a page stays on: on a TV always, on a board while it is played."""

import pytest
from playwright.sync_api import expect

from tests.page.tabs import HIDE
from tests.page.views import view

pytestmark = pytest.mark.slow

# Tells which of its locks hold; `true` is one that the page has given back.
LOCKS = """
  window.locks = [];
  Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request: async () => {
    const at = locks.push(false) - 1;
    return { release: async () => { locks[at] = true; } };
  } } });
"""
MINUTES = 60_000


@pytest.fixture
def player(served, open_page):
    """A board's page that knows its locks, and whose time the test moves."""
    served.show(view(prompt="Before."))
    page = open_page(served.url, script=LOCKS)
    expect(page.locator("#prompt")).to_have_text("Before.")
    page.clock.install()
    return page


def show(served, page, prompt):
    served.show(view(prompt=prompt))
    expect(page.locator("#prompt")).to_have_text(prompt)


def locks(page):
    page.evaluate("Promise.resolve()")
    return page.evaluate("locks")


def test_a_screen_stays_on_until_nothing_has_changed_for_ten_minutes(served, player):
    show(served, player, "A card.")  # with it the time of the page counts
    player.clock.run_for(9 * MINUTES)
    show(served, player, "Another card.")
    player.clock.run_for(9 * MINUTES)
    assert locks(player) == [False]
    player.clock.run_for(2 * MINUTES)
    assert locks(player) == [True]
    show(served, player, "After a rest.")
    assert locks(player) == [True, False]


def test_a_page_that_is_shown_again_asks_again(served, player):
    assert locks(player) == [False]
    player.evaluate(HIDE, True)
    player.evaluate(HIDE, False)
    assert locks(player) == [False, False]


def test_a_page_without_a_lock_plays_on(served, open_page):
    served.show(view(prompt="Before."))
    page = open_page(served.url, script="delete Navigator.prototype.wakeLock")
    show(served, page, "A card.")


def test_a_tv_stays_on(served, open_tab):
    page = open_tab(f"{served.origin}/?view=tv", script=LOCKS)
    page.wait_for_function("() => window.locks.length > 0")
    page.clock.install()
    page.clock.run_for(60 * MINUTES)
    assert locks(page) == [False]

"""A whole deal by what a screen reader has: the accessibility tree of the page alone."""

import re
import time

import pytest
from playwright.sync_api import expect

RANKS = {"A": "Ace", "T": "10", "J": "Jack", "Q": "Queen", "K": "King"}
SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
ASKED, SCORES, TABLE, COUNTS = (
    "What the board waits for", "Scores", "Cards on the table", "Last counts",
)  # fmt: skip
SECONDS = 20


class Reader:
    """Presses keys by their names, and reads regions, as a screen reader does."""

    def __init__(self, page):
        self.page = page

    def press(self, *names):
        keys = self.page.get_by_role("main", name="The board")
        for name in names:
            keys.get_by_role("button", name=name, exact=True).press("Space")

    def cards(self, text):
        for card in text.split():
            self.press(RANKS.get(card[0], card[0]), SUITS[card[1]])

    def region(self, name):
        return self.page.get_by_role("region", name=name, exact=True).aria_snapshot()

    def hears(self, name, text):
        """Wait until the region `name` says something that `text`, a pattern, matches."""
        end = time.monotonic() + SECONDS
        while not re.search(text, said := self.region(name)):
            assert time.monotonic() < end, f"{text!r} is not in:\n{said}"
            time.sleep(0.02)


@pytest.mark.slow
def test_a_whole_deal_by_the_accessibility_tree(program, open_page, complaints):
    page = open_page(program())
    reader = Reader(page)
    menu = page.get_by_role("region", name="Menu")
    expect(menu.get_by_role("button", name="Traditional")).to_have_attribute(
        "aria-current", "true"
    )
    menu.get_by_role("button", name="Traditional").press("Enter")
    reader.hears("Menu", "121 points")
    reader.press("Enter")
    reader.hears("Menu", "Cut for it")
    menu.get_by_role("button", name="Blue", exact=True).press("Enter")
    reader.hears(ASKED, "Blue deals six each")
    reader.cards("5D")
    reader.hears(ASKED, "Orange: lead a card")
    reader.cards("4H 4C")
    reader.hears(SCORES, r"Blue dealer \+2 2")
    reader.hears(TABLE, "8 count four of hearts four of clubs five of diamonds starter")
    reader.cards("4S TD")
    reader.cards("JH")
    alert = page.get_by_role("alert").filter(has_text="31 is the most")
    expect(alert).to_have_count(1)
    reader.cards("9D")
    reader.hears(COUNTS, "Orange plays 9♦")
    reader.hears(SCORES, r"Orange .*8")
    reader.press("Undo")
    reader.hears(ASKED, "▶ redoes")
    reader.press("Right")
    reader.cards("KC JS KD")
    reader.hears(COUNTS, "Blue's hand")
    reader.hears(SCORES, r"Blue .*11 Orange .*12")
    reader.hears(ASKED, "turn up the crib")
    reader.cards("2C 2D 9S KH")
    reader.hears(COUNTS, "Blue's crib")
    reader.hears(SCORES, r"Blue .*15 Orange .*12")
    reader.hears(ASKED, "Orange deals six each")
    assert complaints == []


@pytest.mark.slow
def test_what_happens_is_said_without_being_asked_for(program, open_page):
    """Live regions are in the page from the start, and get their text: only then are they read."""
    page = open_page(program())
    live = page.locator("[role=status], [role=alert], [aria-live]")
    marks = live.evaluate_all("all => all.map((one, n) => { one.dataset.live = n; return n; })")
    reader = Reader(page)
    reader.press("Enter", "Enter")
    page.get_by_role("region", name="Menu").get_by_role("button", name="Blue").press("Enter")
    reader.cards("5D 5D")
    expect(page.locator("[data-live]", has_text="has already been")).to_have_count(1)
    expect(page.locator("[data-live]", has_text="Orange: lead a card")).not_to_have_count(0)
    assert page.locator("[data-live]").count() == len(marks)

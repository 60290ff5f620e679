"""The sheet of an evening: nothing is cut off, no word parted, on paper and on a phone."""

import pytest

from host.club.evening import parse_evening
from host.club.sheet import sheet
from host.club.standings import standings
from tests.page.test_long_names import PARTED

pytestmark = pytest.mark.slow

NAMES = ["Ann", "Maximilian Oberhauser", "Elizabeth Anne-Marie", "Ben"]
PLAN = f"""title Tuesday
players {", ".join(NAMES)}
round 1
Ann 121 - 88 Maximilian Oberhauser
Elizabeth Anne-Marie 121 - 60 Ben
round 2
Ann - Elizabeth Anne-Marie
Maximilian Oberhauser - Ben
"""
A4_MM = 210 - 2 * 14  # between the margins
SIZES = {"paper": (round(A4_MM / 25.4 * 96), "print"), "phone": (390, "screen")}
OUTSIDE = """cards => cards.flatMap((card) => {
  const { left, right } = card.getBoundingClientRect();
  return [...card.querySelectorAll("th, td")].filter((cell) => {
    const box = cell.getBoundingClientRect();
    return box.left < left || box.right > right;
  }).map((cell) => cell.textContent);
})"""


@pytest.mark.parametrize("size", SIZES)
def test_each_cell_is_in_its_card_and_no_word_is_parted(browser, size):
    width, media = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.emulate_media(media=media)
    page.set_content(sheet(standings(parse_evening(PLAN), [])))
    assert page.locator(".card").count() == len(NAMES)
    assert page.locator(".card").evaluate_all(OUTSIDE) == []
    assert page.locator("th, td, li, h3").evaluate_all(PARTED) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()

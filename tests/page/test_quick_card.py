"""Each quick card fits on one side of A5, printed from a browser."""

import re

import pytest

from engine_core.games.presets import PRESETS
from host.cli import card, quick_card

_SHEET = re.compile(rb"/Type\s*/Page\b")


def fullest(row):
    """Return the card of the game with all options that go together."""
    bits = row.options_for(row.players()[0])
    track = row.tracks[-1]
    return quick_card.lines(quick_card.Table(row, row.players()[-1], track, bits))


def sheets(page, cards):
    page.set_content(quick_card.as_html(cards))
    return len(_SHEET.findall(page.pdf(prefer_css_page_size=True)))


@pytest.mark.slow
def test_each_card_is_one_side_of_a5(browser):
    page = browser.new_page()
    usual = [(row.name, quick_card.lines(quick_card.Table(row))) for row in PRESETS]
    assert sheets(page, usual) == len(PRESETS)
    for row in PRESETS:
        assert sheets(page, [(row.name, fullest(row))]) == 1, row.name
    # A long one does not.
    row = PRESETS[0]
    assert sheets(page, [(row.name, card.lines(row))]) > 1
    page.close()

"""A deal on the whole system: the real program, its page in a real browser, keys by clicks. Other
tests press them on the keyboard."""

import pytest
from playwright.sync_api import expect

from tests.page.keystrokes import press

# Two players, the first one deals.
START = "ENTER ENTER 2 ENTER"
STARTER = "5D"


def click(page, keys):
    """Click the keys of `keys`, separated by spaces; a card is its rank and its suit."""
    for word in keys.split():
        card = len(word) == 2 and word not in ("GO", "JK")
        for name in word if card else (word,):
            page.locator(f"#key-{name}").click()


def score(page, side):
    return page.locator(f'[data-side="{side}"] .score')


def test_a_whole_deal_by_clicks(program, open_page, complaints):
    page = open_page(program())
    expect(page.locator("#menu")).to_contain_text("Traditional")
    click(page, START)
    expect(page.locator("#prompt")).to_contain_text("Blue deals six each")
    click(page, STARTER)
    expect(page.locator("#prompt")).to_contain_text("Orange: lead a card")
    click(page, "4H 4C 4S TD")
    expect(score(page, "Blue")).to_have_text("2")
    expect(score(page, "Orange")).to_have_text("6")
    click(page, "JH")
    expect(page.locator("#refusal")).to_contain_text("31 is the most")
    expect(score(page, "Orange")).to_have_text("6")
    click(page, "9D")
    expect(page.locator("#counts h2").first).to_contain_text("Orange plays 9")
    expect(score(page, "Orange")).to_have_text("8")

    # Undone with the rest of the count, and redone.
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.locator(".figure")).to_have_text("12")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(score(page, "Orange")).to_have_text("8")

    watching = open_page(page.url.partition("#")[0])
    expect(watching.locator("#watching")).to_be_visible()
    expect(score(watching, "Orange")).to_have_text("8")
    watching.keyboard.press("u")
    page.reload()
    expect(score(page, "Orange")).to_have_text("8")

    click(page, "KC JS KD")
    # Orange shows 4 4 9 J with the 5, then Blue 4 10 K K: the board has seen them all.
    expect(score(page, "Orange")).to_have_text("12")
    expect(score(page, "Blue")).to_have_text("11")
    expect(page.locator("#counts h2").first).to_contain_text("Blue's hand")
    expect(page.locator("#prompt")).to_contain_text("turn up the crib")
    click(page, "2C 2D 9S")
    expect(page.locator("#prompt")).to_contain_text("one more card")
    click(page, "KH")
    expect(page.locator("#prompt")).to_contain_text("Orange deals six each")
    expect(page.locator("#counts h2").first).to_contain_text("Blue's crib")
    expect(score(watching, "Blue")).to_have_text("15")
    assert complaints == []


@pytest.mark.slow
def test_a_pulled_plug_loses_nothing(program, open_page):
    page = open_page(program())
    press(page, START + " 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")
    program.stop()
    expect(page.locator("#link")).not_to_have_text("Live")
    again = open_page(program())
    expect(score(again, "Blue")).to_have_text("2")
    expect(again.locator("#prompt")).to_contain_text("Orange: play a card")
    press(again, "UNDO")
    expect(score(again, "Blue")).to_have_text("0")


# The same two players, with muggins, on the Crib Wars track.
CRIB_WARS = "MENU 3 ENTER 4 ENTER MENU ENTER ENTER 2 ENTER"


@pytest.mark.slow
@pytest.mark.parametrize("source", ["server", "site"], indirect=True)
def test_a_landing_and_a_claim_with_muggins(start_menu, complaints):
    page = start_menu
    press(page, CRIB_WARS)
    expect(page.locator("#game-name")).to_contain_text("on the Crib Wars track")
    press(page, STARTER)
    press(page, "4H 4C 4S TD 9D")
    # Thirty-one leads to the red box at 8, and that on to the other.
    expect(page.locator("#counts h2").first).to_contain_text("Orange: slide to hole 28")
    expect(score(page, "Orange")).to_have_text("28")
    press(page, "KC JS KD")
    expect(page.locator("#prompt")).to_contain_text("Orange: count your hand")
    before = page.locator("#counts").inner_text()
    press(page, "3 ENTER")
    expect(page.locator("#prompt")).to_contain_text("Orange claims 3. Muggins?")
    assert page.locator("#counts").inner_text() == before
    press(page, "JK")
    expect(page.locator("#counts h2").first).to_contain_text("Blue: muggins")
    expect(page.locator("#counts")).to_contain_text("Orange's hand")
    expect(score(page, "Orange")).to_have_text("31")
    expect(page.locator("#prompt")).to_contain_text("Blue: count your hand")
    assert complaints == []

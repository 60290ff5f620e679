"""The page's text about the entries that ▶ redoes (ruling G16)."""

import pytest
from playwright.sync_api import expect

from tests.cases import slow
from tests.page.keystrokes import press


@pytest.mark.parametrize("source", slow("server", "site"), indirect=True)
def test_g16_the_page_names_what_right_redoes_and_holding_it_redoes_all(start_menu, play):
    page = start_menu
    play("ENTER ENTER 2 ENTER 2S KH 9S 4D")
    expect(page.locator("#redo")).to_be_hidden()
    press(page, "UNDO UNDO UNDO")
    expect(page.locator("#redo")).to_have_text("▶ redoes K♥; held down, all 3. ◀ leaves it out.")
    press(page, "KC")
    expect(page.locator("#redo")).to_have_text("▶ redoes 9♠; held down, all 2.")
    page.keyboard.down("ArrowRight")
    expect(page.locator("#redo")).to_be_hidden()
    page.keyboard.up("ArrowRight")
    expect(page.locator("#prompt")).to_contain_text("play a card")


@pytest.mark.parametrize("source", ["server", *slow("site")], indirect=True)
def test_g16b_the_page_names_what_was_left_out_and_what_left_leaves_out(start_menu, play):
    page = start_menu
    play("ENTER ENTER 2 ENTER 2S KH 9S 4D")
    left = page.locator("#left-out")
    expect(left).to_be_hidden()
    press(page, "UNDO UNDO UNDO")
    expect(left).to_be_hidden()
    press(page, "KC")
    expect(left).to_have_text("K♥ was left out; UNDO takes that back.")
    press(page, "UNDO")
    expect(page.locator("#redo")).to_have_text(
        "▶ redoes K♣ in place of K♥; held down, all 3. ◀ leaves it out."
    )
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#redo")).to_have_text("▶ redoes K♥; held down, all 3.")
    expect(left).to_have_text("K♣ was left out; UNDO takes that back.")

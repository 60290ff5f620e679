"""What the page says of the entries that ▶ redoes (ruling G16)."""

from playwright.sync_api import expect

from tests.page.keystrokes import press


def test_g16_the_page_names_what_right_redoes_and_holding_it_redoes_all(start_menu, play):
    page = start_menu
    play("ENTER ENTER 2 ENTER 2S KH 9S 4D")
    expect(page.locator("#redo")).to_be_hidden()
    press(page, "UNDO UNDO UNDO")
    expect(page.locator("#redo")).to_have_text("▶ redoes K♥; held down, all 3")
    press(page, "KC")
    expect(page.locator("#redo")).to_have_text("▶ redoes 9♠; held down, all 2")
    page.keyboard.down("ArrowRight")
    expect(page.locator("#redo")).to_be_hidden()
    page.keyboard.up("ArrowRight")
    expect(page.locator("#prompt")).to_contain_text("play a card")

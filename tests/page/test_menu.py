"""Menus on the page: choices are clicked or walked through, and the chosen one is in view."""

import pytest
from playwright.sync_api import expect

from engine_core.games.presets import PRESETS
from firmware.keys import keymap
from firmware.menus.start_menu import StartMenu
from hardware import board
from tests.cases import slow
from tests.page.views import view
from tests.page_server import wait_until

GAMES = [row.name for row in PRESETS]
LAPTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
ASIDE = {"width": 844, "height": 390}


def menu(at=0, choices=GAMES, **changes) -> dict:
    shown = {"title": "Game", "choices": choices, "at": at, "page": [1, 3], **changes}
    return view(mode="menu", prompt="Game: choose.", menu=shown, game=None, undo=False)


def choice(page, text):
    return page.locator("#menu").get_by_text(text, exact=True)


@pytest.mark.parametrize("index", [0, 1, 9, 12])
def test_a_click_takes_the_choice(served, players_page, index):
    served.show(menu(at=3))
    choice(players_page, GAMES[index]).click()
    wait_until(lambda: served.names()[-1:] == ["ENTER"])
    asked = StartMenu()
    asked.at = 3
    for name in served.names()[:-1]:
        key = board.KEYS.index(name)
        if key >= keymap.RANK_KEYS:
            asked.number = 0
            asked.move(-1)
        else:
            asked.pick(key)
    assert asked.at == index


def test_a_double_click_takes_one_choice(served, players_page):
    served.show(menu())
    choice(players_page, "Noddy").dblclick()
    players_page.keyboard.press("g")
    wait_until(lambda: "GO" in served.names())
    assert served.names().count("ENTER") == 1


def test_a_watcher_cannot_click(served, kept_page):
    served.show(menu())
    page = kept_page(served.origin)
    expect(choice(page, "Noddy")).to_be_visible()
    expect(page.locator("#menu button")).to_have_count(0)


def test_arrows_and_escape_walk_through_a_menu_and_do_nothing_in_a_game(served, players_page):
    served.show(menu())
    expect(players_page.locator("#menu")).to_be_visible()
    for typed in ("ArrowDown", "ArrowUp", "Escape"):
        players_page.keyboard.press(typed)
    wait_until(lambda: len(served.pressed) == 6)
    assert served.names() == ["RIGHT", "LEFT", "UNDO"]
    served.show(view())
    expect(players_page.locator("#menu")).to_be_hidden()
    for typed in ("ArrowDown", "ArrowUp", "Escape", "g"):
        players_page.keyboard.press(typed)
    wait_until(lambda: len(served.pressed) == 8)
    assert served.names()[3:] == ["GO"]


def test_tab_reaches_the_choices_and_enter_takes_the_focused_one(served, players_page):
    served.show(menu())
    players_page.locator("#menu button").nth(1).focus()
    players_page.keyboard.press("Enter")
    wait_until(lambda: served.names() == ["LEFT", "2", "ENTER"])
    served.show(menu(at=1))
    expect(players_page.locator("#menu button:focus")).to_have_text("Three-handed")


@pytest.mark.parametrize("size", [ASIDE, *slow(LAPTOP, PHONE)])
def test_the_chosen_one_is_always_in_view(served, kept_page, size):
    targets = [f"{points} points" for points in range(1, 122)]
    served.show(menu(choices=targets))
    page = kept_page(served.url, viewport=size)
    expect(page.locator("#menu li")).to_have_count(121)
    for at in (120, 60, 61, 0):
        served.show(menu(choices=targets, at=at))
        expect(page.locator("#menu .chosen")).to_have_text(targets[at])
        box = page.locator("#menu .chosen").bounding_box()
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
        assert page.evaluate(
            "({x, y}) => Boolean(document.elementFromPoint(x, y).closest('.chosen'))", middle
        )


@pytest.mark.parametrize("source", slow("server", "site"), indirect=True)
def test_sentences_of_the_options_are_shown(start_menu):
    page = start_menu
    page.keyboard.press("m")
    expect(page.locator("#menu h2")).to_contain_text("Options")
    expect(page.locator("#menu")).to_contain_text("an opponent may take the points")
    choice(page, "Strict go: off").click()
    expect(choice(page, "Strict go: on")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu .chosen")).to_have_text("Traditional")
    choice(page, "Scoreboard").click()
    choice(page, "3 players").click()
    choice(page, "75 points").click()
    expect(page.locator("#game-name")).to_contain_text("Scoreboard to 75")


@pytest.mark.parametrize("close", ["Escape", "elsewhere", "the focus moves on"])
def test_the_menu_of_views_closes_as_menus_do(served, players_page, close):
    page = players_page
    served.show(menu())
    expect(page.locator("#menu")).to_be_visible()
    page.locator(".extras summary").click()
    expect(page.locator("#extras")).to_be_visible()
    if close == "Escape":
        page.keyboard.press("Escape")
    elif close == "elsewhere":
        page.locator("#prompt").click()
    else:
        page.locator("#extras a").last.focus()
        page.locator("#names-open").focus()
    expect(page.locator("#extras")).to_be_hidden()
    page.keyboard.press("g")
    wait_until(lambda: "GO" in served.names())
    assert served.names() == ["GO"]


def test_escape_gives_the_focus_back_to_the_menu_of_views(players_page):
    page = players_page
    page.locator(".extras summary").focus()
    page.keyboard.press("Enter")
    page.locator("#extras input").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".extras summary")).to_be_focused()
    expect(page.locator("#extras")).to_be_hidden()

"""Names of sides: entered on the page, stored by the board, and harmless in every place."""

import contextlib
import http.client
import json

import pytest
from playwright.sync_api import expect

from tests.cases import slow
from tests.page.keystrokes import press
from tests.page.test_accessibility import DRAWN_ONCE, RULES, violations
from tests.page.views import game, seat, side, view
from tests.page_server import TOKEN, wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
HOSTILE = "<b>\u202eAnn\u0000"


def name_sides(page, *names):
    page.locator("#names-open").click()
    for colour, name in zip(("Blue", "Orange"), names, strict=False):
        page.locator("#names").get_by_label(colour).fill(name)
    page.locator("#names").get_by_role("button", name="Save").click()


def send_name(program, token, body):
    """POST the name of a side; return the status of the answer."""
    link = http.client.HTTPConnection("127.0.0.1", program.port, timeout=10)
    with contextlib.closing(link):
        headers = {"Content-Type": "application/json", "X-Pegboard-Token": token}
        link.request("POST", "/name", json.dumps(body), headers)
        return link.getresponse().status


@pytest.fixture
def nameless(source, request, start_menu):
    """The start menu's page, for a test that names sides; they have no names afterwards."""
    yield start_menu
    if source == "site":
        name_sides(start_menu, "", "")
        return
    table = request.getfixturevalue("table")
    for side_number in (0, 1):
        assert send_name(table, table.token, {"side": side_number, "name": ""}) == 204


def scores(page):
    return page.locator("#scores .name")


@pytest.mark.slow
def test_names_are_entered_once_and_seen_everywhere_and_after_a_restart(
    program, open_page, complaints
):
    page = open_page(program())
    press(page, "ENTER ENTER 2 ENTER 5D")
    expect(page.locator("#prompt")).to_contain_text("Orange")
    name_sides(page, "Ann", "Ben")
    expect(page.locator("#names")).to_be_hidden()
    for field in page.locator("#names-list input").all():  # no phone makes another word of a name
        expect(field).to_have_attribute("spellcheck", "false")
        expect(field).to_have_attribute("autocorrect", "off")
    expect(page.locator("#prompt")).to_contain_text("Ben")
    expect(scores(page)).to_have_text(["Ann", "Ben"])
    expect(page.locator("[data-side=Ann]")).to_contain_text("Blue")  # if one sees no colours
    press(page, "MENU")
    page.locator("#menu").get_by_text("Give points", exact=True).click()
    expect(page.locator("#menu .choice")).to_have_text(["Ann", "Ben"])
    program.stop()
    again = open_page(program())
    expect(scores(again)).to_have_text(["Ann", "Ben"])
    assert [said for said in complaints if "ERR_CONNECTION" not in said] == []


@pytest.mark.parametrize("source", slow("server", "site"), indirect=True)
def test_a_name_can_be_changed_swapped_and_taken_away(nameless, play):
    page = nameless
    play("ENTER ENTER 2 ENTER 5D")
    for names in (("Ann", "Ben"), ("Ben", "Ann"), ("", "Ann"), ("", "")):
        name_sides(page, *names)
        expect(scores(page)).to_have_text([names[0] or "Blue", names[1] or "Orange"])


@pytest.mark.parametrize("width", [390, *slow(320)])
def test_the_dialog_fits_on_a_phone(served, kept_page, width):
    served.show(view(game=game()))
    page = kept_page(served.url, **PHONE | {"viewport": {"width": width, "height": 844}})
    page.locator("#names-open").click()
    dialog = page.locator("#names")
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(dialog.get_by_role("button", name="Save")).to_be_in_viewport(ratio=1)
    page.locator("#names-close").click()


@pytest.mark.slow
@pytest.mark.parametrize("source", ["server", *slow("site")], indirect=True)
def test_two_sides_with_one_name_are_refused_with_a_reason(nameless, play):
    page = nameless
    play("ENTER ENTER 2 ENTER 5D")
    name_sides(page, "Orange")
    expect(page.locator("#names-trouble")).to_contain_text("Another side is called Orange")
    expect(page.locator("#names")).to_be_visible()
    page.locator("#names").get_by_label("Blue").fill("Ann")
    page.keyboard.press("Enter")
    expect(scores(page)).to_have_text(["Ann", "Orange"])


@pytest.mark.slow
@pytest.mark.parametrize("source", ["server", *slow("site")], indirect=True)
def test_a_refused_name_takes_no_name_away(nameless, play):
    page = nameless
    play("ENTER ENTER 2 ENTER 5D")
    name_sides(page, "Ann", "Ben")
    expect(scores(page)).to_have_text(["Ann", "Ben"])
    name_sides(page, "Ben")
    expect(page.locator("#names-trouble")).to_contain_text("Another side is called Ben")
    page.locator("#names-close").click()
    expect(scores(page)).to_have_text(["Ann", "Ben"])


@pytest.mark.parametrize("source", ["server", *slow("site")], indirect=True)
def test_a_hostile_name_is_plain_text(nameless, play, complaints):
    page = nameless
    play("ENTER ENTER 2 ENTER 5D")
    name_sides(page, HOSTILE)
    expect(scores(page)).to_have_text(["<b>Ann", "Orange"])
    assert page.locator("#scores b").count() == 0
    assert complaints == []


def test_keys_typed_in_the_dialog_are_no_keys_of_the_board(served, players_page):
    page = players_page
    served.show(view())
    page.locator("#names-open").click()
    page.keyboard.type("Judas 5h")
    page.keyboard.press("Escape")
    expect(page.locator("#names")).to_be_hidden()
    page.keyboard.press("g")
    wait_until(lambda: len(served.pressed) == 2)
    assert served.names() == ["GO"]


def test_a_page_that_only_watches_cannot_name_anyone(served, kept_page):
    served.show(view())
    page = kept_page(served.origin)
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    expect(page.locator("#names-open")).to_be_hidden()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["laptop", "phone"])
def test_the_longest_names_are_not_cut_off(served, kept_page, options):
    longest = ["M" * 24, "W" * 24]
    sides = [side(longest[0], 0, 121, 113), side(longest[1], 1, 109, 100)]
    seats = [seat(longest[0], 0, dealer=True, played=["5H"], left=3), seat(longest[1], 1)]
    served.show(view(prompt=f"{longest[0]}: play a card.", game=game(sides=sides, seats=seats)))
    page = kept_page(served.url, **options)
    expect(scores(page)).to_have_text(longest)
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for score in page.locator("#scores .score").all():
        box = score.bounding_box()
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("source", ["server"], indirect=True)
def test_the_token_is_needed_to_name_a_side(table, nameless):
    for token, body, status in (
        ("", {"side": 0, "name": "Ann"}, 403),
        (TOKEN, {"side": 0, "name": "Ann"}, 403),
        (table.token, {"side": 0, "name": "Ann"}, 204),
        (table.token, {"side": 9, "name": "Ann"}, 422),
        (table.token, {"side": -1, "name": "Ann"}, 422),
        (table.token, {"side": True, "name": "Ann"}, 422),
        (table.token, {"side": 0, "name": 5}, 422),
        (table.token, {"side": 0, "name": "x" * 25}, 422),
        (table.token, {"side": 0, "name": "x" * 400}, 413),
        (table.token, {"side": 0}, 422),
    ):
        assert send_name(table, token, body) == status, body


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_dialog(served, kept_page, scheme):
    served.show(view())
    page = kept_page(served.url, color_scheme=scheme, motion="reduce")
    expect(page.locator("#scores")).to_be_visible()  # else the dialog has all colours
    page.locator("#names-open").click()
    expect(page.locator("#names input")).to_have_count(2)
    found = violations(page, RULES[scheme], DRAWN_ONCE)
    page.keyboard.press("Escape")
    assert found == []

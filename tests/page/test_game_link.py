"""The link of a finished game: at its end, as a QR code, and opened on any page of any server."""

import json
import time

import pytest
from playwright.sync_api import expect

from engine_core.records import game_link, record
from engine_core.records.game_link import LinkedGame
from host.web.qr import qr_rows
from tests.cases import slow
from tests.page.conftest import ARRANGED
from tests.page.record_play import RECORDS
from tests.page.test_accessibility import violations
from tests.page.test_ending import play_all

HOSTILE = '<img src=x onerror="document.title=1">'
ENDED_AT = 1_700_000_000  # seconds since 1970
SHARED = "http://192.168.1.5:8121/"
GAMES = ["traditional.txt", "crib-wars-six.txt", "battlefield-three.txt", "solitaire-lost.txt"]


def link(name="traditional.txt", names=("Ann", "Ben")):
    entries = record.parse((RECORDS / name).read_text(encoding="utf-8")).entries
    return f"#{game_link.KEY}{game_link.write(LinkedGame(entries, names, ENDED_AT))}"


@pytest.fixture
def shared(served):
    served.addresses.append(SHARED)
    yield served
    served.addresses.clear()


@pytest.mark.parametrize("view", ["", *slow("?view=tv", "?view=overlay", "?view=history")])
def test_every_page_follows_a_link_of_a_game_it_has_never_seen(served, open_tab, complaints, view):
    page = open_tab(f"{served.origin}/{view}{link()}")
    day = time.strftime("%Y-%m-%d", time.localtime(ENDED_AT))
    expect(page.locator("h1")).to_have_text(f"Traditional to 61, {day}")
    expect(page.locator(".ending .won")).to_have_text("Ann wins")
    assert complaints == []


@pytest.mark.slow
def test_the_game_is_shown_entry_by_entry_with_the_lights(served, open_tab, complaints):
    page = open_tab(f"{served.origin}/?view=history{link()}")
    lit = page.locator(".lit .cores circle:not([fill-opacity='0'])")
    slider = page.get_by_label("Entry of the game")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".moment .scores")).to_contain_text("Ann 0")
    begun = lit.count()
    for _ in range(9):
        page.get_by_label("One entry on").click()
    expect(page.locator(".moment .card").first).to_be_visible()
    assert lit.count() != begun
    page.get_by_role("button", name="Turning point").click()
    expect(page.locator(".moment")).to_contain_text("Deal 5")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".moment .scores")).to_contain_text("Ann 61")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert complaints == []


@pytest.mark.parametrize("name", [GAMES[1], *slow(GAMES[0], *GAMES[2:])])
def test_every_kind_of_game_has_a_page(served, open_tab, complaints, name):
    page = open_tab(f"{served.origin}/{link(name, ())}")
    expect(page.locator(".deals tbody tr").first).to_be_visible()
    expect(page.locator(".ending h2")).to_be_visible()
    assert complaints == []


def test_a_game_that_is_not_dealt_here_has_no_deals_on_its_page(served, open_tab, complaints):
    page = open_tab(f"{served.origin}/{link('scoreboard.txt')}")
    expect(page.locator(".ending .facts")).to_contain_text("Ann leads from there")
    expect(page.locator(".moment")).to_contain_text("Entered: ")
    expect(page.get_by_role("heading", name="Entry by entry")).to_be_visible()
    assert "deal" not in page.locator("main").inner_text().lower()
    assert complaints == []


def test_a_name_in_a_link_is_text(served, open_tab, complaints):
    page = open_tab(f"{served.origin}/{link(names=(HOSTILE, 'Ben'))}")
    expect(page.locator(".ending .won")).to_contain_text("<img")
    assert page.locator("img").count() == 0
    assert complaints == []


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("#game=", "This link has no game."),
        (link()[:-5], "A part of this link is missing or changed: copy the whole link."),
        ("#game=%3Cimg%3E", "This is not a link of a game"),
        (link() + "A" * 3000, "This is longer than a link of a game."),
    ],
)
def test_a_wrong_link_says_what_is_wrong(served, open_tab, said, why):
    page = open_tab(f"{served.origin}/{said}")
    expect(page.locator("main")).to_contain_text(why)


@pytest.mark.slow
def test_a_game_in_the_address_is_not_taken_for_the_token(served, open_page):
    page = open_page(served.url)
    page.goto(f"{served.origin}/{link()}")
    expect(page.locator(".ending .won")).to_have_text("Ann wins")
    page.goto(f"{served.origin}/")
    expect(page.locator("#watching")).to_be_hidden()
    expect(page.locator("#share-open")).to_be_visible()


def test_the_end_of_a_game_offers_its_link_which_another_page_shows(
    served, players_page, open_tab
):
    play_all(served)
    part = players_page.locator("#ending .link-part")
    part.locator("summary").click()
    found = part.locator("input").input_value()
    assert found.startswith(f"{served.origin}/#game=")
    assert part.locator(".qr").count() == 0  # no other computer reaches this address
    page = open_tab(found)
    expect(page.locator(".ending .won")).to_have_text("Blue wins")


@pytest.mark.slow
def test_a_tv_has_the_qr_code_of_the_game_where_phones_reach_it(shared, open_tab):
    play_all(shared)
    told = json.loads(shared.ask("GET", "/game.json")[2])
    assert told["link"].startswith(f"{SHARED}#game=")
    assert told["qr"] == qr_rows(told["link"], "l")
    for size in ((1920, 1080), (1366, 768), (1024, 768)):
        viewport = {"width": size[0], "height": size[1]}
        page = open_tab(f"{shared.origin}/?view=tv", viewport=viewport)
        code = page.locator(".ending .qr")
        expect(code).to_be_visible()
        box = code.bounding_box()
        assert box["width"] == pytest.approx(box["height"], abs=2)
        assert box["width"] / (len(told["qr"]) + 8) >= 3  # pixels of a module
        seen = "all => all.every((one) => one.getBoundingClientRect().bottom <= innerHeight)"
        assert page.locator(".ending, .ending *").evaluate_all(seen)


def test_a_game_that_is_played_has_no_link(served):
    play_all(served).undo()
    told = json.loads(served.ask("GET", "/game.json")[2])
    assert (told["link"], told["qr"]) == ("", None)


def test_a_server_refuses_a_wrong_link_with_what_is_wrong(served):
    for said in ("", "AAAA", "A" * 9000, "%00", link()[6:-1]):
        status, _, body = served.ask("GET", f"/linked.json?link={said}")
        assert status == 422
        assert "link" in body.decode()


@pytest.mark.slow
def test_axe_finds_nothing_on_the_page_of_a_link(served, open_tab):
    page = open_tab(f"{served.origin}/{link()}", viewport={"width": 1280, "height": 900})
    expect(page.locator(".deals tbody tr").first).to_be_visible()
    page.locator(".link-part summary").click()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(ARRANGED)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width

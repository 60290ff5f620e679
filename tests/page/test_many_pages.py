"""Many pages in one browser, which allows six connections to a server; keys that do not arrive."""

import re

import pytest
from playwright.sync_api import expect

from host.cli import browser as cli_browser
from host.web.token import PageAddress
from tests.cases import slow
from tests.page.tabs import HIDE, cut_off
from tests.page.views import game, view
from tests.page_server import TOKEN, serving, wait_until

# Where each kind of page names the deal. With the two of the players they are more than six; the
# overlays load fastest.
OTHERS = [("board", "#game-name"), ("tv", "#game-name"), *[("overlay", "#match")] * 4]
LIVE = re.compile("^(Live)?$")  # an overlay says nothing while all is well
NO_WORKERS = "delete window.SharedWorker"


def another(page, url):
    """Open one more page in the browser context of `page`."""
    more = page.context.new_page()
    more.goto(url)
    more.locator("#key-ENTER").wait_for()
    return more


@pytest.mark.slow
def test_many_pages_of_one_browser_share_a_stream_and_the_newest_one_plays(served, open_page):
    served.show(view())
    first = open_page(served.url)
    places = [first.locator("#game-name")]
    for kind, place in OTHERS:
        page = first.context.new_page()
        page.goto(f"{served.origin}/?view={kind}")
        places.append(page.locator(place))
        expect(places[-1]).to_contain_text("deal 3")
    newest = another(first, served.url)
    places.append(newest.locator("#game-name"))
    newest.keyboard.type("5h")
    wait_until(lambda: len(served.pressed) == 4)
    assert served.names() == ["5", "H"]
    assert served.broadcast.watchers == 1
    served.show(view(game=game(deal=4)))
    for place in places:
        expect(place).to_contain_text("deal 4")
        expect(place.page.locator("#link")).to_have_text(LIVE)
    first.keyboard.type("6")
    wait_until(lambda: served.names() == ["5", "H", "6"])


@pytest.mark.slow
def test_the_stream_goes_on_for_the_pages_that_are_left(served, open_page):
    served.show(view(prompt="Before."))
    first = open_page(served.url)
    second = another(first, served.origin)
    first.close()
    served.show(view(prompt="After."))
    expect(second.locator("#prompt")).to_have_text("After.")


@pytest.mark.slow
@pytest.mark.parametrize("workers", [True, False])
def test_hidden_pages_release_the_stream_and_catch_up_when_shown(served, browser, workers):
    context = browser.new_context()
    if not workers:
        context.add_init_script(NO_WORKERS)
    try:
        served.show(view(prompt="Before."))
        pages = [context.new_page() for _ in range(2)]
        for page in pages:
            page.goto(served.url)
            expect(page.locator("#prompt")).to_have_text("Before.")
        assert served.broadcast.watchers == (1 if workers else 2)
        for page in pages:
            page.evaluate(HIDE, True)
        wait_until(lambda: served.broadcast.watchers == 0)
        served.show(view(prompt="After."))
        for page in pages:
            expect(page.locator("#prompt")).to_have_text("Before.")
            page.evaluate(HIDE, False)
            expect(page.locator("#prompt")).to_have_text("After.")
            expect(page.locator("#link")).to_have_text("Live")
    finally:
        context.close()
    wait_until(lambda: served.broadcast.watchers == 0)


@pytest.mark.slow
def test_a_page_reports_keys_that_get_no_answer(served, players_page):
    served.show(view())
    page = players_page
    expect(page.locator("#prompt")).to_have_text("Orange: play a card.")
    cut_off(page, "/key")
    page.keyboard.type("5h")
    expect(page.locator("#unsent")).to_contain_text("No answer to 5 ♥.")
    expect(page.locator("#link")).to_have_text("Keys do not arrive")
    # What the board goes on to tell does not make it look well.
    served.show(view(prompt="Blue: play a card."))
    expect(page.locator("#prompt")).to_have_text("Blue: play a card.")
    expect(page.locator("#link")).to_have_text("Keys do not arrive")
    page.unroute("**/key")
    expect(page.locator("#link")).to_have_text("Live")
    assert served.names() == []  # a lost key is not sent late
    expect(page.locator("#unsent")).to_contain_text("No answer to 5 ♥.")
    page.keyboard.type("5h")
    expect(page.locator("#unsent")).to_have_text("")
    wait_until(lambda: served.names() == ["5", "H"])


@pytest.mark.slow
def test_a_key_press_without_a_server_is_reported(open_page):
    with serving() as first:
        page = open_page(first.url)  # shows its keys although no view has come
        first.show(view())
        expect(page.locator("#link")).to_have_text("Live")
    page.keyboard.press("7")
    expect(page.locator("#unsent")).to_contain_text("No answer to 7.")
    expect(page.locator("#link")).to_have_text("Reconnecting")
    with serving(first.port) as second:
        second.show(view())
        expect(page.locator("#link")).to_have_text("Live")
        page.keyboard.press("7")
        wait_until(lambda: second.names() == ["7"])
        expect(page.locator("#unsent")).to_have_text("")


@pytest.mark.slow
def test_a_tab_that_is_older_than_a_restart_says_what_to_do(open_page):
    with serving() as first:
        first.show(view())
        page = open_page(first.url)
        expect(page.locator("#link")).to_have_text("Live")
    with serving(first.port, "another-token") as second:
        second.show(view())
        expect(page.locator("#unsent")).to_contain_text("run pegboard once more")
        expect(page.locator("#watching")).to_be_visible()
        page.goto(second.url)  # in the same tab: only what follows # is new
        page.locator("#key-5").click()
        wait_until(lambda: second.names() == ["5"])


@pytest.mark.parametrize("path", ["/?view=board", *slow("/")])
def test_the_token_does_not_stay_in_the_address(served, open_page, path):
    served.show(view())
    page = open_page(f"{served.origin}{path}#{TOKEN}")
    expect(page.locator("#link")).to_have_text("Live")
    assert page.url == served.origin + path
    page.reload()
    page.locator("#key-5").click()
    wait_until(lambda: served.names() == ["5"])
    assert page.url == served.origin + path


@pytest.mark.slow
def test_the_file_that_is_opened_leads_to_a_page_with_keys(
    served, open_page, tmp_path, monkeypatch
):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path))
    served.show(view())
    assert cli_browser.open_page(PageAddress(served.port, TOKEN))
    assert TOKEN not in opened[0]
    page = open_page(opened[0])
    page.locator("#key-5").click()
    wait_until(lambda: served.names() == ["5"])
    assert page.url == served.origin + "/"

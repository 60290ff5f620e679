"""The static site: a board in a page's worker, without a server and without a network."""

import pytest
from playwright.sync_api import expect

from tests.page.keystrokes import press
from tests.page.tabs import UNPAINTED
from tests.page.test_accessibility import COLOURS, violations
from tests.page.test_deal import score
from tests.site_server import FOLDER

START = "ENTER ENTER 2 ENTER"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# In a timer, since what a test evaluates may do more than the page.
EVALUATED = """() => new Promise((done) => setTimeout(() => {
  try { done(String(window.eval("1"))); } catch (error) { done(error.message); }
}))"""
ELSEWHERE = "https://example.invalid/"
IN_USE = """FileSystemFileHandle.prototype.createSyncAccessHandle = () => Promise.reject(
  new DOMException("in use", "NoModificationAllowedError"));
"""
NO_FILES = "navigator.storage.getDirectory = () => Promise.reject(new Error('none'));"


def open_board(context, url):
    page = context.new_page()
    page.goto(url)
    expect(page.locator("#link")).to_have_text("Live")
    return page


def wait_stored(page):
    """Wait until the site is stored in the browser."""
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    expect(page.locator("#link")).to_have_text("Live")
    assert page.evaluate("navigator.serviceWorker.controller !== null")


@pytest.mark.slow
def test_a_deal_by_touch_on_a_phone_without_a_network(site, browse, complaints):
    context = browse(**PHONE)
    page = open_board(context, site.url)
    wait_stored(page)
    context.set_offline(True)
    asked = len(site.asked)
    page.reload()
    expect(page.locator("#menu")).to_contain_text("Traditional")

    def tap(keys):
        for word in keys.split():
            card = len(word) == 2 and word not in ("GO", "JK")
            for name in word if card else (word,):
                page.locator(f"#key-{name}").tap()

    tap(f"{START} 5D 4H 4C 4S TD 9D")
    expect(score(page, "Orange")).to_have_text("8")
    tap("KC JS KD")
    expect(score(page, "Orange")).to_have_text("12")
    expect(score(page, "Blue")).to_have_text("11")
    page.reload()
    expect(page.locator("#prompt")).to_contain_text("turn up the crib")
    tap("2C 2D 9S KH")
    expect(page.locator("#prompt")).to_contain_text("Orange deals six each")
    expect(score(page, "Blue")).to_have_text("15")
    # The browser itself looks for a newer service worker.
    assert set(site.asked[asked:]) <= {FOLDER + "service_worker.js"}
    assert complaints == []


@pytest.mark.slow
def test_no_request_leaves_the_origin_and_no_text_is_run_as_code(site, browse, complaints):
    context = browse()
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    page = open_board(context, site.url)
    press(page, f"{START} 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith(site.url)] == []
    assert complaints == []
    assert "Content Security Policy" in page.evaluate(EVALUATED)
    assert page.evaluate(f"() => fetch({ELSEWHERE!r}).then(() => 'sent', () => '')") == ""
    assert any("Content Security Policy" in said for said in complaints)


@pytest.mark.slow
def test_what_the_browser_keeps_has_the_policy_of_the_server(site, browse):
    context = browse()
    page = open_board(context, site.url)
    wait_stored(page)
    policy = page.evaluate(
        "async () => (await fetch('index.html')).headers.get('Content-Security-Policy')"
    )
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "frame-ancestors 'none'" in policy and "unsafe-inline" not in policy


@pytest.mark.slow
def test_a_reload_during_a_game_never_shows_an_error(site, browse, complaints):
    page = open_board(browse(), site.url)
    press(page, f"{START} 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")
    for _ in range(5):
        page.reload()
        expect(score(page, "Blue")).to_have_text("2")
        expect(page.locator("#watching")).to_be_hidden()
    assert complaints == []


@pytest.mark.slow
def test_one_tab_has_the_game_and_the_others_watch_until_it_is_closed(site, browse, complaints):
    context = browse()
    first = open_board(context, site.url)
    press(first, f"{START} 5D")
    second = open_board(context, site.url)
    expect(second.locator("#watching")).to_be_visible()
    expect(second.locator(".notice")).to_contain_text("open in another tab")
    expect(second.locator("#prompt")).to_contain_text("Orange: lead a card")
    press(first, "4H")
    expect(second.locator("#prompt")).to_contain_text("Blue: play a card")
    press(second, "4C")
    lit = "document.querySelectorAll('.cores circle:not([fill-opacity=\"0\"])').length > 0"
    assert second.evaluate(lit)
    first.close()
    expect(second.locator("#watching")).to_be_hidden()
    expect(second.locator("#prompt")).to_contain_text("Blue: play a card")
    press(second, "4C")
    expect(score(second, "Blue")).to_have_text("2")
    assert complaints == []


@pytest.mark.slow
def test_a_tab_that_is_loaded_again_keeps_the_game(site, browse, complaints):
    context = browse()
    first = open_board(context, site.url)
    watchers = [open_board(context, site.url) for _ in range(4)]
    for _ in range(6):
        first.reload()
        expect(first.locator("#link")).to_have_text("Live")
        expect(first.locator("#watching")).to_be_hidden()
        first.wait_for_timeout(300)  # so that each time is another one of the watchers' looks
    for page in watchers:
        expect(page.locator("#watching")).to_be_visible()
    assert complaints == []


@pytest.mark.slow
def test_a_tab_that_watches_can_take_the_game_and_give_it_back(site, browse, complaints):
    context = browse()
    tabs = [open_board(context, site.url)]
    press(tabs[0], f"{START} 5D")
    tabs.append(open_board(context, site.url))
    third = open_board(context, site.url)
    for number, (keys, prompt) in enumerate([("4H", "Blue: play"), ("4C", "Orange: play")], 1):
        owner, watcher = tabs[(number + 1) % 2], tabs[number % 2]
        watcher.get_by_role("button", name="Play here").dblclick()
        expect(watcher.locator("#watching")).to_be_hidden()
        expect(watcher.locator("#link")).to_have_text("Live")
        expect(owner.locator("#watching")).to_be_visible()
        press(watcher, keys)
        for page in (owner, watcher, third):
            expect(page.locator("#prompt")).to_contain_text(prompt)
    expect(score(third, "Blue")).to_have_text("2")
    expect(third.locator("#watching")).to_be_visible()
    assert complaints == []


@pytest.mark.slow
def test_a_tab_that_does_not_leave_the_game_is_to_be_closed(site, browse, complaints):
    context = browse()
    other = context.new_page()
    other.goto(f"{site.url}practice.html")
    other.evaluate(
        "() => { navigator.locks.request(`pegboard ${new URL('.', location.href).pathname}`,"
        " () => new Promise(() => {})); }"
    )
    page = context.new_page()
    page.goto(site.url)
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".notice").last).to_contain_text("does not answer. Close it")
    other.close()
    expect(page.locator("#watching")).to_be_hidden()
    assert complaints == []


@pytest.mark.slow
def test_a_newer_version_is_offered_and_keeps_the_game(site, browse, complaints):
    page = open_board(browse(), site.url)
    wait_stored(page)
    press(page, f"{START} 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")
    newer(site)
    page.evaluate("async () => { (await navigator.serviceWorker.ready).update(); }")
    offered = page.get_by_role("button", name="New version")
    expect(offered).to_be_visible()
    expect(page.locator("html")).to_have_css("accent-color", "auto")
    offered.click()
    expect(page.locator("html")).to_have_css("accent-color", "rgb(1, 2, 3)")
    expect(score(page, "Blue")).to_have_text("2")
    assert complaints == []


@pytest.mark.slow
def test_a_page_that_stays_open_since_the_first_visit_takes_a_newer_version(site, browse):
    page = open_board(browse(), site.url)
    page.evaluate("navigator.serviceWorker.ready")
    press(page, f"{START} 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")
    newer(site)
    page.evaluate("async () => { (await navigator.serviceWorker.ready).update(); }")
    page.get_by_role("button", name="New version").click()
    expect(page.locator("html")).to_have_css("accent-color", "rgb(1, 2, 3)")
    expect(score(page, "Blue")).to_have_text("2")


@pytest.mark.slow
def test_a_game_that_another_page_has_is_not_played_twice(site, browse):
    context = browse()
    site.files["board_worker.bundle.js"] = IN_USE.encode() + site.files["board_worker.bundle.js"]
    page = context.new_page()
    page.goto(site.url)
    expect(page.locator(".notice")).to_contain_text("another page has the game")
    expect(page.locator("#link")).not_to_have_text("Live")


def newer(site):
    """Publish another version of the site: another style, and what names its hash."""
    from host.site.build import _service_worker

    files = {name: data for name, data in site.files.items() if name != "service_worker.js"}
    files["site.css"] += b"\n:root { accent-color: rgb(1, 2, 3); }\n"
    site.files = {**files, "service_worker.js": _service_worker(files).encode()}


@pytest.mark.slow
def test_a_file_that_is_not_of_the_version_is_not_stored(site, browse):
    site.files["program.bin"] += b" "
    page = open_board(browse(), site.url)
    page.wait_for_timeout(500)
    assert page.evaluate("async () => !(await navigator.serviceWorker.getRegistration())?.active")


@pytest.mark.slow
def test_a_browser_that_keeps_no_files_says_so_and_plays(site, browse):
    context = browse()
    # Only in the worker are the files opened.
    site.files["board_worker.bundle.js"] = NO_FILES.encode() + site.files["board_worker.bundle.js"]
    page = open_board(context, site.url)
    expect(page.locator(".notice").first).to_contain_text(
        "the game is lost when the page is closed"
    )
    press(page, f"{START} 5D 4H 4C")
    expect(score(page, "Blue")).to_have_text("2")


@pytest.mark.slow
def test_each_layout_can_be_chosen_and_stays(site, browse, complaints):
    page = open_board(browse(), site.url)
    press(page, f"{START} 5D")
    expect(page.locator("#prompt")).to_contain_text("Orange: lead a card")
    page.locator(".extras summary").click()
    usual = page.locator(".cores circle").count()
    page.locator("#extras select", has_text="two-track").select_option("two-track")
    expect(page.locator(".cores circle").nth(usual)).to_be_attached()  # it has more
    expect(page.locator("#prompt")).to_contain_text("Orange: lead a card")
    count = page.locator(".cores circle").count()
    page.goto(site.url)
    expect(page.locator("#prompt")).to_contain_text("Orange: lead a card")
    assert page.locator(".cores circle").count() == count > usual
    assert complaints == []


@pytest.mark.slow
def test_an_arrow_key_opens_a_list_and_chooses_nothing_yet(site, browse, complaints):
    page = open_board(browse(), site.url)
    page.locator(".extras summary").click()
    for name in ("two-track", "steady"):
        chosen = page.locator("#extras select", has_text=name)
        before = chosen.input_value()
        for key in ("ArrowDown", "End", "s"):
            chosen.focus()
            page.keyboard.press(key)
            expect(chosen).to_have_value(before)
    assert "?" not in page.url and complaints == []


@pytest.mark.slow
def test_a_tab_that_watches_draws_the_layout_of_the_game(site, browse, complaints):
    context = browse()
    page = open_board(context, site.url)
    press(page, f"{START} 5D")
    other = context.new_page()
    other.goto(site.url)
    expect(other.locator("#watching")).to_be_visible()
    expect(other.locator("#prompt")).to_contain_text("Orange: lead a card")
    usual = other.locator(".cores circle").count()
    assert other.locator("#extras select", has_text="two-track").count() == 0
    page.locator(".extras summary").click()
    page.locator("#extras select", has_text="two-track").select_option("two-track")
    expect(page.locator(".cores circle").nth(usual)).to_be_attached()  # it has more
    expect(other.locator(".cores circle")).to_have_count(page.locator(".cores circle").count())
    expect(other.locator("#watching")).to_be_visible()
    assert complaints == []


@pytest.mark.slow
def test_games_and_names_stay(site, browse, complaints):
    context = browse()
    page = open_board(context, site.url)
    press(page, f"{START} 5D 4H 4C")
    page.locator("#names-open").click()
    page.locator("#names").get_by_label("Blue").fill("Ann")
    page.keyboard.press("Enter")
    expect(score(page, "Ann")).to_have_text("2")
    press(page, "MENU 2 ENTER 2 ENTER")
    expect(page.locator("#menu .chosen")).to_have_text("Traditional")
    press(page, f"{START} 5D")
    expect(page.locator("#prompt")).to_contain_text("Orange: lead a card")
    page.close()
    page = open_board(context, site.url)
    press(page, "MENU 2 ENTER 2 ENTER MENU")
    expect(page.locator("#menu")).to_contain_text("Saved: Traditional, Ann 2 and Orange 0")
    assert complaints == []


@pytest.mark.slow
def test_axe_finds_nothing_in_what_the_site_adds(site, browse):
    context = browse(**PHONE)
    context.add_init_script(UNPAINTED)  # which `violations` takes away
    first = open_board(context, site.url)
    press(first, START)
    first.locator(".extras summary").click()
    expect(first.locator("#extras")).to_contain_text("This browser may remove the game")
    second = open_board(context, site.url)
    expect(second.locator(".notice")).to_be_visible()
    for page in (first, second):
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, COLOURS) == []

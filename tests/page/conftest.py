"""A browser, and pages of a server that the test feeds."""

import contextlib
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from host.boards.page_keys import HOLD_SECONDS
from tests.browser import find_browser
from tests.host.program import running as running_program
from tests.page.keystrokes import press
from tests.page.tabs import HIDE, MEDIA, PATIENCE, VIEWPORT, Tabs, listen
from tests.page.views import BETWEEN, frame
from tests.page_server import serving, wait_until
from tests.site_server import publishing

expect.set_options(timeout=PATIENCE)

# Otherwise Chromium contacts its maker's hosts; and it has no sandbox if it runs as root.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # All pages of a context in one process, the empty one of a new tab too.
    "--renderer-process-limit=1",
    # A full Chromium, as in a system's packages, draws two pages for the address bar of each
    # window, each in its own process, even if no window is visible.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
]
# Playwright has Chromium share what it paints through files on the disk, since some containers
# have hardly any shared memory. Each tile of a page is such a file, so pages take longer.
SHARED_MEMORY = Path("/dev/shm")
SHARED_MEMORY_LEAST = 1 << 29  # bytes
SLOW_MEMORY = "--disable-dev-shm-usage"
PROGRAM = ("--virtual", "--no-browser", "--page-port", "0")
# Undoes what a test did to a page; waits until that has this prompt, dark lights and no key down.
AT_REST = """async (prompt) => {
  const isAtRest = () => {
    document.activeElement.blur();
    scrollTo(0, 0);
    return document.getElementById("prompt").textContent === prompt
      && !document.querySelector(".cores circle:not([fill-opacity='0']), [data-key].down");
  };
  for (let frames = 0; !isAtRest(); frames += 1) {
    if (frames === 600) throw new Error("it does not come to rest");
    await new Promise(requestAnimationFrame);
  }
}"""

# As before the first view of a page that was just opened: the next one shows the board again.
WAITING = "document.body.classList.add('waiting')"

# The page is told of another size of its window with the next frame, and arranges itself anew.
ARRANGED = "() => new Promise((done) => requestAnimationFrame(done))"


@pytest.fixture(scope="package")  # while it is open, this thread can run no other event loop
def browser():
    with sync_playwright() as playwright:
        program = find_browser(playwright)
        unwanted = [SLOW_MEMORY] if has_shared_memory() else []
        opened = playwright.chromium.launch(
            executable_path=program, args=FLAGS, ignore_default_args=unwanted
        )
        yield opened
        opened.close()


def has_shared_memory():
    """Return whether there is enough shared memory for a browser."""
    try:
        return shutil.disk_usage(SHARED_MEMORY).free >= SHARED_MEMORY_LEAST
    except OSError:  # as on a system that has it elsewhere
        return False


@pytest.fixture(scope="package")
def running():
    with serving() as one:
        yield one


@pytest.fixture
def served(running):
    """The tests' one server; keys pressed in earlier tests are forgotten."""
    running.pressed.clear()
    return running


@pytest.fixture(scope="package")
def pages_complaints():
    """What pages wrote to their consoles as errors."""
    return []


@pytest.fixture
def complaints(pages_complaints):
    """What pages of the test wrote to their consoles as errors; must stay empty."""
    pages_complaints.clear()
    return pages_complaints


@pytest.fixture(scope="package")
def tabs(browser, pages_complaints):
    """Tabs for the pages of all tests."""
    return Tabs(browser, pages_complaints)


@pytest.fixture
def open_tab(tabs, complaints):
    """Return a function that opens an address, as Tabs.open does, until the test ends."""
    opened = []

    def open_it(url, **options):
        opened.append(tabs.open(url, **options))
        return opened[-1]

    yield open_it
    for page in opened:
        tabs.give_back(page)


@pytest.fixture
def open_page(open_tab):
    """Return a function that opens the address of a board, as `open_tab` does."""

    def open_it(url, **options):
        page = open_tab(url, **options)
        page.locator("#key-ENTER").wait_for()
        return page

    return open_it


@pytest.fixture(scope="package")
def pages(tabs):
    """All pages of `kept_page`, {(address, has a touch screen): page}."""
    opened = {}
    yield opened
    for page in opened.values():
        tabs.give_back(page)


@pytest.fixture(scope="package")
def media():
    """The colours and the motion of each of `pages`, if `kept_page` has set them."""
    return {}


@pytest.fixture(scope="module")
def shown_pages(running):
    """Those of `pages` that are shown: the first one that the module used and others that a test
    uses. The rest are hidden and have no stream."""
    shown = []
    yield shown
    put_away(running, shown)


def put_away(running, shown, first=0):
    """Hide the pages `shown[first:]`, and take them out of that list."""
    if shown[first:]:
        running.show(BETWEEN)
        running.frame(frame())
    while shown[first:]:
        page = shown.pop()
        at_rest(page)
        page.evaluate(HIDE, True)
        page.evaluate(WAITING)


def at_rest(page):
    """Undo what a test did to the page, which has been shown BETWEEN and a dark frame."""
    page.mouse.move(0, 0)
    page.evaluate(AT_REST, BETWEEN["prompt"])


@pytest.fixture
def kept_page(tabs, served, pages, shown_pages, media, complaints):
    """Return a function that gives the tests' one page of an address, in a size and colours, for
    tests that only show it something and press its keys: opening one takes as long as ten such
    tests. Before each test it has a dark board and no game."""
    served.show(BETWEEN)
    served.frame(frame())
    for page in shown_pages:
        at_rest(page)
    served.pressed.clear()
    complaints.clear()

    def get(url, viewport=VIEWPORT, has_touch=False, color_scheme="light", motion="no-preference"):
        key = url, has_touch
        if key not in pages:
            pages[key] = tabs.open(url, has_touch=has_touch)
            pages[key].locator("#key-ENTER").wait_for()
            assert complaints == []
        page = pages[key]
        if page not in shown_pages:
            page.evaluate(HIDE, False)
            page.locator("#key-ENTER").wait_for()
            shown_pages.append(page)
        if page.viewport_size != viewport:
            page.set_viewport_size(viewport)
            page.evaluate(ARRANGED)
        wanted = {"color_scheme": color_scheme, "reduced_motion": motion}
        if media.get(page) != wanted:  # a page that is told the same again is painted anew
            page.emulate_media(**wanted)
            media[page] = wanted
        return page

    yield get
    wait_until(served.is_released)  # or the release of its last key would reach the next test
    put_away(served, shown_pages, 1)  # or it would follow what all later tests show


@pytest.fixture
def players_page(kept_page, served):
    """A player's page with a dark board and no game, which tests of the module share."""
    return kept_page(served.url)


@pytest.fixture(scope="package")
def table(tmp_path_factory):
    """A real program, in which tests play one game after another."""
    game = tmp_path_factory.mktemp("table") / "game.journal"
    started = running_program(*PROGRAM, "--game", game)
    with started as one:
        yield one.board()


@pytest.fixture(scope="package")
def tables_page(tabs, table):
    """The player's page of `table`, which all tests share."""
    page = tabs.open(table.page_url)
    expect(page.locator("#prompt")).not_to_have_text("Waiting for the board")
    page.evaluate(HIDE, True)
    yield page
    tabs.give_back(page)


# Each way between a page and its board: keys, menus, names, and entries that are taken back. What
# else the page shows comes the same way, so with a worker it is tested only when named.
WAYS = {"test_deal.py", "test_menu.py", "test_names.py", "test_redo.py"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        params = getattr(item, "callspec", None) and item.callspec.params
        if params and params.get("source") == "site" and item.path.name not in WAYS:
            item.add_marker(pytest.mark.exhaustive)


@pytest.fixture(params=["server", "site"])
def source(request):
    """Where a page has its game from: a program, or a worker of its own. A test that plays by the
    keys of its page holds for both."""
    return request.param


@pytest.fixture
def start_menu(source, request):
    """A player's page that asks for the next game. A game of an earlier test is left, and saved on
    the board."""
    return request.getfixturevalue(f"start_menu_of_{source}")


@pytest.fixture
def play(source, request):
    """Return a function that presses the keys that a text names, for tests of what the page shows
    after them."""
    return request.getfixturevalue(f"play_on_{source}")


@pytest.fixture(scope="package")
def published():
    """The static site, on a web server."""
    with publishing() as server:
        yield server


@pytest.fixture
def browse(browser, complaints):
    """Return a function that opens another browser's profile; give it a script to run before those
    of its pages, and options of a context."""
    with contextlib.ExitStack() as stack:

        def open_it(script="", **options):
            context = browser.new_context(**{"viewport": VIEWPORT, **MEDIA, **options})
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE)
            if script:
                context.add_init_script(script)
            context.on("page", lambda page: listen(page, complaints))
            return context

        yield open_it


@pytest.fixture(scope="package")
def sites_page(browser, published, pages_complaints):
    """A page of the static site, with its board."""
    context = browser.new_context(viewport=VIEWPORT, **MEDIA)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    listen(page, pages_complaints)
    page.goto(published.url)
    expect(page.locator("#prompt")).not_to_have_text("Waiting for the board")
    yield page
    context.close()


@pytest.fixture
def start_menu_of_site(sites_page, complaints):
    page = sites_page
    page.evaluate("document.querySelector('.notice button')?.click()")
    for _ in range(6):  # out of each menu; then the menu of the game, if one is played
        press(page, "ESCAPE")
    if page.locator("#game-name").inner_text():
        press(page, "MENU 2 ENTER 2 ENTER")
    expect(page.locator("#menu .chosen")).to_have_text("Traditional")
    return page


@pytest.fixture
def play_on_site(start_menu_of_site):
    return lambda keys: press(start_menu_of_site, keys)


@pytest.fixture
def start_menu_of_server(table, tables_page, complaints):
    page = tables_page
    leave_game(table)
    page.evaluate(HIDE, False)
    expect(page.locator("#menu h2")).to_contain_text("Game")
    expect(page.locator("#menu .chosen")).to_have_text("Traditional")
    yield page
    page.evaluate(HIDE, True)  # or it would follow the lights of this game until another test


@pytest.fixture
def play_on_server(table, start_menu_of_server):
    """The page is hidden until the last key, which is pressed on its keyboard. To follow each key
    takes a browser four times as long as the board."""

    def play_them(keys):
        before, _, last = keys.rpartition(" ")
        with hidden(start_menu_of_server):
            for word in before.split():
                table.keys(word)
                time.sleep(2 * HOLD_SECONDS)  # or it has more waiting than it keeps
        press(start_menu_of_server, last)

    return play_them


@contextlib.contextmanager
def hidden(page):
    """Hide the page for as long as the context lasts; then it shows the latest state."""
    page.evaluate(HIDE, True)
    yield
    page.evaluate(HIDE, False)


def leave_game(table):
    """Leave the game that is played at `table`, if there is one, and its menu."""
    view = table.view()
    if view["game"]:
        while view["menu"]:
            table.key("UNDO")
            view = table.view(lambda new, old=view: new != old)
        table.keys("MENU 2 ENTER 2 ENTER")


@pytest.fixture
def program(tmp_path):
    """Start the real program on `tmp_path`; return a function that starts it and gives its URL."""
    running = []

    def start():
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from host.cli.main import main; main()",
                *PROGRAM,
                "--game",
                str(tmp_path / "game.journal"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        return found.group()

    def stop():
        process = running.pop()
        process.kill()
        process.wait()
        process.stdout.close()

    start.stop = stop
    yield start
    while running:
        stop()


@pytest.fixture
def site():
    with publishing() as server:
        yield server

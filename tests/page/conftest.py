"""A browser, and pages of a server that the test feeds."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser import find_browser
from tests.page.views import frame, view
from tests.page_server import serving

# Chromium looks for its maker's hosts otherwise, and has no sandbox where it runs as root.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAPTOP = {"width": 1280, "height": 800}


@pytest.fixture(scope="package")  # while it is open, this thread can run no other event loop
def browser():
    program = find_browser()  # it asks Playwright too, which cannot be open twice
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def running():
    with serving() as one:
        yield one


@pytest.fixture
def served(running):
    """The module's one server; keys pressed in earlier tests are forgotten."""
    running.pressed.clear()
    return running


@pytest.fixture
def complaints():
    """What pages of the test wrote to their consoles as errors; must stay empty."""
    return []


@pytest.fixture
def open_page(browser, complaints):
    """Return a function that opens an address: options are those of a browser context."""
    contexts = []

    def open_it(url, **options):
        context = browser.new_context(**{"viewport": LAPTOP, **options})
        contexts.append(context)
        return _board_page(context, url, complaints)

    yield open_it
    for context in contexts:
        context.close()


def _board_page(context, url, complaints):
    context.set_default_timeout(5000)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
    page.goto(url)
    page.locator("#key-ENTER").wait_for()
    return page


@pytest.fixture(scope="module")
def pages_complaints():
    """What the page of `module_page` wrote to its console as errors."""
    return []


@pytest.fixture(scope="module")
def module_page(browser, running, pages_complaints):
    context = browser.new_context(viewport=LAPTOP)
    yield _board_page(context, running.url, pages_complaints)
    context.close()


@pytest.fixture
def players_page(served, module_page, pages_complaints):
    """A player's page with a dark board and no game, for tests that only show it something and
    press its keys: opening one takes as long as ten such tests, so a module has one of them."""
    served.show(view(mode="menu", prompt="Between two tests.", menu=None, game=None))
    served.frame(frame())
    module_page.mouse.move(0, 0)
    module_page.evaluate("document.activeElement.blur()")
    expect(module_page.locator("#prompt")).to_have_text("Between two tests.")
    expect(module_page.locator(".cores circle:not([opacity='0'])")).to_have_count(0)
    expect(module_page.locator("[data-key].down")).to_have_count(0)
    served.pressed.clear()
    pages_complaints.clear()
    return module_page


@pytest.fixture
def program(tmp_path):
    """Start the real program on `tmp_path`; return a function that starts it and gives its URL."""
    running = []

    def start():
        words = "--virtual --no-browser --page-port 0 --game".split()
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from host.cli.main import main; main()",
                *words,
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

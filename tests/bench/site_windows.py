"""Windows of Chromium and Firefox in which the static site is measured, and their processes."""

import contextlib
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, ViewportSize, sync_playwright

from tests.bench.slowed import family
from tests.browser import find_browser
from tests.page.conftest import FLAGS
from tests.page.firefox import Firefox, find_firefox, firefox

VIEWPORT: ViewportSize = {"width": 1280, "height": 800}


class ChromiumWindow:
    """A window of a new profile in `browser`. pid: the browser's process."""

    def __init__(self, browser: Browser):
        told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
        self.pid: int = next(one["id"] for one in told["processInfo"] if one["type"] == "browser")
        self._context = browser.new_context(viewport=VIEWPORT)
        self._page = self._context.new_page()

    def open(self, url: str) -> None:
        """Open an address; return as soon as the page begins."""
        while self._page.is_closed():
            # A new page may get the process that is being killed.
            with contextlib.suppress(Error):
                self._page = self._context.new_page()
        self._page.goto(url, wait_until="commit")

    def reload(self) -> None:
        self._page.reload(wait_until="commit")

    def leave(self) -> None:
        """Close the page."""
        self._page.close()

    def run(self, script: str, argument: Any = None) -> Any:
        """Call the function `script` in the page; return what it returns."""
        return self._page.evaluate(script, argument)

    def pages(self) -> list[int]:
        """Return the processes that have pages."""
        return [one for one in family(self.pid) if b"--type=renderer" in _command(one)]

    def kill(self) -> None:
        """End the page as when its process runs out of memory."""
        for one in self.pages():
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        with contextlib.suppress(Error):  # which has crashed
            self._page.close()

    def collect(self) -> None:
        """Have the page's garbage collected."""
        self._context.new_cdp_session(self._page).send("HeapProfiler.collectGarbage")


class FirefoxWindow:
    """The window `window` of a Firefox with a new profile."""

    def __init__(self, window: Firefox):
        self.pid = window.pid
        self._window = window
        window.resize(VIEWPORT["width"], VIEWPORT["height"])

    def open(self, url: str) -> None:
        self._window.open(url)

    def reload(self) -> None:
        self._window.reload()

    def leave(self) -> None:
        self._window.open("about:blank")

    def run(self, script: str, argument: Any = None) -> Any:
        return self._window.run(f"return ({script})(...arguments)", argument)

    def pages(self) -> list[int]:
        parts = [(one, _command(one).strip(b"\0").split(b"\0")) for one in family(self.pid)]
        return [one for one, words in parts if b"-contentproc" in words and words[-1] == b"tab"]

    def kill(self) -> None:
        """Firefox shows the driver nothing more of a page that was killed, so this one is left."""
        self.leave()

    def collect(self) -> None:
        """A page cannot ask for that here."""


Window = ChromiumWindow | FirefoxWindow


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended
        return b""


@contextlib.contextmanager
def chromium_window() -> Iterator[ChromiumWindow]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
        yield ChromiumWindow(browser)
        browser.close()


@contextlib.contextmanager
def firefox_window() -> Iterator[FirefoxWindow]:
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        firefox(Path(folder) / "profile") as window,
    ):
        yield FirefoxWindow(window)


Opening = Callable[[], contextlib.AbstractContextManager[Window]]


def windows() -> dict[str, Opening]:
    """Return what opens a window of each browser that is installed."""
    found: dict[str, Opening] = {"Chromium": chromium_window}
    if find_firefox():
        found["Firefox"] = firefox_window
    return found

"""The real `pegboard` in a separate process, for tests: its page is requested over HTTP."""

import contextlib
import http.client
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

from hardware.board import KEYS
from tests.page_server import Watcher

ROOT = Path(__file__).parents[2]
# With Ctrl-C as in a terminal, even if the tests were started in the background: a program that a
# shell starts there ignores SIGINT, and so do its children.
CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
RUN = CTRL_C + "from host.cli.main import main; main(prog_name='pegboard')"
SECONDS = 30


class Program:
    """`pegboard` with `words`, and with its files in the folder `home` if given. `out` and
    `err` are its output once it has ended."""

    def __init__(self, *words, code=RUN, home=None):
        data = {"PEGBOARD_DATA": str(Path(home, "pegboard"))} if home else {}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **data},
        )
        self._lines = queue.Queue()
        self.out = ""
        self.err = ""
        self._threads = [
            threading.Thread(target=self._read, args=(name,), daemon=True)
            for name in ("stdout", "stderr")
        ]
        for thread in self._threads:
            thread.start()

    def _read(self, name):
        for line in getattr(self.process, name):
            if name == "stdout":
                self.out += line
                self._lines.put(line)
            else:
                self.err += line

    def until(self, text):
        """Wait for a line of stdout that contains `text`, and return it."""
        end = time.monotonic() + SECONDS
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"it never said {text!r}: {self.out}{self.err}") from None
            if text in line:
                return line

    def board(self):
        """Wait for the page's address; return self."""
        found = re.search(r"http://127.0.0.1:(\d+)/#(\S+)", self.until("The board is at"))
        self.port, self.token = int(found[1]), found[2]
        return self

    @property
    def page_url(self):
        """The address of the page with the keys."""
        return f"http://127.0.0.1:{self.port}/#{self.token}"

    def key(self, name):
        """Press and release the key with this name."""
        for down in (True, False):
            link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
            with contextlib.closing(link):
                body = json.dumps({"key": KEYS.index(name), "down": down})
                headers = {"Content-Type": "application/json", "X-Pegboard-Token": self.token}
                link.request("POST", "/key", body, headers)
                assert link.getresponse().status == 204

    def keys(self, text):
        """Press the keys that `text` names; a card is two of them."""
        for word in text.split():
            for name in [word] if word in KEYS else word:
                self.key(name)

    def view(self, until=lambda view: True):
        """Return a page's view of the table, as soon as `until(view)` is true."""
        watcher = Watcher(self.port)
        try:
            end = time.monotonic() + SECONDS
            while not until(view := watcher.tables(1)[0]):
                assert time.monotonic() < end, f"another view is awaited than {view}"
            return view
        finally:
            watcher.close()

    def ended(self):
        """Return the exit code, once it has ended by itself."""
        code = self.process.wait(SECONDS)
        for thread in self._threads:
            thread.join(SECONDS)
        return code

    def stop(self):
        """Kill it, like a power cut."""
        self.process.kill()
        self.ended()


@contextlib.contextmanager
def running(*words, **options):
    """Run `pegboard` with `words` for as long as the context lasts."""
    program = Program(*words, **options)
    try:
        yield program
    finally:
        program.stop()

"""Puts the REPL of a VM in a page's worker on standard input and output, as vm.mjs does in Node:
python -m tests.targets.browser_vm FOLDER_OF_THE_VM LENGTH

A process of its own, since page tests have Playwright in theirs, where it can be open only once.
"""

import base64
import http.server
import json
import os
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import find_browser

HERE = Path(__file__).parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
PAGE = b"""<!doctype html><meta charset="utf-8"><title>MicroPython</title>"""
TYPES = {"html": "text/html", "mjs": "text/javascript", "wasm": "application/wasm"}
START = """(first) => {
  window.worker = new Worker("vm_worker.mjs", { type: "module" });
  window.say = (message) => new Promise((done, failed) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => failed(new Error(message));
    worker.postMessage(message);
  });
  return say(first);
}"""


def main() -> None:
    folder, length = Path(sys.argv[1]), int(sys.argv[2])
    files = {
        "": PAGE,
        **{name: (HERE / name).read_bytes() for name in ("vm_worker.mjs", "vm_core.mjs")},
        **{name: (folder / name).read_bytes() for name in ("micropython.mjs", "micropython.wasm")},
    }
    with Server(files) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        write(page.evaluate(START, json.loads(sys.stdin.buffer.read(length))))
        while data := os.read(0, 65536):
            write(page.evaluate("(data) => say(data)", base64.b64encode(data).decode()))
        browser.close()


def write(text: str) -> None:
    """Write what the VM has printed."""
    sys.stdout.buffer.write(base64.b64decode(text))
    sys.stdout.buffer.flush()


class Server(http.server.ThreadingHTTPServer):
    """Serves `files`, by their names."""

    daemon_threads = True

    def __init__(self, files: dict[str, bytes]):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files = files
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self):
        name = self.path[1:]
        data = self.server.files.get(name, b"")
        self.send_response(200 if name in self.server.files else 404)
        self.send_header("Content-Type", TYPES.get(name.rpartition(".")[2] or "html", ""))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Print nothing."""


if __name__ == "__main__":
    main()

"""The static site in a folder of a plain web server, as somebody publishes it, for page tests."""

import contextlib
import functools
import http.server
import pickle
import sys
import threading
from collections.abc import Iterator
from unittest import mock

from host.pico import build
from host.site.build import site_files
from host.site.micropython import vm_files
from host.site.pico_files import pico_files
from tests.host.few_modules import few
from tests.page.fake_serial import Bridge
from tests.targets import kept_files
from tests.targets.npm import CACHE

FOLDER = "/club/board/"
TYPES = {
    "css": "text/css", "html": "text/html", "js": "text/javascript", "mjs": "text/javascript",
    "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
    "wasm": "application/wasm", "webmanifest": "application/manifest+json",
}  # fmt: skip


@functools.cache
def built() -> dict[str, bytes]:
    """Return the files of the site, built once a run; for a Pico it has a few modules."""
    with kept_files.one_at_a_time():
        return pickle.loads(kept_files.kept(("site",), _build))


def _build() -> bytes:
    with mock.patch.object(build, "sources", few):
        pico = pico_files()
    return pickle.dumps(site_files(vm_files(CACHE), pico))


class SiteServer(http.server.ThreadingHTTPServer):
    """`files` may be changed; `asked` are the paths that were asked for."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files = dict(built())
        self.asked: list[str] = []
        self.cached = "max-age=600"  # as GitHub Pages has it

        self.bridge: Bridge | None = None  # to a port, for pages with tests.page.fake_serial.FAKE

    def handle_error(self, request, client_address):
        """Print nothing of a page that was closed while it asked."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{FOLDER}"


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: SiteServer

    def do_GET(self):
        self.server.asked.append(self.path)
        name = self.path.partition("?")[0].removeprefix(FOLDER) or "index.html"
        data = self.server.files.get(name)
        self.send_response(404 if data is None else 200)
        kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data or b"")))
        self.send_header("Cache-Control", self.server.cached)
        self.end_headers()
        self.wfile.write(data or b"")

    def do_POST(self):
        self.server.asked.append(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        what = self.path.removeprefix(FOLDER + "serial/")
        bridge = self.server.bridge
        status, data = bridge.answer(what, body) if bridge else (404, b"")
        with contextlib.suppress(OSError):  # the page may be gone
            # As its status, a browser would report it on the console.
            self.send_response(200)
            self.send_header("Fake-Status", str(status))
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    def log_message(self, *_):
        """Print nothing."""


@contextlib.contextmanager
def publishing() -> Iterator[SiteServer]:
    """Serve the site."""
    server = SiteServer()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)

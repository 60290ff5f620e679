"""A real page server in a thread, for tests that send to its pages."""

import asyncio
import contextlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator

from hardware import board
from host.web.broadcast import Broadcast
from host.web.server import PageServer, listen

TOKEN = "a-token-that-only-tests-know"
SECONDS = 20  # at most for what comes at once, on a busy machine


class PageServerThread:
    """A running server. `pressed` lists the keys it received; `call` runs in its loop;
    `addresses`: of its pages in the network, if they are shared."""

    def __init__(self, port: int = 0, token: str = TOKEN):
        self.pressed: list[tuple[int, bool]] = []
        self.broadcast = Broadcast(lambda key, down: self.pressed.append((key, down)))
        self.addresses: list[str] = []  # of the pages in the network
        self.server = PageServer(self.broadcast, token, addresses=lambda: self.addresses)
        self.socket = listen(port)
        self.port = self.socket.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.origin}/#{token}"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        wait_until(lambda: self.server.started)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self.server.serve(sockets=[self.socket]))
        self._loop.close()

    def call(self, function: Callable, *arguments) -> None:
        """Run `function` in the server's thread, and wait for it."""
        done = threading.Event()

        def run() -> None:
            function(*arguments)
            done.set()

        self._loop.call_soon_threadsafe(run)
        assert done.wait(SECONDS)

    def show(self, view: dict) -> None:
        self.call(self.broadcast.publish_view, view)

    def frame(self, pixels: bytes) -> None:
        self.call(self.broadcast.publish_frame, pixels)

    def names(self) -> list[str]:
        """Return the names of the keys that went down, in order."""
        return [board.KEYS[key] for key, down in self.pressed if down]

    def is_released(self) -> bool:
        """Return whether no key is down, so that no page has a release to tell."""
        return not any(dict(self.pressed).values())

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(10)
        self.socket.close()
        assert not self._thread.is_alive(), "the server did not stop"

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str):
        """Return the answer to a request, as `asked` does."""
        return asked(self.port, method, path, body, **headers)

    def watch(self, last_id: str = "") -> "Watcher":
        return Watcher(self.port, last_id)


def asked(port, method, path, body=None, address="127.0.0.1", **headers):
    """Return (status, headers, body) of one request; `_` in a header's name means `-`."""
    link = http.client.HTTPConnection(address, port, timeout=SECONDS)
    with contextlib.closing(link):
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        link.request(method, path, body, sent)
        answer = link.getresponse()
        return answer.status, answer.headers, answer.read()


class Watcher:
    """A browser's EventSource, as bytes: `next` returns the events one by one."""

    def __init__(self, port: int, last_id: str = "", address: str = "127.0.0.1", **headers: str):
        self.link = http.client.HTTPConnection(address, port, timeout=SECONDS)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if last_id:
            sent["Last-Event-ID"] = last_id
        self.link.request("GET", "/events", headers=sent)
        self.answer = self.link.getresponse()
        self.end: float | None = None  # when `tables` waits no longer

    def next(self) -> dict[str, str]:
        """Return the fields of the next event. Raises OSError when nothing comes, EOFError at
        end."""
        fields: dict[str, str] = {}
        while True:
            line = self.answer.readline()
            assert not self.end or time.monotonic() < self.end, "what is awaited does not come"
            if not line:
                raise EOFError
            text = line.decode("utf-8").rstrip("\n")
            if text:
                name, _, value = text.partition(":")
                fields[name] = value.removeprefix(" ")
            elif "data" in fields:
                return fields
            else:
                fields = {}

    def tables(self, count: int) -> list[dict]:
        """Return the next `count` views, ignoring frames between them."""
        found = []
        self.end = time.monotonic() + SECONDS
        while len(found) < count:
            event = self.next()
            if event["event"] == "view":
                found.append(json.loads(event["data"]))
        self.end = None
        return found

    def close(self) -> None:
        self.answer.close()
        self.link.close()


def wait_until(true: Callable[[], object], seconds: float = SECONDS) -> None:
    """Wait until `true()` is; fails after `seconds`."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.005)


@contextlib.contextmanager
def serving(port: int = 0, token: str = TOKEN) -> Iterator[PageServerThread]:
    """Run a server, on `port` or a free one, that takes keys from pages with `token`."""
    served = PageServerThread(port, token)
    try:
        yield served
    finally:
        served.stop()

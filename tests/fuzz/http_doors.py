"""The door of the page: the bytes on a connection to its server."""

import asyncio
import contextlib
import json
import re
from functools import cache
from typing import Any

from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from hardware.board import KEYS
from host.boards.against import AgainstBoard
from host.boards.stores import MemoryStore
from host.history.games import split
from host.history.match import Match
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from host.mirror import new_name
from host.mirror.mirror import Mirror
from host.mirror.view import view
from host.web.broadcast import Broadcast
from host.web.connections import Connection
from host.web.hand_routes import hand_routes
from host.web.history_routes import history_routes
from host.web.name_routes import name_routes
from host.web.practice_routes import practice_routes
from host.web.server import create_app
from host.web.share import server_config
from host.web.share_routes import share_routes
from tests.history.matches import played_match
from tests.page_server import TOKEN

from .door import Door, file_of
from .text_doors import LINK

_ROUNDS = 400  # of the loop; a route that a thread answers takes a few more
_THREAD_SECONDS = 0.002


class _Transport(asyncio.Transport):
    """The end of a connection: what the server writes is `written`."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 50000), "sockname": ("127.0.0.1", 8121)})
        self.written = b""
        self._closing = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self._closing = True

    abort = close

    def is_closing(self) -> bool:
        return self._closing

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class _Share:
    """The switch for sharing, without a network."""

    def status(self) -> dict:
        return {"on": False}

    async def switch(self, on: bool) -> None:
        assert type(on) is bool


class _Page:
    """The server of a page, with all routes that a board's has. `failed` is what an answer
    raised."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.failed: BaseException | None = None
        self._names = [""] * 6
        broadcast = Broadcast(self._press)
        match = played_match(3, 20)
        mirror = Mirror()
        mirror.game = match
        broadcast.publish_view(view(mirror))
        broadcast.publish_match(Match(packed_match(match), True, (), ("Ann", "Ben"), 1))
        path = file_of(b"", "page.sqlite")
        with contextlib.closing(History(path)) as history:
            (game, *_) = split(packed_match(match))
            history.add(NewGame(game.entries, (1.79e9,), names=("Ann", "Ben")), 1.79e9)
        routes = [
            *name_routes(self._rename, TOKEN),
            *hand_routes(AgainstBoard(MemoryStore(), 0), TOKEN),
            *share_routes(_Share(), TOKEN),  # type: ignore[arg-type]
            *history_routes(path),
            *practice_routes(path, TOKEN),
        ]
        app = create_app(broadcast, TOKEN, routes=routes)

        async def run(scope: Scope, receive: Receive, send: Send) -> None:
            try:
                await app(scope, receive, send)
            except BaseException as why:
                self.failed = why
                raise

        self.config = server_config(run)  # type: ignore[arg-type]
        self.config.load()

    def _press(self, key: int, down: bool) -> None:
        assert 0 <= key < len(KEYS) and type(down) is bool

    async def _rename(self, side: int, name: str) -> None:
        new_name.new_name(self._names, side, name)


@cache
def _page() -> _Page:
    return _Page()


def _connection(data: bytes) -> None:
    """Somebody connects, sends these bytes, and goes away."""
    page = _page()
    page.failed = None
    state = ServerState()
    transport = _Transport()
    connection = Connection(page.config, state, {}, _loop=page.loop)
    page.loop.run_until_complete(_serve(connection, transport, data, state))
    if page.failed and not isinstance(page.failed, asyncio.CancelledError):
        raise page.failed
    for answer in re.findall(rb"HTTP/1\.1 (\d+)", transport.written[:64]):
        assert answer < b"500" or answer in (b"503", b"505"), transport.written[:200]


async def _serve(connection: Connection, transport: _Transport, data: bytes, state) -> None:
    connection.connection_made(transport)
    if data:  # an event loop never delivers empty data
        connection.data_received(data)
    for number in range(_ROUNDS):
        if connection.stream or not state.tasks:
            break
        await asyncio.sleep(0 if number < 20 else _THREAD_SECONDS)
    connection.connection_lost(None)
    for number in range(_ROUNDS):
        if not state.tasks:
            return
        await asyncio.sleep(0 if number < 20 else _THREAD_SECONDS)
    assert not state.tasks, "a connection that is gone is still served"


def _requests() -> list[bytes]:
    gets = (
        "/",
        "/events",
        "/board.json",
        "/?view=tv",
        "/page/main.js",
        "/token",
        "/chances",
        "/figures",
        "/game.json",
        "/hand.json",
        "/share",
        "/game.txt",
        "/practice/trend.json",
        "/history/losses.json?name=Ann",
        "/history/1/figures.json",
        "/history/games.json",
        "/history/players.json?name=Ann&with=Ben",
        "/history/1.json",
        "/history/1.txt",
        "/history/1/chances.json",
        "/practice.json?seed=a",
        "/practice/verdict.json?seed=a&throw=5H+JC",
        "/linked.json?link=" + LINK.seal(LINK.seeds()[0]).decode().partition("#")[2],
    )
    posts = (
        ("/key", {"key": 5, "down": True}),
        ("/name", {"side": 0, "name": "Zo\u00eb"}),
        ("/hand", {"throw": ["5H", "JC"]}),
        ("/share", {"on": True}),
        ("/practice", {"seed": "a", "throw": "5H JC"}),
    )
    head = "HTTP/1.1\r\nHost: 127.0.0.1:8121\r\n"
    found = [f"GET {path} {head}X-Pegboard-Token: {TOKEN}\r\n\r\n" for path in gets]
    for path, body in posts:
        text = json.dumps(body)
        found.append(
            f"POST {path} {head}Content-Type: application/json\r\nX-Pegboard-Token: {TOKEN}\r\n"
            f"Content-Length: {len(text)}\r\n\r\n{text}"
        )
    return [one.encode() for one in found]


def _sealed(data: bytes) -> bytes:
    """Make the length of the body right."""
    head, between, body = data.partition(b"\r\n\r\n")
    length = b"Content-Length: %d" % len(body)
    return re.sub(rb"Content-Length: \d*", length, head) + between + body


_WORDS = (
    b"GET|HEAD|POST|PUT|OPTIONS|HTTP/1.0|\r\n|\r\n\r\n|Host: |Origin: null\r\n|?view=|%00|%ff|"
    b"/../|Transfer-Encoding: chunked\r\n|Last-Event-ID: 1\r\n|Expect: 100-continue\r\n|/history/|"
    b"Connection: close\r\n|Upgrade: websocket\r\n|Range: bytes=0-\r\n|\\ud800|&name=|?link=|?day"
)
CONNECTION = Door(_connection, None, _requests, _sealed, tuple(_WORDS.split(b"|")))

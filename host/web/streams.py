"""Streams of events to pages, and how many of each kind are allowed."""

import asyncio
from collections import Counter
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from . import connections
from .broadcast import HELLO, Broadcast, Gate


class EventStream(Response):
    """A response that streams the events of `source` until `gate` is closed or the watcher has
    gone, and then calls `left()`."""

    media_type = "text/event-stream"

    def __init__(
        self, source: Broadcast, last_id: str, gate: Gate | None, left: Callable[[], None]
    ):
        super().__init__()
        del self.headers["content-length"]
        self._source = source
        self._last_id = last_id
        self._gate = gate or Gate()
        self._left = left

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            if scope["method"] == "GET":
                await send({"type": "http.response.body", "body": HELLO, "more_body": True})
                await self._stream(scope)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._left()

    async def _stream(self, scope: Scope) -> None:
        stream = _Stream(connections.connection_of(scope), self._source)
        self._source.join(stream, self._last_id)
        self._gate.add(stream)
        try:
            await stream.ended.wait()
        finally:
            self._gate.remove(stream)
            self._source.leave(stream)
            stream.detach()


class _Stream:
    """Writes encoded events to a connection directly, past the layers between."""

    def __init__(self, connection: connections.Connection, source: Broadcast):
        self.seen = self.frame = 0
        self.ended = asyncio.Event()
        self._source = source
        self._connection = connection
        self._flow = connection.flow
        self.write: Callable[[bytes], None] = connection.transport.write
        connection.stream = self
        if connection.transport.is_closing():
            self.end()

    def ready(self) -> bool:
        return not self._flow.write_paused

    def resume(self) -> None:
        self._source.catch_up(self)

    def end(self) -> None:
        self.ended.set()

    def detach(self) -> None:
        self._connection.stream = None


def event_stream(
    request: Request, source: Broadcast, gate: Gate | None, left: Callable[[], None]
) -> Response:
    """Return the answer to a request for events. Raises HTTPException for HTTP 1.0, which has no
    chunks."""
    if request.scope["http_version"] != "1.1":
        left()
        raise HTTPException(505, "Events are sent by HTTP 1.1.")
    return EventStream(source, request.headers.get("last-event-id", ""), gate, left)


class Streams:
    """Counts the streams of one server. Pages with the token have reserved places, which watchers
    cannot take.

    most_an_address: watchers' streams at one address; None for any number.
    """

    def __init__(self, most_an_address: int | None = None):
        self._most_an_address = most_an_address
        self._players = 0
        self._watchers: Counter[str] = Counter()

    def add(self, is_player: bool, address: str) -> Callable[[], None]:
        """Count a stream; return a function to call when it has ended. Raises HTTPException if
        there is no place for it."""
        if is_player:
            if self._players >= connections.PLAYERS_MOST:
                raise HTTPException(503, "Too many pages have the keys of this board.")
            self._players += 1
            return self._player_left
        most = self._most_an_address
        many = most is not None and self._watchers[address] >= most
        if many or self._watchers.total() >= connections.watchers_most():
            raise HTTPException(503, "Too many pages are watching this board.")
        self._watchers[address] += 1
        return lambda: self._watcher_left(address)

    def _player_left(self) -> None:
        self._players -= 1

    def _watcher_left(self, address: str) -> None:
        self._watchers[address] -= 1
        if not self._watchers[address]:
            del self._watchers[address]

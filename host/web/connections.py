"""Limits the connections of the page's server: their number, their time, and the ones to close for
new ones.

Anyone on this computer may connect, so others could use up the connections. Connections that have
not sent a request are closed first, the oldest before the others; those of pages that press keys
are not closed for others. A connection that does not complete its request, or does not read, is
closed after a while.
"""

import asyncio
import functools
import logging
import socket
import sys
from contextlib import suppress
from typing import Any, Protocol

from starlette.requests import Request
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None

WATCHERS_MOST = 2500  # streams of events, of one server
PLAYERS_MOST = 16  # streams of pages with the token
WAITING_MOST = 64  # connections other than streams
SERVERS = 2  # one for this computer, and one for the network
_WINDOWS_MOST = 448  # its select(), with which host.web.loop waits, takes 512 handles
SPARE_HANDLES = 64  # reserved for files, the link, and other handles
REQUEST_SECONDS = 10.0  # within which a request must be complete
STALLED_SECONDS = 20.0  # after which a connection that does not read is closed
UNSENT_MOST = 16384  # unread bytes of a connection after which nothing more is written to it
ACCEPTED_AT_ONCE = 16  # connections accepted before anything else runs
QUEUE = 1024  # connections that may wait to be accepted

_OF_PLAYER = "pegboard.player"
_CONNECTION = "pegboard.connection"


def mark_player(request: Request) -> None:
    """Record that the connection of `request` belongs to a page that may press keys."""
    request.scope[_OF_PLAYER] = True


class Stream(Protocol):
    """Writes to a connection directly."""

    def resume(self) -> None:
        """Continue: the connection accepts more again."""
        ...

    def end(self) -> None:
        """End: the connection has closed."""
        ...


def connection_of(scope: Scope) -> "Connection":
    """Return the connection on which a request has arrived."""
    return scope[_CONNECTION]


class Connection(H11Protocol):
    """One connection to a server of the page, which holds `connections_most()`."""

    def __init__(self, *words: Any, **named: Any):
        super().__init__(*words, **named)
        self._app = self.app
        self.app = self._run_app
        self.stream: Stream | None = None
        self._is_player = False
        self._opened_at = 0.0
        self._late: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(UNSENT_MOST)
        self._opened_at = self.loop.time()
        self._expect_request()
        if len(self.connections) > connections_most():
            self._make_room()

    async def _run_app(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        scope[_CONNECTION] = self
        await self._app(scope, receive, send)  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        if self.stream:
            self.stream.end()
        self._late = _cancelled(self._late)
        self._stalled = _cancelled(self._stalled)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect_request()

    def send_400_response(self, msg: str) -> None:
        """Answer 400 to bytes that are not HTTP, and close. A route that is still at work on the
        request must not send a second answer."""
        super().send_400_response(msg)
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def on_response_complete(self) -> None:
        self._is_player = self.cycle.scope.get(_OF_PLAYER, False)
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._stalled = _cancelled(self._stalled)
        super().resume_writing()
        if self.stream and not self.transport.is_closing():
            self.stream.resume()

    def asks(self) -> bool:
        """Return whether a complete request is being answered."""
        return bool(self.cycle and not (self.cycle.response_complete or self.cycle.more_body))

    def _expect_request(self) -> None:
        """Set a time limit for the next request if it is not complete."""
        if self.asks() or self.transport.is_closing():
            self._late = _cancelled(self._late)
        elif not self._late:
            self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _make_room(self) -> None:
        """Close the connection that matters least."""
        least = min(self.connections, key=_worth)
        least.transport.abort()  # type: ignore[union-attr]
        self.connections.discard(least)


def _worth(connection: Any) -> tuple[bool, bool, float]:
    return connection.asks(), connection._is_player, connection._opened_at


def _cancelled(timer: asyncio.TimerHandle | None) -> None:
    if timer:
        timer.cancel()


@functools.cache
def connections_most() -> int:
    """Return the largest number of connections of a server."""
    return handles_most(SERVERS * (WATCHERS_MOST + PLAYERS_MOST + WAITING_MOST)) // SERVERS


def watchers_most() -> int:
    """Return the largest number of watchers' streams of a server."""
    return max(1, min(WATCHERS_MOST, connections_most() - PLAYERS_MOST - WAITING_MOST))


def handles_most(wanted: int) -> int:
    """Return how many of `wanted` connections this program may have, after asking the system for
    as many file handles."""
    if sys.platform == "win32":
        return min(wanted, _WINDOWS_MOST)
    if not resource:
        return wanted
    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    except OSError:
        return wanted
    if soft == resource.RLIM_INFINITY:
        return wanted
    needed = wanted + SPARE_HANDLES
    if soft < needed:
        more = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return max(SERVERS, min(wanted, soft - SPARE_HANDLES))


def queue(sockets: list[socket.socket] | None) -> None:
    """Let more connections wait at `sockets`, which are being served, until they are accepted."""
    for one in sockets or ():
        one.listen(QUEUE)


def log_seldom() -> None:
    """Make the server and the event loop log each kind of complaint at most once a minute."""
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(_SELDOM)


class Seldom(logging.Filter):
    """Passes each kind of complaint once a minute, because anyone who connects can cause any
    number of them."""

    SECONDS = 60.0
    KINDS_MOST = 64

    def __init__(self) -> None:
        super().__init__()
        self._said_at: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = f"{record.name} {record.msg}"[:200]
        if record.created - self._said_at.get(kind, 0.0) < self.SECONDS:
            return False
        if len(self._said_at) >= self.KINDS_MOST:
            self._said_at.clear()
        self._said_at[kind] = record.created
        return True


_SELDOM = Seldom()

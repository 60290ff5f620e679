"""Streams of events to pages, and how many of each kind are allowed."""

from collections import Counter
from collections.abc import AsyncIterator, Callable

from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from . import connections


class EventStream(StreamingResponse):
    """A stream of `events`. `left()` is called when it has ended."""

    def __init__(self, events: AsyncIterator[bytes], left: Callable[[], None]):
        super().__init__(events, media_type="text/event-stream")
        self._left = left

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._left()


class Streams:
    """Counts the streams of one server. Pages with the token have places of their own, which
    watchers cannot take.

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

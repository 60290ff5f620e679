"""Publishes events some time later, so that no watcher can tell a player what will happen."""

import asyncio
import json
from collections import deque
from typing import Any

from host.history.match import Match

from .broadcast import Broadcast

WAITING_BYTES_MOST = 16 << 20  # with more waiting, the newest replaces the one before it


class DelayedBroadcast(Broadcast):
    """Publishes everything from `source` again, `seconds` later and in the same order; accepts no
    keys."""

    def __init__(self, source: Broadcast, seconds: float):
        super().__init__(lambda key, down: None)
        self.seconds = seconds
        self.layout = source.layout
        self._waiting: deque[tuple[float, str, Any]] = deque()  # a view is JSON
        self._bytes = 0  # of all waiting events
        self._arrived = asyncio.Event()
        source.listeners.append(self._take)

    async def run(self) -> None:
        """Publish whatever is due, forever."""
        now = asyncio.get_running_loop().time
        publish = {
            "view": lambda text: self.publish_view(json.loads(text)),
            "frame": self.publish_frame,
            "match": self.publish_match,
        }
        while True:
            self._arrived.clear()
            while self._waiting and self._waiting[0][0] <= now():
                _, kind, published = self._waiting.popleft()
                self._bytes -= _size(published)
                publish[kind](published)
            if self._waiting:
                await asyncio.sleep(self._waiting[0][0] - now())
            else:
                await self._arrived.wait()

    def _take(self, kind: str, published: Any) -> None:
        if kind == "archive":
            return  # for the history, which has its own delay
        due = asyncio.get_running_loop().time() + self.seconds
        kept = json.dumps(published) if kind == "view" else published
        if self._bytes >= WAITING_BYTES_MOST:
            self._drop_newest(kind)
        self._waiting.append((due, kind, kept))
        self._bytes += _size(kept)
        self._arrived.set()

    def _drop_newest(self, kind: str) -> None:
        for n in range(len(self._waiting) - 1, -1, -1):
            if self._waiting[n][1] == kind:
                self._bytes -= _size(self._waiting[n][2])
                del self._waiting[n]
                return


def _size(published: str | bytes | Match) -> int:
    return len(published.data if isinstance(published, Match) else published)

"""What watchers see some time after it has happened, so that nobody can tell a player."""

import asyncio
from collections import deque
from typing import Any

from .broadcast import Broadcast

DELAY_MOST = 3600.0  # seconds


class DelayedBroadcast(Broadcast):
    """Sends what `source` publishes `seconds` later, in the same order; nobody presses keys."""

    def __init__(self, source: Broadcast, seconds: float):
        super().__init__(lambda key, down: None)
        self.seconds = seconds
        self._waiting: deque[tuple[float, str, Any]] = deque()
        self._arrived = asyncio.Event()
        source.listeners.append(self._take)

    async def run(self) -> None:
        """Publish what is due, for ever."""
        now = asyncio.get_running_loop().time
        publish = {
            "view": self.publish_view,
            "frame": self.publish_frame,
            "match": self.publish_match,
        }
        while True:
            self._arrived.clear()
            while self._waiting and self._waiting[0][0] <= now():
                _, kind, published = self._waiting.popleft()
                publish[kind](published)
            if self._waiting:
                await asyncio.sleep(self._waiting[0][0] - now())
            else:
                await self._arrived.wait()

    def _take(self, kind: str, published: Any) -> None:
        due = asyncio.get_running_loop().time() + self.seconds
        self._waiting.append((due, kind, published))
        self._arrived.set()

"""What watchers see some time after it has happened, so that nobody can tell a player."""

import asyncio
from collections import deque

from .broadcast import Broadcast

DELAY_MOST = 3600.0  # seconds


class DelayedBroadcast(Broadcast):
    """Sends what `source` publishes `seconds` later, in the same order; nobody presses keys."""

    def __init__(self, source: Broadcast, seconds: float):
        super().__init__(lambda key, down: None)
        self.seconds = seconds
        self._waiting: deque[tuple[float, dict | bytes]] = deque()
        self._arrived = asyncio.Event()
        source.listeners.append(self._take)

    async def run(self) -> None:
        """Publish what is due, for ever."""
        now = asyncio.get_running_loop().time
        while True:
            self._arrived.clear()
            while self._waiting and self._waiting[0][0] <= now():
                published = self._waiting.popleft()[1]
                if isinstance(published, dict):
                    self.publish_view(published)
                else:
                    self.publish_frame(published)
            if self._waiting:
                await asyncio.sleep(self._waiting[0][0] - now())
            else:
                await self._arrived.wait()

    def _take(self, published: dict | bytes) -> None:
        due = asyncio.get_running_loop().time() + self.seconds
        self._waiting.append((due, published))
        self._arrived.set()

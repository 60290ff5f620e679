"""A real board and its page: what it says on the link, and its lights painted from that."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from firmware.light import Light

from .copies import CopyFile
from .feed import Feed
from .hub import Hub
from .replica import Replica
from .table import view
from .virtual import Clock, PageStrip
from .wire import follow

_FRAME_SECONDS = 0.008
_REST_SECONDS = 0.03


class QuietCopy:
    """A copy whose file is written beside the program, which must not wait for a disk."""

    def __init__(self, file: CopyFile):
        self._file = file
        self._writer = ThreadPoolExecutor(1)

    def read(self) -> list[tuple]:
        return self._file.read()

    def write(self, entries: list[tuple]) -> None:
        self._writer.submit(self._file.write, entries)


class WatchedBoard:
    """A board at the port `name`, and its page, which nobody can press a key on."""

    def __init__(self, name: str, copy: CopyFile):
        self._name = name
        self._clock = Clock()
        self.hub = Hub(lambda key, down: None)
        # A screen is not lit by a battery: the page shows the full light of the board.
        light = Light(brightness=255, limit_ma=100_000)
        self._replica = Replica(PageStrip(self.hub), self._clock.ms(), light)
        self._copy = QuietCopy(copy)
        self._shown: dict = {}  # of the link, with the last view
        self._news = True

    async def run(self) -> None:
        """Follow the board for ever."""
        now = asyncio.get_running_loop().time
        self._feed = Feed(now(), self._heard, self._copy)
        await asyncio.gather(
            follow(self._feed, self._name, lambda: self._tell(now())), self._paint()
        )

    def _heard(self, what: str) -> None:
        self._news = True
        self._replica.mirror = self._feed.mirror
        self._replica.heard(what, self._clock.ms())

    def _tell(self, now: float) -> None:
        told = self._feed.told(now)
        if self._news or told != self._shown:
            self._news = False
            self._shown = told
            self.hub.publish_table({**view(self._feed.mirror), "link": told})

    async def _paint(self) -> None:
        while True:
            self._replica.show(self._clock.ms())
            moving = self._replica.screen.moving()
            await asyncio.sleep(_FRAME_SECONDS if moving else _REST_SECONDS)

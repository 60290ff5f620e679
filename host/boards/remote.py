"""A real board's page: what it says on its link, and its lights painted from that."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from firmware.brightness import Light
from host.link.backup import CopyFile
from host.link.connection import follow
from host.link.session import Feed
from host.mirror.lights import Replica
from host.mirror.view import view
from host.pico.build import engine_hash
from host.web.broadcast import Hub

from .virtual import Clock, PageStrip

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


class Mirrored:
    """A feed, and the page that it fills, on which nobody can press a key."""

    def __init__(self, copy: QuietCopy | None = None):
        self.feed = Feed(monotonic(), self._heard, copy, engine_hash())
        self.hub = Hub(lambda key, down: None)
        self._clock = Clock()
        # A screen is not lit by a battery: the page shows the full light of the board.
        light = Light(brightness=255, limit_ma=100_000)
        self._replica = Replica(PageStrip(self.hub), self._clock.ms(), light)
        self._told: dict = {}  # of the link, with the last view
        self._news = True

    def tell(self) -> None:
        """Send the page what has changed."""
        told = self.feed.told(monotonic())
        if self._news or told != self._told:
            self._news = False
            self._told = told
            self.hub.publish_table({**view(self.feed.mirror), "link": told})

    def paint(self) -> bool:
        """Send the page the lights as they are now; return whether a peg is on its way."""
        self._replica.show(self._clock.ms())
        return self._replica.screen.moving()

    def _heard(self, what: str) -> None:
        self._news = True
        self._replica.mirror = self.feed.mirror
        self._replica.heard(what, self._clock.ms())


class WatchedBoard:
    """A board at the port `name`, and its page."""

    def __init__(self, name: str, copy: CopyFile):
        self._name = name
        self._page = Mirrored(QuietCopy(copy))
        self.hub = self._page.hub

    async def run(self) -> None:
        """Follow the board for ever."""
        await asyncio.gather(follow(self._page.feed, self._name, self._page.tell), self._paint())

    async def _paint(self) -> None:
        while True:
            await asyncio.sleep(_FRAME_SECONDS if self._page.paint() else _REST_SECONDS)


class NearLink:
    """The link of a board that runs in this very program: a port of its App."""

    def __init__(self, page: Mirrored):
        self._feed = page.feed
        self._feed.opened(monotonic())

    def write(self, line: bytes) -> None:
        self._feed.line(line, monotonic())

    def read(self) -> bytes | None:
        return self._feed.due(monotonic()) or None

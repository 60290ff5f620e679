"""A Raspberry Pi as the board: the firmware's App on its pins, through Blinka, and a page."""

import asyncio

from firmware.app import App
from firmware.lights.layout_screen import maker
from firmware.ports import Ports
from firmware.settings.brightness import Brightness
from hardware.board import DEFAULT_LAYOUT

from .blinka import BlinkaKeys, BlinkaStrip
from .names_file import names_beside
from .remote import BoardPage, LocalLink
from .stores import FileStore, MemoryStore
from .virtual import BUSY_SECONDS, IDLE_SECONDS, Clock


class RaspberryBoard:
    """The App on this computer's pins, and a page that mirrors it like one of a Pico."""

    def __init__(
        self,
        keys: BlinkaKeys,
        strip: BlinkaStrip,
        store: FileStore | MemoryStore,
        brightness: Brightness | None = None,
        layout: str = DEFAULT_LAYOUT,
        players: tuple[str, ...] = (),
    ):
        """brightness: also limits the current; None for the value in hardware.board; layout: a
        name of hardware.layouts; players: as for BoardPage."""
        self._page = BoardPage(players=players)
        self.broadcast = self._page.broadcast
        self._keys = keys
        ports = Ports(strip, store, LocalLink(self._page), Clock())
        ports.keys = keys
        ports.brightness = brightness
        ports.make_screen = maker(layout)
        ports.names = names_beside(store)
        self.app = App(ports)

    async def rename(self, side: int, name: str) -> None:
        """Name `side`, "" for none. Raises BoardError."""
        await self._page.rename(side, name)

    def tick(self) -> None:
        """Run one tick of the App, and update the page."""
        self.app.tick()
        if self.app.archive_due and not (self._keys.down or self.app.screen.moving()):
            self.app.erase_ahead()
        self._page.tell()
        self._page.paint()

    async def run(self) -> None:
        """Tick forever."""
        while True:
            self.tick()
            idle = not self._keys.down and not self.app.screen.moving()
            await asyncio.sleep(IDLE_SECONDS if idle else BUSY_SECONDS)

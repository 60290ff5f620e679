"""The virtual board: the firmware's App on this computer's ports, and its page."""

import asyncio
import contextlib
import time

from firmware.app import App
from firmware.lights.layout_screen import maker
from firmware.ports import Ports
from firmware.settings.brightness import Brightness
from hardware.board import DEFAULT_LAYOUT
from host.link.names import rename
from host.link.requests import RequestQueue
from host.mirror import messages
from host.mirror.mirror import Mirror
from host.mirror.view import view
from host.web.broadcast import Broadcast

from .match_publisher import MatchPublisher
from .names_file import MemoryNames, NamesFile, names_beside
from .page_keys import PageKeys
from .stores import FileStore, MemoryStore

BUSY_SECONDS = 0.004  # between ticks while a key is down or a peg moves
IDLE_SECONDS = 0.02  # between ticks otherwise
_WRAP = 0x3FFFFFFF


class Clock:
    """Milliseconds since an unknown start."""

    def ms(self) -> int:
        return time.monotonic_ns() // 1_000_000 & _WRAP


def page_brightness() -> Brightness:
    """Return the brightness for a page: full, because a screen has no limit of current."""
    return Brightness(brightness=255, limit_ma=100_000)


class PageStrip:
    """A strip whose pixels are on the page."""

    def __init__(self, broadcast: Broadcast):
        self._broadcast = broadcast

    def show(self, frame: bytearray) -> None:
        self._broadcast.publish_frame(bytes(frame))

    def busy(self) -> bool:
        return False


class MirrorLink:
    """A link whose other end is a mirror in the same program.

    news: whether the mirror has changed; whole: whether it agrees with the board now, which it
    does not during a snapshot, which leads through past states.
    """

    def __init__(self, mirror: Mirror):
        self._mirror = mirror
        self.news = True
        self.whole = False
        self.requests = RequestQueue()

    def write(self, line: bytes) -> None:
        message = messages.parse(line)
        if not message:
            return
        changed = self._mirror.apply(message)
        self.news = self.news or changed
        if message.name in ("done", "failed"):
            self.requests.answer(message)
        elif message.name == "hello":
            self.whole = False
        elif message.name == "menu":  # this completes a snapshot
            self.whole = True

    def read(self) -> bytes | None:
        return self.requests.due(time.monotonic()) or None


class VirtualBoard:
    """An App, its ports and its page. store: holds its game; layout: a name of hardware.layouts;
    players: names by seat, for sides without a name from the table."""

    def __init__(
        self,
        store: FileStore | MemoryStore,
        names: NamesFile | MemoryNames | None = None,
        layout: str = DEFAULT_LAYOUT,
        players: tuple[str, ...] = (),
    ):
        self.keys = PageKeys()
        self.broadcast = Broadcast(self._press)
        self.broadcast.layout = layout
        self._pressed = asyncio.Event()
        self.mirror = Mirror()
        self._link = MirrorLink(self.mirror)
        self._players = players
        self._matches = MatchPublisher(self.broadcast, players)
        ports = Ports(PageStrip(self.broadcast), store, self._link, Clock())
        ports.keys = self.keys
        ports.brightness = page_brightness()
        ports.make_screen = maker(layout)
        ports.names = names or names_beside(store)
        self.app = App(ports)

    async def rename(self, side: int, name: str) -> None:
        """Name `side`, "" for none. Raises BoardError."""
        await rename(self._link.requests, self.mirror.names, side, name)

    def _press(self, key: int, down: bool) -> None:
        self.keys.press(key, down)
        self._pressed.set()

    def tick(self) -> None:
        """Run one tick of the App, and update the page."""
        self.app.tick()
        if self.app.archive_due and not (self.keys.busy() or self.app.screen.moving()):
            self.app.erase_ahead()
        if self._link.news and self._link.whole:
            self._link.news = False
            self.broadcast.publish_view(self.view())
            self._matches.publish(self.mirror)

    def view(self) -> dict:
        """Return what the page shows."""
        return view(self.mirror, self._players)

    def refresh(self) -> None:
        """Publish the view with the next tick."""
        self._link.news = True

    async def run(self) -> None:
        """Tick forever, and at once after a key."""
        while True:
            self._pressed.clear()
            self.tick()
            busy = self.keys.busy() or self.app.screen.moving() or not self._link.whole
            with contextlib.suppress(asyncio.TimeoutError):
                pause = BUSY_SECONDS if busy else IDLE_SECONDS
                await asyncio.wait_for(self._pressed.wait(), pause)

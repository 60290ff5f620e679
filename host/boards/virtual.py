"""The virtual board: the firmware's App on this computer's ports, and its page."""

import asyncio
import contextlib
import time

from firmware.app import App
from hardware.board import DEFAULT_LAYOUT
from host.link.names import rename
from host.mirror.view import view
from host.web.broadcast import Broadcast

from .match_publisher import MatchPublisher
from .mirrored_board import MirroredBoard
from .names_file import MemoryNames, NamesFile, names_beside
from .stores import FileStore, MemoryStore

BUSY_SECONDS = 0.004  # between ticks while a key is down or a peg moves
IDLE_SECONDS = 0.02  # between ticks otherwise
_WRAP = 0x3FFFFFFF


class Clock:
    """Milliseconds since an unknown start."""

    def ms(self) -> int:
        return time.monotonic_ns() // 1_000_000 & _WRAP


class PageStrip:
    """A strip whose pixels are on the page."""

    def __init__(self, broadcast: Broadcast):
        self._broadcast = broadcast

    def show(self, frame: bytearray) -> None:
        self._broadcast.publish_frame(bytes(frame))

    def busy(self) -> bool:
        return False


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
        self.broadcast = Broadcast(self._press)
        self.broadcast.layout = layout
        self._pressed = asyncio.Event()
        self._players = players
        self._matches = MatchPublisher(self.broadcast, players)
        strip, kept = PageStrip(self.broadcast), names or names_beside(store)
        self._board = MirroredBoard(strip, store, kept, Clock(), time.monotonic, layout)
        self.keys = self._board.keys
        self.mirror = self._board.mirror

    @property
    def app(self) -> App:
        """The App of this board."""
        return self._board.app

    async def rename(self, side: int, name: str) -> None:
        """Name `side`, "" for none. Raises BoardError."""
        await rename(self._board.link.requests, self.mirror.names, side, name)

    def _press(self, key: int, down: bool) -> None:
        self.keys.press(key, down)
        self._pressed.set()

    def tick(self) -> None:
        """Run one tick of the App, and update the page."""
        self._board.tick()
        if self._board.take_news():
            self.broadcast.publish_view(self.view())
            self._matches.publish(self.mirror)

    def view(self) -> dict:
        """Return the view for the page."""
        return view(self.mirror, self._players)

    def refresh(self) -> None:
        """Publish the view with the next tick."""
        self._board.link.news = True

    async def run(self) -> None:
        """Tick forever, and at once after a key."""
        while True:
            self._pressed.clear()
            self.tick()
            with contextlib.suppress(asyncio.TimeoutError):
                pause = BUSY_SECONDS if self._board.busy() else IDLE_SECONDS
                await asyncio.wait_for(self._pressed.wait(), pause)

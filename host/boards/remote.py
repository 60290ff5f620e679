"""The page of a real board: shows its messages, and lights computed from them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import monotonic

from hardware.board import SIDES
from host.errors import BoardError
from host.history.match import Archived
from host.link.archive import ArchiveReader, KeptGame
from host.link.backup import BackupFile
from host.link.names import NamesCopy, rename
from host.link.reconnect import follow
from host.link.session import Session, Stage
from host.mirror.lights import Lights
from host.mirror.names import clean
from host.mirror.view import view
from host.pico.build import engine_hash
from host.web.broadcast import Broadcast

from .archive_progress import ArchiveProgress
from .match_publisher import MatchPublisher
from .mirrored_board import page_brightness
from .names_file import NamesFile
from .virtual import Clock, PageStrip

_FRAME_SECONDS = 0.008
_REST_SECONDS = 0.03


class BackgroundBackup:
    """A backup whose file is written by a thread, so that the program does not wait for a disk. A
    newer copy replaces one that is still waiting."""

    def __init__(self, file: BackupFile | NamesFile):
        self._file = file
        self._writer = ThreadPoolExecutor(1)
        self._lock = Lock()
        self._waiting: bytes | None = None

    @property
    def failed(self) -> bool:
        return isinstance(self._file, BackupFile) and self._file.failed

    def read(self) -> bytes:
        return self._file.read()

    def write(self, game: bytes) -> None:
        with self._lock:
            is_waiting, self._waiting = self._waiting is not None, game
        if not is_waiting:
            self._writer.submit(self._write)

    def _write(self) -> None:
        with self._lock:
            game, self._waiting = self._waiting, None
        if game is not None:
            self._file.write(game)


class BoardPage:
    """A session and its page, where nobody can press keys."""

    def __init__(
        self,
        backup: BackgroundBackup | None = None,
        names: NamesCopy | None = None,
        progress: ArchiveProgress | None = None,
        players: tuple[str, ...] = (),
    ):
        """progress: how far the board's archive has been read, None not to read it; players: names
        by seat, for sides without a name from the table."""
        reader = ArchiveReader(progress, self._on_kept_game) if progress else None
        self._progress = progress
        self.session = Session(monotonic(), self._on_change, backup, engine_hash(), names, reader)
        self.broadcast = Broadcast(lambda key, down: None)
        self._players = players
        self._matches = MatchPublisher(self.broadcast, players)
        self._clock = Clock()
        self._lights = Lights(PageStrip(self.broadcast), self._clock.ms(), page_brightness())
        self._status: dict = {}  # the status of the link in the last view
        self._changed = True

    async def rename(self, side: int, name: str) -> None:
        """Have the board call `side` by `name`, "" for none. Raises BoardError."""
        if self.session.stage != Stage.LIVE:
            raise BoardError("The board is not there now. Try again when the page is live.")
        await rename(self.session.requests, self.session.mirror.names, side, name)

    def tell(self) -> None:
        """Send to the page what has changed."""
        status = self.session.status(monotonic())
        if self._changed or status != self._status:
            changed, self._changed = self._changed, False
            self._status = status
            shown = view(self.session.mirror, self._players)
            self.broadcast.publish_view({**shown, "link": status})
            if changed:
                self._matches.publish(self.session.mirror)

    def paint(self) -> bool:
        """Send the current lights to the page; return whether a peg is moving."""
        self._lights.show(self._clock.ms())
        return self._lights.screen.moving()

    def _on_kept_game(self, game: KeptGame) -> None:
        progress = self._progress

        def stored() -> None:
            if progress:
                progress.is_stored(game.archive, game.before, game.number)

        names = tuple(map(clean, game.names)) + ("",) * len(SIDES)
        self.broadcast.publish_archive(Archived(game.uid, game.match, names, stored))

    def _on_change(self, what: str) -> None:
        self._changed = True
        self._lights.mirror = self.session.mirror
        self._lights.update(what, self._clock.ms())


class RemoteBoard:
    """A board at the port `name`, and its page; players: as for BoardPage."""

    def __init__(self, name: str, backup: BackupFile, players: tuple[str, ...] = ()):
        self._name = name
        names = NamesFile(backup.path.with_suffix(".names"))
        self._page = BoardPage(
            BackgroundBackup(backup),
            NamesCopy(BackgroundBackup(names)),
            ArchiveProgress(backup.path.with_suffix(".games")),
            players,
        )
        self.broadcast = self._page.broadcast

    async def rename(self, side: int, name: str) -> None:
        """Have the board call `side` by `name`, "" for none. Raises BoardError."""
        await self._page.rename(side, name)

    async def run(self) -> None:
        """Follow the board forever."""
        page = self._page
        await asyncio.gather(follow(page.session, self._name, page.tell), self._paint())

    async def _paint(self) -> None:
        while True:
            await asyncio.sleep(_FRAME_SECONDS if self._page.paint() else _REST_SECONDS)


class LocalLink:
    """The link of a board in the same program: a port of its App."""

    def __init__(self, page: BoardPage):
        self._session = page.session
        self._session.opened(monotonic())

    def write(self, line: bytes) -> None:
        self._session.receive(line, monotonic())

    def read(self) -> bytes | None:
        return self._session.due(monotonic()) or None

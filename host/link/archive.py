"""Reads the finished games in a board's archive, piece by piece, each once. This file runs on
MicroPython too."""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from firmware.storage.archive_record import summary
from host.mirror.characters import decoded

from .requests import NO_ANSWER, RequestQueue

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple, Protocol

    from host.mirror.messages import Message

AGAIN_SECONDS = 10.0  # after a request that the board could not answer
GAME_MOST = 1 << 14  # bytes of a game
REQUESTS_MOST = 1 << 14  # for one archive: more than the pieces of any
_TRIES = 3  # of a request whose answer was lost, or that an older board ignores


if TYPE_CHECKING:

    class KeptGame(NamedTuple):
        """A finished game of a board's archive. uid: hex digits, the same whenever it is read;
        match: packed for engine_core.game.match_base; names: of the sides; archive: identity of
        the archive; before, number: the number of the game read before this one, and its own."""

        uid: str
        match: bytes
        names: tuple[str, ...]
        archive: str
        before: int
        number: int

    class Progress(Protocol):
        """How far archives have been read: for the identity of each, the number of its last game
        stored here."""

        def read_to(self, archive: str) -> int: ...

else:
    KeptGame = namedtuple("KeptGame", ("uid", "match", "names", "archive", "before", "number"))


class ArchiveReader:
    """Reads the archive of one board. `progress` gives the game to begin with, and `on_game`
    receives each game, in order."""

    def __init__(self, progress: "Progress", on_game: "Callable[[KeptGame], None]"):
        self._progress = progress
        self._on_game = on_game
        self._requests: RequestQueue | None = None  # None while nothing is to be read
        self._archive = ""
        self._newest = 0
        self._after = 0
        self._last = 0  # the last game that was read
        self._data = b""
        self._number = 0  # of the game in `_data`
        self._answered = False  # whether the message that was asked for has come
        self._tries = _TRIES
        self._left = 0  # how many requests may still be sent
        self._again_at: float | None = None

    def begin(self, requests: RequestQueue) -> None:
        """Begin to read the new games of a board that has just connected."""
        self._requests = requests
        self._tries = _TRIES
        self._start()

    def _start(self) -> None:
        self._archive = ""
        self._data = b""
        self._left = REQUESTS_MOST
        self._again_at = None
        self._ask()

    def stop(self) -> None:
        """Stop reading: the board has disconnected."""
        self._requests = None

    def due(self, now: float) -> None:
        """Repeat a request that the board could not answer, some time later."""
        if self._again_at is not None and self._again_at < 0:
            self._again_at = now + AGAIN_SECONDS
        elif self._again_at is not None and now >= self._again_at and self._requests:
            self._start()

    def take(self, message: "Message") -> None:
        """Handle a message "archive" or "game"."""
        if not self._requests:
            return
        self._answered = True
        if message.name == "archive":
            self._take_archive(**message.fields)
        else:
            self._take_piece(**message.fields)

    def _ask(self) -> None:
        if not self._requests or not self._left:
            return
        self._left -= 1
        self._answered = False
        request = ["game", self._after, len(self._data)] if self._archive else ["archive"]
        asked = self._requests
        # Sent once, so that more urgent requests do not wait for the answer.
        asked.ask(request, lambda why: self._done(asked, why), 1)

    def _done(self, asked: RequestQueue, why: str) -> None:
        if asked is not self._requests:
            return
        silent = why == NO_ANSWER or not (why or self._answered)
        self._tries = self._tries - 1 if silent else _TRIES
        if not self._tries and not self._archive:
            self._requests = None  # an older board, which has no archive
        elif why or not self._tries:
            self._tries = max(self._tries, 1)
            self._again_at = -1.0  # now, since `take` is not told the time
        elif not self._archive or self._after < self._newest:
            self._ask()

    def _take_archive(self, identity: str, newest: int) -> None:
        self._archive = identity
        self._newest = newest
        self._after = self._last = self._progress.read_to(identity)
        if self._after > newest:
            self._after = 0
        self._data = b""

    def _take_piece(self, number: int, game: int, at: int, total: int, piece: str = "") -> None:
        if not total:
            self._after = max(number, self._after + 1)
            self._data = b""
            return
        if at != len(self._data) or (at and number != self._number) or total > GAME_MOST:
            self._data = b""  # the game was replaced meanwhile: start again
            return
        self._number = number
        self._data += bytes.fromhex(piece)
        self._after = number - 1
        if len(self._data) < total and piece:
            return
        data, self._data = self._data, b""
        self._after = number
        try:
            _, _, names, start = summary(data)
        except PegboardError:
            return  # it is not a game
        lines = tuple(decoded(names).split("\n")) if names else ()
        uid = f"{self._archive}{game:08x}"
        before, self._last = self._last, number
        self._on_game(KeptGame(uid, data[start:], lines, self._archive, before, number))

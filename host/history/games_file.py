"""Reads the file of all games, even if it cannot be written or is partly damaged."""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from host.errors import StoreError

from .damage import is_damage, rows_one_by_one
from .rows import COLUMNS, StoredGame, damaged, is_time, stored

VERSION = 1
WAIT_SECONDS = 10.0  # for another program that writes
_ID_MOST = (1 << 63) - 1  # SQLite's largest whole number

# SQLite's words for what can happen to anybody, and what they mean here.
_MEANINGS = {
    "readonly": "you may only read it",
    "locked": "another program is writing to it; try again in a moment",
    "unable to open": "it cannot be opened; check that you may read and write it",
    "malformed": "it is damaged; pegboard doctor says what to do",
    "not a database": "it is something else",
    "disk I/O": "the disk has a fault",
}

_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,   -- the same in every file that has this game
    board TEXT NOT NULL,        -- where it was played, as named by host.link.ports.identity
    begun INTEGER NOT NULL,     -- entries of the board's match before it; -1: not known
    started REAL,               -- seconds since 1970; NULL: not known
    changed REAL NOT NULL,      -- when it was last written here
    names TEXT NOT NULL,        -- JSON: the players by seat, [] if nobody has named them
    comments TEXT NOT NULL,     -- JSON: other tags and comments of an imported record
    opening TEXT NOT NULL,      -- hash of the first entries; '' if there are fewer
    digest TEXT NOT NULL,       -- hash of all entries of a finished game; '' before its end
    result TEXT NOT NULL        -- JSON: host.history.result
);
CREATE INDEX games_board ON games (board, begun, changed);
CREATE INDEX games_opening ON games (opening);
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,    -- from 0
    at REAL,                    -- seconds since 1970; NULL: entered while nobody watched
    entry BLOB NOT NULL,        -- as engine_core.state.entries.pack
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""


class LaterVersion(StoreError):
    """The file is of a later version of this program."""


class NoGamesFile(StoreError):
    """The file does not hold games, or no longer does."""


class Listed(NamedTuple):
    """games: the newest first; damaged: the ids of games whose rows cannot be read."""

    games: list[StoredGame]
    damaged: list[int]


class GamesFile:
    """The games in the file `path`; no games if there is no file. Writes nothing. Not thread-safe.

    Raises StoreError if it cannot be opened or read.
    """

    def __init__(self, path: Path):
        self.path = path
        self._closing = contextlib.ExitStack()
        with self._errors():
            self._db = self._open()

    def close(self) -> None:
        self._db.close()
        self._closing.close()

    def connection(self) -> sqlite3.Connection:
        """Return the connection, for reading single rows."""
        return self._db

    def _open(self) -> sqlite3.Connection:
        if not self.path.exists():
            return _nothing()
        if self.path.is_dir():
            raise OSError("it is a folder")
        trouble: Exception | None = None
        for connected in self._ways():
            try:
                db = connected(self.path, self._closing)
            except (sqlite3.OperationalError, OSError) as why:
                if "locked" in str(why):
                    raise
                trouble = trouble or why
            else:
                return self._checked(db)
        assert trouble
        raise trouble

    def _ways(self) -> tuple[Callable[[Path, contextlib.ExitStack], sqlite3.Connection], ...]:
        """Return the ways to connect, the best first."""
        return _in_place, _unchanging, _copied

    def _checked(self, db: sqlite3.Connection) -> sqlite3.Connection:
        try:
            if not is_empty(db, self.path):
                return db
        except BaseException:
            db.close()
            raise
        db.close()
        return _nothing()

    def listed(self) -> Listed:
        """Return all readable games, and the ids of the others."""
        with self._errors():
            try:
                found = self._db.execute(f"SELECT {COLUMNS} FROM games").fetchall()
                rows: dict[int, tuple | None] = {row[0]: row for row in found}
            except sqlite3.DatabaseError as why:
                if not is_damage(why):
                    raise
                rows = rows_one_by_one(self._db)
        games, bad = [], []
        for number, row in sorted(rows.items()):
            try:
                games.append(stored(row or (number,)))
            except StoreError:
                bad.append(number)
        games.sort(key=lambda game: (_order(game), game.id), reverse=True)
        return Listed(games, bad)

    def games(self, until: float | None = None) -> list[StoredGame]:
        """Return all readable games, the newest first; `until` leaves out those changed since
        then."""
        found = self.listed().games
        return [game for game in found if until is None or game.changed <= until]

    def game(self, number: int) -> StoredGame:
        """Return the game with this id. Raises StoreError if there is none."""
        row = None
        if number <= _ID_MOST:
            with self._errors(number):
                row = self._db.execute(
                    f"SELECT {COLUMNS} FROM games WHERE id = ?", (number,)
                ).fetchone()
        if not row:
            raise StoreError(f"there is no game {number}: pegboard games lists them")
        return stored(row)

    def entries(self, number: int) -> list[tuple[float | None, bytes]]:
        """Return the entries of the game with this id, each with its time. Raises StoreError."""
        with self._errors(number):
            rows = self._db.execute(
                "SELECT number, at, entry FROM entries WHERE game = ? ORDER BY number", (number,)
            ).fetchall()
        if not rows:
            raise damaged(number)
        for place, (n, at, entry) in enumerate(rows):
            if n != place or not isinstance(entry, bytes) or not (at is None or is_time(at)):
                raise damaged(number)
        return [(at, entry) for _, at, entry in rows]

    @contextlib.contextmanager
    def _errors(self, game: int = 0) -> Iterator[None]:
        """Turn errors of the file into StoreError; `game` is the id of the one being read, 0 for
        all."""
        try:
            yield
        except (sqlite3.Error, OSError) as why:
            if game and is_damage(why):
                raise damaged(game) from None
            kind = NoGamesFile if is_damage(why) else StoreError
            raise kind(f"the games in {self.path} cannot be used: {_reason(why)}") from None


class GamesCopy(GamesFile):
    """The games in a copy of a file that SQLite must not change: somebody else's, or one that may
    be damaged."""

    def _ways(self) -> tuple[Callable[[Path, contextlib.ExitStack], sqlite3.Connection], ...]:
        return _copied, _unchanging, _in_place


def _reason(why: sqlite3.Error | OSError) -> str:
    """Return what is wrong in a person's words, or in those of SQLite or the system."""
    text = (isinstance(why, OSError) and why.strerror) or str(why)
    return next((meaning for words, meaning in _MEANINGS.items() if words in text), text)


def _order(game: StoredGame) -> float:
    return game.changed if game.started is None else game.started


# Opening ---------------------------------------------------------------------------------


def connect(name: str, timeout: float = WAIT_SECONDS) -> sqlite3.Connection:
    """Return a connection that begins no transactions by itself; `name` may be a URI. Text that is
    not UTF-8 is decoded as far as possible; otherwise one such row would stop the reading of all
    others."""
    db = sqlite3.connect(
        name,
        timeout=timeout,
        isolation_level=None,
        check_same_thread=False,
        uri=name.startswith("file:"),
    )
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    return db


def is_empty(db: sqlite3.Connection, path: Path) -> bool:
    """Return whether the file `path` has no tables yet. Raises StoreError if it has tables other
    than this version's."""
    # In this order: another program may make the tables, with the version, between the two.
    tables = _tables(db)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version == VERSION:
        return False
    if version > VERSION:
        raise LaterVersion(f"{path} is of another version of pegboard: update this one")
    if version or tables:
        raise NoGamesFile(f"{path} holds something other than games of pegboard")
    return True


def _tables(db: sqlite3.Connection) -> int:
    """Return how many tables and indexes there are, after reading what describes them."""
    try:
        return db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except UnicodeDecodeError:  # SQLite quotes it in its message
        raise sqlite3.DatabaseError("its tables are described by something else") from None


def make_tables(db: sqlite3.Connection) -> None:
    """Make the tables of the games in an empty file."""
    for statement in _SCHEMA.split(";\n"):
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {VERSION}")


def _nothing() -> sqlite3.Connection:
    db = connect(":memory:")
    make_tables(db)
    return db


def _in_place(path: Path, closing: contextlib.ExitStack) -> sqlite3.Connection:
    """Connect as a writing program does, so that no files are left beside this one."""
    return _for_reading(f"{path.resolve().as_uri()}?mode=rw")


def _unchanging(path: Path, closing: contextlib.ExitStack) -> sqlite3.Connection:
    """Connect without the files that SQLite needs beside this one, which cannot be made."""
    if _has_more(path):
        raise OSError("it cannot be read without making a file beside it")
    return _for_reading(f"{path.resolve().as_uri()}?mode=ro&immutable=1")


def _has_more(path: Path) -> bool:
    """Return whether the latest changes are in the log beside the file."""
    beside = path.with_name(path.name + "-wal")
    return beside.exists() and beside.stat().st_size > 0


def _copied(path: Path, closing: contextlib.ExitStack) -> sqlite3.Connection:
    """Connect to a copy, which is on another disk if this one is full."""
    for place in (None, "/dev/shm"):
        with contextlib.suppress(OSError):
            folder = closing.enter_context(tempfile.TemporaryDirectory(dir=place))
            return _for_reading(copy_to(path, Path(folder)).as_uri())
    raise OSError("there is no room for a copy to read")


def copy_to(path: Path, folder: Path) -> Path:
    """Copy the file `path`, with its latest changes, into `folder`; return the copy's path. Raises
    OSError."""
    for ending in ("", "-wal"):
        one = path.with_name(path.name + ending)
        if one.exists():
            shutil.copyfile(one, folder / f"copy.sqlite{ending}")
    return folder / "copy.sqlite"


def _for_reading(address: str) -> sqlite3.Connection:
    db = connect(address)
    try:
        db.execute("PRAGMA query_only = ON")
        _tables(db)
    except BaseException:
        db.close()
        raise
    return db

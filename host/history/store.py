"""The file of all games: SQLite, so that many programs may read and write it, and nothing that was
written is lost when one of them is killed."""

import contextlib
import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from host.errors import StoreError
from host.mirror.names import clean

from .games import SAME_ANYWHERE_BITS, SAME_BITS, PlayedGame, common, same_game, unpacked
from .result import result

_VERSION = 1
_WAIT_SECONDS = 10.0  # for another program that writes
_OPENING = 9  # entries by which games are looked up that may be the same
_LATEST = 3  # games of a board, at the same place of its match, that may be the one it plays
NAME_MOST = 60  # letters of a player's name

_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,   -- the same in every file that has this game
    board TEXT NOT NULL,        -- where it was played, as host.link.ports.identity has it
    begun INTEGER NOT NULL,     -- entries of the board's match before it; -1: not known
    started REAL,               -- seconds since 1970; NULL: not known
    changed REAL NOT NULL,      -- when it was written last, here
    names TEXT NOT NULL,        -- JSON: the players by seat, [] where nobody has named them
    comments TEXT NOT NULL,     -- JSON: other tags and comments of an imported record
    opening TEXT NOT NULL,      -- hash of the first entries; '' where there are fewer
    digest TEXT NOT NULL,       -- hash of all entries of a finished game; '' before its end
    result TEXT NOT NULL        -- JSON: host.history.result
);
CREATE INDEX games_board ON games (board, begun, changed);
CREATE INDEX games_opening ON games (opening);
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,    -- from 0
    at REAL,                    -- seconds since 1970; NULL: entered while nobody watched
    entry BLOB NOT NULL,        -- as engine_core.entries.pack
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""


class StoredGame(NamedTuple):
    """A game without its entries; times in seconds since 1970, None where not known."""

    id: int
    uid: str
    board: str
    started: float | None
    changed: float
    names: list[str]
    comments: dict
    result: dict

    def name(self, seat: int) -> str:
        """Return the name of a player, "" where nobody has named it."""
        people = self.result["people"]
        if len(self.names) != len(people) or seat not in people:
            return ""
        return self.names[people.index(seat)]


class NewGame(NamedTuple):
    """A game to be stored, with the time of each entry; `uid` "" to make one."""

    entries: tuple[bytes, ...]
    times: tuple[float | None, ...]
    uid: str = ""
    board: str = ""
    begun: int = -1
    names: tuple[str, ...] = ()
    comments: dict = {}  # noqa: RUF012 - never changed


def history_path() -> Path:
    """Return the file of this user's games."""
    return user_data_path("pegboard") / "history.sqlite"


def game_digest(entries: Iterable[bytes]) -> str:
    """Return the hash of packed entries: the same for the same game everywhere."""
    return hashlib.sha256(b"".join(entries)).hexdigest()[:32]


class History:
    """The games in the file `path`, which is made where there is none. Not for several threads.

    Raises StoreError where it cannot be opened, read or written.
    """

    def __init__(self, path: Path):
        self.path = path
        with self._errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._create()

    def close(self) -> None:
        self._db.close()

    def _create(self) -> None:
        if self._version() == 0:
            with self._writing():
                if self._version() == 0:  # no other program was quicker
                    for statement in _SCHEMA.split(";\n"):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version = {_VERSION}")
        elif self._version() != _VERSION:
            raise StoreError(f"{self.path} is of another version of pegboard: update this one")

    def _version(self) -> int:
        return self._db.execute("PRAGMA user_version").fetchone()[0]

    # Reading -------------------------------------------------------------------------------

    def games(self, until: float | None = None) -> list[StoredGame]:
        """Return all games, the newest first; `until`: only those not changed since then."""
        with self._errors():
            rows = self._db.execute(
                f"SELECT {_COLUMNS} FROM games WHERE changed <= ?"
                " ORDER BY coalesce(started, changed) DESC, id DESC",
                (1e12 if until is None else until,),
            ).fetchall()
        return [_stored(row) for row in rows]

    def game(self, number: int) -> StoredGame:
        """Return the game with this id. Raises StoreError where there is none."""
        with self._errors():
            row = self._db.execute(
                f"SELECT {_COLUMNS} FROM games WHERE id = ?", (number,)
            ).fetchone()
        if not row:
            raise StoreError(f"there is no game {number}: pegboard games lists them")
        return _stored(row)

    def entries(self, number: int) -> list[tuple[float | None, bytes]]:
        """Return the entries of the game with this id, each with its time."""
        with self._errors():
            return self._db.execute(
                "SELECT at, entry FROM entries WHERE game = ? ORDER BY number", (number,)
            ).fetchall()

    # Writing -------------------------------------------------------------------------------

    def update(self, board: str, game: PlayedGame, now: float, number: int | None = None) -> int:
        """Keep `game` of `board` as it is at `now`; return its id, 0 where nothing is kept yet.

        number: the id it had before, where that is known. Else it is looked up: the board may have
        played on, or taken entries back, while nobody watched.
        """
        if len(game.entries) < 2 and number is None:
            return 0
        with self._writing():
            known = number if number else self._find_played(board, game)
            if known:
                return self._replace_played(known, board, game, now)
            times = (now,) * len(game.entries)
            return self._insert(NewGame(game.entries, times, "", board, game.begun), now)

    def _replace_played(self, number: int, board: str, game: PlayedGame, now: float) -> int:
        """Let the game be these entries, and return its id. One that was taken back to its first
        cards while nobody watched looked like a new game, until now."""
        (before,) = self._db.execute(
            "SELECT opening FROM games WHERE id = ?", (number,)
        ).fetchone() or ("",)
        opening = _opening(game.entries)
        if opening and not before:
            older = self._db.execute(
                "SELECT id FROM games WHERE board = ? AND begun = ? AND opening = ? AND id < ?",
                (board, game.begun, opening, number),
            ).fetchone()
            if older:
                self._db.execute("DELETE FROM games WHERE id = ?", (number,))
                (number,) = older
            self._remove_beginnings(number, board, game)
        self._replace(number, game.entries, now)
        return number

    def _remove_beginnings(self, number: int, board: str, game: PlayedGame) -> None:
        """Remove what else was kept of the first cards of this game, `number`, as a game of its
        own: it was taken back that far, and the program ended, more than once."""
        short = self._db.execute(
            "SELECT id FROM games WHERE board = ? AND begun = ? AND opening = '' AND id != ?",
            (board, game.begun, number),
        ).fetchall()
        for (other,) in short:
            stored = tuple(entry for _, entry in self.entries(other))
            if stored == game.entries[: len(stored)]:
                self._db.execute("DELETE FROM games WHERE id = ?", (other,))

    def remove(self, number: int) -> None:
        """Forget a game that was taken back whole."""
        with self._writing():
            self._db.execute("DELETE FROM games WHERE id = ?", (number,))

    def add(self, game: NewGame, now: float, corrects: bool = False) -> tuple[int, bool]:
        """Keep a game from elsewhere once; return its id, and whether it was new or longer.

        corrects: whether it replaces what is stored with the same uid. Raises PegboardError where
        it is no game by the rules.
        """
        with self._writing():
            known = self._find_anywhere(game)
            if not known:
                return self._insert(game, now), True
            stored = tuple(entry for _, entry in self.entries(known))
            longer = len(game.entries) > len(stored) and not self._is_over(known)
            same = corrects and game.uid and self.game(known).uid == game.uid
            if longer or (same and game.entries != stored):
                self._replace(known, game.entries, now, game.times)
            if game.names and not self.game(known).names:
                self._name(known, game.names)
            return known, longer

    def name(self, number: int, names: list[str]) -> None:
        """Name the players of a game, by seat. Raises StoreError."""
        people = len(self.game(number).result["people"])
        if names and len(names) != people:
            raise StoreError(f"game {number} has {people} players: give as many names")
        with self._writing():
            self._name(number, names)

    def _name(self, number: int, names: Iterable[str]) -> None:
        text = json.dumps([clean_name(name) for name in names])
        self._db.execute("UPDATE games SET names = ? WHERE id = ?", (text, number))

    def _insert(self, game: NewGame, now: float) -> int:
        summed = result(unpacked(game.entries))
        times = [at for at in game.times if at is not None]
        cursor = self._db.execute(
            "INSERT INTO games (uid, board, begun, started, changed, names, comments, opening,"
            " digest, result) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game.uid or secrets.token_hex(8),
                game.board,
                game.begun,
                min(times) if times else None,
                now,
                json.dumps([clean_name(name) for name in game.names]),
                json.dumps(game.comments),
                _opening(game.entries),
                game_digest(game.entries) if summed["over"] else "",
                json.dumps(summed),
            ),
        )
        number = cursor.lastrowid or 0
        self._insert_entries(number, 0, game.entries, game.times)
        return number

    def _replace(
        self,
        number: int,
        entries: tuple[bytes, ...],
        now: float,
        times: tuple[float | None, ...] = (),
    ) -> None:
        """Let the game be these entries; those that stay keep their times."""
        stored = tuple(entry for _, entry in self.entries(number))
        if stored == entries:
            return
        alike = common(stored, entries)
        self._db.execute("DELETE FROM entries WHERE game = ? AND number >= ?", (number, alike))
        self._insert_entries(
            number, alike, entries[alike:], times[alike:] or (now,) * len(entries)
        )
        summed = result(unpacked(entries))
        self._db.execute(
            "UPDATE games SET changed = ?, opening = ?, digest = ?, result = ? WHERE id = ?",
            (
                now,
                _opening(entries),
                game_digest(entries) if summed["over"] else "",
                json.dumps(summed),
                number,
            ),
        )

    def _insert_entries(
        self,
        number: int,
        first: int,
        entries: Iterable[bytes],
        times: Iterable[float | None],
    ) -> None:
        rows = [
            (number, first + n, at, entry)
            for n, (entry, at) in enumerate(zip(entries, times, strict=False))
        ]
        self._db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)

    # Which game it is ----------------------------------------------------------------------

    def _find_played(self, board: str, game: PlayedGame) -> int:
        """Return the id of the game that `board` plays, 0 where it is a new one."""
        rows = self._db.execute(
            "SELECT id FROM games WHERE board = ? AND begun = ? ORDER BY changed DESC, id DESC"
            f" LIMIT {_LATEST}",
            (board, game.begun),
        ).fetchall()
        for (number,) in rows:
            stored = tuple(entry for _, entry in self.entries(number))
            grown = stored == game.entries[: len(stored)] and not self._is_over(number)
            if grown or stored == game.entries or same_game(stored, game.entries, SAME_BITS):
                return number
        return self._find_anywhere(NewGame(game.entries, ()))

    def _find_anywhere(self, game: NewGame) -> int:
        """Return the id of this game, whoever brought it, 0 where it is new."""
        row = self._db.execute("SELECT id FROM games WHERE uid = ?", (game.uid,)).fetchone()
        if row:
            return row[0]
        digest = game_digest(game.entries)
        row = self._db.execute("SELECT id FROM games WHERE digest = ?", (digest,)).fetchone()
        if row:
            return row[0]
        opening = _opening(game.entries)
        if not opening:
            return 0
        rows = self._db.execute("SELECT id FROM games WHERE opening = ?", (opening,)).fetchall()
        for (number,) in rows:
            stored = tuple(entry for _, entry in self.entries(number))
            if same_game(stored, game.entries, SAME_ANYWHERE_BITS):
                return number
        return 0

    def _is_over(self, number: int) -> bool:
        row = self._db.execute("SELECT digest FROM games WHERE id = ?", (number,)).fetchone()
        return bool(row and row[0])

    # The file ------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """All of it is written, or nothing."""
        with self._errors():
            if self._db.in_transaction:  # which could not be ended, since the disk failed
                self._db.execute("ROLLBACK")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as why:
            raise StoreError(f"the games in {self.path} cannot be used: {why}") from None


_COLUMNS = "id, uid, board, started, changed, names, comments, result"


def _stored(row: tuple) -> StoredGame:
    """Return the game in a row. Raises StoreError where it holds something else."""
    number, uid, board, started, changed, *texts = row
    try:
        names, comments, summed = map(json.loads, texts)
    except (ValueError, TypeError, RecursionError):
        raise StoreError(f"game {number} in the file of games is damaged") from None
    good = isinstance(names, list) and isinstance(comments, dict) and isinstance(summed, dict)
    if not good or not isinstance(uid, str) or not isinstance(board, str):
        raise StoreError(f"game {number} in the file of games is damaged")
    return StoredGame(number, uid, board, started, changed, names, comments, summed)


def _opening(entries: tuple[bytes, ...]) -> str:
    return game_digest(entries[:_OPENING]) if len(entries) >= _OPENING else ""


def clean_name(name: str) -> str:
    """Return `name` as it is kept: one line that can be printed, NAME_MOST letters at most."""
    return " ".join(clean(name.replace(",", " ")).split())[:NAME_MOST].strip()

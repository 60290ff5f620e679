"""Writes the file of all games. It is SQLite, so that several programs may use it at once, and
nothing written is lost if one of them is killed."""

import contextlib
import itertools
import json
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from host.data_folder import data_folder
from host.errors import StoreError

from . import shelf
from .games import PlayedGame
from .games_file import GamesFile, connect, is_empty, make_tables
from .new_game import NAME_MOST, NewGame, clean_name
from .owners import OWNERS
from .shelf import game_digest


def history_path() -> Path:
    """Return the file of this user's games."""
    return data_folder() / "history.sqlite"


def in_place(history: "History | None") -> "History | None":
    """Return `history`; None, after closing it, if its file was moved or removed meanwhile."""
    if history and not history.is_in_place():
        history.close()
        return None
    return history


class History(GamesFile):
    """The games in the file `path`, which is created if missing. Not thread-safe.

    Raises StoreError if it cannot be opened, read or written.
    """

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        db = connect(str(self.path))
        try:
            empty = is_empty(db, self.path)  # raises before another file is changed
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute("PRAGMA foreign_keys = ON")
            if empty:
                db.execute("BEGIN IMMEDIATE")
                if is_empty(db, self.path):  # no other program was quicker
                    make_tables(db)
                db.execute("COMMIT")
            self._opened = os.stat(self.path)
        except BaseException:
            db.close()
            raise
        return db

    def is_in_place(self) -> bool:
        """Return whether the file that was opened is still at `path`: SQLite goes on writing to
        one that was removed, which nobody can read."""
        try:
            return os.path.samestat(self._opened, os.stat(self.path))
        except OSError:
            return False

    # Writing -------------------------------------------------------------------------------

    def update(
        self,
        board: str,
        game: PlayedGame,
        now: float,
        number: int | None = None,
        times: tuple[float | None, ...] | None = None,
        told: dict | None = None,
        late: bool = False,
    ) -> int:
        """Store `game` of `board` as it was at `now`; return its id, 0 if nothing is stored yet.

        number: its id, if known. Otherwise it is looked up: the board may have played on or undone
        entries while nobody watched. times: when each entry was made, `now` by default; what is
        stored already keeps its time. told: its result, if known; late: whether a game that was
        stored after `now` stays as it is.
        """
        if len(game.entries) < 2 and number is None:
            return 0
        times = (now,) * len(game.entries) if times is None else times
        with self.writing():
            return shelf.update(self, board, game, now, number or 0, times, told, late)

    def remove(self, number: int) -> None:
        """Remove a game that was undone completely."""
        with self.writing():
            self.delete(number)

    def add(
        self, game: NewGame, now: float, corrects: bool = False, late: bool = False
    ) -> tuple[int, bool]:
        """Store a game from elsewhere, as host.history.shelf.add does."""
        with self.writing():
            return shelf.add(self, game, now, corrects, late)

    def name(self, number: int, names: list[str]) -> None:
        """Name the players of a game, by seat. Raises StoreError."""
        people = len(self.game(number).result["people"])
        if names and len(names) != people:
            raise StoreError(f"game {number} has {people} players: give as many names")
        with self.writing():
            self.change(number, {"names": shelf.names_text(names)})

    def tell_owners(self, number: int, owners: list[list]) -> None:
        """Store the throwers of the crib's cards, in the form of host.history.owners.owners_pairs.
        Raises StoreError."""
        with self.writing():
            comments = {**self.game(number).comments, OWNERS: owners}
            self.change(number, {"comments": json.dumps(comments)})

    # Rows, as host.history.shelf uses them, in `writing` ------------------------------------

    def where(self, column: str, value: str) -> list[int]:
        found = self._db.execute(f"SELECT id FROM games WHERE {column} = ?", (value,))
        return [number for (number,) in found]

    def at_place(self, board: str, begun: int) -> list[tuple[int, str]]:
        return self._db.execute(
            "SELECT id, opening FROM games WHERE board = ? AND begun = ?"
            " ORDER BY changed DESC, id DESC",
            (board, begun),
        ).fetchall()

    def short(self) -> list[tuple[int, str, Any]]:
        return self._db.execute(
            "SELECT id, board, started FROM games WHERE opening = ''"
        ).fetchall()

    def facts(self, number: int) -> tuple[str, str, str, str]:
        row = self._db.execute(
            "SELECT uid, opening, digest, names FROM games WHERE id = ?", (number,)
        ).fetchone()
        return row or ("", "", "", "")

    def packed(self, number: int) -> tuple[bytes, ...]:
        rows = self._db.execute(
            "SELECT entry FROM entries WHERE game = ? ORDER BY number", (number,)
        )
        return tuple(entry for (entry,) in rows)

    def insert(
        self, row: dict[str, Any], entries: tuple[bytes, ...], times: Sequence[float | None]
    ) -> int:
        places = ", ".join("?" * len(row))
        cursor = self._db.execute(
            f"INSERT INTO games ({', '.join(row)}) VALUES ({places})", tuple(row.values())
        )
        number = cursor.lastrowid or 0
        self._insert_entries(number, 0, entries, times)
        return number

    def replace(
        self,
        number: int,
        row: dict[str, Any],
        alike: int,
        entries: tuple[bytes, ...],
        times: Sequence[float | None],
    ) -> None:
        self._db.execute("DELETE FROM entries WHERE game = ? AND number >= ?", (number, alike))
        self._insert_entries(number, alike, entries, times)
        self.change(number, row)
        self._db.execute(
            "UPDATE games SET started = (SELECT min(at) FROM entries WHERE game = games.id)"
            " WHERE id = ? AND started IS NULL",
            (number,),
        )

    def change(self, number: int, row: dict[str, Any]) -> None:
        columns = ", ".join([f"{name} = ?" for name in row])
        self._db.execute(f"UPDATE games SET {columns} WHERE id = ?", (*row.values(), number))

    def fill_times(self, number: int, times: Sequence[float | None]) -> None:
        self._db.executemany(
            "UPDATE entries SET at = ? WHERE game = ? AND number = ? AND at IS NULL",
            [(at, number, n) for n, at in enumerate(times) if at is not None],
        )

    def delete(self, number: int) -> None:
        self._db.execute("DELETE FROM games WHERE id = ?", (number,))

    def fresh_uid(self) -> str:
        return secrets.token_hex(8)

    def _insert_entries(
        self,
        number: int,
        first: int,
        entries: tuple[bytes, ...],
        times: Sequence[float | None],
    ) -> None:
        """Store these entries; one without a time has None."""
        known = itertools.chain(times, itertools.repeat(None))
        rows = [
            (number, first + n, at, entry)
            for n, (entry, at) in enumerate(zip(entries, known, strict=False))
        ]
        self._db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)

    # The file ------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection in a transaction: all changes are written, or none. Raises
        StoreError."""
        with self._errors():
            if self._db.in_transaction:  # the disk failed at its end
                self._db.execute("ROLLBACK")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                raise


__all__ = ("NAME_MOST", "History", "NewGame", "clean_name", "game_digest", "history_path")

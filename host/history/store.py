"""Writes the file of all games. It is SQLite, so that several programs may use it at once, and
nothing written is lost if one of them is killed."""

import contextlib
import hashlib
import itertools
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
from .games_file import GamesFile, connect, is_empty, make_tables
from .owners import OWNERS
from .result import result
from .rows import is_time

_OPENING = 9  # the first entries, by which games that may be the same are looked up
_LATEST = 3  # games of a board at one place in its match, any of which may be the current one
_DAY_SECONDS = 86400.0
NAME_MOST = 60  # letters of a player's name


class NewGame(NamedTuple):
    """A game to be stored, with the time of each entry; `uid` "" to create one. started: its
    start, if the times of the entries do not tell; `comments` has "day" if only the day is
    known."""

    entries: tuple[bytes, ...]
    times: tuple[float | None, ...]
    uid: str = ""
    board: str = ""
    begun: int = -1
    names: tuple[str, ...] = ()
    comments: dict = {}  # noqa: RUF012 - never changed
    started: float | None = None

    def start(self) -> float | None:
        """Return its start, in seconds since 1970, or None."""
        known = [at for at in (self.started, *self.times) if at is not None]
        return min(known, default=None)


def history_path() -> Path:
    """Return the file of this user's games."""
    return user_data_path("pegboard") / "history.sqlite"


def game_digest(entries: Iterable[bytes]) -> str:
    """Return the hash of packed entries, the same for the same game everywhere."""
    return hashlib.sha256(b"".join(entries)).hexdigest()[:32]


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
        except BaseException:
            db.close()
            raise
        return db

    # Writing -------------------------------------------------------------------------------

    def update(
        self,
        board: str,
        game: PlayedGame,
        now: float,
        number: int | None = None,
        times: tuple[float | None, ...] | None = None,
    ) -> int:
        """Store `game` of `board` as it is at `now`; return its id, 0 if nothing is stored yet.

        number: its id, if known. Otherwise it is looked up: the board may have played on or undone
        entries while nobody watched. times: when each entry was made, `now` by default; what is
        stored already keeps its time.
        """
        if len(game.entries) < 2 and number is None:
            return 0
        times = (now,) * len(game.entries) if times is None else times
        with self.writing():
            known = number if number else self._find_played(board, game)
            if known:
                return self._replace_played(known, board, game, now, times)
            return self._insert(NewGame(game.entries, times, "", board, game.begun), now)

    def _replace_played(
        self,
        number: int,
        board: str,
        game: PlayedGame,
        now: float,
        times: tuple[float | None, ...],
    ) -> int:
        """Replace the entries of the game, and return its id. A game that was undone to its first
        cards while nobody watched looked like a new one until now."""
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
        self._replace(number, game.entries, now, times)
        return number

    def _remove_beginnings(self, number: int, board: str, game: PlayedGame) -> None:
        """Remove other short games that are the first cards of this game, `number`: each time it
        was undone that far and the program ended, one was stored."""
        short = self._db.execute(
            "SELECT id FROM games WHERE board = ? AND begun = ? AND opening = '' AND id != ?",
            (board, game.begun, number),
        ).fetchall()
        for (other,) in short:
            stored = self._packed(other)
            if stored == game.entries[: len(stored)]:
                self._db.execute("DELETE FROM games WHERE id = ?", (other,))

    def remove(self, number: int) -> None:
        """Remove a game that was undone completely."""
        with self.writing():
            self._db.execute("DELETE FROM games WHERE id = ?", (number,))

    def add(self, game: NewGame, now: float, corrects: bool = False) -> tuple[int, bool]:
        """Store a game from elsewhere, once; return its id, and whether it was new or longer.

        corrects: whether it replaces a stored game with the same uid. Raises PegboardError if it
        breaks the rules.
        """
        with self.writing():
            known = self._find_anywhere(game) or self._find_short(game)
            if not known:
                return self._insert(game, now), True
            stored = self._packed(known)
            longer = len(game.entries) > len(stored) and not self._is_over(known)
            uid, names = self._db.execute(
                "SELECT uid, names FROM games WHERE id = ?", (known,)
            ).fetchone()
            same = corrects and game.uid and uid == game.uid
            if longer or (same and game.entries != stored):
                self._replace(known, game.entries, now, game.times)
            self._fill_times(known, game)
            if game.names and names == "[]":
                self._name(known, game.names)
            return known, longer

    def name(self, number: int, names: list[str]) -> None:
        """Name the players of a game, by seat. Raises StoreError."""
        people = len(self.game(number).result["people"])
        if names and len(names) != people:
            raise StoreError(f"game {number} has {people} players: give as many names")
        with self.writing():
            self._name(number, names)

    def tell_owners(self, number: int, owners: list[list]) -> None:
        """Store the throwers of the crib's cards, in the form of host.history.owners.owners_pairs.
        Raises StoreError."""
        with self.writing():
            comments = {**self.game(number).comments, OWNERS: owners}
            text = json.dumps(comments)
            self._db.execute("UPDATE games SET comments = ? WHERE id = ?", (text, number))

    def _name(self, number: int, names: Iterable[str]) -> None:
        text = json.dumps([clean_name(name) for name in names])
        self._db.execute("UPDATE games SET names = ? WHERE id = ?", (text, number))

    def _insert(self, game: NewGame, now: float) -> int:
        summed = result(unpacked(game.entries))
        cursor = self._db.execute(
            "INSERT INTO games (uid, board, begun, started, changed, names, comments, opening,"
            " digest, result) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game.uid or secrets.token_hex(8),
                game.board,
                game.begun,
                game.start(),
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
        times: tuple[float | None, ...],
    ) -> None:
        """Replace the entries of the game; those that stay keep their times."""
        stored = self._packed(number)
        if stored == entries:
            return
        alike = common(stored, entries)
        self._db.execute("DELETE FROM entries WHERE game = ? AND number >= ?", (number, alike))
        self._insert_entries(number, alike, entries[alike:], times[alike:])
        summed = result(unpacked(entries))
        self._db.execute(
            "UPDATE games SET changed = ?, opening = ?, digest = ?, result = ?, started ="
            " coalesce(started, (SELECT min(at) FROM entries WHERE game = games.id))"
            " WHERE id = ?",
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
        entries: tuple[bytes, ...],
        times: tuple[float | None, ...],
    ) -> None:
        """Store these entries; one without a time has None."""
        known = itertools.chain(times, itertools.repeat(None))
        rows = [
            (number, first + n, at, entry)
            for n, (entry, at) in enumerate(zip(entries, known, strict=False))
        ]
        self._db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)

    def _fill_times(self, number: int, game: NewGame) -> None:
        """Fill in unknown times from `game`, another copy of the same game."""
        alike = common(self._packed(number), game.entries)
        self._db.executemany(
            "UPDATE entries SET at = ? WHERE game = ? AND number = ? AND at IS NULL",
            [(at, number, n) for n, at in enumerate(game.times[:alike]) if at is not None],
        )
        start, is_day = game.start(), bool(game.comments.get("day"))
        try:
            before = self.game(number)
        except StoreError:
            return  # its row is damaged, but its entries can be used
        if start is None or before.has_time() or (is_day and before.started is not None):
            return
        self._db.execute(
            "UPDATE games SET started = ?, comments = ? WHERE id = ?",
            (start, json.dumps({**before.comments, "day": is_day}), number),
        )

    # Looking up a game ----------------------------------------------------------------------

    def _find_played(self, board: str, game: PlayedGame) -> int:
        """Return the id of the game that `board` plays, 0 if it is new."""
        rows = self._db.execute(
            "SELECT id FROM games WHERE board = ? AND begun = ? ORDER BY changed DESC, id DESC"
            f" LIMIT {_LATEST}",
            (board, game.begun),
        ).fetchall()
        for (number,) in rows:
            stored = self._packed(number)
            grown = stored == game.entries[: len(stored)] and not self._is_over(number)
            if grown or stored == game.entries or same_game(stored, game.entries, SAME_BITS):
                return number
        return self._find_anywhere(NewGame(game.entries, ()))

    def _find_anywhere(self, game: NewGame) -> int:
        """Return the id of this game, from whatever source, 0 if it is new."""
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
            stored = self._packed(number)
            if same_game(stored, game.entries, SAME_ANYWHERE_BITS):
                return number
        return 0

    def _find_short(self, game: NewGame) -> int:
        """Return the id of an unfinished game with exactly these entries, too few to look it up by
        its opening; 0 if there is none. Games of different boards differ, and those of different
        days if both days are known."""
        if _opening(game.entries):
            return 0
        rows = self._db.execute(
            "SELECT id, started FROM games WHERE opening = '' AND digest = ''"
            " AND (board = ? OR ? = '' OR board = '')",
            (game.board, game.board),
        ).fetchall()
        start = game.start()
        for number, started in rows:
            apart = abs(started - start) if is_time(started) and start is not None else 0.0
            if apart < _DAY_SECONDS and self._packed(number) == game.entries:
                return number
        return 0

    def _packed(self, number: int) -> tuple[bytes, ...]:
        """Return the stored entries of a game unchecked, only for comparison."""
        rows = self._db.execute(
            "SELECT entry FROM entries WHERE game = ? ORDER BY number", (number,)
        )
        return tuple(entry for (entry,) in rows)

    def _is_over(self, number: int) -> bool:
        row = self._db.execute("SELECT digest FROM games WHERE id = ?", (number,)).fetchone()
        return bool(row and row[0])

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


def _opening(entries: tuple[bytes, ...]) -> str:
    return game_digest(entries[:_OPENING]) if len(entries) >= _OPENING else ""


def clean_name(name: str) -> str:
    """Return `name` as it is stored: one printable line of at most NAME_MOST characters."""
    return " ".join(clean(name.replace(",", " ")).split())[:NAME_MOST].strip()

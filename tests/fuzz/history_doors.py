"""Doors for files of games: a whole file, the texts in the columns of its rows, and a game as it
is stored."""

import contextlib
import json
import sqlite3
from functools import cache
from pathlib import Path
from unittest.mock import patch

from engine_core.errors import PegboardError
from engine_core.state.entries import size
from host.errors import StoreError
from host.history import damage
from host.history.answers import game_page
from host.history.game_record import record_text
from host.history.games import split
from host.history.games_file import GamesCopy, GamesFile
from host.history.games_json import as_json
from host.history.merge import merge_all
from host.history.names import seat_names, side_names
from host.history.owners import owners_of
from host.history.practice import results
from host.history.practice_results import trend_lines
from host.history.records import entries_csv, games_csv, stored_record, timed_entries
from host.history.rows import StoredGame, stored
from host.history.salvage import found_games
from host.history.statistics import player_names, statistics
from host.history.store import History, NewGame
from host.link.packed_match import packed_match
from tests.history.matches import played_match

from .door import Door, file_of

_NEXT = b"\x00"  # between two texts
_ROWS_MOST = 50  # of a page of the good inputs; the program's bound costs 20 ms an input


def _file(data: bytes) -> None:
    """Somebody reads this file of games, and merges it into their own."""
    with patch.object(damage, "_STEPS_MOST", _ROWS_MOST):
        _read(file_of(data, "history.sqlite"))


def _read(path: Path) -> None:
    with contextlib.closing(GamesFile(path)) as file:
        for game in file.games():
            _shown(file, game)
        trend_lines(results(file))
    with contextlib.closing(GamesCopy(path)) as copy:
        for found in found_games(copy.connection()):
            assert found.name


def _shown(file: GamesFile, game) -> None:
    # A game that nobody can have played has no record.
    with contextlib.suppress(StoreError, PegboardError):
        entries = timed_entries(file, game)
        record_text(game, [entry for _, entry in entries])
        json.dumps(as_json(game, entries))


def _row(data: bytes) -> None:
    """The names, the comments and the result of a game are these texts."""
    texts = [one.decode("utf-8", "replace") for one in data.split(_NEXT)[:3]]
    texts += ["{}"] * (3 - len(texts))
    game = stored((1, "ab", "a board", 1.79e9, 1.79e9, *texts, 1.79e9))
    side_names(game)
    seat_names(game)
    owners_of(game)
    games_csv([game])
    for name in player_names([game]):
        statistics([game], name)


def _game(data: bytes) -> None:
    """A game in a file has these texts and entries: somebody looks at it, exports it, and merges
    the file into their own."""
    *texts, packed = data.split(_NEXT, 3)
    texts = [one.decode("utf-8", "replace") for one in texts]
    history, path = _one_game()
    db = history.connection()
    db.execute("BEGIN")
    db.execute(
        "UPDATE games SET names = ?, comments = ?, result = ?",
        (*texts, *["{}"] * (3 - len(texts))),
    )
    db.execute("DELETE FROM entries")
    entries = []
    while packed:
        length = min(max(1, size(packed[0])), len(packed))
        entries.append((1, len(entries), None, packed[:length]))
        packed = packed[length:]
    db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", entries)
    db.execute("COMMIT")
    for game in history.games():
        for read in (_page, _exported, _table, _shown):
            with contextlib.suppress(StoreError, PegboardError):
                read(history, game)
    with contextlib.closing(History(file_of(_no_games(), "other.sqlite"))) as other:
        merge_all(other, path)
        for game in other.games():
            stored_record(other, game)


def _page(file: GamesFile, game: StoredGame) -> None:
    json.dumps(game_page(game, file.entries(game.id)))


def _exported(file: GamesFile, game: StoredGame) -> None:
    stored_record(file, game)


def _table(file: GamesFile, game: StoredGame) -> None:
    entries_csv(file, game)


@cache
def _one_game() -> tuple[History, Path]:
    path = file_of(b"", "one.sqlite")
    history = History(path)
    history.connection().execute("PRAGMA synchronous = OFF")
    history.connection().execute("PRAGMA wal_autocheckpoint = 1")  # what is copied stays small
    (game, *_) = split(packed_match(played_match(1, 12)))
    history.add(NewGame(game.entries, (), names=("Ann", "Ben")), 1.79e9)
    return history, path


@cache
def _no_games() -> bytes:
    path = file_of(b"", "none.sqlite")
    History(path).close()
    return path.read_bytes()


def _seed_games() -> list[bytes]:
    found = []
    for row, (seed, entries) in zip(_seed_rows(), ((1, 12), (2, 30)), strict=False):
        (game, *_) = split(packed_match(played_match(seed, entries)))
        found.append(row + _NEXT + b"".join(game.entries))
    return found


def _seed_files() -> list[bytes]:
    found = []
    for seed, entries in ((1, 12), (2, 30)):
        path = file_of(b"", "seed.sqlite")
        path.unlink()
        with contextlib.closing(History(path)) as history:
            match = played_match(seed, entries)
            for number, game in enumerate(split(packed_match(match))):
                new = NewGame(game.entries, (1.79e9,) * len(game.entries), names=("Ann", "Ben"))
                new.begun = number
                history.add(new, 1.79e9)
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("VACUUM")
        found.append(path.read_bytes())
    return found


def _seed_rows() -> list[bytes]:
    path = file_of(_seed_files()[1], "rows.sqlite")
    with contextlib.closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT names, comments, result FROM games").fetchall()
    more = (
        '{"day": true, "tags": [["Event", "x"]], "comments": [[1, "x"]], "owners": [[0, "5H JD"]]}'
    )
    found = ["\x00".join(row).encode() for row in rows]
    return [*found, "\x00".join((rows[0][0], more, rows[0][2])).encode()]


FILE = Door(_file, StoreError, _seed_files)
ROW = Door(_row, StoreError, _seed_rows, words=(_NEXT, b'"winner"', b"null", b'["a","b"]'))
GAME = Door(
    _game, None, _seed_games, words=(*ROW.words, b'"owners"', b"\x44\x01\x02\x79\x00\x00\x00")
)

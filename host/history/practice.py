"""What came of practice, kept in the file of the games; and throws of one's own games again."""

import sqlite3
from collections.abc import Iterable

from engine_core.compat import TYPE_CHECKING
from host.analysis.player import ThrowView

from . import practice_results
from .damage import rows_of
from .games_file import GamesFile
from .owners import owners_of
from .player_games import games_with_throws
from .practice_results import (
    OwnThrow,
    Result,
    by_cost,
    result_of,
    row_of,
)
from .practice_rows import COLUMNS, new_rows
from .records import entries_of
from .rows import StoredGame
from .store import History

if TYPE_CHECKING:
    from host.analysis.game_review import Tell

_TABLE = """
CREATE TABLE IF NOT EXISTS practice (
    at REAL NOT NULL,       -- seconds since 1970
    kind TEXT NOT NULL,     -- 'own', 'random', or the day of a throw of the day
    cards TEXT NOT NULL,    -- the six
    role INTEGER NOT NULL,  -- 0 the dealer, 1 the pone
    dealer_score INTEGER NOT NULL,
    pone_score INTEGER NOT NULL,
    thrown TEXT NOT NULL,
    points REAL NOT NULL,   -- what it cost against the best
    chance REAL NOT NULL    -- the same in per cents of the chance to win
)
"""
_COLUMNS = ", ".join(COLUMNS)


def keep(history: History, result: Result) -> None:
    """Keep a result that came now. Raises StoreError."""
    with history.writing() as db:
        _insert(db, [row_of(result)])


def keep_all(history: History, found: Iterable[Result]) -> int:
    """Keep those results that are not kept yet; return how many there were. Raises StoreError."""
    with history.writing() as db:
        rows = new_rows([row_of(one) for one in results(history)], map(row_of, found))
        _insert(db, rows)
    return len(rows)


def _insert(db, rows):
    db.execute(_TABLE)
    marks = ", ".join("?" * len(COLUMNS))
    db.executemany(f"INSERT INTO practice ({_COLUMNS}) VALUES ({marks})", rows)


def results(file: GamesFile) -> list[Result]:
    """Return all results that can be read, the oldest first."""
    return results_in(file.connection())


def results_in(db: sqlite3.Connection) -> list[Result]:
    """Return all results that can be read in a file, which may be damaged, the oldest first."""
    found = [result_of(row) for row in rows_of(db, "practice", _COLUMNS)]
    return sorted(filter(None, found), key=lambda one: one.at)


def own_throws(file: GamesFile, games: Iterable[StoredGame], player: str) -> list[OwnThrow]:
    """Return the throws of a player that cost enough to be named, the costliest first. Letters may
    be small or large."""
    found = [
        one
        for game, seat in games_with_throws(games, player)
        for one in costly_throws(file, game, seat)
    ]
    return by_cost(found)


def costly_throws(
    file: GamesFile,
    game: StoredGame,
    seat: int,
    tell: "Tell | None" = None,
) -> list[OwnThrow]:
    """Return what host.history.practice_results.costly_throws does, of a game in the file. Raises
    PegboardError and StoreError."""
    entries, owners = entries_of(file, game), owners_of(game)
    return practice_results.costly_throws(entries, owners, game.id, seat, tell)


def own_view(file: GamesFile, game: StoredGame, number: int, seat: int) -> ThrowView | None:
    """Return what host.history.practice_results.own_view does, of a game in the file. Raises
    PegboardError and StoreError."""
    entries, owners = entries_of(file, game), owners_of(game)
    return practice_results.own_view(entries, owners, number, seat)

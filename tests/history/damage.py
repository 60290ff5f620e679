"""A real history of many games, and the same file with one of its pages zeroed."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

from engine_core.count.cards import cards
from host.analysis.player import ThrowView
from host.analysis.practice import throw_from
from host.history import losses, practice
from host.history.games import split
from host.history.practice_results import Result
from host.history.store import History
from host.link.packed_match import packed_match
from tests.history.matches import played_match

GAMES = 33
_FIRST_EVENING = 1760000000.0
_DAY = 86400.0
_RESULTS = 200
_REVIEWS = 60


def whole_history(path: Path) -> dict[int, tuple[bytes, ...]]:
    """Make a history of GAMES games at `path`; return the entries of each by its id."""
    history = History(path)
    made = {}
    for seed in range(GAMES):
        (game,) = split(packed_match(played_match(seed)))
        at = _FIRST_EVENING + seed * _DAY
        number = history.update(f"board {seed % 3}", game, at)
        history.name(number, [f"Ann {seed}", "Ben"])
        made[number] = game.entries
    history.close()
    return made


def practised(path: Path, first: int = 0) -> tuple[list[Result], dict[str, list[dict]]]:
    """Make a history at `path` with many results of practice, from the number `first` on, and
    costs of reviews; return both."""
    results = []
    for n in range(first, first + _RESULTS):
        view = throw_from(str(n))
        thrown = view.hand[:2]
        results.append(Result(_FIRST_EVENING + n, "random", view, thrown, n / 8, 0.5))
    side = {"plays": 1.5, "throws": [["pair", True, 0.25]] * 20}
    costs = {f"{n:032x}": [side, {**side, "plays": n / 4}] for n in range(_REVIEWS)}
    history = History(path)
    practice.keep_all(history, results)
    losses.keep_others(history, costs)
    history.close()
    return results, costs


def rows_alone(path: Path, table: str) -> set:
    """Return the results of practice, or the keys of reviews, whose row can be read alone."""
    found = set()
    for n in range(1, max(_RESULTS, _REVIEWS) + 1):
        with contextlib.closing(sqlite3.connect(path)) as db, contextlib.suppress(sqlite3.Error):
            row = db.execute(f"SELECT * FROM {table} WHERE rowid = ?", (n,)).fetchone()
            if row and table == "reviews":
                found.add(row[0])
            elif row:
                at, kind, hand, role, dealer, pone, thrown, points, chance = row
                view = ThrowView(role, tuple(cards(hand)), (dealer, pone), 121)
                found.add(Result(at, kind, view, tuple(cards(thrown)), points, chance))
    return found


def pages(path: Path) -> range:
    """Return the numbers of the file's pages, from 1."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        return range(1, db.execute("PRAGMA page_count").fetchone()[0] + 1)


def zeroed(path: Path, page: int, copy: Path) -> Path:
    """Copy the history to `copy` with zeros for the page of this number."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
    shutil.copyfile(path, copy)
    with open(copy, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))
    return copy


def readable(path: Path) -> dict[int, tuple[bytes, ...]]:
    """Return the games whose row and entries can be read one by one, each with a new
    connection."""
    found = {}
    for number in range(1, GAMES + 1):
        with contextlib.closing(sqlite3.connect(path)) as db, contextlib.suppress(sqlite3.Error):
            row = db.execute("SELECT result FROM games WHERE id = ?", (number,)).fetchone()
            entries = db.execute(
                "SELECT entry FROM entries WHERE game = ? ORDER BY number", (number,)
            ).fetchall()
            if row and entries:
                found[number] = tuple(entry for (entry,) in entries)
    return found

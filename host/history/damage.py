"""Reads a damaged file of games row by row, past the pages that cannot be read."""

import sqlite3
from collections.abc import Iterator

from .rows import COLUMNS, is_time

# Ids to try one by one past an unreadable page: more than the rows that a page of 4096 bytes, as
# this program's files have, can hold.
_STEPS_MOST = 1000


def is_damage(why: Exception) -> bool:
    """Return whether SQLite found the file's contents damaged. A file in use and a failing disk
    raise subclasses of this error, which do not count."""
    return type(why) is sqlite3.DatabaseError


def rows_one_by_one(db: sqlite3.Connection) -> dict[int, tuple | None]:
    """Return the row of each game whose id is known; None in place of one that cannot be read."""
    found: dict[int, tuple | None] = {}
    for number in game_ids(db):
        found[number] = row_of(db, number)
    return found


def row_of(db: sqlite3.Connection, number: int) -> tuple | None:
    """Return the row of this game, or None if there is none or it cannot be read."""
    columns, _, played = COLUMNS.rpartition(", (")
    try:
        row = db.execute(f"SELECT {columns} FROM games WHERE id = ?", (number,)).fetchone()
    except sqlite3.DatabaseError:
        return None
    if row is None:
        return None
    try:
        times = db.execute(f"SELECT ({played} FROM games WHERE id = ?", (number,)).fetchone()
    except sqlite3.DatabaseError:
        times = (None,)  # some of its entries cannot be read
    return (*row, *times)


def game_ids(db: sqlite3.Connection) -> list[int]:
    """Return the ids of all games found in any part of the file: rows, indexes or entries."""
    found = {*_steps(db, "games NOT INDEXED", "id"), *_steps(db, "entries", "game")}
    for index, columns in (
        ("games_board", ("board", "begun", "changed")),
        ("games_opening", ("opening",)),
        ("sqlite_autoindex_games_1", ("uid",)),
    ):
        for order in ("ASC", "DESC"):
            by = ", ".join(f"{column} {order}" for column in columns)
            sql = f"SELECT id FROM games INDEXED BY {index} ORDER BY {by}"
            found |= {row[0] for row in _until_damage(db, sql)}
    return sorted(one for one in found if isinstance(one, int))


def _steps(db: sqlite3.Connection, table: str, column: str) -> Iterator[int]:
    """Yield the values of the first column of a table's key, skipping unreadable pages."""
    following = f"SELECT {column} FROM {table} WHERE {column} > ? ORDER BY {column} LIMIT 1"
    # The first row after a page that cannot be read follows none that can.
    alone = f"SELECT {column} FROM {table} WHERE {column} = ? LIMIT 1"
    at = missed = 0
    seen = set()
    while missed < _STEPS_MOST:
        try:
            row = db.execute(following, (at,)).fetchone()
        except sqlite3.DatabaseError:
            at, missed = at + 1, missed + 1
            row = next(_until_damage(db, alone, (at,)), None)
            if row is None:
                continue
        # Pages in a wrong order can lead back to rows that were before.
        if row is None or not isinstance(row[0], int) or row[0] in seen:
            return
        at, missed = row[0], 0
        seen.add(at)
        yield at


def _until_damage(db: sqlite3.Connection, sql: str, words: tuple = ()) -> Iterator[tuple]:
    """Yield the rows of a query up to the first that cannot be read."""
    try:
        yield from db.execute(sql, words)
    except sqlite3.DatabaseError:
        return


def entry_rows(db: sqlite3.Connection, number: int) -> list[tuple[float | None, bytes]]:
    """Return the first entries of a game, with their times, up to one that is missing or cannot
    be read."""
    sql = "SELECT number, at, entry FROM entries WHERE game = ? ORDER BY number"
    found: list[tuple[float | None, bytes]] = []
    for place, at, entry in _until_damage(db, sql, (number,)):
        if place != len(found) or not isinstance(entry, bytes):
            break
        found.append((float(at) if is_time(at) else None, entry))
    return found


def rows_of(db: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple]:
    """Yield every row of `table` that can be read; none if there is no such table."""
    try:
        yield from db.execute(f"SELECT {columns} FROM {table}").fetchall()
        return
    except sqlite3.DatabaseError as why:
        if not is_damage(why):
            return
    for number in _steps(db, table, "rowid"):
        sql = f"SELECT {columns} FROM {table} WHERE rowid = ?"
        yield from _until_damage(db, sql, (number,))

"""Reads all that is left in a file of games that may be damaged or hold anything."""

import json
import re
import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.state.entries import NEXT, START, unpack

from .damage import entry_rows, game_ids, row_of
from .local_time import time_text
from .new_game import NewGame, clean_name
from .rows import COMMENT_KINDS, is_pair, is_stored, is_time

# With fewer readable entries, a game could not be matched with another laptop's or the board's.
ENTRIES_LEAST = 9


class Found(NamedTuple):
    """The readable part of a game. name: its id, and more if known; game: None if too little is
    left to store; trouble: what is lost or wrong, "" if nothing is."""

    name: str
    game: NewGame | None
    trouble: str


def found_games(db: sqlite3.Connection) -> Iterator[Found]:
    """Yield every game that has left a trace in the file."""
    for number in game_ids(db):
        yield _found(db, number)


def _found(db: sqlite3.Connection, number: int) -> Found:
    row = row_of(db, number)
    rows = entry_rows(db, number)
    length = _length(db, number)
    good = _playable([entry for _, entry in rows])
    new = NewGame(tuple(entry for _, entry in rows[:good]), tuple(at for at, _ in rows[:good]))
    spoilt = ["its names and its board"]
    if row:
        new, spoilt = _beside(new, row)
    name = ", ".join(filter(None, [f"game {number}", time_text(new.start()), *new.names]))
    if good == length and good > 1:
        lost = " and ".join(spoilt)
        return Found(name, new, f"{lost} cannot be read" if spoilt else "")
    if good < ENTRIES_LEAST:
        return Found(name, None, "its entries cannot be read, or break the rules")
    return Found(name, new, f"only its first {good} entries can be read")


def _length(db: sqlite3.Connection, number: int) -> int:
    """Return how many entries a game should have, -1 if that cannot be told."""
    try:
        (count, last) = db.execute(
            "SELECT count(*), max(number) FROM entries WHERE game = ?", (number,)
        ).fetchone()
    except sqlite3.DatabaseError:
        return -1
    return count if last == count - 1 else -1


def _playable(entries: list[bytes]) -> int:
    """Return how many entries from the first on follow the rules."""
    game = Game()
    for number, data in enumerate(entries):
        try:
            entry, end = unpack(data)
            if end != len(data) or (entry[0] in (START, NEXT)) != (number == 0):
                return number
            game.apply(entry)
        except (PegboardError, IndexError):
            return number
    return len(entries)


def _beside(game: NewGame, row: tuple) -> tuple[NewGame, list[str]]:
    """Return the game with the valid values of its row, and the names of the damaged ones."""
    _, uid, board, started, _, *texts, _, _ = row
    names, comments = map(_from_json, texts)
    spoilt = []
    if not _is_list_of_texts(names):
        spoilt.append("its names")
    if not isinstance(comments, dict):
        spoilt.append("its comments")
        comments = {}
    if not (started is None or is_time(started)):
        spoilt.append("its date")
        started = None
    if not spoilt and not is_stored(row):
        spoilt.append("a part of its row")
    told = {key: kind for key, kind in COMMENT_KINDS.items() if key in comments}
    kept = {key: _pairs(comments[key], kind) for key, kind in told.items()}
    day = {"day": True} if started is not None and comments.get("day") is True else {}
    is_uid = isinstance(uid, str) and re.fullmatch(r"[0-9a-f]{1,64}", uid)
    return NewGame(
        game.entries,
        game.times,
        uid if is_uid else "",
        clean_name(board) if isinstance(board, str) else "",
        names=tuple(map(clean_name, names)) if _is_list_of_texts(names) else (),
        comments={**kept, **day},
        started=started,
    ), spoilt


def _from_json(text: Any) -> Any:
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _pairs(found: Any, first: type) -> list:
    """Return the members of `found` that are pairs of a `first` and a text."""
    pairs = found if isinstance(found, list) else []
    return [[pair[0], clean_name(pair[1])] for pair in pairs if is_pair(pair, first)]

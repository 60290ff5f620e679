"""The rows of the file of games, as they are read: each by itself, whatever another one holds."""

import json
import math
from typing import Any, NamedTuple

from host.errors import StoreError

from .result_check import is_result

COLUMNS = (
    "id, uid, board, started, changed, names, comments, result,"
    " (SELECT max(at) FROM entries WHERE game = games.id)"
)


class StoredGame(NamedTuple):
    """A game without its entries; times in seconds since 1970, None where not known. played: when
    the last entry whose time is known was entered, else when the game was started."""

    id: int
    uid: str
    board: str
    started: float | None
    changed: float
    names: list[str]
    comments: dict
    result: dict
    played: float | None = None

    def name(self, seat: int) -> str:
        """Return the name of a player, "" where nobody has named it."""
        people = self.result["people"]
        if len(self.names) != len(people) or seat not in people:
            return ""
        return self.names[people.index(seat)]

    def has_time(self) -> bool:
        """Return whether more than the day is known of when it was started."""
        return self.started is not None and not self.comments.get("day")


def stored(row: tuple) -> StoredGame:
    """Return the game in a row of COLUMNS. Raises StoreError where it holds something else."""
    try:
        number, uid, board, started, changed, *texts, played = row
        names, comments, summed = map(json.loads, texts)
    except (ValueError, TypeError, RecursionError):
        raise damaged(row[0]) from None
    good = (
        isinstance(uid, str)
        and isinstance(board, str)
        and (started is None or is_time(started))
        and is_time(changed)
        and isinstance(names, list)
        and all(isinstance(name, str) for name in names)
        and isinstance(comments, dict)
        and all(is_pairs(comments.get(key, []), kind) for key, kind in COMMENT_KINDS.items())
        and is_result(summed)
    )
    if not good:
        raise damaged(number)
    last = played if is_time(played) else started
    return StoredGame(number, uid, board, started, changed, names, comments, summed, last)


def is_stored(row: tuple) -> bool:
    """Return whether `stored` returns a game for this row."""
    try:
        stored(row)
    except StoreError:
        return False
    return True


def damaged(number: int) -> StoreError:
    """Return the error that names this game."""
    return StoreError(f"game {number} in the file of games is damaged")


# What the comments of a game hold beside "day": lists of pairs of such a value and a text.
COMMENT_KINDS: dict[str, type] = {"tags": str, "comments": int}


def is_pairs(value: Any, first: type) -> bool:
    """Return whether this is a list of pairs of a `first` and a text."""
    return isinstance(value, list) and all(is_pair(one, first) for one in value)


def is_pair(value: Any, first: type) -> bool:
    """Return whether this is a pair of a `first` and a text."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    return isinstance(value[0], first) and isinstance(value[1], str)


def is_time(value: Any) -> bool:
    """Return whether this can be seconds since 1970."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value) and 0 <= value < 1e11

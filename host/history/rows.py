"""Reads the rows of the file of games, each independently of the others."""

import json

from engine_core.compat import TYPE_CHECKING
from host.errors import StoreError

from .result_check import is_result

if TYPE_CHECKING:
    from typing import Any

COLUMNS = (
    "id, uid, board, started, changed, names, comments, result,"
    " (SELECT max(at) FROM entries WHERE game = games.id)"
)

_TIMES_END = 32_503_680_000  # the year 3000: Windows knows no dates after it


class StoredGame:
    """A game without its entries; times in seconds since 1970, None if not known. played: the
    latest known time of an entry, or else the start of the game."""

    def __init__(
        self,
        id: int,
        uid: str,
        board: str,
        started: float | None,
        changed: float,
        names: list[str],
        comments: dict,
        result: dict,
        played: float | None = None,
    ):
        self.id = id
        self.uid = uid
        self.board = board
        self.started = started
        self.changed = changed
        self.names = names
        self.comments = comments
        self.result = result
        self.played = played

    def name(self, seat: int) -> str:
        """Return the name of a player, "" if it has none."""
        people = self.result["people"]
        if len(self.names) != len(people) or seat not in people:
            return ""
        return self.names[people.index(seat)]

    def has_time(self) -> bool:
        """Return whether the time of day of its start is known."""
        return self.started is not None and not self.comments.get("day")


def stored(row: tuple) -> StoredGame:
    """Return the game in a row of COLUMNS. Raises StoreError if the row holds anything else."""
    try:
        number, uid, board, started, changed, *texts, played = row
        names, comments, summed = [json.loads(text) for text in texts]
    except (ValueError, TypeError, RuntimeError):  # the last: too deep
        raise damaged(row[0])
    good = (
        isinstance(uid, str)
        and isinstance(board, str)
        and (started is None or is_time(started))
        and is_time(changed)
        and isinstance(names, list)
        and all([isinstance(name, str) for name in names])
        and isinstance(comments, dict)
        and all([is_pairs(comments.get(key, []), kind) for key, kind in COMMENT_KINDS.items()])
        and is_result(summed)
    )
    if not good:
        raise damaged(number)
    last = played if is_time(played) else started
    return StoredGame(number, uid, board, started, changed, names, comments, summed, last)


def is_stored(row: tuple) -> bool:
    """Return whether `stored` accepts this row."""
    try:
        stored(row)
    except StoreError:
        return False
    return True


def damaged(number: int) -> StoreError:
    """Return the error for the damaged game with this id."""
    return StoreError(f"game {number} in the file of games is damaged")


# The values of "comments" other than "day": lists of pairs of this type and a text.
COMMENT_KINDS: "dict[str, type]" = {"tags": str, "comments": int, "owners": int}


def is_pairs(value: "Any", first: type) -> bool:
    """Return whether this is a list of pairs of a `first` and a text."""
    return isinstance(value, list) and all([is_pair(one, first) for one in value])


def is_pair(value: "Any", first: type) -> bool:
    """Return whether this is a pair of a `first` and a text."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    return isinstance(value[0], first) and isinstance(value[1], str)


def is_time(value: "Any") -> bool:
    """Return whether this is a possible time in seconds since 1970."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and 0 <= value < _TIMES_END  # which no infinity, nor what is no number, is

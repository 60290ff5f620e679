"""Results of practice as they are stored and as they are in a file of games: see
practice_results."""

import math

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import cards
from engine_core.errors import PegboardError

from .rows import is_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

PRACTICE = "practice"  # the key of the member of a file of games that has them
COLUMNS = (
    "at",  # seconds since 1970
    "kind",  # `own`, `random`, or the day of a throw of the day
    "cards",  # the six
    "role",  # 0 the dealer, 1 the pone
    "dealer_score",
    "pone_score",
    "thrown",  # two of the six
    "points",  # what it cost against the best
    "chance",  # the same in per cents of the chance to win
)
_KIND_MOST = 20  # characters
_SCORE_MOST = 10_000  # far above that of any game


def good_row(row: "Sequence[Any]") -> "tuple | None":
    """Return the values of COLUMNS, each of its type, None if they are not those of a result."""
    try:
        at, kind, hand, role, dealer, pone, thrown, points, chance = row
        six, throw = cards(hand), cards(thrown)
        found = (float(at), str(kind), hand, int(role), int(dealer), int(pone), thrown)
        cost = (float(points), float(chance))
    except (PegboardError, TypeError, ValueError, AttributeError, OverflowError):
        return None
    good = (
        is_time(found[0])
        and len(found[1]) <= _KIND_MOST
        and found[3] in (0, 1)
        and -_SCORE_MOST < found[4] < _SCORE_MOST
        and -_SCORE_MOST < found[5] < _SCORE_MOST
        and len(six) == len(set(six)) == 6
        and len(throw) == len(set(throw)) == 2
        and set(six) >= set(throw)
        and math.isfinite(cost[0])
        and math.isfinite(cost[1])
    )
    return found + cost if good else None


def good_rows(rows: "Iterable[Any]") -> list[tuple]:
    """Return those of the rows that are results, as `good_row` does."""
    return [row for row in [good_row(row) for row in rows] if row]


def new_rows(known: "Iterable[tuple]", more: "Iterable[tuple]") -> list[tuple]:
    """Return those of the rows `more` whose results are not among `known`, each once, the oldest
    first."""
    kept = {_key(row) for row in known}
    found = {}
    for row in more:
        if _key(row) not in kept:
            found[_key(row)] = row
    return sorted(found.values(), key=lambda row: row[0])


def _key(row):
    """Return what is equal in two rows of one result. Fractions of a second, which may be lost on
    the way through a file, do not count."""
    return int(row[0]), row[1], row[2], row[6]


def rows_json(rows: "Iterable[tuple]") -> dict:
    """Return rows as a member of a file of games, ready for JSON."""
    return {PRACTICE: [dict(zip(COLUMNS, row)) for row in rows]}


def is_json_rows(told: "Any") -> bool:
    """Return whether a member of a file of games is one of `rows_json`."""
    return isinstance(told, dict) and isinstance(told.get(PRACTICE), list)


def in_json(told: "Any") -> list[tuple]:
    """Return the rows of what `rows_json` returned, which may come from anywhere: what is not as
    it should be is left out."""
    listed = told[PRACTICE] if is_json_rows(told) else []
    return good_rows(
        [[one.get(name) for name in COLUMNS] for one in listed if isinstance(one, dict)]
    )

"""What came of reviews, kept in the file of the games: see review_costs."""

import json
import re
import sqlite3
from collections.abc import Mapping

from .damage import rows_of
from .games_file import GamesFile
from .review_costs import is_costs
from .store import History

_KEY = "[0-9a-f]{32}"  # of a game
_TABLE = """
CREATE TABLE IF NOT EXISTS reviews (
    game TEXT PRIMARY KEY,  -- hash of its entries and of who threw what
    costs TEXT NOT NULL     -- JSON: of each side, as costs_of
)
"""


def kept_costs(file: GamesFile) -> dict[str, list[dict]]:
    """Return all costs that are kept and can be read, by their keys."""
    return costs_in(file.connection())


def costs_in(db: sqlite3.Connection) -> dict[str, list[dict]]:
    """Return all costs that can be read in a file, which may be damaged, by their keys."""
    found = {}
    for key, text in rows_of(db, "reviews", "game, costs"):
        try:
            costs = json.loads(text)
        except (ValueError, TypeError, RecursionError):
            continue
        if isinstance(key, str) and re.fullmatch(_KEY, key) and is_costs(costs):
            found[key] = costs
    return found


def keep_costs(history: History, key: str, costs: list[dict]) -> None:
    """Keep the costs of a game; [] if it cannot be reviewed. Raises StoreError."""
    with history.writing() as db:
        db.execute(_TABLE)
        db.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?)", (key, json.dumps(costs)))


def keep_others(history: History, found: Mapping[str, list[dict]]) -> int:
    """Keep the costs of games, by key, that are not kept yet; return how many there were. Raises
    StoreError."""
    known = kept_costs(history)
    with history.writing() as db:
        db.execute(_TABLE)
        rows = [(key, json.dumps(costs)) for key, costs in found.items() if key not in known]
        db.executemany("INSERT OR REPLACE INTO reviews VALUES (?, ?)", rows)
    return len(rows)

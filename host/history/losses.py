"""What the throws and plays of a player have cost, game by game, from reviews that are kept.

A review takes seconds, so what came of it is kept in the file of the games, and found again as
long as the entries and who threw what are the same.
"""

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from engine_core.compat import TYPE_CHECKING
from engine_core.games.options import CRIB_WARS, TRACKS
from host.analysis.decision_review import ThrowReview
from host.analysis.game_review import GameReview

from .damage import rows_of
from .games_file import GamesFile
from .rows import StoredGame
from .store import History

if TYPE_CHECKING:
    from host.analysis.decisions import Owners

_KEY = "[0-9a-f]{32}"  # of a game
_SIDES = 2
_POINTS_MOST = 1000  # that a play or a throw can cost, and more than any does
_METHOD = 1  # of the review; another one leaves what is kept aside
KIND_LEAST = 30  # throws of a kind, before anything is said of it
_TABLE = """
CREATE TABLE IF NOT EXISTS reviews (
    game TEXT PRIMARY KEY,  -- hash of its entries and of who threw what
    costs TEXT NOT NULL     -- JSON: of each side, as costs_of
)
"""
_KINDS = {
    "pair": "pairs",
    "five": "fives",
    "touching": "cards next to each other",
    "other": "other cards",
}


def costs_of(found: GameReview) -> list[dict]:
    """Return what is kept of a review: for each side `plays` (points), and `throws`, a list of the
    kind, whether to the own crib, and the points."""
    return [
        {
            "plays": round(sum([one.points for one in side.plays]), 2),
            "throws": [
                [kind_of(one), one.dealer, round(one.points, 2)]
                for one in side.throws
                if one.points is not None
            ],
        }
        for side in found.sides
    ]


def kind_of(one: ThrowReview) -> str:
    """Return the kind of the two cards thrown: a key of _KINDS."""
    low, high = sorted([card >> 2 for card in one.thrown])
    if low == high:
        return "pair"
    if 4 in (low, high):
        return "five"
    return "touching" if high - low == 1 else "other"


def key_of(entries: Iterable[bytes], owners: "Owners") -> str:
    """Return under which name the costs of a game are kept."""
    said = json.dumps([_METHOD, sorted((n, sorted(each.items())) for n, each in owners.items())])
    return hashlib.sha256(b"".join(entries) + said.encode()).hexdigest()[:32]


def can_be_reviewed(game: StoredGame) -> bool:
    """Return whether the game is a finished one of the kind that is reviewed, as far as its row
    tells."""
    told = game.result
    kind = told["game"] == "Traditional" and told["seats"] == 2 and told["over"]
    return kind and told.get("track") != TRACKS[CRIB_WARS]


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
        if isinstance(key, str) and re.fullmatch(_KEY, key) and _is_costs(costs):
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


def _is_costs(costs: Any) -> bool:
    return (
        isinstance(costs, list)
        and len(costs) in (0, _SIDES)
        and all(
            isinstance(side, dict)
            and _is_number(side.get("plays"))
            and isinstance(side.get("throws"), list)
            and all(_is_throw(one) for one in side["throws"])
            for side in costs
        )
    )


def _is_throw(one: Any) -> bool:
    return (
        isinstance(one, list)
        and len(one) == 3
        and isinstance(one[0], str)
        and one[0] in _KINDS
        and isinstance(one[1], bool)
        and _is_number(one[2])
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and abs(value) < _POINTS_MOST


def losses(sides: Iterable[tuple[int, Mapping]]) -> dict:
    """Return the figures of a player, ready for JSON, from the costs of the own side of each game,
    with the game's id, the oldest first: `games` (`id`, `throws`, `plays`: points lost, `throws`
    None where nobody has told who threw what), `throws` and `plays` (the average of a game),
    and `kinds`: what is thrown, to whose crib, how often, and what it loses on average, those that
    lose most first; only kinds with KIND_LEAST throws or more."""
    games = []
    kinds: dict[tuple[str, bool], list[float]] = {}
    for number, side in sides:
        points = [cost for _, _, cost in side["throws"]]
        games.append(
            {
                "id": number,
                "throws": round(sum(points), 2) if points else None,
                "plays": side["plays"],
            }
        )
        for kind, own, cost in side["throws"]:
            kinds.setdefault((kind, own), []).append(cost)
    found = [
        {
            "text": f"{_KINDS[kind]} to {'the own' if own else 'the other'} crib",
            "count": len(costs),
            "points": round(sum(costs) / len(costs), 2),
        }
        for (kind, own), costs in kinds.items()
        if len(costs) >= KIND_LEAST
    ]
    return {
        "games": games,
        "throws": _average([one["throws"] for one in games if one["throws"] is not None]),
        "plays": _average([one["plays"] for one in games]),
        "kinds": sorted(found, key=lambda one: -one["points"]),
    }


def _average(values: list[float]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None

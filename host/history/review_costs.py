"""What the throws and plays of a player have cost, game by game, from what is kept of reviews.

A review takes seconds, so what came of it is kept, and found again as long as the entries and who
threw what are the same.
"""

import json
from binascii import hexlify
from hashlib import sha256

from engine_core.compat import TYPE_CHECKING
from engine_core.games.options import CRIB_WARS, TRACKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from host.analysis.decision_review import ThrowReview
    from host.analysis.decisions import Owners
    from host.analysis.game_review import GameReview

    from .rows import StoredGame

KIND_LEAST = 30  # throws of a kind, before anything is said of it
_GAMES_MOST = 50  # the latest of a player
_SIDES = 2
_POINTS_MOST = 1000  # that a play or a throw can cost, and more than any does
_METHOD = 1  # of the review; costs kept for another one are ignored
_KEY_LETTERS = 32
_KINDS = {
    "pair": "pairs",
    "five": "fives",
    "touching": "cards next to each other",
    "other": "other cards",
}


def costs_of(found: "GameReview") -> list[dict]:
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


def kind_of(one: "ThrowReview") -> str:
    """Return the kind of the two cards thrown: a key of _KINDS."""
    low, high = sorted([card >> 2 for card in one.thrown])
    if low == high:
        return "pair"
    if 4 in (low, high):
        return "five"
    return "touching" if high - low == 1 else "other"


def key_of(entries: "Iterable[bytes]", owners: "Owners") -> str:
    """Return under which name the costs of a game are kept: 32 hex digits."""
    said = json.dumps([_METHOD, sorted([(n, sorted(each.items())) for n, each in owners.items()])])
    digest = sha256(b"".join(list(entries)) + said.encode()).digest()
    return hexlify(digest).decode()[:_KEY_LETTERS]


def own_games(games: "Iterable[StoredGame]", name: str) -> "Iterator[tuple[StoredGame, int]]":
    """Yield the latest games of a player that can be reviewed, as far as their rows tell, with the
    seat. games: the newest first; name: in letters of any case."""
    found = 0
    for game in games:
        seat = _seat_of(game, name) if _can_be_reviewed(game) else None
        if seat is not None:
            yield game, seat
            found += 1
            if found == _GAMES_MOST:
                return


def _can_be_reviewed(game):
    told = game.result
    kind = told["game"] == "Traditional" and told["seats"] == 2 and told["over"]
    return kind and told.get("track") != TRACKS[CRIB_WARS]


def _seat_of(game, name):
    for seat in game.result["people"]:
        if game.name(seat).lower() == name.lower():
            return seat
    return None


def is_costs(costs: "Any") -> bool:
    """Return whether this can come from `costs_of`, or is [], for a game that is not reviewed."""
    return (
        isinstance(costs, list)
        and len(costs) in (0, _SIDES)
        and all(
            [
                isinstance(side, dict)
                and _is_number(side.get("plays"))
                and isinstance(side.get("throws"), list)
                and all([_is_throw(one) for one in side["throws"]])
                for side in costs
            ]
        )
    )


def _is_throw(one):
    return (
        isinstance(one, list)
        and len(one) == 3
        and isinstance(one[0], str)
        and one[0] in _KINDS
        and isinstance(one[1], bool)
        and _is_number(one[2])
    )


def _is_number(value):
    return isinstance(value, (int, float)) and abs(value) < _POINTS_MOST


def losses(sides: "Iterable[tuple[int, Mapping]]") -> dict:
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
            "text": _KINDS[kind] + (" to their own crib" if own else " to the opponent's crib"),
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


def _average(values):
    return round(sum(values) / len(values), 2) if values else None

"""Statistics of the players of named games: games, wins, skunks, averages, best hands."""

from engine_core.compat import TYPE_CHECKING

from .spread import spread

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .rows import StoredGame

_NAMES: tuple[str, ...] = ("deals", "play", "hands", "hand", "cribs", "crib")
BEST_HANDS = 5


def player_names(games: "Iterable[StoredGame]") -> list[str]:
    """Return the names of all players, those with the most games first; a name that is written in
    several cases only once."""
    met: dict[str, int] = {}
    written: dict[str, str] = {}
    for game in games:
        for name in game.names:
            written.setdefault(name.lower(), name)
        for name in {name.lower() for name in game.names if name}:
            met[name] = met.get(name, 0) + 1
    return [written[name] for name in sorted(met, key=lambda name: (-met[name], name))]


def statistics(games: "Iterable[StoredGame]", name: str) -> dict:
    """Return the statistics of the player `name`, in any case, ready for JSON.

    Wins, losses and skunks are of finished games; averages of all deals. An average of nothing is
    None.
    """
    totals: dict[str, dict[str, int]] = {
        role: dict.fromkeys(_NAMES, 0) for role in ("dealer", "pone")
    }
    against: dict[str, list[int]] = {}
    written: dict[str, str] = {}  # a rival's name, by the same in lower case
    first: dict[str, list[int]] = {"dealer": [0, 0], "pone": [0, 0]}
    best: list[dict] = []
    sums: dict[str, Any] = dict.fromkeys(_COUNTS, 0)
    for game in games:
        seat = _seat(game, name)
        if seat is None:
            continue
        told = game.result
        player = told["players"][seat]
        sums["games"] += 1
        for role, total in totals.items():
            for what in _NAMES:
                total[what] += player[role][what]
        if player["best"]:
            best.append(dict(player["best"], game=game.id))
        if not told["over"] or told["winner"] is None:
            continue
        side = told["side_of"][seat]
        won = told["winner"] == side
        sums["finished"] += 1
        sums["won"] += won
        sums["spread"] += spread(told, side)
        began = "dealer" if told["first_dealer"] == seat else "pone"
        first[began][0] += won
        first[began][1] += 1
        if won:
            sums["skunks given"] += sum([loss in ("skunk", "lurch") for loss in told["losses"]])
            sums["double skunks given"] += told["losses"].count("double skunk")
        else:
            sums["skunks taken"] += told["losses"][side] in ("skunk", "lurch")
            sums["double skunks taken"] += told["losses"][side] == "double skunk"
        for other in told["people"]:
            rival = game.name(other)
            if rival and told["side_of"][other] != side:
                rival = written.setdefault(rival.lower(), rival)
                record = against.setdefault(rival, [0, 0])
                record[0] += won
                record[1] += 1
    order = sorted(range(len(best)), key=lambda n: (-best[n]["points"], n))
    return dict(
        sums,
        name=name,
        first=first,
        averages={role: _averages(total) for role, total in totals.items()},
        deals={role: total["deals"] for role, total in totals.items()},
        best=[best[n] for n in order[:BEST_HANDS]],
        against={rival: {"won": won, "games": n} for rival, (won, n) in sorted(against.items())},
    )


def rivals(games: "Iterable[StoredGame]", name: str, other: str) -> "list[StoredGame]":
    """Return the games in which these two have played on different sides."""
    found = []
    for game in games:
        seats = _seat(game, name), _seat(game, other)
        sides = [None if seat is None else game.result["side_of"][seat] for seat in seats]
        if None not in sides and sides[0] != sides[1]:
            found.append(game)
    return found


_COUNTS = (
    "games",
    "finished",
    "won",
    "skunks given",
    "double skunks given",
    "skunks taken",
    "double skunks taken",
    "spread",
)


def _seat(game: "StoredGame", name: str) -> int | None:
    for seat in game.result["people"]:
        if game.name(seat).lower() == name.lower():
            return seat
    return None


def _averages(total: dict[str, int]) -> dict[str, float | None]:
    pairs = (("play", "deals"), ("hand", "hands"), ("crib", "cribs"))
    return {
        what: round(total[what] / total[count], 2) if total[count] else None
        for what, count in pairs
    }

"""What came of practice, kept in the file of the games; and throws of one's own games again."""

import math
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine_core.count.cards import cards, name
from engine_core.errors import PegboardError
from host.analysis.decisions import deals_of
from host.analysis.game_review import (
    NotReviewed,
    Tell,
    is_named,
    reviewed_throws,
    throw_place,
)
from host.analysis.player import ThrowView
from host.analysis.practice import days_until_again

from .damage import rows_of
from .games_file import GamesFile
from .owners import owners_of
from .records import entries_of
from .rows import StoredGame, is_time
from .store import History

OWN = "own"  # a throw of one's own games
_DAY_SECONDS = 86400.0
_GAMES_MOST = 30  # the latest of a player in which throws are looked for
_SIX = 6
_KIND_MOST = 20  # characters
_TABLE = """
CREATE TABLE IF NOT EXISTS practice (
    at REAL NOT NULL,       -- seconds since 1970
    kind TEXT NOT NULL,     -- 'own', 'random', or the day of a throw of the day
    cards TEXT NOT NULL,    -- the six
    role INTEGER NOT NULL,  -- 0 the dealer, 1 the pone
    dealer_score INTEGER NOT NULL,
    pone_score INTEGER NOT NULL,
    thrown TEXT NOT NULL,
    points REAL NOT NULL,   -- what it cost against the best
    chance REAL NOT NULL    -- the same in per cents of the chance to win
)
"""
_COLUMNS = "at, kind, cards, role, dealer_score, pone_score, thrown, points, chance"


class Result(NamedTuple):
    at: float
    kind: str
    view: ThrowView
    thrown: tuple[int, ...]
    points: float
    chance: float


def keep(history: History, result: Result) -> None:
    """Keep a result. Raises StoreError."""
    keep_all(history, [result])


def keep_all(history: History, found: Iterable[Result]) -> int:
    """Keep those results that are not kept yet; return how many there were. Raises StoreError."""
    with history.writing() as db:
        db.execute(_TABLE)
        known = set(results(history))
        new = list(dict.fromkeys([one for one in found if one not in known]))
        marks = ", ".join("?" * len(_COLUMNS.split(",")))
        rows = [_row(one) for one in new]
        db.executemany(f"INSERT INTO practice ({_COLUMNS}) VALUES ({marks})", rows)
    return len(new)


def _row(result: Result) -> tuple:
    view = result.view
    cost = (result.points, result.chance)
    hand, thrown = _text(view.hand), _text(result.thrown)
    return (result.at, result.kind, hand, view.role, *view.scores, thrown, *cost)


def results(file: GamesFile) -> list[Result]:
    """Return all results that can be read, the oldest first."""
    return results_in(file.connection())


def results_in(db: sqlite3.Connection) -> list[Result]:
    """Return all results that can be read in a file, which may be damaged, the oldest first."""
    found = [_result(row) for row in rows_of(db, "practice", _COLUMNS)]
    return sorted(filter(None, found), key=lambda one: one.at)


def _result(row: tuple) -> "Result | None":
    """Return the result in a row, None if the row holds anything else."""
    at, kind, hand, role, dealer, pone, thrown, points, chance = row
    try:
        view = ThrowView(int(role), tuple(cards(hand)), (int(dealer), int(pone)), 121)
        throw = tuple(cards(thrown))
        found = Result(float(at), str(kind), view, throw, float(points), float(chance))
    except (PegboardError, TypeError, ValueError, AttributeError, OverflowError):
        return None
    six = set(view.hand)
    good = (
        is_time(found.at)
        and len(found.kind) <= _KIND_MOST
        and view.role in (0, 1)
        and len(six) == len(view.hand) == _SIX
        and len(set(throw)) == len(throw) == 2
        and six >= set(throw)
        and math.isfinite(found.points)
        and math.isfinite(found.chance)
    )
    return found if good else None


def _text(some) -> str:
    return " ".join([name(card) for card in some])


class OwnThrow(NamedTuple):
    """A throw of a stored game that cost `chance` per cent; game: its id; deal: its number."""

    view: ThrowView
    chance: float
    game: int
    deal: int
    seat: int


def own_throws(file: GamesFile, games: Iterable[StoredGame], player: str) -> list[OwnThrow]:
    """Return the throws of a player that cost enough to be named, the costliest first. Letters may
    be small or large."""
    found = [
        one
        for game, seat in games_with_throws(games, player)
        for one in costly_throws(file, game, seat)
    ]
    return by_cost(found)


def by_cost(throws: Iterable[OwnThrow]) -> list[OwnThrow]:
    """Return throws in the order in which they are practised."""
    return sorted(throws, key=lambda one: -one.chance)


def games_with_throws(
    games: Iterable[StoredGame], player: str
) -> Iterator[tuple[StoredGame, int]]:
    """Yield the latest games of two that this player has played, with the seat; games: the newest
    first."""
    found = 0
    for game in games:
        seats = [n for n in game.result["people"] if game.name(n).lower() == player.lower()]
        if seats and game.result["game"] == "Traditional" and game.result["seats"] == 2:
            yield game, seats[0]
            found += 1
            if found == _GAMES_MOST:
                return


def costly_throws(
    file: GamesFile, game: StoredGame, seat: int, tell: Tell | None = None
) -> list[OwnThrow]:
    """Return the throws of one game that cost enough to be named; none of a game that is not
    reviewed. tell: as for host.analysis.game_review.review."""
    played, deals = deals_of(entries_of(file, game), owners_of(game))
    try:
        throws = reviewed_throws(played, deals, seat, tell)
    except NotReviewed:
        return []
    found = []
    for one in throws:
        if is_named(one) and one.chance is not None:
            view = ThrowView(0 if one.dealer else 1, one.cards, one.scores, played.state.target)
            found.append(OwnThrow(view, one.chance, game.id, one.deal, seat))
    return found


def own_view(file: GamesFile, game: StoredGame, number: int, seat: int) -> ThrowView | None:
    """Return the throw of a seat in the deal with this number, None if it is not known."""
    played, deals = deals_of(entries_of(file, game), owners_of(game))
    for deal in deals:
        if deal.number == number and seat in deal.thrown:
            role, scores, six = throw_place(deal, seat)
            if len(six) == _SIX:
                return ThrowView(role, six, scores, played.state.target)
    return None


def due(throws: Iterable[OwnThrow], done: Iterable[Result], now: float) -> list[OwnThrow]:
    """Return the throws that are to be practised at `now`: again after a day, a week, a month."""
    done = list(done)
    found = []
    for one in throws:
        before = [each for each in done if each.kind == OWN and each.view.hand == one.view.hand]
        wait = days_until_again([each.chance for each in before]) * _DAY_SECONDS
        if not before or now >= before[-1].at + wait:
            found.append(one)
    return found


def none_due_text(player: str, throws: Iterable[OwnThrow]) -> str:
    """Return the line for a player of whose `throws` none is due."""
    waiting = len(list(throws))
    if waiting:
        return f"No throw of {player}'s is due: {waiting} of them wait until later."
    return (
        f"No throw of {player}'s is due: none is known. Throws are judged in games with the option"
        " Crib by owner, and where pegboard owners has told who threw what."
    )


def trend_lines(done: Iterable[Result], size: int = 10) -> list[str]:
    """Return what throws of practice cost on average, `size` of them a line, the oldest first."""
    done = list(done)
    lines = []
    for first in range(0, len(done), size):
        some = done[first : first + size]
        points = sum(one.points for one in some) / len(some)
        chance = sum(one.chance for one in some) / len(some)
        best = sum(one.chance <= 0 for one in some)
        which = f"throws {first + 1} to {first + len(some)}"
        lost = f"{points:.2f} points and {chance:.1f} % lost a throw"
        lines.append(f"{which}: {lost}, {best} of them the best")
    return lines

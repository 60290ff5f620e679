"""What came of practice, kept in the file of the games; and throws of one's own games again."""

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from engine_core.count.cards import cards, name
from engine_core.errors import PegboardError
from host.analysis.decisions import deals_of
from host.analysis.game_review import TRADITIONAL, is_named, reviewed_throws
from host.analysis.player import ThrowView
from host.analysis.practice import days_until_again

from .games_file import GamesFile
from .owners import owners_of
from .records import entries_of
from .rows import StoredGame
from .store import History

OWN = "own"  # a throw of one's own games
_DAY_SECONDS = 86400.0
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
    view = result.view
    row = (
        result.at,
        result.kind,
        _text(view.hand),
        view.role,
        *view.scores,
        _text(result.thrown),
        result.points,
        result.chance,
    )
    with history.writing() as db:
        db.execute(_TABLE)
        db.execute(f"INSERT INTO practice ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def results(file: GamesFile) -> list[Result]:
    """Return all results that can be read, the oldest first."""
    try:
        rows = file.connection().execute(f"SELECT {_COLUMNS} FROM practice ORDER BY at").fetchall()
    except sqlite3.Error:
        return []  # nobody has practised yet
    found = []
    for at, kind, hand, role, dealer, pone, thrown, points, chance in rows:
        try:
            view = ThrowView(int(role), tuple(cards(hand)), (int(dealer), int(pone)), 121)
            throw = tuple(cards(thrown))
            found.append(Result(float(at), str(kind), view, throw, float(points), float(chance)))
        except (PegboardError, TypeError, ValueError, AttributeError):
            continue
    return found


def _text(some) -> str:
    return " ".join([name(card) for card in some])


def own_throws(
    file: GamesFile, games: Iterable[StoredGame], player: str
) -> list[tuple[ThrowView, float]]:
    """Return the throws of a player that cost enough to be named, with the per cents, the
    costliest first. Letters may be small or large."""
    found = []
    for game in games:
        seats = [n for n in game.result["people"] if game.name(n).lower() == player.lower()]
        if not seats or game.result["game"] != "Traditional" or game.result["seats"] != 2:
            continue
        played, deals = deals_of(entries_of(file, game), owners_of(game))
        if played.state.code != TRADITIONAL:
            continue
        for one in reviewed_throws(played, deals, seats[0]):
            if is_named(one) and one.chance is not None:
                role = 0 if one.dealer else 1
                view = ThrowView(role, one.cards, one.scores, played.state.target)
                found.append((view, one.chance))
    return sorted(found, key=lambda one: -one[1])


def due(
    throws: Iterable[tuple[ThrowView, float]], done: Iterable[Result], now: float
) -> list[ThrowView]:
    """Return the throws that are to be practised at `now`: again after a day, a week, a month."""
    done = list(done)
    found = []
    for view, _ in throws:
        before = [one for one in done if one.kind == OWN and one.view.hand == view.hand]
        wait = days_until_again([one.chance for one in before]) * _DAY_SECONDS
        if not before or now >= before[-1].at + wait:
            found.append(view)
    return found


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

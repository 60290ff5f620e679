"""Results of practice, and the throws of one's own games that come again."""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import cards, name
from host.analysis.analysed_games import NotReviewed
from host.analysis.decision_review import throw_place
from host.analysis.decisions import deals_of
from host.analysis.game_review import is_named, reviewed_throws
from host.analysis.player import ThrowView
from host.analysis.practice import days_until_again

from .practice_rows import good_row, in_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NamedTuple

    from host.analysis.decisions import Owners
    from host.analysis.game_review import Tell

    class Result(NamedTuple):
        """at: in seconds since 1970; kind: OWN, `random`, or the day of a throw of the day;
        points, chance: what it cost against the best, the chance in per cents."""

        at: float
        kind: str
        view: ThrowView
        thrown: tuple[int, ...]
        points: float
        chance: float

    class OwnThrow(NamedTuple):
        """A throw of a stored game that cost `chance` per cent; game: its id; deal: its number."""

        view: ThrowView
        chance: float
        game: int
        deal: int
        seat: int
else:
    Result = namedtuple("Result", ("at", "kind", "view", "thrown", "points", "chance"))
    OwnThrow = namedtuple("OwnThrow", ("view", "chance", "game", "deal", "seat"))

OWN = "own"  # a throw of one's own games
RANDOM = "random"
_DAY_SECONDS = 86400.0
_SIX = 6
_TARGET = 121


def row_of(result: Result) -> tuple:
    """Return the values under which a result is stored, those of practice_rows.COLUMNS."""
    view = result.view
    return (
        result.at,
        result.kind,
        _text(view.hand),
        view.role,
        view.scores[0],
        view.scores[1],
        _text(result.thrown),
        result.points,
        result.chance,
    )


def result_of(row: "Sequence[Any]") -> "Result | None":
    """Return the result with these values of `row_of`, None if they are anything else."""
    found = good_row(row)
    if found is None:
        return None
    at, kind, hand, role, dealer, pone, thrown, points, chance = found
    view = ThrowView(role, tuple(cards(hand)), (dealer, pone), _TARGET)
    return Result(at, kind, view, tuple(cards(thrown)), points, chance)


def results_of(told: "Any") -> list[Result]:
    """Return the results in a member of a file of games: see practice_rows.in_json."""
    return [found for found in [result_of(row) for row in in_json(told)] if found]


def _text(some) -> str:
    return " ".join([name(card) for card in some])


def by_cost(throws: "Iterable[OwnThrow]") -> list[OwnThrow]:
    """Return throws in the order in which they are practised."""
    return sorted(throws, key=lambda one: (-one.chance, one.game, one.deal))


def costly_throws(
    entries: list[tuple],
    owners: "Owners",
    game: int,
    seat: int,
    tell: "Tell | None" = None,
) -> list[OwnThrow]:
    """Return the throws of one game that cost enough to be named; none of a game that is not
    reviewed. owners: as told later; game: its id; tell: as for host.analysis.game_review.review.
    Raises PegboardError."""
    played, deals = deals_of(entries, owners)
    try:
        throws = reviewed_throws(played, deals, seat, tell)
    except NotReviewed:
        return []
    found = []
    for one in throws:
        if is_named(one) and one.chance is not None:
            view = ThrowView(0 if one.dealer else 1, one.cards, one.scores, played.state.target)
            found.append(OwnThrow(view, one.chance, game, one.deal, seat))
    return found


def own_view(entries: list[tuple], owners: "Owners", number: int, seat: int) -> "ThrowView | None":
    """Return the throw of a seat in the deal with this number, None if it is not known. Raises
    PegboardError."""
    played, deals = deals_of(entries, owners)
    for deal in deals:
        if deal.number == number and seat in deal.thrown:
            role, scores, six = throw_place(deal, seat)
            if len(six) == _SIX:
                return ThrowView(role, six, scores, played.state.target)
    return None


def due(throws: "Iterable[OwnThrow]", done: "Iterable[Result]", now: float) -> list[OwnThrow]:
    """Return the throws that are to be practised at `now`: again after a day, a week, a month."""
    done = list(done)
    found = []
    for one in throws:
        before = [each for each in done if each.kind == OWN and each.view.hand == one.view.hand]
        wait = days_until_again([each.chance for each in before]) * _DAY_SECONDS
        if not before or now >= before[-1].at + wait:
            found.append(one)
    return found


def none_due_text(player: str, throws: "Iterable[OwnThrow]") -> str:
    """Return the line for a player of whose `throws` none is due."""
    waiting = len(list(throws))
    if waiting:
        return f"No throw of {player}'s is due now: {waiting} will come again later."
    return (
        f"No throw of {player}'s is due: none is known. Throws are judged in games with the option"
        " Crib by owner, and in games where pegboard owners recorded who threw what."
    )


def trend_lines(done: "Iterable[Result]", size: int = 10) -> list[str]:
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

"""Throws to practise: six cards, whose crib it is, a score; what each of the fifteen is worth, and
which are best by experts' tables."""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING

from .player import ThrowView
from .published_cribs import published
from .seeded_deck import numbers_from, shuffled
from .tables import DEALER
from .throws import ranked

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NamedTuple

_DECK = 52
_SIX = 6
_TARGET = 121
_SCORES_BELOW = 116
_AHEAD_MOST = 12
_DAYS = (1, 7, 30)  # after which a throw comes again


if TYPE_CHECKING:

    class Verdict(NamedTuple):
        """rows: the fifteen as host.analysis.throws.ranked, the best first; own: the row of the
        throw that was chosen; place: its place, from 1; points, chance: what it costs against the
        best; experts: the two cards that are best by published averages of the crib."""

        rows: list[dict]
        own: dict
        place: int
        points: float
        chance: float
        experts: tuple[int, ...]
else:
    Verdict = namedtuple("Verdict", ("rows", "own", "place", "points", "chance", "experts"))


def throw_of_day(day: str) -> ThrowView:
    """Return the throw of this day, such as `2026-11-24`: the same for everyone."""
    return throw_from(f"throw of {day}")


def throw_from(seed: str) -> ThrowView:
    """Return the throw that comes of a text, the same on every computer."""
    numbers = numbers_from(seed)
    deck = shuffled(numbers, range(_DECK), _SIX)
    role = next(numbers) % 2
    # Neither side is so far ahead that a throw makes no difference.
    one = next(numbers) % _SCORES_BELOW
    other = one + next(numbers) % (2 * _AHEAD_MOST + 1) - _AHEAD_MOST
    scores = one, min(max(other, 0), _SCORES_BELOW - 1)
    return ThrowView(role, tuple(sorted(deck)), scores, _TARGET)


def verdict(view: ThrowView, thrown: "Iterable[int]") -> Verdict:
    """Return what these two cards of the hand are worth as a throw."""
    rows = ranked(list(view.hand), view.role, view.scores, view.target)
    cards = set(thrown)
    place = next(n for n, row in enumerate(rows) if set(row["throw"]) == cards)
    best, own = rows[0], rows[place]
    return Verdict(
        rows,
        own,
        place + 1,
        max(0.0, best["total"] - own["total"]),
        100 * (best["win"] - own["win"]),
        experts_throw(view, rows),
    )


def experts_throw(view: ThrowView, rows: list[dict]) -> tuple[int, ...]:
    """Return the throw that makes hand and published crib together worth most."""
    sign = 1 if view.role == DEALER else -1

    def worth(row):
        low, high = sorted([card >> 2 for card in row["throw"]])
        return row["hand"] + sign * published(view.role, low, high)

    return tuple(max(rows, key=worth)["throw"])


def days_until_again(chances: "Iterable[float]", least: float = 1.0) -> int:
    """Return after how many days a throw is practised again: a day, a week, a month, as it was
    right once more each time.

    chances: what the answers so far cost in per cents, the oldest first; from `least` on it was
    wrong, and begins anew.
    """
    right = 0
    for chance in chances:
        right = right + 1 if chance < least else 0
    return _DAYS[min(max(right - 1, 0), len(_DAYS) - 1)]

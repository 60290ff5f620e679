"""Throws to practise, for a page: the problem, what a throw is worth, and the play after it.

A problem is made from a text, its seed: a day as in `2026-11-24` stands for the throw of that day.
"""

from engine_core.compat import TYPE_CHECKING
from engine_core.count.cards import card, cards, name
from engine_core.errors import CardError

from .player import ThrowView
from .practice import throw_from, throw_of_day, verdict
from .practice_play import YOU, begin, lay
from .tables import DEALER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .practice import Verdict

SEED_MOST = 64  # characters
LAID_MOST = 40
_DAY = "0000-00-00"


def is_day(seed: str) -> bool:
    """Return whether the seed stands for a day."""
    return len(seed) == len(_DAY) and all(
        [one == "-" if at == "-" else one.isdigit() for one, at in zip(seed, _DAY)]
    )


def view_of_seed(seed: str) -> ThrowView:
    """Return the throw of this seed."""
    return throw_of_day(seed) if is_day(seed) else throw_from(seed)


def problem(seed: str, view: ThrowView) -> dict:
    """Return the problem, ready for JSON: `seed`, `hand`, `dealer`, `scores` (own, other)."""
    is_dealer = view.role == DEALER
    return {
        "seed": seed,
        "hand": _names(view.hand),
        "dealer": is_dealer,
        "scores": list(view.scores if is_dealer else tuple(reversed(view.scores))),
    }


def chosen(view: ThrowView, words: str) -> tuple[int, ...]:
    """Return the two cards of the hand that `words` name. Raises CardError."""
    thrown = tuple(cards(words))
    if len(set(thrown)) == 2 == len(thrown) and set(thrown) <= set(view.hand):
        return thrown
    raise CardError('a throw is two cards of the hand, as in "5H JC"')


def judged(view: ThrowView, thrown: "Iterable[int]") -> dict:
    """Return what a throw is worth, ready for JSON: `place`, `points`, `chance`, `experts` and all
    `rows`."""
    return judged_json(view, verdict(view, thrown))


def judged_json(view: ThrowView, found: "Verdict") -> dict:
    """Return a verdict as `judged` does."""
    sign = 1 if view.role == DEALER else -1
    return {
        "place": found.place,
        "points": round(found.points, 2),
        "chance": round(found.chance, 2),
        "experts": _names(found.experts),
        "rows": [
            {
                "throw": _names(row["throw"]),
                "hand": round(row["hand"], 2),
                "crib": round(sign * row["crib"], 2),
                "pegging": round(row["pegging"], 2),
                "total": round(row["total"], 2),
                "win": round(100 * row["win"], 1),
            }
            for row in found.rows
        ],
    }


def played(view: ThrowView, thrown: "Iterable[int]", deal: str, laid: "Sequence[str]") -> dict:
    """Return the play after these cards of the person, ready for JSON: `starter`, `hand` (still
    held), `fitting` (those that can be laid; none: go), `line`, `told`
    (host.analysis.practice_play.Table), `over`, and then `theirs` (the program's four) and
    `scores` (own, other). deal: a text that the other cards come of; laid: cards, and `go`. Raises
    PegboardError."""
    table = begin(view, thrown, deal)
    for word in laid:
        lay(table, None if word == "go" else card(word))
    state, over = table.game.state, table.is_over()
    return {
        "starter": name(state.starter),
        "hand": _names(table.held[YOU]),
        "fitting": [] if over else _names(table.fitting()),
        "line": _names(state.line()),
        "told": table.told,
        "over": over,
        "theirs": _names(table.theirs) if over else [],
        "scores": list(state.scores),
    }


def _names(some):
    return [name(one) for one in some]

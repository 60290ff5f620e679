"""Reviews a two-handed game: the cost of each decision, and the part of luck."""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.game.game import Game

from .analysed_games import check_reviewed
from .decision_review import PlayReview, ThrowReview, play_review, throw_review
from .decisions import Deal, deals_of
from .play_choice import PlayChoice
from .play_out import PlayOut
from .side_luck import parts_of, sums_of
from .turning_points import curve, turns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NamedTuple, Protocol

    from .decisions import Owners
    from .side_luck import Luck, Skill
    from .turning_points import Turn

    Tell = Callable[[int, int], None]

    class SideReview(NamedTuple):
        """points: of the game; skill: the points of an average player in as many deals, and what
        the decisions of both changed for this side, against that player's; luck: what the cards
        brought it beyond that; parts, skills: of luck and of skill. Both are sums of their parts
        alone (host.analysis.side_luck), and together they are the points. All four are None until
        the review is whole and with more than two players, who have no plays either."""

        name: str
        points: int
        luck: float | None
        skill: float | None
        parts: Luck | None
        throws: tuple[ThrowReview, ...]
        plays: tuple[PlayReview, ...]
        skills: Skill | None

    class GameReview(NamedTuple):
        """target: of the game; winner: a side, None before the end; curve: the first side's chance
        before each deal and at the end; untold: the deals in which the throwers of the crib's
        cards are not known; without_plays: the deals in which not all cards of the hands were
        seen; curves: with three and four players, that of each side, else ()."""

        target: int
        winner: int | None
        sides: tuple[SideReview, ...]
        curve: tuple[float, ...]
        turns: tuple[Turn, ...]
        untold: tuple[int, ...]
        without_plays: tuple[int, ...]
        curves: tuple[tuple[float, ...], ...]

    class Work(Protocol):
        """A review that is computed step by step: `done` of `whole` steps."""

        done: int
        whole: int

        def step(self) -> None:
            """Compute the next part, unless all are computed."""
            ...

        def found(self) -> GameReview:
            """Return the review, as far as it is computed."""
            ...
else:
    SideReview = namedtuple(
        "SideReview", ("name", "points", "luck", "skill", "parts", "throws", "plays", "skills")
    )
    GameReview = namedtuple(
        "GameReview",
        ("target", "winner", "sides", "curve", "turns", "untold", "without_plays", "curves"),
    )

_HAND = 4
# Smaller costs are not named: two ways to compute a play differ by as much.
NAMED_POINTS = 0.7
NAMED_PERCENT = 1.0


def is_named(one: "ThrowReview | PlayReview") -> bool:
    """Return whether the decision cost enough to be named."""
    if one.points is None or one.chance is None:
        return False
    return one.points >= NAMED_POINTS and one.chance >= NAMED_PERCENT


def costliest(side: "SideReview", most: int = 3) -> "list[ThrowReview | PlayReview]":
    """Return the named decisions of a side, those that cost the most chance to win first."""
    named = [one for one in list(side.throws) + list(side.plays) if is_named(one)]
    named.sort(key=lambda one: (-(one.chance or 0), -(one.points or 0), one.deal))
    return named[:most]


class ReviewWork:
    """The review of a game of two, step by step: throws, then plays, then luck. The arguments and
    errors are those of `review`."""

    def __init__(
        self, entries: list[tuple], names: "Sequence[str]", owners: "Owners | None" = None
    ):
        self._game, self._deals = game, deals = deals_of(entries, owners)
        check_reviewed(game.state, (2,))
        self._names = names
        self._choice, self._usual = PlayChoice(), PlayOut()
        self._throws = ([], [])
        self._plays = ([], [])
        self._parts = ([], [])  # of luck and skill
        chances = curve(deals, game.state.target, game.state.scores)
        self._chances, self._turns = tuple(chances), tuple(turns(deals, chances))
        both = [(deal, seat) for deal in deals for seat in (0, 1)]
        self._todo = [(self._throw, deal, seat) for deal, seat in both]
        self._todo += [(self._play, deal, laid) for deal in deals for laid in deal.laid]
        self._todo += [(self._luck, deal, seat) for deal, seat in both]
        self.done, self.whole = 0, len(self._todo)

    def step(self) -> None:
        if self.done < self.whole:
            work, deal, which = self._todo[self.done]
            work(deal, which)
            self.done += 1

    def found(self) -> "GameReview":
        state, deals = self._game.state, self._deals
        return GameReview(
            state.target,
            state.winner if state.winner < len(state.scores) else None,
            tuple([self._side(seat) for seat in (0, 1)]),
            self._chances,
            self._turns,
            tuple([deal.number for deal in deals if deal.crib and not deal.thrown]),
            tuple([deal.number for deal in deals if deal.laid and not _is_seen(deal)]),
            (),
        )

    def _side(self, seat: int) -> "SideReview":
        state, name = self._game.state, self._names[seat]
        points = state.scores[state.side(seat)]
        throws, plays = tuple(self._throws[seat]), tuple(self._plays[seat])
        if self.done < self.whole:
            return SideReview(name, points, None, None, None, throws, plays, None)
        luck, skill = sums_of(self._deals, seat, self._parts[seat])
        return SideReview(name, points, sum(luck), sum(skill), luck, throws, plays, skill)

    def _throw(self, deal, seat):
        if len(deal.hand(seat)) == _HAND:
            self._throws[seat].append(throw_review(deal, seat, self._game.state.target))

    def _play(self, deal, laid):
        found = play_review(self._choice, deal, laid, self._game.state.target)
        if found:
            self._plays[laid.seat].append(found)

    def _luck(self, deal, seat):
        number = deal.number
        rows = {
            (number, side): one.rows
            for side in (0, 1)
            for one in self._throws[side]
            if one.deal == number and one.rows
        }
        choices = {
            (number, one.played): one.choices
            for one in self._plays[0] + self._plays[1]
            if one.deal == number
        }
        self._parts[seat].extend(parts_of(deal, seat, rows, choices, self._usual))


def review(
    entries: list[tuple],
    names: "Sequence[str]",
    owners: "Owners | None" = None,
    tell: "Tell | None" = None,
) -> "GameReview":
    """Return the review of the game with these entries.

    names: of the two sides; owners: as in host.analysis.decisions; tell: called with the number of
    steps done, and of all; an exception from it stops the review. Raises NotReviewed, and
    PegboardError if the entries are not a game.
    """
    return finished(ReviewWork(entries, names, owners), tell)


def finished(work: "Work", tell: "Tell | None" = None) -> "GameReview":
    """Return the review that this work computes; tell: as for `review`."""
    while work.done < work.whole:
        if tell:
            tell(work.done, work.whole)
        work.step()
    return work.found()


def reviewed_throws(
    game: Game, deals: list[Deal], seat: int, tell: "Tell | None" = None
) -> list[ThrowReview]:
    """Return the throws of one seat alone, as `review` has them; game, deals: as
    host.analysis.decisions.deals_of; tell: as for `review`. Raises NotReviewed."""
    check_reviewed(game.state, (2,))
    found = []
    for done, deal in enumerate(deals):
        if tell:
            tell(done, len(deals))
        if len(deal.hand(seat)) == _HAND:
            found.append(throw_review(deal, seat, game.state.target))
    return found


def _is_seen(deal: Deal) -> bool:
    return all([len(deal.hand(seat)) == _HAND for seat in (0, 1)])

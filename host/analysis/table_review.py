"""The review of a game of three or four players: their throws and the curves of the chance to win.

Plays are not reviewed, and luck is not told apart. A throw of one card is compared with the other
four from the same five: the exact hand over 47 starters, and the average crib by the rank thrown.
Its cost in percentage points is the cost in points times what a point is worth at that score.
"""

from engine_core.compat import TYPE_CHECKING
from engine_core.count import show
from engine_core.game.game import Game

from . import tables
from .analysed_games import check_reviewed
from .decision_review import ThrowReview
from .decisions import Deal, deals_of
from .game_review import (
    GameReview,
    ReviewWork,
    SideReview,
    finished,
)
from .tables import DEALER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .decisions import Owners
    from .game_review import Tell, Work

_SEATS = (3, 4)
_HAND = 4
_STEP = 3  # points, over which the value of a point is measured


def review_any(
    entries: list[tuple],
    names: "Sequence[str]",
    owners: "Owners | None" = None,
    tell: "Tell | None" = None,
) -> GameReview:
    """Return the review of a game of two, three or four players. The arguments and errors are
    those of host.analysis.game_review.review."""
    return finished(review_work(entries, names, owners), tell)


def review_work(
    entries: list[tuple], names: "Sequence[str]", owners: "Owners | None" = None
) -> "Work":
    """Return what computes `review_any` step by step. Raises the same errors."""
    game, deals = deals_of(entries, owners)
    if game.state.seats not in _SEATS:
        return ReviewWork(entries, names, owners)
    check_reviewed(game.state)
    return _TableWork(game, deals, names)


def chances_before(seats: int, target: int, scores: "Sequence[int]", dealer: int) -> list[float]:
    """Return the chance of each side before a deal of the side `dealer`."""
    for side, score in enumerate(scores):
        if score >= target:
            return [float(one == side) for one in range(len(scores))]
    order = [(dealer + step) % len(scores) for step in range(len(scores))]
    ordered = [scores[side] for side in order]
    if len(scores) == 3:
        found = list(tables.three_sided(target, (ordered[0], ordered[1], ordered[2])))
    else:
        chance = tables.before_deal(target, seats)[ordered[0]][ordered[1]]
        found = [chance, 1 - chance]
    chances = [0.0] * len(scores)
    for side, chance in zip(order, found):
        chances[side] = chance
    return chances


class _TableWork:
    """The throws of a game of three or four players, deal by deal."""

    def __init__(self, game: Game, deals: list[Deal], names: "Sequence[str]"):
        self._state, self._deals, self._names = game.state, deals, names
        self._throws = [[] for _ in game.state.scores]
        self._curves = _curves(game.state, deals)
        self.done, self.whole = 0, len(deals)

    def step(self) -> None:
        if self.done < self.whole:
            state, deal = self._state, self._deals[self.done]
            for seat in range(state.seats):
                if len(deal.hand(seat)) == _HAND:
                    self._throws[state.side(seat)].append(_throw(state, deal, seat))
            self.done += 1

    def found(self) -> "GameReview":
        state = self._state
        sides = [
            SideReview(name, points, None, None, None, tuple(throws), (), None)
            for name, points, throws in zip(self._names, state.scores, self._throws)
        ]
        return GameReview(
            state.target,
            state.winner if state.winner < len(state.scores) else None,
            tuple(sides),
            self._curves[0],
            (),
            tuple([deal.number for deal in self._deals if deal.crib and not deal.thrown]),
            (),
            self._curves,
        )


def _curves(state, deals: "Sequence[Deal]"):
    """Return by side the chances before each deal and now."""
    rows = [
        chances_before(state.seats, state.target, deal.scores, state.side(deal.dealer))
        for deal in deals
    ]
    if deals:
        following = state.side((deals[-1].dealer + 1) % state.seats)
        rows.append(chances_before(state.seats, state.target, state.scores, following))
    return tuple([tuple([row[side] for row in rows]) for side in range(len(state.scores))])


def _throw(state, deal: Deal, seat: int) -> ThrowReview:
    side, dealer = state.side(seat), state.side(deal.dealer)
    own = side == dealer
    others = max(score for one, score in enumerate(deal.scores) if one != side)
    scores = (deal.scores[side], others) if own else (others, deal.scores[side])
    thrown, hand = deal.thrown.get(seat, ()), deal.hand(seat)
    if len(thrown) != 1:
        return ThrowReview(deal.number, own, scores, hand, (), (), None, None, ())
    five = tuple(sorted(hand + thrown))
    worth = _worth_of_point(state, deal, side)
    rows = throws_of_one(five, state.seats, own)
    for row in rows:
        row["win"] = worth * row["total"]
    best = rows[0]
    chosen = next(row for row in rows if row["throw"] == list(thrown))
    cost = best["total"] - chosen["total"]
    found = (tuple(thrown), tuple(best["throw"]), cost, 100 * worth * cost, tuple(rows))
    return ThrowReview(deal.number, own, scores, five, *found)


def throws_of_one(five: "Sequence[int]", players: int, own: bool) -> list[dict]:
    """Return a row for each card that can be thrown from `five`, the highest total first, as
    host.analysis.throws.ranked without the play and the chance; own: whether the crib is on the
    side of this player."""
    cribs = tables.read(players)["cribs"][DEALER if own else 1]
    unseen = [card for card in range(52) if card not in five]
    rows = []
    for card in sorted(five):
        kept = [one for one in five if one != card]
        hand = sum([show.count(kept, starter) for starter in unseen]) / len(unseen)
        crib = cribs[card >> 2]
        total = hand + (crib if own else -crib)
        row = {"throw": [card], "hand": hand, "crib": crib, "pegging": 0.0, "total": total}
        rows.append(row)
    rows.sort(key=lambda row: (-row["total"], row["throw"]))
    return rows


def _worth_of_point(state, deal, side):
    """Return by how much one more point of this side raises its chance, from 0 to 1."""
    target, dealer = state.target, state.side(deal.dealer)

    def at(score):
        scores = list(deal.scores)
        scores[side] = score
        return chances_before(state.seats, target, scores, dealer)[side]

    low = max(0, deal.scores[side] - _STEP)
    high = min(target - 1, deal.scores[side] + _STEP)
    return max(0.0, (at(high) - at(low)) / max(1, high - low))

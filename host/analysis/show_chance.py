"""The dealer's chance to win from the scores within a two-handed deal, given the chances of the
hands.

Hands and crib are lists: the chance of each number of points, from 0 up. They are assumed to be
independent of each other.
"""

from engine_core.compat import TYPE_CHECKING

from . import tables
from .portable import dot

if TYPE_CHECKING:
    from collections.abc import Mapping

_SCORES = 512  # more than a target is
NOTHING = [1.0]  # of a hand or crib that has been counted already


def certain(points: int) -> list[float]:
    """Return the list for a hand that certainly has `points`."""
    return [0.0] * points + [1.0]


class ShowChance:
    """The chance to win after the play."""

    def __init__(self, target: int, pone_hand, dealer_hand, crib):
        self._target = target
        self._pone_hand = _short(pone_hand)
        # Nobody scores between the dealer's hand and crib, so they are one.
        self._rest = _short(_together(dealer_hand, crib))
        self._rows: dict = {}
        self._after: dict = {}

    def chance(self, dealer: int, pone: int) -> float:
        """Return the dealer's chance at these scores, both below the target."""
        return self.expected(dealer, {pone: 1.0})

    def expected(self, dealer: int, shares: "Mapping[int, float]") -> float:
        """Return the sum of the dealer's chances at these scores of the pone, each times its
        share."""
        first = min(shares)
        spread = [0.0] * (max(shares) - first + len(self._pone_hand))
        for pone, share in shares.items():
            at = pone - first
            for chance in self._pone_hand:
                spread[at] += share * chance
                at += 1
        found = 0.0
        for at, share in enumerate(spread[: self._target - first]):
            if share:
                found += share * self._after_pone(dealer, first + at)
        return found

    def _after_pone(self, dealer, pone):
        key = dealer * _SCORES + pone
        after = self._after.get(key)
        if after is None:
            row = self._rows.get(pone)
            if row is None:
                # The pone deals next. A player past the target has won: the other has no chance.
                row = tables.before_deal(self._target)[pone] + [0.0] * len(self._rest)
                self._rows[pone] = row
            after = self._after[key] = 1 - dot(self._rest, row, dealer)
        return after


class PlayOutcomes:
    """The possible outcomes of the play from these scores: its winner, or the scores after it.

    Each outcome has its share, and the points that the two pegged in it times that share, so
    that the shares can be moved to other averages of points.
    """

    def __init__(self, target: int, dealer: int, pone: int, plays):
        """plays: for each how often it is, and its scores, in order, as `(role, points)`."""
        # How often, and the points of both: by the winner, or by the dealer's score after it and
        # then the pone's.
        won = {tables.DEALER: [0, 0, 0], tables.PONE: [0, 0, 0]}
        ends: dict[int, dict[int, list[int]]] = {}
        size = 0
        sums = [0] * 5
        for times, scored in plays:
            points = [0, 0]
            now = [dealer, pone]
            winner = None
            for role, more in scored:
                points[role] += more
                now[role] += more
                if winner is None and now[role] >= target:
                    winner = role
            mine, theirs = points
            if winner is None:
                row = ends.setdefault(now[0], {}).setdefault(now[1], [0, 0, 0])
            else:
                row = won[winner]
            size += times
            for at, points_of in enumerate((1, mine, theirs)):
                row[at] += times * points_of
            for at, product in enumerate((mine, theirs, mine * mine, mine * theirs, theirs**2)):
                sums[at] += times * product
        self._won, self._ends = won, ends
        means = [value / size for value in sums]
        self.means = means[0], means[1]
        self._spread = (
            means[2] - means[0] ** 2,
            means[3] - means[0] * means[1],
            means[4] - means[1] ** 2,
        )

    def chance(self, show: ShowChance, means=None) -> float:
        """Return the dealer's chance, with `show` for the show.

        means: the points that dealer and pone peg on average in this deal; None for those of the
        plays. The shares are shifted linearly with the points, as little as gives these means.
        """
        mine = theirs = 0.0
        if means:
            mine, theirs = self._slopes(means)

        def share(row):
            times, dealer_sum, pone_sum = row
            found = times + mine * (dealer_sum - times * self.means[0])
            return max(0.0, found + theirs * (pone_sum - times * self.means[1]))

        chance = share(self._won[tables.DEALER])
        whole = chance + share(self._won[tables.PONE])
        for dealer, rows in self._ends.items():
            shares = {pone: share(row) for pone, row in rows.items()}
            whole += sum(shares.values())
            chance += show.expected(dealer, shares)
        return chance / whole

    def _slopes(self, means):
        own, both, other = self._spread
        more = means[0] - self.means[0], means[1] - self.means[1]
        scale = own * other - both * both
        if not scale:
            return 0.0, 0.0
        return (
            (more[0] * other - more[1] * both) / scale,
            (more[1] * own - more[0] * both) / scale,
        )


def _together(first, second):
    out = [0.0] * (len(first) + len(second) - 1)
    for points, share in enumerate(first):
        if share:
            for more, other in enumerate(second):
                out[points + more] += share * other
    return out


def _short(chances):
    last = len(chances)
    while not chances[last - 1]:
        last -= 1
    return chances[:last]

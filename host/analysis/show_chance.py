"""The dealer's chance to win from the scores within a two-handed deal, given the chances of the
hands.

Hands and crib are lists: the chance of each number of points, from 0 up. They are assumed to be
independent of each other.
"""

from . import tables
from .portable import mul

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
        chance = 0.0
        for points, share in enumerate(self._pone_hand):
            if share and pone + points < self._target:
                chance += share * self._after_pone(dealer, pone + points)
        return chance

    def _after_pone(self, dealer, pone):
        after = self._after.get((dealer, pone))
        if after is None:
            row = self._rows.get(pone)
            if row is None:
                # The pone deals next. A player past the target has won: the other has no chance.
                row = tables.before_deal(self._target)[pone] + [0.0] * len(self._rest)
                self._rows[pone] = row
            after = 1 - sum(map(mul, self._rest, row[dealer : dealer + len(self._rest)]))
            self._after[dealer, pone] = after
        return after


class PlayOutcomes:
    """The possible outcomes of the play from these scores: its winner, or the scores after it.

    Each outcome has its share, and the points that the two pegged in it times that share, so
    that the shares can be moved to other averages of points.
    """

    def __init__(self, target: int, dealer: int, pone: int, plays):
        """plays: for each its scores, in order, as `(role, points)`."""
        # What dealer and pone end with, or None for both where the dealer wins, the pone.
        found: dict = {}
        sums = [0] * 5
        for scored in plays:
            points = [0, 0]
            now = [dealer, pone]
            winner = None
            for role, more in scored:
                points[role] += more
                now[role] += more
                if winner is None and now[role] >= target:
                    winner = role
            mine, theirs = points
            row = found.setdefault(tuple(now) if winner is None else winner, [0, 0, 0])
            row[0] += 1
            row[1] += mine
            row[2] += theirs
            sums[0] += mine
            sums[1] += theirs
            sums[2] += mine * mine
            sums[3] += mine * theirs
            sums[4] += theirs * theirs
        self._size = size = len(plays)
        self._found = found
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
        whole = chance = 0.0
        for end, (times, dealer_sum, pone_sum) in self._found.items():
            share = times + mine * (dealer_sum - times * self.means[0])
            share += theirs * (pone_sum - times * self.means[1])
            if share <= 0:
                continue
            whole += share
            if end == tables.DEALER:
                chance += share
            elif end != tables.PONE:
                chance += share * show.chance(*end)
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

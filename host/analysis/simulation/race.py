"""Counts which side is first to a score within a deal, over many deals, and folds this over the
scores.

A deal ends a game if a side's points reach the number it needs. For each side and each such
number, the deals are counted by the others' points at that moment; with the totals of whole deals
this is all that the fold needs, so any number of deals is folded in one pass over the scores.
"""

import numpy as np

# Points in one deal for one side stay below this: 29 and 24 at the show, some 30 in the play.
_MOST = 100


class Race:
    """Counts of deals; sides as in `table_deals.Gain`."""

    def __init__(self, sides: int):
        self.sides = sides
        self.deals = 0
        shape = (_MOST,) * sides
        self._changes = [np.zeros(shape, dtype=np.int64) for _ in range(sides)]
        self.totals = np.zeros(shape, dtype=np.int64)

    def add(self, dealt) -> None:
        """Count the deals of a `table_deals.Deals`."""
        scores = np.zeros((self.sides, dealt.size), dtype=np.int64)
        for gain in dealt.gains():
            for side in range(self.sides):
                mine = (gain.sides == side) & (gain.points > 0)
                deals = gain.deals[mine]
                if not deals.size:
                    continue
                points = gain.points[mine]
                at = [scores[(side + step) % self.sides, deals] for step in range(self.sides)]
                self._count(self._changes[side], [at[0] + 1, *at[1:]], 1)
                self._count(self._changes[side], [at[0] + points + 1, *at[1:]], -1)
                scores[side, deals] += points
        self._count(self.totals, list(scores), 1)
        self.deals += dealt.size

    def _count(self, table, at, step):
        np.add.at(table.reshape(-1), np.ravel_multi_index(at, table.shape), step)

    def first(self, side: int) -> np.ndarray:
        """Return the chance that `side` is the first to reach its points, by the points that each
        side needs: its own first, then round to the left."""
        reached = self._changes[side].cumsum(axis=0)
        for axis in range(1, self.sides):
            # The others have fewer than they need, so one place on.
            reached = np.roll(reached, 1, axis=axis)
            reached[(slice(None),) * axis + (0,)] = 0
            reached = reached.cumsum(axis=axis)
        return reached / self.deals


def fold(race: Race, target: int) -> np.ndarray:
    """Return the dealer's chance to win before a deal, by the dealer's score and the other's, of
    two sides that deal in turn and play to `target`."""
    totals = race.totals / race.deals
    dealer_first = race.first(0)
    chance = np.zeros((target, target))
    for both in range(2 * target - 2, -1, -1):
        for dealer in range(max(0, both - target + 1), min(both, target - 1) + 1):
            pone = both - dealer
            # Nobody scores more in a deal than the tables have room for.
            needs = min(target - dealer, _MOST - 1), min(target - pone, _MOST - 1)
            ends = totals[: needs[0], : needs[1]]
            # The pone deals next.
            later = chance[pone : pone + needs[1], dealer : dealer + needs[0]].T
            chance[dealer, pone] = dealer_first[needs] + (ends * (1 - later)).sum()
    return chance

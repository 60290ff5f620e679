"""The fold for three sides, on a grid of scores: all 1.77 million would not fit the package.

The grid is close where a game ends and wide before. Between its points the chances are taken
in proportion to the distance. The values are those that stay the same when one more deal is
played from every point: found by playing deal after deal, which settles as soon as the longest
game is over.
"""

import numpy as np

from .deals import Random
from .race import Race

# As far from 121 as these; of the target's own, what is above 0.
_LEFT = (1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 23, 28, 34, 41, 48, 56, 65, 74, 84, 95, 107, 121)
_SETTLED = 0.0002
_ENDS = 3000  # whole deals drawn from the totals


def grid(target: int) -> list[int]:
    """Return the scores at which the chances are computed, ascending from 0."""
    return sorted({0} | {target - left for left in _LEFT if left < target})


def fold(race: Race, target: int, random: Random, tell) -> np.ndarray:
    """Return the chance of each side to win before a deal: [side, dealer's score, left's,
    right's], at the scores of `grid`; side 0 is the dealer, 1 the player to the left."""
    scores = np.array(grid(target))
    size = len(scores)
    points = np.meshgrid(scores, scores, scores, indexing="ij")
    ends, shares = _ends(race, random)
    wins = np.empty((3, size, size, size))
    for side in range(3):
        needs = [np.minimum(target - points[(side + step) % 3], 99) for step in range(3)]
        wins[side] = race.first(side)[tuple(needs)]
    chances = np.full_like(wins, 1 / 3)
    moved, rounds = 1.0, 0
    while moved > _SETTLED:
        rounds += 1
        every = np.stack([_spread(chances[side], scores, target) for side in range(3)])
        new = wins.copy()
        for end, share in zip(ends, shares, strict=True):
            after = [points[side] + end[side] for side in range(3)]
            on = (after[0] < target) & (after[1] < target) & (after[2] < target)
            # The player to the left deals next: each side's place is one nearer to the dealer's.
            at = (after[1][on], after[2][on], after[0][on])
            for side in range(3):
                new[side][on] += share * every[(side - 1) % 3][at]
        new /= new.sum(axis=0)
        moved = float(np.abs(new - chances).max())
        chances = new
        tell(f"three-handed to {target}, deal {rounds}: moved by {moved:.4f}")
    return chances


def _ends(race, random):
    """Return totals of whole deals, drawn in proportion, and the share of each."""
    totals = np.argwhere(race.totals)
    times = race.totals[tuple(totals.T)]
    drawn = np.searchsorted(np.cumsum(times), random.below(race.deals, _ENDS), side="right")
    which, often = np.unique(drawn, return_counts=True)
    return totals[which], often / _ENDS


def _spread(values, scores, target):
    """Return `values` at every score below `target`, by straight lines between the grid's."""
    every = np.arange(target)
    low = np.clip(np.searchsorted(scores, every, side="right") - 1, 0, len(scores) - 2)
    share = (every - scores[low]) / (scores[low + 1] - scores[low])
    for axis in range(3):
        shape = [1, 1, 1]
        shape[axis] = target
        part = share.reshape(shape)
        below = np.take(values, low, axis=axis)
        above = np.take(values, low + 1, axis=axis)
        values = below * (1 - part) + above * part
    return values

"""The engine's count of every set of ranks as an array, and the sets themselves."""

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from engine_core.count.rank_points import rank_points

RANKS = 13
SETS_OF_FOUR = list(combinations_with_replacement(range(RANKS), 4))
SETS_OF_SIX = np.array(
    [
        ranks
        for ranks in combinations_with_replacement(range(RANKS), 6)
        if max(map(ranks.count, ranks)) <= 4
    ],
    dtype=np.int64,
)
PAIRS = list(combinations_with_replacement(range(RANKS), 2))
# The place of a pair of ranks in PAIRS, in either order.
PAIR_AT = np.zeros((RANKS, RANKS), dtype=np.int64)
for _at, (_low, _high) in enumerate(PAIRS):
    PAIR_AT[_low, _high] = PAIR_AT[_high, _low] = _at
_WEIGHT = np.array([13**3, 13**2, 13, 1], dtype=np.int32)


def index(ranks):
    """Return the row of `POINTS` for each row of four ascending ranks."""
    return ranks.astype(np.int32) @ _WEIGHT


def _points():
    table = np.zeros((RANKS**4, RANKS), dtype=np.uint8)
    for ranks in combinations_with_replacement(range(RANKS), 5):
        if ranks[0] == ranks[4]:
            continue
        *hand, starter = [rank * 4 for rank in ranks]
        points = rank_points(hand, starter)
        # The same with any of the five as the starter.
        for n, rank in enumerate(ranks):
            a, b, c, d = ranks[:n] + ranks[n + 1 :]
            table[((a * 13 + b) * 13 + c) * 13 + d, rank] = points
    return table


# Points of fifteens, pairs and runs by row (see `index`) and rank of the starter.
POINTS = _points()
# The same added up over all 52 starters, as if none of the four were missing from the deck.
OVER_DECK = POINTS.sum(axis=1, dtype=np.int32) * 4
# The place of a row in SETS_OF_FOUR.
SET_AT = np.zeros(RANKS**4, dtype=np.int32)
for _at, _ranks in enumerate(SETS_OF_FOUR):
    SET_AT[int(np.dot(_ranks, _WEIGHT))] = _at


def counts(ranks):
    """Return how many cards of each of the 13 ranks there are in each row of `ranks`."""
    return np.stack([(ranks == rank).sum(axis=1) for rank in range(RANKS)], axis=1)


CHOICES = np.array([[comb(n, k) for k in range(7)] for n in range(5)], dtype=np.int64)


def ways(counted, missing=None):
    """Return how many hands of real cards each row of rank counts stands for, if `missing` cards
    of each rank are not in the deck."""
    left = np.full(RANKS, 4) if missing is None else 4 - np.asarray(missing)
    return CHOICES[left, counted].prod(axis=1)

"""Points that hang on ranks alone, counted without touching the heap."""

from .cards import JOKER
from .compat import const
from .scoring import STANDARD

_FAR = const(9)

# Scratch, laid out once: counting runs on one thread, and must not allocate.
_ranks = bytearray(8)
_sums = bytearray(256)


def rank_points(hand, starter=None, scoring=STANDARD) -> int:
    """Return the points of fifteens, pairs and runs of up to eight cards together.

    `starter` is one card more, or None. A joker kills the hand (ruling B7): 0 points.
    """
    n = 0
    for c in hand:
        if c == JOKER:
            return 0
        _sort_in(n, c >> 2)
        n += 1
    if starter is not None:
        if starter == JOKER:
            return 0
        _sort_in(n, starter >> 2)
        n += 1
    return _sequences(n, scoring.run_of_three) + _totals(n, scoring.totals)


def _sort_in(at, rank):
    while at and _ranks[at - 1] > rank:
        _ranks[at] = _ranks[at - 1]
        at -= 1
    _ranks[at] = rank


def _sequences(n, run_of_three):
    """Pairs and runs in one walk over the sorted ranks: a run counts once for each choice
    among the cards that share a rank in it."""
    points = 0
    run = same = ways = 1
    for i in range(1, n + 1):
        step = _ranks[i] - _ranks[i - 1] if i < n else _FAR
        if step == 0:
            points += same + same
            same += 1
        else:
            ways *= same
            same = 1
            if step == 1:
                run += 1
            else:
                if run >= 3:
                    points += ways * (run if run > 3 else run_of_three)
                run = ways = 1
    return points


def _totals(n, totals):
    """Two points for each set of cards that adds up to one of `totals` (ascending): only sums
    that can still grow into one are kept."""
    points = 0
    most = totals[-1]
    sums = _sums  # a local name is quicker
    sums[0] = 0
    kept = 1
    for i in range(n):
        value = _ranks[i] + 1
        if value > 10:
            value = 10
        for j in range(kept):
            total = sums[j] + value
            if total in totals:
                points += 2
            if total < most:
                sums[kept] = total
                kept += 1
    return points

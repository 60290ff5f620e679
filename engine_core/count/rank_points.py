"""Points that depend only on ranks, counted without allocating memory."""

from ..compat import const
from .scoring import STANDARD, Scoring

_FAR = const(99)  # from any rank

# Work space, allocated once: counting runs on one thread and must not allocate.
_ranks = bytearray(9)
_sums = bytearray(128)  # of seven cards; the first, of no card, stays 0


def rank_points(hand: list[int], starter: int | None = None, scoring: Scoring = STANDARD) -> int:
    """Return the points for fifteens, pairs and runs of up to eight cards.

    starter: another card, or None. None of the cards may be a joker.
    """
    # No helper functions, and local names, here and below: on a Pico a call costs ten steps.
    ranks = _ranks
    n = 0
    if starter is not None:
        ranks[0] = starter >> 2 & 31
        n = 1
    for c in hand:
        rank = c >> 2 & 31
        at = n
        while at and ranks[at - 1] > rank:
            ranks[at] = ranks[at - 1]
            at -= 1
        ranks[at] = rank
        n += 1
    return _sequences(n, scoring.pair, scoring.run_of_three) + _totals(n, scoring.totals)


def _sequences(n, pair, run_of_three):
    """Pairs and runs in one pass over the sorted ranks: a run counts once for each way to choose
    one card of each of its ranks."""
    points = 0
    run = same = ways = 1
    ranks = _ranks
    ranks[n] = _FAR
    before = ranks[0]
    for i in range(1, n + 1):
        rank = ranks[i]
        step = rank - before
        before = rank
        if step == 0:
            points += same * pair
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
    """Two points for each set of cards that adds up to one of `totals` (ascending). Only sums
    that can still reach one are kept, so the high cards come first."""
    points = 0
    most = totals[-1]
    several = len(totals) > 1
    ranks = _ranks
    sums = _sums
    kept = 1
    i = n
    while i > 1:
        i -= 1
        value = ranks[i] + 1
        if value > 10:
            value = 10
        for j in range(kept):
            total = sums[j] + value
            if total < most:
                sums[kept] = total
                kept += 1
                if several and total in totals:
                    points += 2
            elif total == most:
                points += 2
    # The last card need not add sums for later cards, which saves half of the work.
    value = ranks[0] + 1
    if value > 10:
        value = 10
    for total in totals:
        wanted = total - value
        for j in range(kept):
            if sums[j] == wanted:
                points += 2
    return points

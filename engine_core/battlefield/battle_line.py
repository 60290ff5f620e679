"""Battlefield's line: the points of the card at its end (rulings B1, B2).

`cards` is always the whole line, oldest first. Last card, knobs and renewal are handled elsewhere.
"""

from ..compat import const
from ..count import play, reasons, show
from ..count.cards import JOKER
from ..count.scoring import Scoring

FULL = const(31)  # a sum above this renews the line
_WINDOW = const(5)  # only this many cards at the end make pairs and runs


class _PairsAndRuns(Scoring):
    totals = ()


_PAIRS_AND_RUNS = _PairsAndRuns()


def points(cards: list[int] | bytearray) -> int:
    """Return the points of the line's last card: 2 for a sum of 15 or 31, plus the best tail."""
    total = play.total(cards)
    return (2 if total == 15 or total == FULL else 0) + _worth(cards, window(cards))


def window(cards: list[int] | bytearray) -> int:
    """Return how many cards the best-scoring tail has: pairs or a run; 0 if nothing scores."""
    best = most = 0
    size = 2
    while size <= _WINDOW and size <= len(cards):
        worth = _worth(cards, size)
        if worth > most:
            most = worth
            best = size
        size += 1
    return best


def _worth(cards, size):
    """Return the points of the last `size` cards together: all of one rank, or a run of at least
    three in which ranks may repeat. A joker breaks it."""
    end = len(cards)
    first = end - size
    low = 12
    high = distinct = pairs = 0
    ways = 1
    for i in range(first, end):
        if cards[i] == JOKER:
            return 0
        rank = cards[i] >> 2
        before = 0
        for j in range(first, i):
            if cards[j] >> 2 == rank:
                before += 1
        if before:
            pairs += before
            ways = ways // before * (before + 1)
        else:
            distinct += 1
            if rank < low:
                low = rank
            if rank > high:
                high = rank
    if distinct == 1:
        return 2 * pairs
    if distinct >= 3 and high - low == distinct - 1:
        return ways * distinct + 2 * pairs
    return 0


def explain(cards: list[int] | bytearray) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the items `(reason, points, cards)` whose points add up to `points(cards)`."""
    items = []
    total = play.total(cards)
    if total == 15 or total == FULL:
        items.append((reasons.TOTALS[total], 2, tuple(cards)))
    size = window(cards)
    if size:
        items += show.explain(list(cards[-size:]), None, True, _PAIRS_AND_RUNS)
    return items

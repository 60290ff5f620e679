"""A second opinion of Battlefield's line, for tests: slow, plain, and written from rulings B1, B2
and B11 alone. It shares nothing with engine_core.

Cards are its ints; the joker is 52.
"""

from collections import Counter
from itertools import combinations, takewhile

from tests import oracle

JOKER = 52


def line(cards):
    """Return the points of the last of `cards`, the whole line."""
    pips = oracle.pips([card for card in cards if card != JOKER])
    return (2 if pips in (15, 31) else 0) + best_window(cards)


def best_window(cards):
    """Return the points of the best tail of two to five cards."""
    return max((window(cards[-size:]) for size in range(2, min(5, len(cards)) + 1)), default=0)


def window(cards):
    """Return the points of `cards` together, if each of them is in a pair or a run."""
    if JOKER in cards:
        return 0
    pairs = [some for some in combinations(cards, 2) if oracle.is_pair(some)]
    ranks = {oracle.rank(card) for card in cards}
    if len(ranks) == 1:
        return 2 * len(pairs)
    # One run must contain every rank present.
    runs = [some for some in combinations(cards, len(ranks)) if oracle.is_run(some)]
    return 2 * len(pairs) + sum(len(run) for run in runs) if runs else 0


def standoff(turns):
    """Return the cards of the standoff that `turns` lead to, or an empty set.

    Each turn is `(took, card, points)`, the oldest first: whether it took the end card, the card
    laid, and its points, with a renewal's.
    """
    run = list(takewhile(lambda turn: turn[0] and not turn[2], reversed(turns)))
    standoffs = [
        {turn[1] for turn in run[:size]}
        for size in range(1, len(run) + 1)
        if min(Counter(turn[1] for turn in run[:size]).values()) >= 2
    ]
    return max(standoffs, key=len, default=set())

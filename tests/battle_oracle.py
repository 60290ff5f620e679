"""A second opinion of Battlefield's line, for tests: slow, plain, and written from rulings B1 and
B2 alone. It shares nothing with engine_core.

Cards are its ints; the joker is 52.
"""

from itertools import combinations

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
    sets = list(oracle.sets(cards))
    pairs = [some for some in combinations(cards, 2) if oracle.is_pair(some)]
    ranks = {oracle.rank(card) for card in cards}
    if len(ranks) == 1:
        return 2 * len(pairs)
    # One run must go through every rank that is there.
    runs = [some for some in sets if oracle.is_run(some) and len(some) == len(ranks)]
    return 2 * len(pairs) + sum(len(run) for run in runs) if runs else 0

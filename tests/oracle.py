"""A second opinion: the show and the play counted straight from the words of the rulebooks.

Slow, and on purpose unlike the engine, with which it shares nothing but the numbers of the
cards (`rank * 4 + suit`): it examines every set of cards.
"""

from functools import cache
from itertools import combinations


def rank(card):
    return card // 4


def suit(card):
    return card % 4


def pips(cards):
    return sum(min(rank(card) + 1, 10) for card in cards)


def is_pair(cards):
    return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


def is_run(cards):
    """Return whether at least three cards are distinct and consecutive in rank, in any order."""
    if len(cards) < 3:
        return False
    ranks = sorted(rank(card) for card in cards)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def sets(cards):
    """Yield every set of one or more of `cards`."""
    for size in range(1, len(cards) + 1):
        yield from combinations(cards, size)


def show(hand, starter=None, crib=False, noddy=False):
    """Return the points of a hand or crib at the show."""
    everything = [*hand] if starter is None else [*hand, starter]
    return show_ranks(everything, noddy) + show_suits(hand, starter, crib)


def show_ranks(cards, noddy=False):
    """Return the points of the fifteens, pairs and runs among `cards`."""
    return _show_ranks(tuple(sorted(rank(card) for card in cards)), noddy)


@cache  # suits do not matter, and there are no more than 6,175 sets of five ranks
def _show_ranks(ranks, noddy):
    cards = [rank * 4 + ranks[:n].count(rank) for n, rank in enumerate(ranks)]
    every = list(sets(cards))
    fifteens = [some for some in every if pips(some) in ((15, 25) if noddy else (15,))]
    pairs = [some for some in every if is_pair(some)]
    runs = [set(some) for some in every if is_run(some)]
    # A run that is part of a longer one is not counted beside it.
    whole = [run for run in runs if not any(run < other for other in runs)]
    return 2 * len(fifteens) + 2 * len(pairs) + sum(run_worth(len(run), noddy) for run in whole)


def show_suits(hand, starter=None, crib=False):
    """Return the points of a flush and of the jack of the starter's suit (G6, G7). A hand found to
    be short has no flush with fewer than three cards (G24)."""
    in_hand = {suit(card) for card in hand}
    with_starter = in_hand if starter is None else in_hand | {suit(starter)}
    flush = 0
    if len(with_starter) == 1 and len(hand) >= 3:
        flush = len(hand) + (starter is not None)
    elif len(in_hand) == 1 and len(hand) >= 3 and not crib:
        flush = len(hand)
    nobs = starter is not None and any(
        rank(card) == 10 and suit(card) == suit(starter) for card in hand
    )
    return flush + nobs


def run_worth(length, noddy):
    return 2 if noddy and length == 3 else length


def play(cards, noddy=False):
    """Return the points of the last of `cards`, all laid since the count restarted."""
    points = _play_ranks(tuple(rank(card) for card in cards), noddy)
    if noddy:
        suited = max(len(tail) for tail in tails(cards) if len({suit(card) for card in tail}) == 1)
        points += suited if suited >= 3 else 0
    return points


def tails(cards):
    """Return every set of one or more of the last of `cards`."""
    return [cards[-size:] for size in range(1, len(cards) + 1)]


@cache  # of the lines that the tests lay, two in three have the ranks of an earlier one
def _play_ranks(ranks, noddy):
    cards = [rank * 4 for rank in ranks]
    points = 2 if pips(cards) in ((15, 25, 31) if noddy else (15, 31)) else 0
    # Every pair within the longest tail of one rank.
    alike = max(len(tail) for tail in tails(cards) if len({rank(card) for card in tail}) == 1)
    points += 2 * len(list(combinations(range(alike), 2)))
    runs = [len(tail) for tail in tails(cards) if is_run(tail)]
    return points + run_worth(max(runs, default=0), noddy)

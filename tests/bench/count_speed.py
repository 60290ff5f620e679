"""Measures how fast a hand is counted, compared with other scorers in pure Python.

All parties count the same hands, in turn within each round, each with the cards in the form it
takes, made beforehand. The figure of a party is its median over the rounds. Cold: the first
time since its cache was emptied. A cache of whole hands shows the limit of such a table: it
computes nothing when warm.
"""

import argparse
import random
import sys
import time
from functools import cache
from itertools import combinations
from statistics import median

from engine_core.count import show
from engine_core.count.rank_points_cache import points_by_key

ENGINE = "engine_core.count.show.count"
AT_LEAST = 25  # times as fast as cribbage-scorer


@cache
def rank_points(ranks):
    """Return the points of fifteens, pairs and runs of `ranks`, ascending from 0."""
    points = 0
    runs = {3: 0, 4: 0, 5: 0}
    for size in range(2, 6):
        for some in combinations(ranks, size):
            if sum([min(rank + 1, 10) for rank in some]) == 15:
                points += 2
            if size == 2:
                points += 2 * (some[0] == some[1])
            elif some == tuple(range(some[0], some[0] + size)):
                runs[size] += size
    return points + (runs[5] or runs[4] or runs[3])


def cached(hand, starter, crib=False):
    """Count in plain Python with a cache by the sorted ranks of the five cards."""
    a, b, c, d = hand
    points = rank_points(tuple(sorted((a >> 2, b >> 2, c >> 2, d >> 2, starter >> 2))))
    if a & 3 == b & 3 == c & 3 == d & 3:
        if starter & 3 == a & 3:
            points += 5
        elif not crib:
            points += 4
    if 40 + (starter & 3) in hand:
        points += 1
    return points


@cache
def remembered(hand, starter, crib=False):
    """Count as `cached` does, but remember whole hands, so that only repeated hands are fast."""
    return cached(hand, starter, crib)


def forget():
    points_by_key.clear()
    rank_points.cache_clear()
    remembered.cache_clear()


def others_card(card):
    return card // 4 + 1, "SHDC"[card % 4]


def timed(function, hands):
    """Return the hands per second."""
    started = time.perf_counter()
    for hand, starter in hands:
        function(hand, starter)
    return len(hands) / (time.perf_counter() - started)


def others_count():
    """Return the function of cribbage-scorer that counts a hand: of the extra `bench`."""
    try:
        from cribbage_scorer import cribbage_scorer
    except ImportError:
        sys.exit('count_speed: install cribbage-scorer: python -m pip install -e ".[bench]"')
    return cribbage_scorer.show_calc_score


def run(rounds=7, hands=20_000, seed=1, progress=False):
    """Return the median of hands per second by party. Raises AssertionError if any disagree."""
    other = others_count()
    rng = random.Random(seed)
    dealt = [rng.sample(range(52), 5) for _ in range(hands)]
    ours = [(tuple(cards[:4]), cards[4]) for cards in dealt]
    # A tenth is enough for the slow scorer, which takes as long for it as the others for all.
    theirs = [
        (others_card(starter), [others_card(card) for card in hand])
        for hand, starter in ours[: max(1, hands // 10)]
    ]
    for (hand, starter), arguments in zip(ours, theirs, strict=False):
        points = other(*arguments)[0]
        assert show.count(hand, starter) == points == cached(hand, starter), (hand, starter)
    figures = {}
    for at in range(rounds):
        forget()
        for name, function, asked in (
            ("engine_core.count.show.count, cold", show.count, ours),
            (ENGINE, show.count, ours),
            ("cribbage-scorer", other, theirs),
            ("a cache by ranks, cold", cached, ours),
            ("a cache by ranks, warm", cached, ours),
            ("a cache by whole hand, cold", remembered, ours),
            ("a cache by whole hand, warm", remembered, ours),
        ):
            figures.setdefault(name, []).append(timed(function, asked))
        if progress:
            print(f"\rround {at + 1} of {rounds}", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    return {name: median(rates) for name, rates in figures.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="take the median of so many (7)")
    parser.add_argument("--hands", type=int, default=20_000, help="hands in a round (20000)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds deal other hands (1)")
    arguments = parser.parse_args()
    rates = run(arguments.rounds, arguments.hands, arguments.seed, sys.stderr.isatty())
    ours = rates[ENGINE]
    print(f"{'':<30} {'hands a second':>14}   the engine is")
    for name, rate in rates.items():
        print(f"{name:<30} {rate:>14,.0f}   {ours / rate:.2f} times as fast")
    ratio = ours / rates["cribbage-scorer"]
    print(f"count_speed: {ours:,.0f} hands a second, {ratio:.0f} times cribbage-scorer's")
    if ratio < AT_LEAST:
        sys.exit(f"count_speed: at least {AT_LEAST} times is wanted")


if __name__ == "__main__":
    main()

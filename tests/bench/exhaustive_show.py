"""Count every hand with every starter, as hand and as crib, and compare with a second opinion.

That is 2,598,960 sets of five cards, each with five choices of the starter: 12,994,800 counts
twice over. The ranks of a set are judged by tests/oracle.py, once for each of the 6,175 there
are, the suits here. Prints how often each score occurs.
"""

import argparse
import sys
import time
from itertools import combinations, combinations_with_replacement
from multiprocessing import Pool

from engine_core.count.show import count
from tests import oracle

TOTAL = 12_994_800
SCORES = range(30)

# Published: Steven S. Lumetta, "Amusing Cribbage Facts"; the same in Wikipedia's "Cribbage
# statistics", which also gives the number of cribs worth nothing.
HANDS = (
    1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224,
    388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0,
    8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4,
)  # fmt: skip
CRIBS_WORTH_NOTHING = 1_022_208

points_of_ranks = {}


def learn_ranks():
    """Fill `points_of_ranks`, from ranks in ascending order to points."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            points_of_ranks[ranks] = oracle.show_ranks([rank * 4 for rank in ranks])


def compare(lowest):
    """Count the sets whose lowest two cards are `lowest`; return both histograms."""
    as_hand = [0] * 30
    as_crib = [0] * 30
    for rest in combinations(range(lowest[1] + 1, 52), 3):
        cards = lowest + rest
        points = points_of_ranks[tuple([card >> 2 for card in cards])]
        for at, starter in enumerate(cards):
            hand = cards[:at] + cards[at + 1 :]
            suits = {card & 3 for card in hand}
            nobs = points + (40 + (starter & 3) in hand)
            if len(suits) > 1:
                hand_points = crib_points = nobs
            elif starter & 3 in suits:
                hand_points = crib_points = nobs + 5
            else:
                hand_points, crib_points = nobs + 4, nobs
            if count(hand, starter) != hand_points or count(hand, starter, True) != crib_points:
                raise AssertionError(f"{hand} with {starter}: {hand_points} and {crib_points}")
            as_hand[hand_points] += 1
            as_crib[crib_points] += 1
    return as_hand, as_crib


def run(processes=2, progress=False):
    """Compare everything; return the histograms of hands and of cribs. Raises AssertionError."""
    as_hand = [0] * 30
    as_crib = [0] * 30
    lowest = list(combinations(range(49), 2))
    with Pool(processes, initializer=learn_ranks) as pool:
        for done, part in enumerate(pool.imap_unordered(compare, lowest, chunksize=8), 1):
            as_hand = [a + b for a, b in zip(as_hand, part[0], strict=True)]
            as_crib = [a + b for a, b in zip(as_crib, part[1], strict=True)]
            if progress and (done % 49 == 0 or done == len(lowest)):
                print(f"\r{sum(as_hand):>12,} of {TOTAL:,}", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    assert sum(as_hand) == sum(as_crib) == TOTAL
    assert tuple(as_hand) == HANDS, "this is not the published distribution"
    assert as_crib[0] == CRIBS_WORTH_NOTHING
    return as_hand, as_crib


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--processes", type=int, default=2, help="how many at once (default 2)")
    arguments = parser.parse_args()
    started = time.perf_counter()
    as_hand, as_crib = run(arguments.processes, progress=sys.stderr.isatty())
    seconds = time.perf_counter() - started
    print("points       hands       cribs")
    for score in SCORES:
        print(f"{score:>6} {as_hand[score]:>11,} {as_crib[score]:>11,}")
    print(f"exhaustive_show: {TOTAL:,} hands and as many cribs agree, in {seconds:.0f} s")


if __name__ == "__main__":
    main()

"""Make mistakes in random games of every preset, and correct them with the keys of a board.

A wrong entry, a forgotten one, one too many and one of another kind, found up to 14 entries later;
now and then the power fails in the midst of it. Each time the game must equal the one without
mistakes, or the board must have reported the difference, and its report must lead to that game
(ruling G16b).
"""

import argparse
import sys
import time
from collections import Counter
from functools import partial
from multiprocessing import Pool

from tests.conformance.support.mistakes import DIFFERENT, EQUAL, KINDS, SAID, Evening

CHUNK = 100


def run(games=10_000, seed=0, processes=2):
    """Return how often each (kind of mistake, outcome) was found in `games` games, from number
    `seed` on, and the numbers of the games with a difference."""
    found = Counter()
    differ = []
    with Pool(processes) as pool:
        firsts = range(seed, seed + games, CHUNK)
        for one, wrong in pool.imap(partial(_chunk, end=seed + games), firsts):
            found += one
            differ += wrong
            if sys.stderr.isatty():
                print(f"\r{sum(found.values()):>8,} corrections", end="", file=sys.stderr)
    return found, differ


def _chunk(first, end):
    found = Counter()
    differ = []
    for number in range(first, min(first + CHUNK, end)):
        outcomes = Evening(number).found
        found.update(outcomes)
        if DIFFERENT in [outcome for _, outcome in outcomes]:
            differ.append(number)
    return found, differ


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=10_000, help="games (10000)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first game (0)")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (2)")
    chosen = parser.parse_args()
    started = time.perf_counter()
    found, differ = run(chosen.count, chosen.seed, chosen.processes)
    print(f"\n{'mistake':<14}{'equal':>10}{'refused clearly':>18}{'silently different':>20}")
    for kind in KINDS:
        counts = [found[kind, outcome] for outcome in (EQUAL, SAID, DIFFERENT)]
        print(f"{kind:<14}{counts[0]:>10,}{counts[1]:>18,}{counts[2]:>20,}")
    if differ:
        sys.exit(f"silently different in the games {differ[:20]}")
    seconds = time.perf_counter() - started
    total = sum(found.values())
    print(
        f"{chosen.count:,} games, {total:,} corrections: no silent difference, in {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()

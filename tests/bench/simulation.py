"""Plays seeded games of the whole: board, flash, link, laptop and pages, with all their faults.
Stops at the first one after which the ends do not have the same game, and prints its seed."""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.world import simulate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="of games (10,000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--keys", type=int, default=150, help="pressed in each game (150)")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        try:
            list(pool.map(_play, seeds, [options.keys] * len(seeds), chunksize=10))
        except AssertionError as why:
            pool.shutdown(cancel_futures=True)
            sys.exit(str(why))
    print(f"{options.count} games from seed {options.seed}: all ends had one game in each")


def _play(seed: int, keys: int) -> None:
    simulate(seed, keys)


if __name__ == "__main__":
    main()

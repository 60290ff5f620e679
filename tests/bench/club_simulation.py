"""Plays seeded evenings of a club: 20 tables, a broker, two walls and phones, with all that can go
wrong. Prints the seeds after which something is not as it was played, and how many there were."""

import argparse
import sys
import time

from tests.simulation.club import STEPS, TABLES, simulate

_TOLD = 50  # evenings between two lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="of evenings (1,000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first one (0)")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--steps", type=int, default=STEPS, help="in each evening")
    options = parser.parse_args()
    failed = games = 0
    begun = time.monotonic()
    for seed in range(options.seed, options.seed + options.count):
        try:
            evening = simulate(seed, options.tables, options.steps)
            games += sum(len(table.finished()) for table in evening.tables)
        except AssertionError as why:
            failed += 1
            print(why, flush=True)
        done = seed + 1 - options.seed
        if done % _TOLD == 0 or done == options.count:
            seconds = time.monotonic() - begun
            told = f"{done} evenings, {games} finished games, {failed} failed, {seconds:.0f} s"
            print(told, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

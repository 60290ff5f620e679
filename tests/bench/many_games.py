"""Shared by the benches of random games: many games, on several processes, with progress."""

import argparse
import sys
import time
from functools import partial
from multiprocessing import Pool

CHUNK = 200


def run(check, games=10_000, seed=0, processes=2, progress=False):
    """Call `check` with the numbers of at least `games` games, from `seed` on; it returns the
    entries and the deals of one. Return games, entries and deals. Raises what `check` does."""
    chunks = -(-games // CHUNK)
    entries = deals = 0
    with Pool(processes) as pool:
        firsts = range(seed, seed + chunks * CHUNK, CHUNK)
        for done, found in enumerate(pool.imap_unordered(partial(_chunk, check), firsts), 1):
            entries += found[0]
            deals += found[1]
            if progress:
                print(f"\r{done * CHUNK:>8,} games", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    return chunks * CHUNK, entries, deals


def _chunk(check, first):
    found = [check(number) for number in range(first, first + CHUNK)]
    return sum(entries for entries, _ in found), sum(deals for _, deals in found)


def main(check, about, said):
    """Run from the command line; `about` is the module's docstring, `said` the last line, which
    has places for `games`, `entries` and `deals`."""
    parser = argparse.ArgumentParser(description=about.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=10_000, help="games (10000)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first game (0)")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (2)")
    chosen = parser.parse_args()
    started = time.perf_counter()
    games, entries, deals = run(
        check, chosen.count, chosen.seed, chosen.processes, progress=sys.stderr.isatty()
    )
    seconds = time.perf_counter() - started
    print(f"{said.format(games=games, entries=entries, deals=deals)}, in {seconds:.0f} s")

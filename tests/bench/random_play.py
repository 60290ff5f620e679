"""Lay random cards up to 31, over and over, and compare the points of each with a second opinion.

A sequence is dealt from a few ranks only, so that pairs and runs come up often. Every eighth is
counted as Noddy, and the explanation of its last card must add up to the same points.
"""

import argparse
import random
import sys
import time
from multiprocessing import Pool

from engine_core.count import play
from engine_core.count.scoring import NODDY, STANDARD
from tests import oracle

CHUNK = 10_000


def sequence(rng):
    """Return distinct cards that go within 31, laid until none of the ranks chosen fits."""
    ranks = rng.sample(range(13), rng.randint(2, 13))
    deck = [rank * 4 + suit for rank in ranks for suit in range(4)]
    rng.shuffle(deck)
    line = []
    count = 0
    for card in deck:
        pips = min(card // 4 + 1, 10)
        if count + pips <= 31:
            line.append(card)
            count += pips
    return line


def compare(chunk):
    """Compare `CHUNK` sequences of the seed `chunk`; return cards laid and a histogram."""
    rng = random.Random(chunk)
    cards = 0
    histogram = {}
    for i in range(CHUNK):
        noddy = i % 8 == 7
        scoring = NODDY if noddy else STANDARD
        whole = sequence(rng)
        for size in range(1, len(whole) + 1):
            line = whole[:size]
            points = play.points(line, scoring)
            expected = oracle.play(line, noddy)
            if points != expected:
                raise AssertionError(f"{line}: {points}, and the oracle says {expected}")
            histogram[points] = histogram.get(points, 0) + 1
            cards += 1
        if sum(item[1] for item in play.explain(whole, scoring)) != points:
            raise AssertionError(f"{whole}: the explanation does not add up to {points}")
    return cards, histogram


def run(sequences=1_000_000, seed=1, processes=2, progress=False):
    """Compare at least `sequences`; return sequences, cards and the histogram of points."""
    chunks = -(-sequences // CHUNK)
    cards = 0
    histogram = {}
    with Pool(processes) as pool:
        seeds = range(seed * 1_000_000, seed * 1_000_000 + chunks)
        for done, (laid, part) in enumerate(pool.imap_unordered(compare, seeds), 1):
            cards += laid
            for points, times in part.items():
                histogram[points] = histogram.get(points, 0) + times
            if progress:
                print(f"\r{done * CHUNK:>12,} sequences", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    return chunks * CHUNK, cards, histogram


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=1_000_000, help="sequences (1000000)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds give other sequences (1)")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (2)")
    arguments = parser.parse_args()
    started = time.perf_counter()
    sequences, cards, histogram = run(
        arguments.count, arguments.seed, arguments.processes, progress=sys.stderr.isatty()
    )
    seconds = time.perf_counter() - started
    print("points       cards")
    for points in sorted(histogram):
        print(f"{points:>6} {histogram[points]:>11,}")
    print(f"random_play: {sequences:,} sequences, {cards:,} cards agree, in {seconds:.0f} s")


if __name__ == "__main__":
    main()

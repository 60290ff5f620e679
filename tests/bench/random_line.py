"""Build random Battlefield lines up to 31, and compare the points of each with a second opinion.

A line is dealt from a few ranks only, the joker among them, so that pairs and runs come up often.
The explanation of each must add up to the same points.
"""

import argparse
import random
import time

from engine_core.battlefield import battle_line
from tests import battle_oracle


def lines(seed):
    """Yield random lines without end: every beginning of a line that goes within 31."""
    rng = random.Random(seed)
    while True:
        ranks = rng.sample(range(13), rng.randint(2, 7))
        deck = [rank * 4 + suit for rank in ranks for suit in range(4)]
        deck += [battle_oracle.JOKER] * rng.randint(0, 1)
        rng.shuffle(deck)
        line = []
        pips = 0
        for card in deck:
            pips += 0 if card == battle_oracle.JOKER else min(card // 4 + 1, 10)
            if pips > 31:
                break
            line.append(card)
            yield list(line)


def run(count=200_000, seed=1):
    """Compare `count` lines; return a histogram of their points."""
    histogram = {}
    for line, _ in zip(lines(seed), range(count), strict=False):
        points = battle_line.points(line)
        expected = battle_oracle.line(line)
        if points != expected:
            raise AssertionError(f"{line}: {points}, and the oracle says {expected}")
        if sum(item[1] for item in battle_line.explain(line)) != points:
            raise AssertionError(f"{line}: the explanation does not add up to {points}")
        histogram[points] = histogram.get(points, 0) + 1
    return histogram


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=200_000, help="lines (200000)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds give other lines (1)")
    arguments = parser.parse_args()
    started = time.perf_counter()
    histogram = run(arguments.count, arguments.seed)
    seconds = time.perf_counter() - started
    print("points       lines")
    for points in sorted(histogram):
        print(f"{points:>6} {histogram[points]:>11,}")
    print(f"random_line: {sum(histogram.values()):,} lines agree, in {seconds:.0f} s")


if __name__ == "__main__":
    main()

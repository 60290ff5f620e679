"""The review of games: its time, its agreement with a full enumeration, and whether luck adds up.

Plays games between a steady and an easy player, reviews them, and prints the CPU time of a review,
the decisions it names, the difference between luck plus skill and the points, and the average
luck, which should be zero. Then compares the plays of random positions with the enumeration of all
hands of real cards in tests.analysis.all_hands.
"""

import argparse
import math
import statistics
import sys
import time

from host.analysis.game_review import is_named, review
from host.analysis.play_choice import PlayChoice
from host.analysis.player import EASY, STEADY, Player
from tests.analysis.all_hands import positions, worths
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand

SECONDS = 3.0  # of CPU, of a review
MEAN, P95 = 0.1, 0.3  # points
_TOLD = 50


def games(count, seed):
    """Review `count` games; return whether everything adds up within the time."""
    players = [Player(STEADY), Player(EASY)]
    seconds, lucks, named, off = [], [], [], 0.0
    for number in range(count):
        entries = played(players, Rand(seed * 100_000 + number), number % 2)
        began = time.process_time()
        found = review(entries, ("A", "B"))
        seconds.append(time.process_time() - began)
        for side in found.sides:
            off = max(off, abs(side.luck + side.skill - side.points))
            lucks.append(side.luck)
            named.append(sum(map(is_named, (*side.throws, *side.plays))))
        if (number + 1) % _TOLD == 0 or number + 1 == count:
            error = statistics.pstdev(lucks) / math.sqrt(len(lucks))
            print(
                f"{number + 1} games: {statistics.median(seconds):.2f} s of CPU a review "
                f"(most {max(seconds):.2f}), {statistics.mean(named):.1f} decisions named a side, "
                f"luck {statistics.mean(lucks):+.1f} on average (error {error:.1f}), "
                f"luck and skill miss the points by {off:.1e} at most",
                flush=True,
            )
    return statistics.median(seconds) <= SECONDS and off < 0.01


def plays(count, seed):
    """Compare `count` positions; return whether they agree."""
    choice, apart = PlayChoice(), []
    for seen in positions(Rand(seed), count):
        expected = worths(seen)
        for one in choice.ranked(seen):
            apart.append(abs(one.points - expected[one.card >> 2]))
    apart.sort()
    mean, high = statistics.mean(apart), apart[int(0.95 * len(apart))]
    print(f"{count} positions: plays differ from all hands by {mean:.1e} points, p95 {high:.1e}")
    return mean <= MEAN and high <= P95


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    good = plays(args.positions, args.seed) if args.positions else True
    good = (games(args.games, args.seed) if args.games else True) and good
    if not good:
        sys.exit("review: not within its bounds")


if __name__ == "__main__":
    main()

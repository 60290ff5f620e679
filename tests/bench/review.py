"""The review of games: its time, its agreement with a full enumeration, and whether luck adds up.

Plays games between a steady and an easy player, reviews them, and prints the CPU time of a review,
the decisions it names, the average luck and its parts, which should be zero for the steady player,
and the largest difference between the points and luck plus skill, which are computed apart. A
second review, from the start, must name the same decisions. Then compares the plays of random
positions with the enumeration of all hands of real cards in tests.analysis.all_hands. `--quick`
checks only the sum, without the values of throws and plays, so that 1,000 games take a minute.
"""

import argparse
import math
import statistics
import sys
import time

from host.analysis.decisions import deals_of
from host.analysis.game_review import is_named, review
from host.analysis.play_choice import PlayChoice
from host.analysis.player import EASY, STEADY, Player
from host.analysis.side_luck import luck_and_skill
from tests.analysis.all_hands import positions, worths
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand

SECONDS = 3.0  # of CPU, of a review
ROUNDING = 0.01  # points, between luck plus skill and the points
MEAN, P95 = 0.1, 0.3  # points
_TOLD = 50


def games(count, seed, again):
    """Review `count` games, every `again`th of them twice; return whether everything adds up
    within the time."""
    players = [Player(STEADY), Player(EASY)]
    seconds, named, off, other = [], [], 0.0, 0
    lucks = ([], [])
    for number in range(count):
        entries = played(players, Rand(seed * 100_000 + number), number % 2)
        began = time.process_time()
        found = review(entries, ("A", "B"))
        seconds.append(time.process_time() - began)
        for luck, side in zip(lucks, found.sides, strict=True):
            off = max(off, abs(side.luck + side.skill - side.points))
            luck.append((side.luck, *side.parts))
            named.append(sum(map(is_named, (*side.throws, *side.plays))))
        if number % again == 0:
            other += review(entries, ("A", "B")) != found
        if (number + 1) % _TOLD == 0 or number + 1 == count:
            print(
                f"{number + 1} games: {statistics.median(seconds):.2f} s of CPU a review "
                f"(most {max(seconds):.2f}), {statistics.mean(named):.1f} decisions named a side; "
                f"luck and skill miss the points by {off:.1e} at most; "
                f"{other} of {number // again + 1} second reviews differ",
                flush=True,
            )
            for name, luck in zip(("steady", "easy"), lucks, strict=True):
                print(f"  luck of the {name} player: {_averages(luck)}", flush=True)
    return statistics.median(seconds) <= SECONDS and off < ROUNDING and not other


def _averages(rows):
    """Return the average of each column, with its standard error."""
    told = []
    for name, column in zip(("all", "dealt", "cut", "met"), zip(*rows, strict=True), strict=True):
        error = statistics.pstdev(column) / math.sqrt(len(column))
        told.append(f"{name} {statistics.mean(column):+.1f} ({error:.1f})")
    return ", ".join(told)


def sums(count, seed):
    """Return whether luck and skill are the points of `count` games, without the values of throws
    and plays."""
    players, off = [Player(STEADY), Player(EASY)], 0.0
    for number in range(count):
        game, deals = deals_of(played(players, Rand(seed * 100_000 + number), number % 2))
        for seat in (0, 1):
            luck, skill = luck_and_skill(deals, seat, {}, {})
            off = max(off, abs(sum(luck) + sum(skill) - game.state.scores[seat]))
    print(f"{count} games: luck and skill miss the points by {off:.1e} at most")
    return off < ROUNDING


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
    parser.add_argument("--again", type=int, default=10, help="review each of so many twice")
    parser.add_argument("--quick", action="store_true", help="check only the sum")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    good = plays(args.positions, args.seed) if args.positions else True
    if args.games and args.quick:
        good = sums(args.games, args.seed) and good
    elif args.games:
        good = games(args.games, args.seed, args.again) and good
    if not good:
        sys.exit("review: not within its bounds")


if __name__ == "__main__":
    main()

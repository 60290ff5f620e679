"""Measures the strength of the opponent: python -m tests.bench.player_strength [--games 1000]

Full strength against a player that throws at random and lays sensibly, or against one that keeps
and lays the cards that count most at once. Prints its average lead per game, with the standard
error, and its points in a deal, of both players if they are alike: published for computers are 26
points in two deals, 16 as dealer and 10 as pone.
"""

import argparse
import math
import statistics
from itertools import combinations

from host.analysis.decisions import deals_of
from host.analysis.player import EASY, FULL, STEADY, STRENGTHS, Player
from tests.analysis.played_games import played
from tests.conformance.support.kit import Rand

_TOLD = 50  # games


class RandomThrows(Player):
    """Lays sensibly, and throws at random."""

    def __init__(self, random):
        super().__init__(STEADY)
        self._random = random

    def throw(self, view):
        return self._random.choice(list(combinations(view.hand, 2)))


def scores_of(entries, seats):
    """Return the final scores, and by role the points of these seats in each whole deal."""
    game, deals = deals_of(entries)
    made = {"dealer": [], "pone": []}
    for deal, after in zip(deals, deals[1:], strict=False):
        for seat in seats:
            role = "dealer" if deal.dealer == seat else "pone"
            made[role].append(after.scores[seat] - deal.scores[seat])
    return list(game.state.scores), made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--strength", choices=list(STRENGTHS), default="full")
    parser.add_argument(
        "--other", choices=["random", "greedy", "steady", "full"], default="random"
    )
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    others = {
        "random": lambda: RandomThrows(Rand(args.seed)),
        "greedy": lambda: Player(EASY),
        "steady": lambda: Player(STEADY),
        "full": lambda: Player(FULL),
    }
    pair = [Player(STRENGTHS[args.strength]), others[args.other]()]
    seats = (0, 1) if args.strength == args.other else (0,)
    margins, made = [], {"dealer": [], "pone": []}
    for number in range(args.games):
        # Both deal first in half of the games.
        scores, deals = scores_of(
            played(pair, Rand(args.seed * 100_000 + number), number % 2), seats
        )
        margins.append(scores[0] - scores[1])
        for role, points in deals.items():
            made[role] += points
        if (number + 1) % _TOLD == 0 or number + 1 == args.games:
            tell(args, margins, made)


def tell(args, margins, made):
    error = statistics.stdev(margins) / math.sqrt(len(margins))
    won = sum(margin > 0 for margin in margins) / len(margins)
    each = ", ".join([f"{role} {_average(points)}" for role, points in made.items()])
    both = sum([statistics.mean(points) for points in made.values()])
    print(
        f"{args.strength} against {args.other}, {len(margins)} games: "
        f"{statistics.mean(margins):+.1f} points a game (error {error:.1f}), "
        f"wins {100 * won:.0f} %; a deal as {each}, two deals {both:.2f}",
        flush=True,
    )


def _average(values):
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.mean(values):.2f} (error {error:.2f})"


if __name__ == "__main__":
    main()

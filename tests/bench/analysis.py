"""Checks the chances to win in simulated games other than those of the tables.

Plays games of two, three and four players to the end, notes the dealer's chance before each deal,
and two-handed within deals too, and compares each bin of five percent with the share that was won.
Prints the averages behind the tables as well.
"""

import argparse
import sys
from dataclasses import dataclass

import numpy as np

from engine_core.games.lookup import preset
from host.analysis import deal_chance, tables
from host.analysis.simulation.deals import Random
from host.analysis.simulation.table_deals import Deals
from tests.analysis.simulated_deals import keyed, started

TARGET = 121
CODES = {2: 1, 3: 2, 4: 3}  # of the presets, by the number of players
BIN = 5  # per cents
# Limits for a bin: times the standard error, and half a percent for the edges.
_ERRORS = 4


@dataclass
class Position:
    """A game before one of its deals, and that deal."""

    deals: Deals
    deal: int
    scores: tuple  # by side
    dealer: int  # side
    game: int


def play(games, seed, players=2):
    """Play `games` to the end; return every position, and the winner of each game."""
    random, table = Random(seed), preset(CODES[players]).deal_for(players)
    # As the tables' players throw.
    averages = np.array(tables.read(players)["cribs"])
    scores = np.zeros((games, table.sides), dtype=int)
    winner = np.full(games, -1)
    positions = []
    dealer = 0
    while (winner < 0).any():
        on = np.flatnonzero(winner < 0)
        deals = Deals(random, on.size, table, averages)
        for deal, game in enumerate(on.tolist()):
            positions.append(Position(deals, deal, tuple(scores[game].tolist()), dealer, game))
        for gain in deals.gains():
            game = on[gain.deals]
            player = (dealer + gain.sides) % table.sides
            going = winner[game] < 0
            game, player = game[going], player[going]
            scores[game, player] += gain.points[going]
            won = scores[game, player] >= TARGET
            winner[game[won]] = player[won]
        dealer = (dealer + 1) % table.sides
    return positions, winner


def before_deals(positions, winner, players=2):
    """Return the chance of the dealer at each position, and whether the dealer won."""
    chances = []
    for at in positions:
        scores = at.scores[at.dealer :] + at.scores[: at.dealer]
        if len(scores) == 3:
            chances.append(tables.three_sided(TARGET, scores)[0])
        else:
            chances.append(tables.before_deal(TARGET, players)[scores[0]][scores[1]])
    return np.array(chances), np.array([winner[at.game] == at.dealer for at in positions])


def within_deals(positions, winner, places, seed, progress=False):
    """Return the same for `places` of the positions after a random entry of their deal."""
    random = Random(seed)
    chances, won = [], []
    picked = random.below(len(positions), places).tolist()
    steps = random.below(16, places).tolist()
    for number, (at, step) in enumerate(zip(picked, steps, strict=True)):
        position = positions[at]
        # In the engine the dealer is the last seat.
        one = (position.scores[1 - position.dealer], position.scores[position.dealer])
        game = started(1, 2, one)
        deal = keyed(game, position.deals, position.deal)
        for _ in range(step + 1):
            if next(deal, None) is None:
                break
        found = deal_chance.chances(game.state)
        chances.append(found[1])
        won.append(winner[position.game] == position.dealer)
        if progress and number % 100 == 0:
            print(f"\r{number} of {places}", end="", file=sys.stderr, flush=True)
    if progress:
        print(file=sys.stderr)
    return np.array(chances), np.array(won)


def bins(chances, won):
    """Yield for each bin its lower end and its size, and as percentages: the mean chance, the
    share won, and the most they may differ."""
    for low in range(0, 100, BIN):
        some = (chances >= low / 100) & (chances < (low + BIN) / 100)
        size = int(some.sum())
        if not size:
            continue
        mean = float(chances[some].mean())
        apart = _ERRORS * (mean * (1 - mean) / size) ** 0.5
        yield low, size, 100 * mean, 100 * float(won[some].mean()), 100 * apart + 0.5


def table(title, chances, won):
    """Print the bins; return whether all are within the limits."""
    print(f"{title}: {len(chances):,} positions")
    print(f"{'given':>8} {'positions':>10} {'mean':>6} {'won':>6}")
    held = True
    for low, size, mean, came, apart in bins(chances, won):
        good = abs(mean - came) <= apart
        held &= good
        mark = "" if good else f"  more than {apart:.1f} apart"
        print(f"{low:>3}–{low + BIN:<3}% {size:>10,} {mean:>6.1f} {came:>6.1f}{mark}")
    return held


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=11_500, help="games to play (11500)")
    parser.add_argument("--places", type=int, default=3000, help="places within deals (3000)")
    parser.add_argument("--seed", type=int, default=77, help="not the one of the tables (77)")
    given = parser.parse_args()
    print("points in a deal, on average:")
    for players, name in tables.FILES.items():
        kept = tables.read(players)
        print(f"  {name}, {kept['deals']:,} deals from seed {kept['seed']}")
        names = ("dealer", "left", "right") if players == 3 else ("dealer", "pone")
        for side, row in zip(names, kept["averages"], strict=True):
            parts = ", ".join([f"{what} {points:.2f}" for what, points in row.items()])
            print(f"    {side:<7} {parts}")
    positions, winner = play(given.games, given.seed)
    held = table("two-handed, before a deal", *before_deals(positions, winner))
    progress = sys.stderr.isatty()
    within = within_deals(positions, winner, given.places, given.seed + 1, progress)
    held &= table("two-handed, within a deal", *within)
    for players in (3, 4):
        others = play(given.games // 4, given.seed, players)
        title = f"{tables.FILES[players]}, before a deal"
        held &= table(title, *before_deals(*others, players))
    print(f"analysis: {'every bin holds' if held else 'a bin does not hold'}")
    if not held:
        sys.exit(1)


if __name__ == "__main__":
    main()

"""The simulation behind the tables, compared with the engine and with simple computations."""

from functools import cache

import numpy as np
import pytest

from engine_core.count import show
from engine_core.games.lookup import preset
from host.analysis.simulation import three_sides
from host.analysis.simulation.deals import Random, throw
from host.analysis.simulation.hand_points import PAIRS
from host.analysis.simulation.race import Race, fold
from host.analysis.simulation.table_deals import Deals, relative_sides
from tests.analysis.simulated_deals import keyed, started

NO_CRIBS = {2: np.zeros((2, len(PAIRS))), 3: np.zeros((2, 13)), 4: np.zeros((2, 13))}
pytestmark = pytest.mark.slow  # the graph of all plays takes two seconds
TABLES = [(1, 2), (2, 3), (3, 4)]


def dealt(code, players, deals=60, seed=1):
    return Deals(Random(seed), deals, preset(code).deal_for(players), NO_CRIBS[players])


@pytest.mark.parametrize(("code", "players"), TABLES)
def test_a_simulated_deal_scores_what_the_engine_says(code, players):
    deals = dealt(code, players, 30)
    table = preset(code).deal_for(players)
    sides = relative_sides(table)
    totals = np.zeros((table.sides, deals.size), dtype=int)
    for gain in deals.gains():
        np.add.at(totals, (gain.sides, gain.deals), gain.points)
    for deal in range(deals.size):
        game = started(code, players, [0] * table.sides)
        for _ in keyed(game, deals, deal):
            pass
        assert game.state.deal_number == 2
        for seat in range(players):
            expected = totals[sides[seat], deal]
            assert game.state.scores[game.state.side(seat)] == expected


def test_the_cards_of_a_deal_are_distinct():
    deals = dealt(3, 4)
    cards = np.concatenate([*deals.kept, *deals.thrown, deals.starter[:, None]], axis=1)
    assert all(len(set(row)) == 21 for row in cards.tolist())


def test_the_same_seed_deals_the_same_and_another_does_not():
    one, same, other = dealt(1, 2), dealt(1, 2), dealt(1, 2, seed=2)
    assert (one.play.cards == same.play.cards).all()
    assert (one.play.cards != other.play.cards).any()


def test_decks_with_known_cards_deal_the_rest_once():
    known = np.tile(np.array([51, 0, 17, 4], dtype=np.uint8), (40, 1))
    cards = Random(3).decks(40, 9, known)
    assert (cards[:, :4] == known).all()
    assert all(len(set(row)) == 13 for row in cards.tolist())


@pytest.mark.parametrize("sign", [1, -1])
def test_the_throw_is_the_best_by_the_exact_average(sign):
    cribs = np.arange(len(PAIRS)) % 7 / 10
    hands = Random(5).decks(30, 6)
    kept, thrown = throw(hands, cribs, sign)
    for hand, keep, out in zip(hands.tolist(), kept.tolist(), thrown.tolist(), strict=True):
        assert sorted(keep + out) == sorted(hand)
        worths = [worth(hand, pair, cribs, sign) for pair in pairs_of(hand)]
        assert worth(hand, out, cribs, sign) == pytest.approx(max(worths))


def pairs_of(hand):
    return [[a, b] for a in hand for b in hand if a < b]


def worth(hand, thrown, cribs, sign):
    kept = [card for card in hand if card not in thrown]
    starters = [card for card in range(52) if card not in hand]
    average = sum([show.count(kept, starter) for starter in starters]) / 46
    pair = tuple(sorted(card >> 2 for card in thrown))
    return average + sign * cribs[PAIRS.index(pair)]


def paths(deals, sides):
    """Return the scores of each deal, in order, as `(side, points)`."""
    out = [[] for _ in range(deals.size)]
    for gain in deals.gains():
        for deal, side, points in zip(gain.deals, gain.sides, gain.points, strict=True):
            if points:
                out[deal].append((int(side), int(points)))
    return out


def played_out(path, scores, target):
    """Return the side that wins, or the scores after the deal."""
    scores = list(scores)
    for side, points in path:
        scores[side] += points
        if scores[side] >= target:
            return side
    return scores


def test_the_fold_is_the_mean_over_the_deals_at_every_score():
    deals, target = dealt(1, 2, deals=25), 31
    race = Race(2)
    race.add(deals)
    found = fold(race, target)
    each = paths(deals, 2)
    plain = np.zeros((target, target))
    for both in range(2 * target - 2, -1, -1):
        for dealer in range(max(0, both - target + 1), min(both, target - 1) + 1):
            pone = both - dealer
            for path in each:
                end = played_out(path, (dealer, pone), target)
                if isinstance(end, int):
                    plain[dealer, pone] += end == 0
                else:
                    plain[dealer, pone] += 1 - plain[end[1], end[0]]
            plain[dealer, pone] /= deals.size
    assert np.allclose(found, plain)


def test_three_sides_are_first_as_often_as_the_deals_say():
    deals, target = dealt(2, 3, deals=50), 121
    race = Race(3)
    race.add(deals)
    each = paths(deals, 3)
    for scores in ([110, 105, 112], [120, 120, 120], [90, 118, 100]):
        ends = [played_out(path, scores, target) for path in each]
        for side in range(3):
            needs = tuple(min(99, target - scores[(side + step) % 3]) for step in range(3))
            won = sum([end == side for end in ends if isinstance(end, int)])
            assert race.first(side)[needs] == pytest.approx(won / len(each))


def test_the_fold_of_three_sides_is_the_mean_over_the_deals():
    deals, target = dealt(2, 3, deals=25), 25
    race = Race(3)
    race.add(deals)
    found = three_sides.fold(race, target, lambda text: None)
    each = paths(deals, 3)

    @cache
    def plain(*scores):
        wins = [0.0, 0.0, 0.0]
        for path in each:
            end = played_out(path, scores, target)
            if isinstance(end, int):
                wins[end] += 1
            else:
                # The player to the left deals next.
                left, right, dealer = plain(end[1], end[2], end[0])
                wins = [wins[0] + dealer, wins[1] + left, wins[2] + right]
        return [won / deals.size for won in wins]

    for scores in [(0, 0, 0), (7, 5, 9), (20, 11, 0), (24, 24, 24), (3, 24, 9), (24, 0, 24)]:
        assert list(found[(slice(None), *scores)]) == pytest.approx(plain(*scores)[:2])
    kept = three_sides.on_grid(found, target)
    grid = three_sides.grid(target)
    assert kept.shape == (2, len(grid), len(grid), len(grid))
    assert kept[1, 3, 1, 2] == found[1, grid[3], grid[1], grid[2]]


def test_the_grid_of_three_sides_has_both_ends():
    for target in (121, 61):
        grid = three_sides.grid(target)
        assert (grid[0], grid[-1]) == (0, target - 1)
        assert grid == sorted(set(grid))

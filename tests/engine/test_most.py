"""The most points of a hand in a preset's Scoring equal the most that its cards can make."""

from itertools import combinations_with_replacement

import pytest

from engine_core.count.cards import JACK
from engine_core.count.rank_points import rank_points
from engine_core.games.presets import BATTLEFIELD, PRESETS, SCOREBOARD

SCORINGS = {
    # In Battlefield one of the five cards is dropped before the count.
    row.scoring: max(deal.hand for deal in row.deals) - (row.machine == BATTLEFIELD)
    for row in PRESETS
    if row.machine != SCOREBOARD
}


def most(scoring, hand):
    """Return the most points that `hand` cards and a starter make."""
    best = 0
    for ranks in combinations_with_replacement(range(13), hand + 1):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        points = rank_points([rank * 4 for rank in ranks], None, scoring)
        alike = hand + 1 - len(set(ranks))
        if alike <= 1:  # with a pair the starter has the suit of none of the others
            points += (hand if hand >= 3 else 0) + (1 - alike)
        nobs = JACK in ranks and len(set(ranks)) > 1 and alike != 1
        best = max(best, points + nobs)
    return best


@pytest.mark.parametrize("scoring", SCORINGS, ids=lambda scoring: type(scoring).__name__)
def test_the_most_of_a_hand_is_what_its_cards_can_make(scoring):
    cards = SCORINGS[scoring]
    real = most(scoring, cards)
    assert scoring.most == real, f"a preset with {cards} cards needs a Scoring with most = {real}"

"""Throws to practise: the same for everyone on a day, judged as `pegboard throw` does."""

from datetime import date, timedelta

import pytest

from engine_core.count.cards import cards
from host.analysis.player import ThrowView
from host.analysis.practice import (
    days_until_again,
    experts_throw,
    throw_from,
    throw_of_day,
    verdict,
)
from host.analysis.throws import ranked

DAY = date(2026, 11, 23)
_HANDS = 60


def test_the_throw_of_a_day_is_the_same_everywhere_and_another_each_day():
    # Not to be changed: people compare their throws of the day.
    hand = tuple(cards("3D 6H 6D 7S TS KH"))
    assert throw_of_day(DAY.isoformat()) == ThrowView(0, hand, (60, 49), 121)
    days = {throw_of_day((DAY + timedelta(days=n)).isoformat()).hand for n in range(60)}
    assert len(days) == 60


def test_throws_are_six_cards_at_a_score_of_a_game():
    roles = set()
    for n in range(200):
        found = throw_from(str(n))
        assert len(set(found.hand)) == 6 and all(0 <= card < 52 for card in found.hand)
        assert all(0 <= score < 121 for score in found.scores)
        assert abs(found.scores[0] - found.scores[1]) <= 12
        roles.add(found.role)
    assert roles == {0, 1}


def test_a_throw_is_judged_as_the_throw_command_does():
    view = ThrowView(1, tuple(cards("5H JC 2C 9D KS KD")), (40, 50), 121)
    rows = ranked(list(view.hand), 1, (40, 50), 121)
    for place, row in enumerate(rows, 1):
        found = verdict(view, row["throw"])
        assert (found.place, found.own) == (place, row)
        assert found.chance == pytest.approx(100 * (rows[0]["win"] - row["win"]))
        assert found.points >= 0


def test_experts_tables_name_their_throw():
    # Schell, "How to analyze discards": from A-2-7-9-J-Q the dealer throws J-Q, not 7-9.
    view = ThrowView(0, tuple(cards("AS 2D 7H 9C JD QH")), (0, 0), 121)
    experts = verdict(view, cards("7H 9C")).experts
    assert set(experts) != set(cards("7H 9C"))
    # A pair of fives is the crib's best in every table.
    own = ThrowView(0, tuple(cards("5S 5D 2C 3H 4S AC")), (0, 0), 121)
    assert len(verdict(own, cards("5S 5D")).experts) == 2


@pytest.mark.parametrize(
    ("chances", "days"),
    [
        ([], 1),
        ([0], 1),
        ([5], 1),
        ([0, 0], 7),
        ([0, 0, 0], 30),
        ([0, 0, 0, 0], 30),
        ([0, 0, 3], 1),
        ([0, 0, 3, 0, 0.5], 7),
    ],
)
def test_a_throw_comes_again_after_a_day_a_week_a_month(chances, days):
    assert days_until_again(chances) == days


@pytest.mark.slow
def test_experts_tables_and_ours_rank_the_same_throw_first_or_one_as_good():
    """Hessel's and Cribbage Pro's cribs, which are not ours, on the same hands."""
    same, lost = 0, 0.0
    for n in range(_HANDS):
        view = throw_from(f"hand {n}")
        rows = ranked(list(view.hand), view.role, None, 121)
        experts = experts_throw(view, rows)
        own = next(row for row in rows if set(row["throw"]) == set(experts))
        same += own is rows[0]
        lost += rows[0]["total"] - own["total"]
    assert same / _HANDS >= 0.7
    assert lost / _HANDS <= 0.2

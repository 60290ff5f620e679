"""The tables in the package: their shape, their plausibility, and published figures."""

from itertools import combinations_with_replacement
from pathlib import Path
from statistics import fmean

import pytest

from host.analysis import tables
from host.analysis.published_cribs import HESSEL_PONE, PRO_DEALER
from host.analysis.tables import DEALER, PONE

DATA = Path(tables.__file__).parent / "data"
TWO_SIDED = [(2, 121), (2, 61), (4, 121), (4, 61)]
PAIRS = list(combinations_with_replacement(range(13), 2))


@pytest.mark.parametrize(("players", "target"), TWO_SIDED)
def test_the_chance_rises_with_the_dealers_score_and_falls_with_the_pones(players, target):
    rows = tables.before_deal(target, players)
    assert len(rows) == target and {len(row) for row in rows} == {target}
    assert min(map(min, rows)) >= 0 and max(map(max, rows)) <= 1
    for row in rows:
        assert row == sorted(row, reverse=True)
    for column in zip(*rows, strict=True):
        assert list(column) == sorted(column)
    # Where the game is open, strictly.
    close = [rows[score][target - 10] for score in range(target - 30, target)]
    assert len(set(close)) == len(close)


@pytest.mark.parametrize("target", [121, 61])
def test_three_players_chances_add_up_and_rise_with_their_own_score(target):
    steps = range(0, target, 10)
    for left in (0, target // 2, target - 1):
        for right in (3, target // 2, target - 6):
            each = [tables.three_sided(target, (dealer, left, right)) for dealer in steps]
            assert all(sum(chances) == pytest.approx(1) for chances in each)
            dealers = [chances[0] for chances in each]
            # The deals drawn for the fold are a sample.
            assert all(b > a - 0.002 for a, b in zip(dealers, dealers[1:], strict=False))


def test_three_players_chances_lie_between_those_of_the_scores_around():
    at = [tables.three_sided(121, (60, 60, score))[2] for score in (56, 57, 58, 59, 60)]
    assert at == sorted(at)


def test_the_seed_and_the_number_of_deals_are_kept_with_the_tables():
    for players in tables.FILES:
        kept = tables.read(players)
        assert isinstance(kept["seed"], int)
        assert kept["deals"] >= 1_000_000
    assert sum([path.stat().st_size for path in DATA.iterdir()]) < 300_000


def test_the_first_dealer_wins_as_often_as_published():
    # Colvert: 56 of 100. Cribbage Pro: 55 to 56 % between players of one strength.
    assert tables.before_deal(121)[0][0] == pytest.approx(0.56, abs=0.006)


def test_the_averages_of_a_deal_are_those_published():
    # Colvert: 16.2 for the dealer and 10.2 for the pone.
    dealer, pone = tables.read(2)["averages"]
    assert dealer["total"] == pytest.approx(16.2, abs=0.1)
    assert pone["total"] == pytest.approx(10.2, abs=0.1)


def test_the_cribs_are_worth_what_hessel_found():
    ours = [tables.crib_average(PONE, *pair, suited=False) for pair in PAIRS]
    theirs = [HESSEL_PONE[low][high] for low, high in PAIRS]
    away = [abs(a - b) for a, b in zip(ours, theirs, strict=True)]
    assert fmean(away) < 0.08
    assert max(away) < 0.3


def test_the_dealers_cribs_are_worth_about_what_they_are_in_real_games():
    away = [tables.crib_average(DEALER, *pair) - PRO_DEALER[pair[0]][pair[1]] for pair in PAIRS]
    assert abs(fmean(away)) < 0.15
    assert max(map(abs, away)) < 0.5


@pytest.mark.parametrize("role", [DEALER, PONE])
@pytest.mark.parametrize("suited", [True, False])
def test_the_chances_of_a_crib_average_what_the_table_says(role, suited):
    for low, high in [(4, 4), (1, 2), (9, 12), (10, 10)]:
        if suited and low == high:
            continue
        chances = tables.crib_chances(role, low, high, suited)
        assert sum(chances) == pytest.approx(1)
        average = sum([points * share for points, share in enumerate(chances)])
        # Kept in parts of 60,000, of which the rarest are less than one.
        assert average == pytest.approx(tables.crib_average(role, low, high, suited), abs=0.003)


def test_the_sample_of_plays_pegs_what_the_deals_did():
    plays = tables.plays()
    assert all(len(who) == 8 and who.count(DEALER) == 4 for who, _ in plays)
    for role, row in enumerate(tables.read(2)["averages"]):
        points = [sum([p for _, r, p, _ in scored if r == role]) for _, scored in plays]
        assert fmean(points) == pytest.approx(row["play"], abs=0.12)
    # Somebody always plays the last card.
    assert all(scored and scored[-1][0] == 8 for _, scored in plays)


def test_what_is_kept_is_every_set_of_four_ranks_with_its_chance():
    assert len(tables.sets_of_four()) == 1820
    for role in (DEALER, PONE):
        assert sum(tables.keep_chances(role)) == pytest.approx(1, abs=1e-4)

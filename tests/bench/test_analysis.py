"""The benches of the analysis as tests, run when their marker is named: -m bench."""

import pytest

from host.analysis import tables, throws
from host.analysis.simulation import __main__ as simulation
from host.analysis.simulation.deals import Random
from tests.bench import analysis, throw_speed

HANDS = 150


@pytest.mark.bench
def test_a_throw_is_answered_in_03_seconds():
    # The quickest: other work of the computer is not the command's.
    assert min(throw_speed.run()) <= throw_speed.AT_MOST


@pytest.mark.bench
def test_chances_come_true_before_and_within_deals():
    positions, winner = analysis.play(11_500, 77)
    assert len(positions) > 100_000
    for chances, won in (
        analysis.before_deals(positions, winner),
        analysis.within_deals(positions, winner, 3000, 78),
    ):
        for low, _, mean, came, apart in analysis.bins(chances, won):
            assert abs(mean - came) <= apart, low


@pytest.mark.bench
@pytest.mark.parametrize("players", [3, 4])
def test_chances_of_more_players_come_true_before_deals(players):
    positions, winner = analysis.play(2900, 77, players)
    found = analysis.before_deals(positions, winner, players)
    for low, _, mean, came, apart in analysis.bins(*found):
        assert abs(mean - came) <= apart, low


@pytest.mark.bench
@pytest.mark.parametrize("scores", [(0, 0), (60, 66), (96, 96), (100, 112), (119, 119)])
@pytest.mark.parametrize("role", [tables.DEALER, tables.PONE])
def test_the_chances_of_throws_average_those_before_the_deal(role, scores):
    sign = 1 - 2 * role
    wins = []
    for hand in Random(9).decks(HANDS, 6).tolist():
        assert max(hand) < 52
        rows = throws.ranked(hand, role, scores, 121)
        # The throws of the tables' players.
        wins.append(max(rows, key=lambda row: row["hand"] + sign * row["crib"])["win"])
    before = tables.before_deal(121)[scores[0]][scores[1]]
    before = before if role == tables.DEALER else 1 - before
    assert sum(wins) / HANDS == pytest.approx(before, abs=0.04)


@pytest.mark.bench
def test_the_same_seed_writes_the_same_files(tmp_path, monkeypatch):
    for folder in ("one", "two"):
        words = ["--deals", "40000", "--only", "four-handed", "--out", str(tmp_path / folder)]
        monkeypatch.setattr("sys.argv", ["simulation", *words])
        simulation.main()
    one, two = ((tmp_path / folder / "four-handed.json").read_bytes() for folder in ("one", "two"))
    assert one == two

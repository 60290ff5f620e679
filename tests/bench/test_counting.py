"""The benches of counting as tests, run when their marker is named: -m exhaustive, -m bench."""

import pytest

from tests.bench import count_speed, exhaustive_show, random_play


@pytest.mark.exhaustive
def test_every_hand_and_starter_agrees_and_is_distributed_as_published():
    as_hand, as_crib = exhaustive_show.run()
    assert sum(as_hand) == sum(as_crib) == exhaustive_show.TOTAL


@pytest.mark.exhaustive
def test_a_million_random_sequences_of_play_agree():
    sequences, cards, histogram = random_play.run(1_000_000)
    assert sequences == 1_000_000
    assert sum(histogram.values()) == cards


@pytest.mark.bench
def test_a_hand_is_counted_25_times_as_fast_as_by_cribbage_scorer():
    pytest.importorskip("cribbage_scorer", reason='python -m pip install -e ".[bench]" brings it')
    rates = count_speed.run(rounds=5)
    assert rates[count_speed.ENGINE] >= count_speed.AT_LEAST * rates["cribbage-scorer"]

"""The benches of keys and whole games as tests, run when their marker is named: -m exhaustive."""

import pytest

from tests.bench import corrections, key_traces, many_games, random_games, random_tables


@pytest.mark.exhaustive
def test_ten_thousand_bouncing_traces_lose_and_double_no_press():
    assert key_traces.run(10_000) == 120_000


@pytest.mark.exhaustive
def test_ten_thousand_games_agree_with_the_referee():
    assert many_games.run(random_games.check, 10_000)[0] == 10_000


@pytest.mark.exhaustive
def test_ten_thousand_games_agree_with_scores_computed_from_their_events():
    assert many_games.run(random_tables.check, 10_000)[0] == 10_000


@pytest.mark.exhaustive
def test_g16b_ten_thousand_games_with_mistakes_are_put_right():
    found, differ = corrections.run(10_000)
    assert sum(found.values()) > 15_000 and not differ

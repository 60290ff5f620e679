"""A club's evening in one process: whatever goes wrong, in the end walls, phones and histories
have what was played."""

import pytest

from host.club.game_publisher import GamePublisher
from tests.cases import slow
from tests.simulation.club import simulate

SIZE = {"tables": 5, "steps": 250}  # python -m tests.bench.club_simulation has 20 and 1,200


@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
def test_in_the_end_everything_is_as_it_was_played(seed):
    evening = simulate(seed, **SIZE)
    assert any(table.finished() for table in evening.tables)


@pytest.mark.slow
def test_an_evening_is_the_same_again():
    assert simulate(1, 3, 60).log == simulate(1, 3, 60).log


@pytest.mark.slow
def test_a_game_that_is_missing_at_the_broker_is_found(monkeypatch):
    monkeypatch.setattr("tests.simulation.club.RECOVERY_SECONDS", 10.0)
    monkeypatch.setattr(GamePublisher, "held", lambda *told: None)
    put = GamePublisher._put

    def forget(self, name, payload):
        if not name.startswith("games/"):
            put(self, name, payload)

    monkeypatch.setattr(GamePublisher, "_put", forget)
    with pytest.raises(AssertionError, match="seed 0: not as it was played: the games of wall 0"):
        simulate(0, **SIZE)

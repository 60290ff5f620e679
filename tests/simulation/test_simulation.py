"""Board, flash, link, laptop and pages in one process: whatever goes wrong, all have the same
game."""

import pytest

from tests.cases import exhaustive, slow
from tests.simulation.world import simulate

# python -m tests.bench.simulation plays more.
GAMES = [*range(12), *slow(*range(12, 36)), *exhaustive(*range(36, 100))]


@pytest.mark.parametrize("seed", GAMES)
def test_all_ends_have_one_game_in_the_end(seed):
    simulate(seed)


def test_a_simulation_is_the_same_again():
    assert simulate(5).log == simulate(5).log


def test_a_failure_names_its_seed_and_what_has_happened(monkeypatch):
    monkeypatch.setattr("tests.simulation.world.World.differences", lambda world: ["the entries"])
    monkeypatch.setattr("tests.simulation.world.RECOVERY_SECONDS", 1.0)
    with pytest.raises(AssertionError, match="seed 3: the ends differ in the entries\n(.|\n)*key"):
        simulate(3)

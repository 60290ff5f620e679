"""The heap that a game takes on MicroPython, against the budget of a Pico.

A separate VM, with the program as .mpy like a Pico's, runs one test that leaves a game in
memory. The memory in use after a collection is the program, the game, and the tests' agent.
"""

import pytest

from tests.targets.answer import Unavailable
from tests.targets.compiled import compiled
from tests.targets.micropython import MicroPython

BUDGET = 144 * 1024  # bytes, of the 228 KiB that a Pico has


# The files of tests that are run here.
TESTS = (
    "tests/conformance/battlefield/test_battle_memory",
    "tests/conformance/storage/test_match_memory",
)
GROWTH = 4096  # bytes that 50 games may take beyond one game's


class Compiled(MicroPython):
    """The VM, with .mpy in the place of our sources."""

    def _files(self):
        return compiled(*TESTS)


def run(module, name):
    """Run one test of the conformance suite in a new VM; return its answer."""
    target = Compiled(120)
    try:
        return target.run(f"tests.conformance.{module}", name)
    except Unavailable as why:
        pytest.fail(str(why))
    finally:
        target.close()


@pytest.mark.slow
def test_four_handed_battlefield_in_mid_game_fits():
    answer = run("battlefield.test_battle_memory", "test_a_four_handed_battle_in_mid_game")
    print(f"{answer.heap / 1024:.1f} KiB in use: {answer.value}")
    assert answer.heap <= BUDGET, f"{answer.heap / 1024:.1f} KiB are in use"


@pytest.mark.slow
def test_a_match_of_50_games_takes_no_more_than_one_game():
    one = run("storage.test_match_memory", "test_a_match_of_one_game").heap
    fifty = run("storage.test_match_memory", "test_a_match_of_50_games").heap
    print(f"{one / 1024:.1f} KiB in use after a game, {fifty / 1024:.1f} after 50")
    assert fifty - one <= GROWTH

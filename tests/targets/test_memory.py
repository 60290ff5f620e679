"""The heap that a game takes on MicroPython, against the budget of a Pico.

A VM of its own, with the program as .mpy as a Pico has it, runs the one test that puts a game on
the board. What stays in use after a collection is the program, the game, and the tests' agent.
"""

import pytest

from tests.targets import device, files
from tests.targets.answer import Unavailable
from tests.targets.micropython import MicroPython
from tests.targets.remote import AGENT

BUDGET = 110 * 1024  # bytes, of the 240 KiB that a Pico has


class Compiled(MicroPython):
    """The VM, with .mpy in the place of our sources."""

    def _prepare(self):
        self.repl.enter()
        self._ask(AGENT)
        self._describe()
        files.send(self._ask, device.as_mpy(files.sources(self.root)))


def test_four_handed_battlefield_in_mid_game_fits():
    target = Compiled(60)
    try:
        answer = target.run(
            "tests.conformance.battlefield.test_battle_memory",
            "test_a_four_handed_battle_in_mid_game",
        )
    except Unavailable as why:
        pytest.fail(str(why))
    finally:
        target.close()
    print(f"{answer.heap / 1024:.1f} KiB in use: {answer.value}")
    assert answer.heap <= BUDGET, f"{answer.heap / 1024:.1f} KiB are in use"

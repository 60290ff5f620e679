"""The heap that a game takes on MicroPython, against the budget of a Pico.

A VM of its own, with the program as .mpy as a Pico has it, runs one test that leaves a game in
memory. What stays in use after a collection is the program, the game, and the tests' agent.
"""

import pytest

from host.pico import build
from host.pico.constants import with_values
from tests.targets import device, files
from tests.targets.answer import Unavailable
from tests.targets.micropython import MicroPython
from tests.targets.remote import AGENT

BUDGET = 121 * 1024  # bytes, of the 228 KiB that a Pico has


GROWTH = 4096  # bytes that 50 games may take beyond what one takes


class Compiled(MicroPython):
    """The VM, with .mpy in the place of our sources."""

    def _prepare(self):
        self.repl.enter()
        self._ask(AGENT)
        self._describe()
        files.send(self._ask, compiled(files.sources(self.root)))


def compiled(sources):
    """Return `sources`, {path: bytes}, compiled: the tests, and our modules as on a board."""
    texts = {path: data.decode() for path, data in sources.items() if path.endswith(".py")}
    sources = sources | {path: text.encode() for path, text in with_values(texts).items()}
    tests = {path: data for path, data in sources.items() if path.startswith("tests/")}
    compiler = build.Compiler(build.MpyKind(6, 3, ""))
    done = device.as_mpy(tests)
    for path in sources.keys() - tests.keys():
        module = path.removesuffix(".py")
        text = sources[path].decode()
        done[module + ".mpy"] = compiler.compile(text, module.replace("/", "."))
    return done


def run(module, name):
    """Run one test of the conformance suite in a new VM; return its answer."""
    target = Compiled(120)
    try:
        return target.run(f"tests.conformance.{module}", name)
    except Unavailable as why:
        pytest.fail(str(why))
    finally:
        target.close()


def test_four_handed_battlefield_in_mid_game_fits():
    answer = run("battlefield.test_battle_memory", "test_a_four_handed_battle_in_mid_game")
    print(f"{answer.heap / 1024:.1f} KiB in use: {answer.value}")
    assert answer.heap <= BUDGET, f"{answer.heap / 1024:.1f} KiB are in use"


def test_a_match_of_50_games_takes_no_more_than_one_game():
    one = run("storage.test_match_memory", "test_a_match_of_one_game").heap
    fifty = run("storage.test_match_memory", "test_a_match_of_50_games").heap
    print(f"{one / 1024:.1f} KiB in use after a game, {fifty / 1024:.1f} after 50")
    assert fifty - one <= GROWTH

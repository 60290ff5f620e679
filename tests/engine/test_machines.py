"""Each machine has the functions described in engine_core.game.machines, and they behave so."""

import inspect
import subprocess
import sys

import pytest

from engine_core.errors import Illegal
from engine_core.game.machines import machine
from engine_core.games import phases as at
from engine_core.games.presets import PRESETS
from engine_core.games.seats import NO_SEAT
from engine_core.state.state import State

FUNCTIONS = {
    "begin": ["state", "events"],
    "apply": ["state", "entry", "events"],
    "deal": ["state", "events"],
    "fold": ["state", "events"],
    "next_dealer": ["state"],
}
MACHINES = sorted({row.machine for row in PRESETS})


def begun(row, dealer):
    """Return the state of a game of `row` that its machine has begun, and the events."""
    state = State()
    events: list = []
    state.begin(row.code, row.players()[0], row.targets[0], dealer, 0, row.tracks[0])
    machine(row.machine).begin(state, events)
    return state, events


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_has_the_functions_of_the_interface(name):
    for function, parameters in FUNCTIONS.items():
        signature = inspect.signature(getattr(machine(name), function))
        assert list(signature.parameters) == parameters
        assert signature.return_annotation is (int if function == "next_dealer" else None)


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_a_machine_begins_with_the_given_dealer_or_a_cut(row):
    state, _ = begun(row, NO_SEAT)
    assert state.phase not in (at.IDLE, at.OVER)
    state, events = begun(row, 0)
    assert state.dealer < state.seats
    assert ("deal", 1, state.dealer) in events or state.phase == at.POINTS


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_a_machine_refuses_and_changes_nothing(row):
    state, _ = begun(row, 0)
    before = state.pack()
    with pytest.raises(Illegal):
        machine(row.machine).apply(state, (99,), [])
    assert state.pack() == before


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_a_machine_deals_again_with_the_same_dealer(row):
    state, _ = begun(row, 0)
    dealer, deal = state.dealer, state.deal_number
    events: list = []
    machine(row.machine).deal(state, events)
    assert state.dealer == dealer
    assert events == ([] if state.phase == at.POINTS else [("deal", deal + 1, dealer)])


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_a_machine_skips_only_a_side_that_has_folded(row):
    state, _ = begun(row, 0)
    before = state.pack()
    events: list = []
    machine(row.machine).fold(state, events)
    assert (state.pack(), events) == (before, [])


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_a_machine_names_the_next_dealer(row):
    state, _ = begun(row, 0)
    for side in range(len(state.scores)):
        state.winner = side
        state.phase = at.OVER
        assert machine(row.machine).next_dealer(state) < state.seats


NESTED = """
import builtins, sys
import firmware.app
from engine_core.game.machines import machine

real, nested, open_imports = builtins.__import__, [], 0

def note(name, *more, **others):
    global open_imports
    before = set(sys.modules)
    open_imports += 1
    try:
        return real(name, *more, **others)
    finally:
        open_imports -= 1
        new = set(sys.modules) - before
        nested.extend(new if open_imports else ())

builtins.__import__ = note
machine(sys.argv[1])
nested = {one for one in nested if one.startswith("engine_core.")}
print(*nested - {"engine_core.count.rank_points_cache"})  # which is for CPython only
"""


@pytest.mark.parametrize("name", MACHINES)
def test_no_import_of_a_machine_is_within_another(name):
    """On a Pico the interrupt that samples the keys needs the stack that nested imports take."""
    command = [sys.executable, "-c", NESTED, name]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == ""

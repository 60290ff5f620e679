"""Runs mutants of the laptop's program through tests of pytest, in a process of its own each."""

import os
import signal
import time

import pytest

from tests.bench.changed_code import ROOT, cached, record_calls, with_mutant
from tests.bench.mutations import Mutant

# Slow tests too: .ci/run runs them.
_OPTIONS = (
    *("-n", "0", "--target", "cpython", "-q", "-p", "no:cacheprovider"),
    *("-m", "slow or not slow"),
)
_AT_ONCE = 60  # tests that are named in one run; more take long to find


def reached(tests: tuple[str, ...]) -> dict:
    """Return for each test its seconds, and the functions that it reaches, as `path:line`. tests:
    files and folders below tests/."""
    files = [ROOT / "tests" / name for name in tests]
    return cached("pytest", files, lambda: _trace([str(file) for file in files]))


def run(mutant: Mutant, original: str, tests: dict, pipe: int) -> bool:
    """Write the name of each test before it runs; return whether none notices the mutant. One that
    hangs is ended by a signal, with this process."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.chdir(ROOT)
    with_mutant(mutant, original)
    names = [*tests]
    for at in range(0, len(names), _AT_ONCE):
        some = names[at : at + _AT_ONCE]
        os.write(pipe, f"\n{some[0]}".encode())  # which notices it, if it cannot even be imported
        if pytest.main([*_OPTIONS, "-x", *some], plugins=[_Watch(tests, pipe)]):
            return False
    return True


class _Watch:
    """Writes the name of each test to `pipe`, and limits its time."""

    def __init__(self, tests: dict, pipe: int):
        self._tests = tests
        self._pipe = pipe

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        os.write(self._pipe, f"\n{item.nodeid}".encode())
        signal.setitimer(signal.ITIMER_REAL, 20 + 20 * self._tests[item.nodeid]["seconds"])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


class _Record:
    """Records of each test that passes what it calls, in its fixtures too: one that several tests
    share is called for the first of them alone."""

    def __init__(self, called: set[str]):
        self._called = called
        self._of_fixture: dict = {}
        self._failed = False
        self.found: dict = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self._called.clear()
        self._failed = False
        begun = time.perf_counter()
        told = yield
        if self._failed:
            print(f"left out, it fails or is skipped as it is: {item.nodeid}", flush=True)
        else:
            for fixture in item._fixtureinfo.name2fixturedefs.values():
                self._called |= self._of_fixture.get(fixture[-1], set())
            self.found[item.nodeid] = {
                "seconds": time.perf_counter() - begun,
                "places": sorted(self._called),
            }
        return told

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef):
        before = set(self._called)
        self._called.clear()
        try:
            return (yield)
        finally:
            self._of_fixture[fixturedef] = set(self._called)
            self._called |= before

    def pytest_runtest_logreport(self, report):
        self._failed = self._failed or not report.passed


def _trace(files: list[str]) -> dict:
    """Run every test once, on code that records which functions are called."""
    os.chdir(ROOT)
    record = _Record(record_calls())
    pytest.main([*_OPTIONS, *files], plugins=[record])
    return record.found

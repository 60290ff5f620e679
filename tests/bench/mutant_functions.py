"""Runs mutants of the engine and of the board's program through tests/conformance, whose tests are
functions that are called directly."""

import importlib
import os
import signal
import time

from tests.bench.changed_code import ROOT, cached, record_calls, with_mutant
from tests.bench.mutations import Mutant

_TESTS = ROOT / "tests" / "conformance"


def reached() -> dict:
    """Return for each test its seconds, its answer, and the functions that it reaches, as
    `path:line`."""
    return cached("functions", [_TESTS], _trace)


def run(mutant: Mutant, original: str, tests: dict, pipe: int) -> bool:
    """Write the name of each test before it runs; return whether none notices the mutant. One that
    hangs is ended by a signal, with this process."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    with_mutant(mutant, original)
    for name, found in tests.items():
        os.write(pipe, f"\n{name}".encode())
        signal.setitimer(signal.ITIMER_REAL, 10 + 20 * found["seconds"])
        module, _, function = name.rpartition(".")
        try:
            answer = getattr(importlib.import_module(module), function)()
        except BaseException:
            return False
        if repr(answer) != found["answer"]:
            return False
    return True


def _tests():
    """Yield (module, name) of every conformance test."""
    for file in sorted(_TESTS.glob("*/test_*.py")):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for name in dir(importlib.import_module(module)):
            if name.startswith("test_"):
                yield module, name


def _trace() -> dict:
    """Run every test once, on code that records which functions are called."""
    called = record_calls()
    found = {}
    for module, name in _tests():
        test = getattr(importlib.import_module(module), name)
        called.clear()
        begun = time.perf_counter()
        try:
            answer = test()
        except Exception as why:
            print(f"left out, it fails as it is: {module}.{name}: {why!r}", flush=True)
            continue
        found[f"{module}.{name}"] = {
            "seconds": time.perf_counter() - begun,
            "answer": repr(answer),
            "places": sorted(called),
        }
    return found

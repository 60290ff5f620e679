"""Mutation testing: changes one thing in the engine or the board's program, and runs the tests of
tests/conformance that reach it. A mutant that no test notices shows a gap in the tests.

The sample is drawn by a seed. Each survivor is named; one that means the same as the original is
listed with the reason in equivalent_mutants.txt, with its function, and the line before and after.
"""

import argparse
import ast
import builtins
import hashlib
import importlib
import importlib.machinery
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.bench.mutations import Mutant, every, first_line, importers

ROOT = Path(__file__).parents[2]
GOALS = {"engine_core": (400, 0.98), "firmware": (200, 0.90)}  # mutants, and share to be killed
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.txt")
_SURVIVED = "-"  # not the name of a test


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="of each folder; 400 and 200")
    parser.add_argument("--folder", choices=GOALS, action="append", help="both")
    parser.add_argument("--only", default="", help="files whose name contains this")
    parser.add_argument(
        "--matching",
        action="append",
        help="in place of a sample, the mutants that are named by a text with this in it",
    )
    options = parser.parse_args()
    reached = _reached()
    good = True
    for folder in options.folder or GOALS:
        count, goal = GOALS[folder]
        mutants = [one for one in every(ROOT, folder) if options.only in one.path]
        if options.matching:
            sample = [one for one in mutants if _matches(one, options.matching)]
        else:
            dice = random.Random(options.seed)
            sample = dice.sample(mutants, min(len(mutants), options.count or count))
        good = _measure(folder, sample, reached, goal) and good
    sys.exit(0 if good else 1)


def _matches(mutant: Mutant, texts: list[str]) -> bool:
    key = mutant.key((ROOT / mutant.path).read_text(encoding="utf-8"))
    return any(text in key for text in texts)


def _measure(folder: str, sample: list[Mutant], reached: dict, goal: float) -> bool:
    """Run the tests on each mutant; print the survivors, and return whether they are few."""
    known = {line.rpartition("  # ")[0] for line in EQUIVALENT.read_text("utf-8").splitlines()}
    counts = {"killed": 0, "equivalent": 0, "survived": 0}
    killers: Counter = Counter()
    for mutant in sample:
        original = (ROOT / mutant.path).read_text(encoding="utf-8")
        if mutant.key(original) in known:
            counts["equivalent"] += 1
        elif killer := _killer(mutant, original, reached, killers):
            counts["killed"] += 1
            killers[mutant.path, killer] += 1
        else:
            counts["survived"] += 1
            print(f"survived: line {mutant.line} of {mutant.key(original)}", flush=True)
    share = 1 - counts["survived"] / max(1, len(sample))
    told = ", ".join([f"{number} {what}" for what, number in counts.items()])
    print(f"{folder}: {told} of {len(sample)}: {share:.1%} noticed (goal {goal:.0%})", flush=True)
    return share >= goal


# The tests --------------------------------------------------------------------------------


def _tests():
    """Yield (module, name) of every conformance test."""
    for file in sorted((ROOT / "tests" / "conformance").glob("*/test_*.py")):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for name in dir(importlib.import_module(module)):
            if name.startswith("test_"):
                yield module, name


def _reached() -> dict:
    """Return for each test its seconds, its answer, and the functions it reaches, as `path:line`.
    The result is cached until a file changes."""
    digest = _digest()
    kept = Path(tempfile.gettempdir()) / f"pegboard-reached-{digest}.json"
    if not kept.exists():
        child = os.fork()
        if not child:
            kept.write_text(json.dumps(_trace()), encoding="utf-8")
            os._exit(0)
        if os.waitpid(child, 0)[1] or digest != _digest():
            kept.unlink(missing_ok=True)
            raise SystemExit("the tests cannot be run, or a file has changed meanwhile")
    return json.loads(kept.read_text(encoding="utf-8"))


def _digest() -> str:
    digest = hashlib.sha256()
    for folder in (*GOALS, "tests/conformance", "hardware"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _trace() -> dict:
    """Run every test once, on code that records which functions are called."""
    called: set[str] = set()
    builtins.__called__ = called  # type: ignore[attr-defined]
    _compile_by(_noting)
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


def _compile_by(change: Callable[[str, str], str | ast.Module | None]) -> None:
    """Import our modules as the result of `change(path, source)`, or unchanged if it is None."""
    loader = importlib.machinery.SourceFileLoader
    whole = loader.get_code

    def get_code(self, name):
        path = Path(self.path)
        if ROOT not in path.parents or path.suffix != ".py":
            return whole(self, name)
        changed = change(path.relative_to(ROOT).as_posix(), self.path)
        if changed is None:
            return whole(self, name)
        return compile(changed, self.path, "exec", dont_inherit=True)

    loader.get_code = get_code  # type: ignore[method-assign]


def _noting(path: str, file: str) -> ast.Module | None:
    """Return the code of the file with a recording call at the beginning of each function."""
    if not path.startswith(tuple(f"{folder}/" for folder in GOALS)):
        return None
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            note = ast.parse(f"__called__.add({path + ':' + str(first_line(node))!r})").body[0]
            node.body.insert(0, note)
    return ast.fix_missing_locations(tree)


def _killer(mutant: Mutant, original: str, reached: dict, killers: Counter) -> str:
    """Run the tests that reach the mutant in a separate process, until one notices it; return
    its name, or "". First come those that have noticed most mutants of the same file, by
    `killers`, of those the quickest."""
    places = {place for found in reached.values() for place in found["places"]}
    wanted = {f"{mutant.path}:{mutant.function}"}
    # Code that runs when a module is imported affects all its users.
    if not mutant.function or not wanted & places:
        files = importers(ROOT, mutant.path, GOALS)
        wanted = {place for place in places if place.rpartition(":")[0] in files}
    tests = [name for name, found in reached.items() if wanted.intersection(found["places"])]
    tests.sort(key=lambda name: (-killers[mutant.path, name], reached[name]["seconds"]))
    ours, its = os.pipe()
    child = os.fork()
    if not child:
        os.close(ours)
        _run(mutant, original, {name: reached[name] for name in tests}, its)
        os._exit(0)
    os.close(its)
    with open(ours, encoding="utf-8") as pipe:
        told = pipe.read().split("\n")
    os.waitpid(child, 0)
    return "" if told[-1] == _SURVIVED else told[-1]


def _run(mutant: Mutant, original: str, tests: dict, pipe: int) -> None:
    """Write the name of each test before it runs, and _SURVIVED after all of them if none notices
    the mutant; one that hangs is ended by a signal."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    _compile_by(lambda path, file: mutant.source(original) if path == mutant.path else None)
    for name, found in tests.items():
        os.write(pipe, f"\n{name}".encode())
        signal.setitimer(signal.ITIMER_REAL, 10 + 20 * found["seconds"])
        module, _, function = name.rpartition(".")
        try:
            answer = getattr(importlib.import_module(module), function)()
        except BaseException:
            return
        if repr(answer) != found["answer"]:
            return
    os.write(pipe, f"\n{_SURVIVED}".encode())


if __name__ == "__main__":
    main()

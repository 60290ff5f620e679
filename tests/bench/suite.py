"""Runs the tests again and again, and prints each that fails, and why: in one process, with the
files in a random order, while other processes keep the cores busy, or while the answers of pages'
servers come late.

python -m tests.bench.suite --runs 20
python -m tests.bench.suite --alone
python -m tests.bench.suite --late 0.12 --stress 0 tests/page tests/host
"""

import argparse
import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUSY = "while True: pass"
LATE = "PEGBOARD_LATE"  # the environment variable for late_answers.py
# -vv, as otherwise pytest cuts the reasons of failures to the width of a terminal.
COMMAND = [sys.executable, "-m", "pytest", "-vv", "-rfE", "-n", "0", "-p", "no:cacheprovider"]
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S.*)$", re.MULTILINE)
_WHY = re.compile(r"^E  .*$", re.MULTILINE)
_NO_TESTS = 5  # pytest's exit status, as where all tests of a file have a marker


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", default=["tests"], help="all tests")
    parser.add_argument("--runs", type=int, default=1, help="how often (1)")
    parser.add_argument("--seed", type=int, default=1, help="of the first run's order (1)")
    parser.add_argument("--stress", type=int, default=2, help="busy processes meanwhile (2)")
    parser.add_argument("--alone", action="store_true", help="each file in a run of its own")
    parser.add_argument(
        "--late", type=float, help="seconds that an answer of a page's server may take longer"
    )
    options = parser.parse_args()
    if options.late:
        COMMAND.extend(["-p", "tests.bench.late_answers"])
        os.environ[LATE] = str(options.late)
    failed = 0
    with stress(options.stress):
        for seed in range(options.seed, options.seed + options.runs):
            groups = files(options.paths) if options.alone else [options.paths]
            begun, found, why = time.monotonic(), [], []
            for paths in groups:
                more, reasons = run([*paths, "--shuffle", str(seed)])
                found += more
                why += reasons
            failed += len(found)
            seconds = time.monotonic() - begun
            print(
                f"seed {seed}: {len(found)} failed, {seconds:.0f} s",
                *found,
                *why,
                sep="\n  ",
                flush=True,
            )
    print(f"{failed} failures in {options.runs} runs")
    sys.exit(bool(failed))


def run(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return the tests that fail in a run of pytest, and the lines that say why; if it ends
    otherwise, its last lines."""
    done = subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode in (0, _NO_TESTS):
        return [], []
    lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
    failed = _FAILED.findall(done.stdout)
    if failed:
        return failed, _WHY.findall(done.stdout)
    return [f"pytest {' '.join(arguments)} ended otherwise"], lines[-5:]


def files(paths: list[str]) -> list[list[str]]:
    """Return each file of tests in `paths`, in a list of its own."""
    found = []
    for path in map(Path, paths):
        inner = sorted((ROOT / path).rglob("test_*.py")) if path.is_dir() else [path]
        found += [one.relative_to(ROOT) if one.is_absolute() else one for one in inner]
    return [[str(one)] for one in found if ".npm" not in one.parts]


@contextlib.contextmanager
def stress(count: int) -> Iterator[None]:
    """Keep as many cores busy."""
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()

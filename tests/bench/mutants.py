"""Mutation testing: changes one thing in the engine, the board's program or a part of the
laptop's, and runs the tests that reach it. A mutant that no test notices shows a gap in the tests.

The sample is drawn by a seed. Each survivor is named; one that means the same as the original is
listed with the reason in equivalent_mutants.txt, with its function, and the line before and after.
"""

import argparse
import contextlib
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from tests.bench import mutant_functions, mutant_pytest
from tests.bench.changed_code import ROOT
from tests.bench.mutations import Mutant, every, importers, imports

EQUIVALENT = ROOT / "tests" / "bench" / "equivalent_mutants.txt"
SURVIVED = "-"  # not the name of a test


class Part(NamedTuple):
    """count: of mutants; goal: share to be noticed; tests: files and folders of pytest;
    conformance: whether the functions of tests/conformance, which are called directly, come first.
    """

    count: int
    goal: float
    tests: tuple[str, ...] = ()
    conformance: bool = False


_OF_HOST = (100, 0.85)
PARTS = {
    "engine_core": Part(400, 0.98, ("engine",), conformance=True),
    "firmware": Part(200, 0.92, conformance=True),
    "host/link": Part(
        *_OF_HOST,
        (
            "conformance/link",
            "conformance/mirror",
            "host/test_archive_pieces.py",
            "host/test_archive_reader.py",
            "host/test_board_commands.py",
            "host/test_connection.py",
            "host/test_discovery.py",
            "host/test_link_limits.py",
            "host/test_name_exchange.py",
            "host/test_name_list.py",
            "host/test_names.py",
            "host/test_ports.py",
            "host/test_rfc2217.py",
            "host/test_session.py",
            "host/test_session_requests.py",
            "host/test_session_untrusted.py",
            "host/test_usb_link.py",
            "simulation/test_simulation.py",
        ),
    ),
    "host/mirror": Part(
        *_OF_HOST,
        (
            "conformance/history",
            "conformance/link",
            "conformance/mirror",
            "club/test_wall_input.py",
            "host/test_hidden_cards.py",
            "host/test_lights.py",
            "host/test_name_exchange.py",
            "host/test_prompt_keys.py",
            "host/test_prompts.py",
            "host/test_replay.py",
            "host/test_told_games.py",
            "host/test_view_bounds.py",
            "fuzz/test_found.py",
        ),
    ),
    "host/web": Part(
        *_OF_HOST,
        (
            "host/test_addresses.py",
            "host/test_against.py",
            "host/test_background_work.py",
            "host/test_broadcast_moments.py",
            "host/test_bundles.py",
            "host/test_connection_limits.py",
            "host/test_connections.py",
            "host/test_delay.py",
            "host/test_events_page.py",
            "host/test_hidden_cards.py",
            "host/test_names.py",
            "host/test_page_keys.py",
            "host/test_position_routes.py",
            "host/test_referee_page.py",
            "host/test_routes.py",
            "host/test_served_board.py",
            "host/test_server.py",
            "host/test_share.py",
            "history/test_losses.py",
            "history/test_practice_command.py",
            "history/test_reviews.py",
            "club/test_wall_input.py",
            "fuzz/test_found.py",
        ),
    ),
    "host/history": Part(*_OF_HOST, ("conformance/history", "history", "upgrades")),
    "host/club": Part(*_OF_HOST, ("club", "simulation/test_club.py", "fuzz/test_found.py")),
    "host/site": Part(
        *_OF_HOST,
        (
            "conformance/history",
            "conformance/mirror",
            "history/test_rows_told_twice.py",
            "host/test_pico_files.py",
            "host/test_site.py",
            "host/test_site_build.py",
            "host/test_site_games.py",
            "host/test_site_pieces.py",
            "fuzz/test_found.py",
        ),
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="of each part; 400, 200, and 100 of host's")
    parser.add_argument("--part", choices=PARTS, action="append", help="all of them")
    parser.add_argument("--only", default="", help="files whose name contains this")
    parser.add_argument(
        "--matching",
        action="append",
        help="in place of a sample, the mutants that are named by a text with this in it",
    )
    options = parser.parse_args()
    good = True
    for name in options.part or PARTS:
        mutants = [one for one in every(ROOT, name) if options.only in one.path]
        if options.matching:
            sample = [one for one in mutants if _matches(one, options.matching)]
        else:
            dice = random.Random(options.seed)
            sample = dice.sample(mutants, min(len(mutants), options.count or PARTS[name].count))
        good = _measure(name, sample) and good
    sys.exit(0 if good else 1)


def _matches(mutant: Mutant, texts: list[str]) -> bool:
    key = mutant.key((ROOT / mutant.path).read_text(encoding="utf-8"))
    return any(text in key for text in texts)


def _measure(name: str, sample: list[Mutant]) -> bool:
    """Run the tests on each mutant; print the survivors, and return whether they are few."""
    part = PARTS[name]
    runs: list[tuple[ModuleType, dict]] = []
    if part.conformance:
        runs.append((mutant_functions, mutant_functions.reached()))
    if part.tests:
        runs.append((mutant_pytest, mutant_pytest.reached(part.tests)))
    known = {line.rpartition("  # ")[0] for line in EQUIVALENT.read_text("utf-8").splitlines()}
    counts = {"killed": 0, "equivalent": 0, "survived": 0}
    killers: Counter = Counter()
    for mutant in sample:
        original = (ROOT / mutant.path).read_text(encoding="utf-8")
        if mutant.key(original) in known:
            counts["equivalent"] += 1
        elif killer := _killer(runs, mutant, original, killers):
            counts["killed"] += 1
            killers[mutant.path, killer] += 1
        else:
            counts["survived"] += 1
            print(f"survived: line {mutant.line} of {mutant.key(original)}", flush=True)
    share = 1 - counts["survived"] / max(1, len(sample))
    told = ", ".join([f"{number} {what}" for what, number in counts.items()])
    print(
        f"{name}: {told} of {len(sample)}: {share:.1%} noticed (goal {part.goal:.0%})", flush=True
    )
    return share >= part.goal


def _killer(
    runs: list[tuple[ModuleType, dict]], mutant: Mutant, original: str, killers: Counter
) -> str:
    """Run the tests that reach the mutant until one notices it; return its name, or "". Of each of
    `runs` come first those that have noticed most mutants of the same file, by `killers`, of those
    the quickest."""
    for runner, reached in runs:
        tests = sorted(
            _tests_of(mutant, reached),
            key=lambda name: (-killers[mutant.path, name], reached[name]["seconds"]),
        )
        killer = _first(runner, mutant, original, {name: reached[name] for name in tests})
        if killer and runner is mutant_pytest:
            # A test with sockets and threads may fail by itself on a busy computer; not twice.
            again = _first(runner, mutant, original, {killer: reached[killer]})
            rest = {name: reached[name] for name in tests if name != killer}
            killer = again or _first(runner, mutant, original, rest)
        if killer:
            return killer
    return ""


def _tests_of(mutant: Mutant, reached: dict) -> Iterator[str]:
    """Yield the tests that reach the mutant."""
    places = {place for found in reached.values() for place in found["places"]}
    wanted = {f"{mutant.path}:{mutant.function}"}
    # Code that runs when a module is imported affects all its users, tests among them.
    is_of_module = not mutant.function or not wanted & places
    if is_of_module:
        files = importers(ROOT, mutant.path, ("engine_core", "firmware", "host"))
        wanted = {place for place in places if place.rpartition(":")[0] in files}
    for name, found in reached.items():
        uses = is_of_module and imports(ROOT, _file_of(name), mutant.path)
        if uses or wanted.intersection(found["places"]):
            yield name


def _file_of(test: str) -> str:
    """Return the file of a test, of which pytest tells it, or its module's dotted name."""
    file, is_told, _ = test.partition("::")
    return file if is_told else test.rpartition(".")[0].replace(".", "/") + ".py"


def _first(runner: ModuleType, mutant: Mutant, original: str, tests: dict) -> str:
    """Run `tests` in a separate process; return the first that notices the mutant, or ""."""
    if not tests:
        return ""
    ours, its = os.pipe()
    child = os.fork()
    if not child:
        os.close(ours)
        os.setpgid(0, 0)
        if runner.run(mutant, original, tests, its):
            os.write(its, f"\n{SURVIVED}".encode())
        os._exit(0)
    os.close(its)
    with open(ours, encoding="utf-8") as pipe:
        told = pipe.read().split("\n")
    os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):  # programs that a test started
        os.killpg(child, signal.SIGKILL)
    return "" if told[-1] == SURVIVED else told[-1] or next(iter(tests))


if __name__ == "__main__":
    main()

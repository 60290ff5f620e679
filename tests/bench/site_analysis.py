"""Reviews, practice and the opponent on the static site, in Chromium: how long a person waits.

The review page of a game's link: until the first line for each player, and until the review is
whole. Then the worker alone: the opponent's throws and cards at full strength, in the decisions of
that game. The browser can slow a page but not its workers, so the times of the opponent are
multiplied by `--slow`, as on a CPU so much slower. On Linux, what the threads of the workers used
of the processor is printed too, and is what must be within the bounds: another program on the
same computer changes it less.
"""

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from engine_core.records.game_link import KEY, LinkedGame, write
from host.analysis.decision_review import play_review, view_of
from host.analysis.decisions import deals_of
from host.analysis.play_choice import PlayChoice
from host.analysis.player import FULL, STEADY, Player
from host.analysis.practice import throw_from
from tests.analysis.played_games import played
from tests.bench.slowed import family
from tests.browser import find_browser
from tests.conformance.support.kit import Rand
from tests.page.conftest import FLAGS
from tests.site_server import publishing

FIRST_LINE_MOST, REVIEW_MOST, CHOICE_MOST = 3.0, 30.0, 1.0  # seconds
TARGET = 121
WAIT_MS = 120_000
START = """() => { window.asked = new Worker("analysis_worker.bundle.js", { type: "module" }); }"""
# Asks the worker one thing; how long that took, in ms.
ASK = """(one) => new Promise((done, failed) => {
  const start = performance.now();
  window.asked.onmessage = ({ data: [, said] }) => {
    if (said.trouble) failed(new Error(said.trouble));
    else done(performance.now() - start);
  };
  window.asked.postMessage([0, ...one]);
})"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", type=float, default=4.0, help="how much slower the CPU is")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    entries = played([Player(STEADY), Player(STEADY)], Rand(wanted.seed), 0)
    link = f"#{KEY}{write(LinkedGame(entries, ('Ann', 'Ben'), 0))}"
    good = True
    with publishing() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
        page = browser.new_context().new_page()
        begun = time.monotonic()
        page.goto(f"{site.url}review.html{link}")
        page.locator(".first").first.wait_for(timeout=WAIT_MS)
        first, first_used = time.monotonic() - begun, used()
        page.locator(".sides").wait_for(timeout=WAIT_MS)
        whole, whole_used = time.monotonic() - begun, used()
        print(f"review page: first line after {first:.1f} s, the review after {whole:.1f} s")
        print(f"  processor: {first_used:.1f} s and {whole_used:.1f} s")
        good &= (first_used or first) <= FIRST_LINE_MOST and (whole_used or whole) <= REVIEW_MOST
        page.goto(f"{site.url}review.html#")
        page.evaluate(START)
        print(f"worker ready after {page.evaluate(ASK, ['ready', FULL]):.0f} ms")
        for what, asked in questions(entries, wanted.seed).items():
            times, processor = [], []
            for one in asked:
                before = used()
                times.append(page.evaluate(ASK, one))
                processor.append(1000 * (used() - before))
            slowed = [wanted.slow * one for one in (processor if used() else times)]
            print(f"{what}, {len(times)} times: {spread(times)}; processor {spread(processor)}")
            print(f"  times {wanted.slow:g}: {spread(slowed)}")
            good &= max(slowed) <= 1000 * CHOICE_MOST
        browser.close()
    if not good:
        sys.exit("a person waits too long")


def used() -> float:
    """Return how many seconds of the processor the browser's workers have used, 0 where that
    cannot be told."""
    found = 0
    for pid in family(os.getpid()):
        for task in Path(f"/proc/{pid}/task").glob("*"):
            try:
                if (task / "comm").read_text().startswith("DedicatedWorker"):
                    fields = (task / "stat").read_text().rpartition(") ")[2].split()
                    found += int(fields[11]) + int(fields[12])  # in its own code, and the system's
            except OSError:
                continue  # it has just ended
    return found / os.sysconf("SC_CLK_TCK") if found else 0.0


def spread(times: list[float]) -> str:
    """Return the middle and the longest of some times in ms."""
    return f"{statistics.median(times):.0f} ms, {max(times):.0f} ms at most"


def questions(entries, seed: int) -> dict[str, list[list]]:
    """Return by their kind what the worker is asked: a name and values."""
    game, deals = deals_of(entries)
    choice = PlayChoice()
    lays = [
        ["lay", FULL, list(view_of(deal, laid, TARGET))]
        for deal in deals
        for laid in deal.laid
        if play_review(choice, deal, laid, TARGET)
    ]
    problems = [throw_from(f"{seed} {number}") for number in range(20)]
    return {
        "opponent lays": lays,
        "opponent throws": [["throw", FULL, list(view)] for view in problems],
    }


if __name__ == "__main__":
    main()

"""The static site in Chromium and Firefox, each figure beside its goal: the size of a first visit,
how soon lights, prompt and cards are there, how a peg moves, what memory many games take, and
whether anything is lost when a page ends.

With `--slow 6` all processes of the browser compute six times as slowly, as on a cheap phone.
Nothing here has the phone's graphics processor, which paints faster than this, nor its cores: all
threads of the browser share those of this machine. On an idle machine alone.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from host.site import build
from tests.bench.page_paint import LAID, START
from tests.bench.site_scripts import (
    ANSWERS,
    CHOOSE,
    COMPUTE,
    FIRST_LIGHT,
    IS_NEAR,
    IS_OVER,
    LEAP,
    NEXT_GAME,
    PEG,
    POINTS,
    PRESS,
    REST,
    SHOWN,
    STORED,
)
from tests.bench.site_windows import Opening, Window, windows
from tests.bench.slowed import private_memory, slowed, stopped_times
from tests.page.keystrokes import TYPED
from tests.rig.play import game_keys
from tests.site_server import built, publishing
from tests.targets import npm

BROTLI = """const zlib = require("zlib"), chunks = [];
process.stdin.on("data", (one) => chunks.push(one)).on("end", () =>
  console.log(zlib.brotliCompressSync(Buffer.concat(chunks)).length));"""
# What the first visit needs before it can be played on.
LATER = (
    "boards/",
    "games",
    "history",
    "icon-180",
    "icon-512",
    "service_worker",
    "tables/",
    *build.LATER,
)
LAYOUT = "boards/shared.json"

STILL_MS = 150  # before each key that is measured
KEY_MS = 26  # from one key to the next, in games that nobody looks at
KEYS_AT_ONCE = 20  # a board keeps 32 that wait
REST_MS = 250  # that a page rests once it has shown all of them
SETTLE_SECONDS = 3
# A figure, its unit, and its goals by how much slower the browser is: the most that it may be, or
# the least if its name ends with "at least".
Row = tuple[str, str, dict[float, float]]
SIZE: Row = ("first visit, by brotli", "KB", {1: 350})
COLD: Row = ("first light, nothing stored", "ms", {1: 1000, 6: 3000})
OFFLINE: Row = ("first light, without a network", "ms", {1: 500, 6: 1500})
LIGHTS_MIDDLE: Row = ("key to lights painted, p50", "ms", {1: 10, 6: 30})
LIGHTS_LATE: Row = ("key to lights painted, p99", "ms", {1: 50, 6: 120})
WORDS_LATE: Row = ("key to prompt and cards painted, p99", "ms", {1: 100, 6: 350})
RATE: Row = ("frames a second while a peg moves, at least", "", {1: 59.5})
GAP: Row = ("the latest of these frames", "ms", {1: 34})
MEMORY: Row = ("memory after the games, of that after one", "%", {1: 110})
LOST: Row = ("ends of a page after which something shown was lost", "", {1: 0})

Figures = Iterator[tuple[Row, float, str]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--browser", choices=[*windows()], help="one of them alone")
    parser.add_argument("--part", choices=["size", *PARTS], help="one part alone")
    parser.add_argument("--slow", type=float, default=1.0, help="how much slower the browser is")
    parser.add_argument("--keys", type=int, default=10, help="rounds of 24 keys; default 10")
    parser.add_argument("--games", type=int, default=50, help="whose memory is measured")
    parser.add_argument("--ends", type=int, default=20, help="how often the page is ended")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of these ends")
    wanted = parser.parse_args()
    parts = [wanted.part] if wanted.part else ["size", *PARTS]
    missed = 0
    if "size" in parts:
        missed += told("", 1, *first_visit())
    for name, opening in windows().items():
        if wanted.browser not in (None, name):
            continue
        for part in parts:
            if part in PARTS and (wanted.slow == 1 or part in SLOWED):
                for figure in PARTS[part](opening, wanted):
                    missed += told(f"{name}, {wanted.slow:g} ×: ", wanted.slow, *figure)
    if missed:
        sys.exit(f"{missed} figures miss their goals")


def told(where: str, slow: float, row: Row, figure: float, more: str) -> bool:
    """Print a figure beside its goal; return whether it misses that."""
    what, unit, goals = row
    goal = goals.get(slow)
    least = what.endswith("at least")
    misses = goal is not None and (figure < goal if least else figure > goal)
    against = "" if goal is None else f" (goal {goal:g})"
    print(
        f"{where}{what}: {figure:.{1 if least else 0}f} {unit}".rstrip()
        + f"{against}{', ' + more if more else ''}{'  MISSED' if misses else ''}",
        flush=True,
    )
    return misses


def first_visit() -> tuple[Row, float, str]:
    names = [name for name in built() if name == LAYOUT or not name.startswith(LATER)]
    size = sum([compressed(built()[name]) for name in names])
    return SIZE, size / 1000, f"{len(names)} files"


def compressed(data: bytes) -> int:
    """Return the size of `data` compressed by brotli."""
    done = subprocess.run([npm.node(), "-e", BROTLI], input=data, capture_output=True, check=True)
    return int(done.stdout)


def light(opening: Opening, wanted: argparse.Namespace) -> Figures:
    """Measure the first light of a first visit, and of one without a server."""
    with opening() as window:
        times = as_slow(window, wanted.slow)
        with publishing() as site:
            with slowed(window.pid, times):
                window.open(site.url)
                yield COLD, first_light(window), ""
            window.run(STORED)
            time.sleep(SETTLE_SECONDS)
        with slowed(window.pid, times):
            window.reload()
            yield OFFLINE, first_light(window), ""


def as_slow(window: Window, times: float) -> float:
    """Return the `times` of `slowed` with which pages in `window` compute `times` as slowly."""
    return stopped_times(window.pid, times, lambda: window.run(COMPUTE))


def first_light(window: Window) -> float:
    """Return the ms from the beginning of the page to its first light."""
    # Firefox answers nothing where one page takes the place of another meanwhile.
    while (found := window.run(FIRST_LIGHT)) is None:
        pass
    return found


def keys(opening: Opening, wanted: argparse.Namespace) -> Figures:
    """Measure keys of a menu, and of a deal whose cards are laid and taken back."""
    found: dict[str, list[float]] = {"lights": [], "words": []}
    with opening() as window, publishing() as site:
        start(window, site.url)
        menu = ["ArrowRight", "ArrowLeft"] * 6
        laid = [*" ".join(LAID).split(), *["u"] * len(LAID)]
        with slowed(window.pid, as_slow(window, wanted.slow)):
            for _ in range(wanted.keys):
                measure(window, menu, found)
            measure(window, START.split(), {"lights": [], "words": []})
            for _ in range(wanted.keys):
                measure(window, laid, found)
    ordered = {what: sorted(times) for what, times in found.items()}
    lights, words = ordered["lights"], ordered["words"]
    yield LIGHTS_MIDDLE, statistics.median(lights), f"{len(lights)} keys"
    yield LIGHTS_LATE, at_percent(lights, 99), ""
    middle = statistics.median(words)
    yield WORDS_LATE, at_percent(words, 99), f"p50 {middle:.0f} ms, {len(words)} keys"


def measure(window: Window, pressed: Sequence[str], found: dict[str, list[float]]) -> None:
    for what, times in window.run(ANSWERS, [list(pressed), STILL_MS]).items():
        found[what] += times


def at_percent(ordered: list[float], percent: int) -> float:
    return ordered[min(len(ordered) - 1, percent * len(ordered) // 100)]


def frames(opening: Opening, wanted: argparse.Namespace) -> Figures:
    """Measure the frames while pegs leap over many holes, one after another."""
    gaps = []
    with opening() as window, publishing() as site:
        start(window, site.url)
        begin_scoreboard(window)
        for side in "shsh":
            window.run(PRESS, [[side, "2", "5"], 250])
            time.sleep(1)
            gaps += window.run(LEAP)
    yield RATE, 1000 / statistics.fmean(gaps), f"{len(gaps)} frames"
    yield GAP, max(gaps), ""


def memory(opening: Opening, wanted: argparse.Namespace) -> Figures:
    """Measure the memory of a page after one game, and after the others."""
    with opening() as window, publishing() as site:
        start(window, site.url)
        first = 0
        for number in range(wanted.games):
            play_game(window, number)
            if number == 0:
                first = settled_memory(window)
        last = settled_memory(window)
    most = f"{first / 1e6:.1f} and {last / 1e6:.1f} MB, {wanted.games} games"
    yield MEMORY, 100 * last / first, most


def play_game(window: Window, seed: int) -> None:
    """Play a game to its end, and open the menu for the next one."""
    pressed = [TYPED.get(key, "0" if key == "T" else key.lower()) for key in game_keys(seed)]
    for at in range(0, len(pressed), KEYS_AT_ONCE):
        window.run(PRESS, [pressed[at : at + KEYS_AT_ONCE], KEY_MS])
        window.run(REST, REST_MS)
    if not window.run(IS_OVER):
        sys.exit(f"game {seed} has not ended: a key was lost")
    window.run(PRESS, [["m", "2", "Enter"], 150])


def settled_memory(window: Window) -> int:
    """Return the least memory of a few moments, in bytes."""
    seen = []
    for _ in range(3):
        time.sleep(SETTLE_SECONDS)
        window.collect()
        seen.append(private_memory(window.pages()))
    return min(seen)


def ends(opening: Opening, wanted: argparse.Namespace) -> Figures:
    """Load the page again, close it, and kill it, at moments of chance while points are pegged."""
    dice = random.Random(wanted.seed)
    lost, pegged = 0, 0
    with opening() as window, publishing() as site:
        start(window, site.url)
        begin_scoreboard(window)
        shown = 0
        for number in range(wanted.ends):
            before = window.run(POINTS)
            lost += before < shown
            if window.run(IS_NEAR):  # no key of PEG may begin a game, whose points are fewer
                window.run(NEXT_GAME)
                before = window.run(POINTS)
            window.run(PEG, [20 + 40 * dice.random(), 1000 * dice.random()])
            shown = window.run(POINTS)
            pegged += shown - before
            (window.reload, window.leave, window.kill)[number % 3]()
            if number % 3:
                window.open(site.url)
            window.run(SHOWN)
    yield LOST, lost, f"{wanted.ends} ends, {pegged} points"


def start(window: Window, url: str) -> None:
    """Open the site, stored in the browser."""
    window.open(url)
    window.run(SHOWN)
    window.run(STORED)
    time.sleep(1)


def begin_scoreboard(window: Window) -> None:
    window.run(CHOOSE, "Scoreboard")
    time.sleep(0.3)
    window.run(PRESS, [["Enter"] * 3, 150])


PARTS: dict[str, Callable[[Opening, argparse.Namespace], Figures]] = {
    "light": light,
    "keys": keys,
    "frames": frames,
    "memory": memory,
    "ends": ends,
}
SLOWED = ("light", "keys")  # the parts whose goals are for a slower machine too


if __name__ == "__main__":
    main()

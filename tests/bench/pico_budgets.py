"""Measures the board's time, heap and flash on an emulated Pico.

Times are the Pico's own at 125 MHz. The emulator counts the instructions' cycles but not the
misses of the flash's cache, so a real Pico is somewhat slower. --cache adds columns in which a
model has them (tests/emulator/flash_cache.mjs).
"""

import argparse
import contextlib
import itertools
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from engine_core.games.presets import named
from engine_core.state import entries
from firmware.link import link_line
from hardware.board import BAR
from tests.bench import pico_laptop
from tests.bench.pico_evening import evening
from tests.emulator.pico import Pico
from tests.rig import saved_match
from tests.rig.board import Board
from tests.rig.installation import install
from tests.rig.play import game_keys, random_entries
from tests.targets import emulator, plugin

SEED = 5
REST_MS = 310  # from one key to the next, at least: quick, for a table
MORE_MS = 40  # and at most so much more, so that keys come at any time between two frames
LONG = 300  # entries
LENGTHS = (150, 300, 600, 1500)  # of matches, entries
LATE = 600
SETTLED_MS = 3000  # after power-on
ENTERS = ("S", "H", "D", "C", "GO")  # keys that complete an entry
JOURNAL = 8  # sectors of the flash that wear equally
WRITES = 100_000  # erasures that a sector withstands, by the flash's datasheet
BOOTROM = plugin.NEEDED["bootrom"]
START_KEYS = 4  # that begin a game of `game_keys`
HOST_ENTRIES = 40
# A kind of host -> (whether it reads, the lines that it sends).
HOSTS = {
    "usual host": (True, lambda: None),
    "silent host": (False, lambda: None),
    "flood": (True, lambda: itertools.repeat(link_line.encode(5, ["snapshot", 5]))),
    "random lines": (True, pico_laptop.hostile),
}
STILL_MS = 40  # longer between two frames, and no peg was moving

# In the Pico's REPL, after Ctrl-C: the App again, with the ports that the Pico has.
PREPARE = """
import gc, time
from binascii import unhexlify
gc.collect()
ours = gc.mem_alloc()
# MicroPython makes room for many names at a time, and these here may be too many for the room
# that the program has.
for n in range(80):
    hasattr(gc, "name%d" % n)
app = None
def begin(text):
    game = Game()
    game.apply(unpack(unhexlify(text))[0])
    GameStore(flash).write(game)
    resume()
def resume():
    global app
    app = None
    gc.collect()
    ports = Ports(strip, flash, usb, running_game.Clock())
    ports.scanner = matrix.scanner
    ports.brightness = brightness
    ports.engine = supervisor.ENGINE
    ports.nonce = supervisor._nonce()
    app = App(ports)
    app.tick()
    while app.reporter._due or app.reporter._snapshot:  # as a board at rest has done
        app.tick()
        strip.work()
        while usb.work():
            pass
    app.tidy()
    imports = Imports((), gc.mem_free)
    while imports.due(app):
        gc.collect()
        imports.load()
def enter(text):
    data = unhexlify(text)
    at = 0
    while at < len(data):
        entry, at = unpack(data, at)
        app.enter(entry)
        app.tick()
        app.tidy()
        gc.collect()
def ms(f, n=1):
    gc.collect()
    t = time.ticks_us()
    for _ in range(n): f()
    return time.ticks_diff(time.ticks_us(), t) / 1000 / n
gc.collect()
ours = gc.mem_alloc() - ours
from engine_core.count import show
from engine_core.state.entries import unpack
from firmware.app import App
from engine_core.game.game import Game
from firmware.storage.game_store import GameStore
from firmware.settings.config import Config
from firmware.pico import power_on, running_game, supervisor
from firmware.imports import Imports
from firmware.ports import Ports
config = Config()
matrix, strip, usb = supervisor.Matrix(config), power_on.strip(config), supervisor.UsbLink()
brightness = power_on.brightness(config)
flash = running_game.JournalFlash()
"""
# Low cards make the most sums: ace to five is the hand that takes longest.
# Garbage is collected before, as on the board.
COUNT = """
from firmware.pico import loop
hands = ((16, 17, 18, 43), 19), ((0, 4, 8, 12), 16), ((0, 3, 4, 7), 8), ((4, 8, 12, 17), 20)
def slowest(f):
    took = []
    for hand, starter in hands:
        loop.collect()
        t = time.ticks_us()
        for _ in range(20): f(hand, starter)
        took.append(time.ticks_diff(time.ticks_us(), t) / 20000)
    return max(took)
print("@", [slowest(show.count), slowest(show.explain)])
"""
HEAP = """
gc.collect()
print("@", gc.mem_alloc() - ours)
"""
# More than memory holds, so that some of it is read from the flash.
UNDO_FAR = """
took = []
for _ in range(100):
    took.append(ms(app.game.undo))
print("@", [max(took)])
"""
UNDO = """
took = []
while app.game.length > 1:
    took.append(ms(app.game.undo))
print("@", [max(took)])
"""


class Bench:
    """Measures on one Pico, `pico`, which begins with `flash` each time."""

    def __init__(self, pico, flash):
        self.pico = pico
        self.flash = flash
        self.board = Board(pico)

    def fresh(self):
        self.pico.load(self.flash)
        return self.board.switch_on()

    def played(self):
        """Play a game by its keys; return the frames after each key, the pages programmed for each
        entry, and how many sectors were erased until the board has come to rest."""
        self.fresh()
        frames, per_entry = [], []
        erased = 0
        pauses = random.Random(SEED)
        for key in game_keys(SEED):
            self.pico.flash.clear()
            self.board.key(key, rest=REST_MS + pauses.randrange(MORE_MS))
            frames.append(self.pico.frames[:])
            if key in ENTERS and self.pico.flash:
                per_entry.append(sum(op.op == "program" for op in self.pico.flash))
            erased += self.erasures()
        self.pico.flash.clear()
        self.pico.run(SETTLED_MS)
        return frames, per_entry, erased + self.erasures()

    def erasures(self):
        """Return how many sectors were erased in the last operations of the flash."""
        return sum(op.op == "erase" for op in self.pico.flash)

    def later_with_hosts(self):
        """Yield (a kind of host, the extra ms until the median key and the one at 99 % are
        answered)."""
        keys = list(game_keys(SEED, most=HOST_ENTRIES))
        usual = None
        for host, (reads, sends) in HOSTS.items():
            self.fresh()
            pico_laptop.with_host(self.pico, keys[:START_KEYS])
            times = pico_laptop.with_host(self.pico, keys[START_KEYS:], sends(), reads)
            figures = [percentile(times, share) for share in (0.5, 0.99)]
            if usual is None:
                usual = figures
            else:
                yield (
                    host,
                    *(figure - before for figure, before in zip(figures, usual, strict=True)),
                )

    def resumed(self):
        """Switch on again; return ms to the first frame."""
        self.pico.cut_power()
        return self.board.switch_on()

    def asked(self, repl, code, timeout=300):
        output, error = repl.execute(code, timeout)
        if error:
            raise SystemExit(f"on the Pico: {error}")
        lines = [line[2:] for line in output.splitlines() if line.startswith("@ ")]
        return json.loads(lines[-1]) if lines else None

    def heap_resumed(self):
        """Switch on again; return the bytes in use by the game that was saved."""
        self.resumed()
        repl = self.pico.repl()
        self.asked(repl, PREPARE)
        self.asked(repl, "resume()")
        return self.asked(repl, HEAP)

    def entered(self, repl, name, seats, most):
        """Put a game of the preset `name`, `most` entries long, into the Pico's App."""
        row = named(name)
        start = (entries.START, row.code, seats, row.targets[0], 0, 0, 0)
        known = list(random_entries(start, SEED, most))
        self.asked(repl, f"begin('{entries.pack(start).hex()}')")
        for at in range(1, len(known), 20):
            data = b"".join(entries.pack(entry) for entry in known[at : at + 20])
            self.asked(repl, f"enter('{data.hex()}')")
        return len(known)

    def saved(self, **much):
        """Put a match of this length into the flash; return ms from power-on to its light."""
        self.fresh()
        saved_match.put(self.pico, saved_match.saved(**much)[0])
        return self.resumed()

    def known_late(self):
        """Put a match of LATE entries on the board; return ms until a laptop that connects then
        has all of it, and the same while an entry is undone or redone twice a second."""
        self.fresh()
        repl = self.pico.repl()
        self.asked(repl, PREPARE)
        row = named("Traditional")
        start = (entries.START, row.code, 2, row.targets[0], 0, 0, 0)
        known = pico_laptop.match(start, SEED, LATE)
        self.asked(repl, f"begin('{entries.pack(known[0]).hex()}')")
        for at in range(1, len(known), 50):
            data = b"".join(entries.pack(entry) for entry in known[at : at + 50])
            self.asked(repl, f"enter('{data.hex()}')")
        self.resumed()
        self.pico.run(SETTLED_MS)
        quiet = pico_laptop.late(self.pico)
        return quiet, pico_laptop.late(self.pico, itertools.cycle(("UNDO", "RIGHT")), 500)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def moving(frames):
    """Return ms between frames that follow one another while a peg is on its way.

    frames: those sent after each key. A peg that moves changes the holes in each, more than twice:
    two changes are pegs that share a hole and take turns. What comes before the bar alone, which
    answers the key, still belongs to the key before.
    """
    between = []
    holes = b""
    for sent in frames:
        ends = []
        answered = False
        for frame in sent:
            now = frame.data[3 * BAR :]
            if not now and not answered:
                answered = True
                ends = []
            elif now and now != holes:
                holes = now
                ends.append(frame.end / 1e6)
        if len(ends) > 2:
            gaps = [after - before for before, after in itertools.pairwise(ends)]
            between += [gap for gap in gaps if gap < STILL_MS]
    return between


class Budget(NamedTuple):
    """The most that a figure may be, or, below 0, the least; None: it has no budget.

    cached: the same if reading the flash takes time.
    """

    most: float | None = None
    cached: float | None = None


NONE = Budget()
LIT = Budget(800)
KEY = Budget(12, 15)
LONGEST_KEY = Budget(30, 30)


def measure(bench):
    """Yield (what, figure, unit, Budget) rows: the same ones in the same order each time."""
    yield "power on -> first light, no game", bench.fresh(), "ms", LIT
    frames, per_entry, erased = bench.played()
    yield "power on -> saved game lit", bench.resumed(), "ms", LIT
    bench.fresh()
    typed = pico_laptop.typed(bench.pico, SEED)
    every = [key.ms for key in typed if not key.begins]
    play = [key.ms for key in typed if key.in_play]
    bench.fresh()
    fast = pico_laptop.typed(bench.pico, SEED, pico_laptop.FAST_MS)
    quick = [key.ms for key in fast if not key.begins]
    yield "key -> last bit, cards in play: p50", percentile(play, 0.5), "ms", NONE
    yield "key -> last bit, cards in play: p99", percentile(play, 0.99), "ms", KEY
    yield "key -> last bit, all keys: p99", percentile(every, 0.99), "ms", KEY
    yield "key -> last bit, fast fingers: p50", percentile(quick, 0.5), "ms", NONE
    yield "key -> last bit, fast fingers: p99", percentile(quick, 0.99), "ms", KEY
    first = max(key.ms for key in typed + fast if key.begins)
    yield "key -> last bit, any key: the longest", max(every + quick), "ms", LONGEST_KEY
    yield "key -> last bit, the first game begins", first, "ms", LONGEST_KEY
    for host, median, most in bench.later_with_hosts():
        yield f"key -> last bit, {host}: later by, p50", median, "ms", Budget(2)
        yield f"key -> last bit, {host}: later by, p99", most, "ms", Budget(2)
    between = moving(frames)
    yield "a peg moves: frames a second", 1000 * len(between) / sum(between), "", Budget(-60)
    yield "a peg moves: longest time between two frames", max(between), "ms", Budget(20)
    yield "flash pages programmed for an entry, mean", sum(per_entry) / len(per_entry), "", NONE
    yield "flash sectors erased in a game", erased, "", Budget(2)
    worn = WRITES * JOURNAL / max(erased, 1)
    yield "games until a sector has worn out", worn, "", Budget(-400e3)
    bench.fresh()  # after the last host, lines still wait to be read
    repl = bench.pico.repl()
    bench.asked(repl, PREPARE)
    number, explained = bench.asked(repl, COUNT)
    yield "count a hand, the slowest of four", number, "ms", Budget(1)
    yield "count a hand, explained, the slowest of four", explained, "ms", Budget(3)
    length = bench.entered(repl, "Traditional", 2, LONG)
    yield f"undo, the slowest of {length} entries", bench.asked(repl, UNDO)[0], "ms", Budget(50)
    yield "heap in use, two players", bench.heap_resumed() / 1024, "KB", NONE
    repl = bench.pico.repl()
    bench.asked(repl, PREPARE)
    bench.entered(repl, "Battlefield", 4, LONG)
    yield "power on -> lit, four players of Battlefield", bench.resumed(), "ms", LIT
    yield "heap in use, four players of Battlefield", bench.heap_resumed() / 1024, "KB", NONE
    for length in LENGTHS:
        yield (
            f"power on -> lit, a match of {length} entries",
            bench.saved(length=length),
            "ms",
            LIT,
        )
    yield "power on -> lit, a match of 50 games", bench.saved(games=50), "ms", LIT
    repl = bench.pico.repl()
    bench.asked(repl, PREPARE)
    bench.asked(repl, "resume()")
    yield "undo in it, the slowest of 100", bench.asked(repl, UNDO_FAR)[0], "ms", Budget(50)
    memory = evening(bench.pico, bench.flash)
    yield "an evening's least free heap", memory.free / 1024, "KB", Budget(-40)
    yield "an evening's smallest largest piece", memory.piece / 1024, "KB", Budget(-12)
    quiet, keyed = bench.known_late()
    yield f"a laptop comes at {LATE} entries: until it has all", quiet, "ms", Budget(2000)
    yield "the same while entries are keyed", keyed, "ms", Budget(2000)


class Column(NamedTuple):
    """A Pico that is measured; cached: whether reading its flash takes time."""

    cached: bool
    title: str
    bench: Bench


def columns(images, bootrom, cached, folder, stack):
    """Yield a Column for each of `images`, and where `cached` another one, of the same Pico whose
    flash takes time. Their emulators end with `stack`."""
    for n, image in enumerate(images):
        place = folder / str(n)
        place.mkdir()
        installed = install({"image": image, "bootrom": bootrom}, place)
        name = "image" if installed.in_image else "files"
        for slow in (False, True)[: 1 + cached]:
            pico = stack.enter_context(Pico(installed.path, bootrom, slow))
            title = name + ", cache" * slow
            yield Column(slow, title, Bench(pico, installed.path))


def cell(figure, most):
    """Return a figure beside its budget as text, and whether it is over that."""
    if most is None:
        return f"{figure:9.2f}", False
    over = figure > most if most > 0 else figure < -most
    limit = f"{'max' if most > 0 else 'min'} {abs(most):g}"
    return f"{figure:9.2f} {limit}{' OVER' if over else ''}", over


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--image",
        metavar="FILE",
        action="append",
        help="MicroPython, stock or with the program in it (or PEGBOARD_IMAGE); give it twice to "
        "have both side by side",
    )
    parser.add_argument("--bootrom", metavar="FILE", help=f"{BOOTROM[1]} (or {BOOTROM[0]})")
    parser.add_argument(
        "--cache", action="store_true", help="also with the time that reading the flash takes"
    )
    options = parser.parse_args()
    images = options.image or [""]
    named = [plugin.named_files({"image": i, "bootrom": options.bootrom}) for i in images]
    for paths in named:
        if missing := emulator.lacking(paths):
            parser.error(missing)
    over = 0
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        files = [paths["image"] for paths in named]
        used = list(columns(files, named[0]["bootrom"], options.cache, folder, stack))
        print(f"{'what':49}     {'  '.join(f'{column.title:23}' for column in used)}")
        for rows in zip(*(measure(column.bench) for column in used), strict=True):
            what, _, unit, budget = rows[0]
            cells = [
                cell(row[1], budget.cached if column.cached else budget.most)
                for row, column in zip(rows, used, strict=True)
            ]
            over += sum(is_over for _, is_over in cells)
            print(f"{what:49} {unit:3} {'  '.join(f'{text:23}' for text, _ in cells)}", flush=True)
    print(f"{over} over budget" if over else "all within budget")
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())

"""Measures each game on an emulated Pico: how long its keys wait for the last bit of their light.

The games are the records of tests/conformance/records, with their options, keyed from the empty
board on, with menus, corrections and rests between, and a rest before each deal, since people
deal; a laptop listens. A key that is the first to need a module waits for it, and counts too.
"""

import argparse
import contextlib
import heapq
import itertools
import random
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from engine_core.games.phases import PLAY
from engine_core.records.record import parse
from tests.bench.pico_budgets import BOOTROM, KEY, LONGEST_KEY, cell, percentile
from tests.bench.pico_laptop import (
    DOWN_MS,
    OTHER_KEYS,
    OTHERS,
    PAUSES_MS,
    SUITS,
    Laptop,
    answered,
    pauses,
)
from tests.conformance.support.keying import key as key_entry
from tests.conformance.support.virtual_ports import Board as VirtualBoard
from tests.emulator.pico import Pico
from tests.rig.board import Board
from tests.rig.installation import install
from tests.targets import emulator, plugin

RECORDS = Path(__file__).parents[1] / "conformance" / "records"
SEED = 7
SHOWN = 3  # of the keys that wait longest
FIRST = 4  # entries, before which UNDO might leave the game
REST = 0.04  # of the keys are followed by a rest
REST_MS = 4000  # in which the board does its work at rest
DEAL_MS = 8000  # the least that shuffling and dealing takes


class Fingers(VirtualBoard):
    """A board in memory that notes the names of the keys pressed on it, and after which of them
    the table deals."""

    def __init__(self):
        self.pressed: list[str] = []
        self.deals: set[int] = set()
        super().__init__(step=60)

    def press(self, key: str) -> None:
        before = self._deal()
        super().press(key)
        if self._deal() not in (before, 0):
            self.deals.add(len(self.pressed))
        self.pressed.append(key)

    def _deal(self) -> int:
        return self.app.game.length and self.app.game.state.deal_number


class Wait(NamedTuple):
    """ms until the last bit of the light of a key; the key; and how many were pressed before."""

    ms: float
    key: str
    number: int


def fingers_of(record: Path, most: int) -> Fingers:
    """Return what presses the keys of the first `most` entries of a record, and now and then
    after a card others that change nothing in the end."""
    entries = parse(record.read_text(encoding="utf-8")).entries[:most]
    board = Fingers()
    board.start(entries[0])
    rand = random.Random(SEED)
    for n, entry in enumerate(entries[1:], 1):
        if board.app.game.length > n:
            continue  # keyed together with the one before
        key_entry(board, entry)
        game = board.app.game
        in_play = game.state.phase == PLAY and game.length > FIRST
        if in_play and board.pressed[-1] in SUITS and rand.random() < OTHERS:
            length = game.length
            for key in rand.choice(OTHER_KEYS):
                board.press(key)
            assert game.length == length and not board.app.menu
    return board


def waits(pico: Pico, fingers: Fingers) -> list[Wait]:
    """Press the keys of `fingers` on a board that has just been switched on, while a laptop
    listens."""
    laptop = Laptop(pico)
    laptop.opens()
    laptop.run(1000)
    rand = random.Random(SEED)
    pressed = []
    pico.frames.clear()
    for n, (key, pause) in enumerate(pauses(fingers.pressed, SEED, PAUSES_MS)):
        pressed.append((pico.ns, key))
        pico.tap(key, DOWN_MS)
        rest = REST_MS if rand.random() < REST else pause
        laptop.run(DEAL_MS if n in fingers.deals else rest)
    laptop.run(1000)
    found = []
    for n, ((ns, key), (end, _)) in enumerate(itertools.pairwise([*pressed, (pico.ns, "")])):
        # A key that changes no light has no frame before the next key.
        ms = answered([frame for frame in pico.frames if frame.start < end], ns)
        found += [] if ms is None else [Wait(ms, key, n)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--image", metavar="FILE", default="", help="MicroPython, stock")
    parser.add_argument("--bootrom", metavar="FILE", help=BOOTROM[1])
    parser.add_argument("--most", type=int, default=40, help="entries of a game (40)")
    parser.add_argument("--game", metavar="RECORD", help="only this record, by its name")
    options = parser.parse_args()
    paths = plugin.named_files({"image": options.image, "bootrom": options.bootrom})
    if missing := emulator.lacking(paths):
        parser.error(missing)
    over = 0
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        installed = install(paths, folder)
        pico = stack.enter_context(Pico(installed.path, paths["bootrom"], False))
        print(
            f"{'game':30} keys  p50     p99 ms             longest ms, and the next two",
            flush=True,
        )
        for record in sorted(RECORDS.glob(f"{options.game or '*'}.txt")):
            pico.load(installed.path)
            Board(pico).switch_on()
            found = waits(pico, fingers_of(record, options.most))
            times = [wait.ms for wait in found]
            last, *others = heapq.nlargest(SHOWN, found)
            late, is_late = cell(percentile(times, 0.99), KEY.most)
            longest, is_long = cell(last.ms, LONGEST_KEY.most)
            over += is_late + is_long
            print(
                f"{record.stem:30} {len(found):4}  {percentile(times, 0.5):4.1f} {late:23}"
                f"{longest:22} {last.key} ({last.number})",
                *(f"{wait.ms:.1f} {wait.key} ({wait.number})" for wait in others),
                sep=", ",
                flush=True,
            )
    print(f"{over} over budget" if over else "all within budget")
    sys.exit(bool(over))


if __name__ == "__main__":
    main()

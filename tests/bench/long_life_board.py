"""Ten hours of a board on MicroPython, with a heap of a Pico's size: games of every kind, menus,
corrections, a laptop that comes and goes, and garbage on the link.

Prints for each hour what a Pico's heap of 228 KB would have free after a collection, and the
largest piece of the VM's heap, in bytes: the least of all, and between two games, when Traditional
has begun. In the second half it may fall by SLOPE_MOST an hour (in the first, each kind of game
brings names of its own, which stay), and nothing may raise MemoryError. A second board, on this
Python, is keyed the same, and must have the same game.

MicroPython's VM collects garbage only between two messages from this program, so a message has one
key, and the heap is larger, to hold the garbage of a message. What is in use after a collection is
the same as on a Pico, whose objects have the same sizes; but its largest piece is another one.
"""

import argparse
import itertools
import random
import re
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from engine_core.games import phases
from engine_core.games.lookup import preset
from engine_core.games.presets import BATTLEFIELD
from firmware.storage.archive import SECTORS as ARCHIVE_SECTORS
from firmware.storage.flashlog import SECTOR, SECTORS
from host.link.archive import ArchiveReader
from host.link.line_buffer import LineBuffer
from host.link.session import Session
from tests.bench.pico_evening import game_menu, start_menu
from tests.conformance.support.battle_player import BATTLES, OPTED_BATTLES, BattlePlayer
from tests.conformance.support.hostile_lines import Lines
from tests.conformance.support.player import GAMES, Player, start
from tests.conformance.support.virtual_ports import Board
from tests.targets.compiled import compiled
from tests.targets.micropython import start_vm

PICO = 228 * 1024  # bytes of heap, as MicroPython for a Pico has it
HEAP = 512 * 1024  # of the VM
GAMES_LEAST = 50
SLOPE_MOST = 256  # bytes an hour that may be lost between two games
_ENTRIES_MOST = 220  # of a game; longer ones are left for the next
_MENUS = 0.05  # of the entries are followed by a menu, or by undo and redo
_GARBAGE = 0.05  # of the keys come with garbage on the link
_PAUSES = (0.4, 3.0)  # seconds from one key to the next
_BREAK = (30.0, 400.0)  # between two games
_PART = 1.0  # seconds in one message; a won game makes 150 KB of garbage in it
_SETTLED = 5.0  # seconds, after which all that the game needs is imported
_LAPTOP = (120.0, 1800.0)  # how long a laptop is there, and then is not
_SECONDS = 120.0  # for one message, on a busy computer
# Each is a message, so that the garbage of one is not in the way of the next.
_BEGIN = (
    "import gc, micropython",
    "import engine_core.game.game",
    "import engine_core.cribbage.machine",
    "import firmware.storage.game_store",
    "import firmware.app",
    "from tests.bench.long_life_table import *",
    "from firmware.lights import canvas, palette",
    "canvas.SHADES = palette.shades(Brightness())",
    "canvas.PLACES = palette.places()",
    "table = Table('00000001')",
)
_FREE = re.compile(r"GC: total: (\d+), used: (\d+)")
_PIECE = re.compile(r"max free sz: (\d+)")
_BLOCK = 16  # bytes


class Memory(NamedTuple):
    """In bytes, after a collection. total: the VM's heap; free: of a Pico's."""

    total: int
    free: int
    piece: int


class Twin(Board):
    """The board on this Python, which says what keys a player presses: `pressed`."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []

    def press(self, key: str) -> None:
        self.pressed.append(key)
        super().press(key)


class _Progress:
    """How far the archive was read."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def read_to(self, archive: str) -> int:
        return self.numbers.get(archive, 0)


class Evening:
    """The board, its players, and the laptop. `now` is its time, in seconds."""

    def __init__(self, seed: int):
        self.dice = random.Random(seed)
        self.now = 0.0
        self.keys = 0
        self.archived = 0
        self.least: list[tuple[float, Memory]] = []  # at each key
        self.between: list[tuple[float, Memory]] = []  # before each game, always with the same one
        flash = {"journal": SECTORS, "journal.games": ARCHIVE_SECTORS}
        blank = {name: b"\xff" * SECTOR * count for name, count in flash.items()}
        self._vm = start_vm({**compiled("tests/bench/long_life_table"), **blank}, heap=HEAP)
        self._vm.enter()
        for code in _BEGIN:
            self._say(code + "\nimport gc\ngc.collect()")
        self._twin = Twin()
        self._lines = Lines(seed)
        self._laptop: Session | None = None
        self._changes_at = 0.0
        self._buffer = LineBuffer()
        self._progress = _Progress()

    def close(self) -> None:
        self._vm.transport.close()

    def play(self, kind: tuple, seed: int) -> None:
        """Play a game of this kind, and rest."""
        twin = self._twin
        player = (BattlePlayer if preset(kind[0]).machine == BATTLEFIELD else Player)(seed, 20, 40)
        twin.start(start(GAMES[0], 0))
        self._key()
        self._go("", _SETTLED)
        self.between.append((self.now, self._memory()))
        twin.start(start(kind, 0))
        self._key()
        for _ in range(_ENTRIES_MOST):
            if twin.app.game.state.phase == phases.OVER:
                break
            twin.key_entry(player.next(twin.app.game.state))
            self._key()
            is_over = twin.app.game.state.phase == phases.OVER
            if self.dice.random() < _MENUS and not twin.app.menu and not is_over:
                self._look()
        self._check()
        rest = self.dice.uniform(*_BREAK)
        while rest > 0:
            self._go("", 10 * _PART)
            rest -= 10 * _PART

    def _look(self) -> None:
        """Open a menu and leave it, or take entries back and bring them back."""
        twin = self._twin
        length = twin.app.game.length
        for key in self.dice.choice((game_menu, start_menu, _undo))(twin):
            twin.press(key)
        while twin.app.game.length < length:
            twin.press("RIGHT")
        assert twin.app.game.length == length
        self._key()

    def _key(self) -> None:
        """Press the keys that the other board has got."""
        for key in self._twin.pressed:
            self.keys += 1
            self._go(key, self.dice.uniform(*_PAUSES))
            self.least.append((self.now, self._memory()))
        self._twin.pressed.clear()

    def _go(self, key: str, seconds: float) -> None:
        if self.now >= self._changes_at:
            self._come_or_go()
        lines = []
        if self.dice.random() < _GARBAGE:
            lines += [self._lines.next() for _ in range(5)]
        while seconds > 0:
            part = min(seconds, _PART)
            if self._laptop and (line := self._laptop.due(self.now)):
                lines.append(line.strip())
            heard = self._laptop is not None
            said = self._say(f"table.go({key!r}, {part * 1000:.0f}, {lines!r}, {heard})")
            self.now += part
            seconds -= part
            key, lines = "", []
            if self._laptop:
                for line in self._buffer.add(said.encode()):
                    self._laptop.receive(line, self.now)

    def _come_or_go(self) -> None:
        self._changes_at = self.now + self.dice.uniform(*_LAPTOP)
        if self._laptop:
            self._laptop = None
            return

        def keep(game) -> None:
            self.archived += 1
            self._progress.numbers[game.archive] = game.number

        self._laptop = Session(self.now, archive=ArchiveReader(self._progress, keep))
        self._laptop.opened(self.now)

    def _check(self) -> None:
        """Raise AssertionError unless both boards have the same game."""
        game = self._twin.app.game
        wanted = f"@ {game.length} {game.state.pack().hex()}"
        assert self._say("table.state()").strip().endswith(wanted), "the boards differ"

    def _memory(self) -> Memory:
        said = self._say("micropython.mem_info()")
        total, used = map(int, _FREE.findall(said)[0])
        return Memory(total, PICO - used, int(_PIECE.findall(said)[0]) * _BLOCK)

    def _say(self, code: str) -> str:
        output, error = self._vm.execute(code, _SECONDS)
        assert not error, error
        return output


def _undo(twin: Twin) -> Iterator[str]:
    """Yield the keys that take entries back."""
    yield from ("UNDO",) * min(2, twin.app.game.length - 2)


def slope(points: list[tuple[float, float]]) -> float:
    """Return how much the second numbers grow in an hour of the first, which are seconds: the line
    with the least squares."""
    count = len(points)
    if count < 2:
        return 0.0
    x_mean = sum([x for x, _ in points]) / count
    y_mean = sum([y for _, y in points]) / count
    above = sum([(x - x_mean) * (y - y_mean) for x, y in points])
    below = sum([(x - x_mean) ** 2 for x, _ in points])
    return 3600 * above / below if below else 0.0


def run(hours: float, seed: int, tell=print) -> Evening:
    """Play for so many hours of the board's time, and at least GAMES_LEAST games in ten."""
    evening = Evening(seed)
    kinds = [*GAMES, *BATTLES, *OPTED_BATTLES]
    evening.dice.shuffle(kinds)
    games, hour = 0, 0
    try:
        for number, kind in enumerate(itertools.cycle(kinds)):
            if evening.now >= hours * 3600 and games >= GAMES_LEAST * hours / 10:
                return evening
            evening.play(kind, seed * 1000 + number)
            games += 1
            while evening.now >= (hour + 1) * 3600:
                _tell_hour(evening, hour, games, tell)
                hour += 1
    finally:
        evening.close()
    return evening


def _tell_hour(evening: Evening, hour: int, games: int, tell) -> None:
    def within(points):
        return [one for at, one in points if hour * 3600 <= at < (hour + 1) * 3600]

    least, between = within(evening.least), within(evening.between)
    tell(
        f"hour {hour + 1}: {games} games so far, {len(least)} keys; least free"
        f" {min([one.free for one in least])}, piece {min([one.piece for one in least])};"
        f" between games free {min([one.free for one in between])} to"
        f" {max([one.free for one in between])}, piece {min([one.piece for one in between])}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=10.0, help="of the board's time (10)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()
    evening = run(options.hours, options.seed, lambda text: print(text, flush=True))
    later = evening.between[len(evening.between) // 2 :]
    lost = -slope([(at, one.free) for at, one in later])
    smaller = -slope([(at, one.piece) for at, one in later])
    totals = {one.total for _, one in evening.least}
    least = min([one.free for _, one in evening.least])
    piece = min([one.piece for _, one in evening.least])
    print(
        f"{evening.now / 3600:.1f} hours of a board, {len(evening.between)} games, {evening.keys}"
        f" keys, {evening.archived} games read from its archive, no MemoryError: of {PICO} bytes"
        f" {least} free at the worst; the VM's largest piece {piece} of {min(totals)} to"
        f" {max(totals)} at the least; between games, in the second half, {lost:+.0f} bytes an"
        f" hour lost, and the largest piece {smaller:+.0f} smaller (at most {SLOPE_MOST});"
        f" {time.monotonic() - begun:.0f} s"
    )
    sys.exit(lost > SLOPE_MOST or smaller > SLOPE_MOST or least < 0)


if __name__ == "__main__":
    main()

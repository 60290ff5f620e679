"""The parts of the self-test that MENU and a number start at power-on, with a simulated clock and
matrix: a person builds a board with planted faults and answers by its keys."""

import importlib
import sys
import time
import types

import pytest

from firmware.keys import keymap
from firmware.link import link_line
from firmware.settings.brightness import Brightness
from firmware.settings.config import Config
from hardware.board import KEYS, PIXELS, bar_pixel
from host.mirror import messages

MENU = 1 << keymap.MENU
ROWS = ((0, 31), (31, 31), (62, 30), (92, 30), (122, 30))


class Board:
    """The ports of the self-test, and the person at it. A pixel in `dead` is dark; from `broken`
    on all are."""

    millivolts, vsys, on = 0, 0, False

    def __init__(self, held, broken=None, dead=()):
        self.broken = broken
        self.dead = dead
        self.ms = 0
        self.keys = held
        self.frame = bytes(3 * PIXELS)
        self.lines = []
        self.plan = iter(())
        self.until = 0

    def seen(self):
        """Return the lit pixels with their colours."""
        return {
            n: tuple(self.frame[3 * n : 3 * n + 3])
            for n in range(PIXELS)
            if any(self.frame[3 * n : 3 * n + 3])
            and n not in self.dead
            and (self.broken is None or n < self.broken)
        }

    # Ports
    def scan(self):
        if self.ms >= self.until:
            self.keys = next(self.plan, 0)
            self.until = self.ms + 60
        return self.keys

    def show(self, frame):
        self.frame = bytes(frame)

    def busy(self):
        return False

    def work(self, now=None):
        return False

    def write(self, line):
        self.lines.append(messages.parse(line).fields["line"])

    def limit(self):
        return 450


@pytest.fixture
def selftest(monkeypatch):
    """The module, with stand-ins for MicroPython's own modules."""
    now = types.SimpleNamespace(board=None)

    def sleep_ms(ms):
        now.board.ms += ms

    for name, function in (
        ("sleep_ms", sleep_ms),
        ("ticks_ms", lambda: now.board.ms),
        ("ticks_us", lambda: now.board.ms * 1000),
        ("ticks_diff", lambda a, b: a - b),
    ):
        monkeypatch.setattr(time, name, function, raising=False)
    machine = types.ModuleType("machine")
    machine.freq = lambda: 125_000_000
    monkeypatch.setitem(sys.modules, "machine", machine)
    for name in ("selftest", "selftest_measures"):
        monkeypatch.delitem(sys.modules, f"firmware.pico.{name}", raising=False)
    module = importlib.import_module("firmware.pico.selftest")
    module.now = now
    yield module
    for name in ("selftest", "selftest_measures"):
        sys.modules.pop(f"firmware.pico.{name}", None)


def run(selftest, board, held, monkeypatch, tmp_path):
    """Run the part that `held` starts on `board`; return the lines it sends."""
    monkeypatch.chdir(tmp_path)
    selftest.now.board = board
    ports = board, board, Brightness(255, 1.0, 100_000), board, board, lambda: None, Config()
    selftest.run(held, *ports)
    return [line.removeprefix("self-test: ") for line in board.lines]


def person(board, rows):
    """Answer for each of the rows as in the guide; a key is pressed and released."""
    press = {name: 1 << KEYS.index(name) for name in ("ENTER", "UNDO", "RIGHT")}
    red = (255, 0, 0)
    for first, count in rows:
        yield 0
        yield 0  # looks first
        if set(range(first, first + count)) <= set(board.seen()):
            yield from (press["ENTER"], *[0] * 60)
            continue
        yield from (press["UNDO"], 0)
        while red in board.seen().values():
            yield from (press["RIGHT"], 0)
        yield from (press["ENTER"], 0)
        yield from (press["ENTER" if board.seen() else "UNDO"], *[0] * 60)


def answered(selftest, monkeypatch, tmp_path, key, rows, **faults):
    held = MENU | 1 << KEYS.index(key)
    board = Board(held, **faults)
    board.plan = person(board, rows)
    return run(selftest, board, held, monkeypatch, tmp_path), board


def test_five_pixels_alone(selftest, monkeypatch, tmp_path):
    lines, _ = answered(selftest, monkeypatch, tmp_path, "A", [(0, 5)], broken=5)
    assert lines == ["lights 1 to 5 are right"]
    lines, board = answered(selftest, monkeypatch, tmp_path, "A", [(0, 5)], broken=3)
    assert lines == ["dark from light 4 on: the joint before it, an arrow, or that pixel"]
    assert board.seen() == {0: (0, 255, 0), 1: (0, 255, 0), 2: (255, 0, 0)}


def test_the_first_row_alone(selftest, monkeypatch, tmp_path):
    lines, _ = answered(selftest, monkeypatch, tmp_path, "2", ROWS[:1], dead=(13,))
    assert lines == ["light 14 alone is dark: change that pixel"]


def test_each_row_has_its_result(selftest, monkeypatch, tmp_path):
    lines, _ = answered(selftest, monkeypatch, tmp_path, "3", ROWS, dead=(40,), broken=135)
    assert lines == [
        "lights 1 to 31 are right",
        "light 41 alone is dark: change that pixel",
        "lights 63 to 92 are right",
        "lights 93 to 122 are right",
        "dark from light 136 on: the joint before it, an arrow, or that pixel",
    ]


def test_keys_alone_are_shown_at_their_places(selftest, monkeypatch, tmp_path):
    held = MENU | 1 << KEYS.index("4")
    board = Board(held)
    shown = []

    def fingers():
        yield 0
        for n in range(len(KEYS)):
            yield 1 << n
            shown.append(board.seen().get(bar_pixel(n)))
            yield 0

    board.plan = fingers()
    lines = run(selftest, board, held, monkeypatch, tmp_path)
    assert shown == [(255, 255, 255)] * len(KEYS)
    assert lines[0] == "24 of 24 keys seen"
    assert lines[1] == "USB feeds the strip, 450 mA at most"


def test_the_supply_alone_is_measured_with_every_pixel_white(selftest, monkeypatch, tmp_path):
    held = MENU | 1 << KEYS.index("5")
    board = Board(held)
    board.on, board.millivolts, board.vsys = True, 5012, 4700
    lines = run(selftest, board, held, monkeypatch, tmp_path)
    assert lines[0] == "a supply of 5012 mV feeds the strip, 450 mA at most, 4700 mV at the Pico"
    assert "read back" in lines[1] and len(lines) == 2
    assert set(board.seen().values()) == {(255, 255, 255)} and len(board.seen()) == PIXELS


def test_other_keys_beside_menu_start_nothing(selftest, monkeypatch, tmp_path):
    for key in ("6", "GO", "UNDO"):
        board = Board(0)
        assert run(selftest, board, MENU | 1 << KEYS.index(key), monkeypatch, tmp_path) == []
        assert board.ms == 0


def test_the_lines_are_lines_of_the_link(selftest, monkeypatch, tmp_path):
    line = link_line.encode(1, ["log", "self-test: lights 1 to 5 are right"])
    assert messages.parse(line).name == "log"
    assert len(link_line.encode(999, ["log", "self-test: " + "x" * 80])) < 200

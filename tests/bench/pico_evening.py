"""An evening on the emulated Pico: Battlefield of four with menus, while a laptop floods the link;
how little memory was free, and in how large a piece."""

import itertools
import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from engine_core.games.presets import named
from engine_core.state.entries import SHOWN, TAKE
from firmware.link import link_line
from tests.bench.pico_laptop import hostile
from tests.rig.play import Virtual, keys_of, random_entries

KEY_MS = 40
PAUSES_MS = (80, 400)  # from one key to the next
REST_MS = 4000  # now and then: the board then does its work at rest
SLICE_MS = 10  # between two lines of the laptop
MENU_SHARE = 0.08  # of the entries are followed by a menu, or by undo and redo
REST_SHARE = 0.03
BLOCK = 16  # bytes of MicroPython's heap
# From now on each collection prints what is free after it.
WATCH = """
import gc, micropython
from firmware.pico import loop, supervisor
def collect(real=loop.collect):
    gc.collect()
    micropython.mem_info()
    real()
loop.collect = collect
supervisor.main()
"""
OTHER_KEYS = {TAKE: ("GO",), SHOWN: ("ENTER",)}
_FREE = re.compile(rb"GC: total: \d+, used: \d+, free: (\d+)")
_PIECE = re.compile(rb"max free sz: (\d+)")


class Memory(NamedTuple):
    """The least that was free after a collection, and the least of the largest pieces, in
    bytes."""

    free: int
    piece: int


def requests() -> Iterator[bytes]:
    """Yield a laptop's requests without end, with lines that no honest laptop sends."""
    names = itertools.cycle(("44616e69656c61", "c384c3b6c3bc20c3a9c3a8", "41" * 24))
    strange = hostile()
    for n in itertools.count(1):
        yield link_line.encode(n, ["snapshot", n])
        yield link_line.encode(n, ["archive", n + 1])
        yield link_line.encode(n, ["game", n + 2, 0, 0])
        yield link_line.encode(n, ["log", n + 3])
        yield link_line.encode(n, ["name", n + 4, n % 4, next(names)])
        yield from itertools.islice(strange, 5)


def keys(name: str, seats: int, seed: int, most: int) -> Iterator[str]:
    """Yield the keys of `most` entries of the game `name` with menus in between, from an empty
    board on."""
    virtual = Virtual()
    rand = random.Random(seed)

    def press(*names):
        for key in names:
            virtual.key(key)
            yield key

    menu = virtual.app.menu
    yield from press(*["RIGHT"] * menu.choices().index(name), "ENTER")
    while virtual.app.menu and virtual.app.menu.title() != "Players":
        yield from press("ENTER")
    at = virtual.app.menu.choices().index(f"{seats} players") - virtual.app.menu.at
    yield from press(*["RIGHT"] * at, "ENTER")
    while virtual.app.menu and virtual.app.menu.title() != "First dealer":
        yield from press("ENTER")
    yield from press("RIGHT", "ENTER")
    start = virtual.app.game.entry(0)
    assert named(name).code == start[1] and start[2] == seats
    for entry in itertools.islice(random_entries(start, seed, most), 1, None):
        yield from press(*(OTHER_KEYS.get(entry[0]) or keys_of(entry)))
        if rand.random() < MENU_SHARE:
            length = virtual.app.game.length
            for key in rand.choice((game_menu, start_menu, corrections))(virtual):
                yield from press(key)
            assert virtual.app.game.length == length and not virtual.app.menu
        if rand.random() < REST_SHARE:
            yield ""


def game_menu(virtual):
    """Yield the keys that look at points for a side in the game's menu, and leave it."""
    yield from ("MENU", "RIGHT", "LEFT", "LEFT", "UNDO")


def start_menu(virtual):
    """Yield the keys that look at the start menu, its options and saved games, and leave it."""
    yield "MENU"
    yield from ["RIGHT"] * virtual.app.menu.choices().index("New game")
    yield "ENTER"
    if virtual.app.menu.kind == "game":  # it asks whether that is sure
        yield from ("RIGHT", "ENTER")
    yield from ("RIGHT", "MENU", "RIGHT", "MENU", "UNDO")


def corrections(virtual):
    """Yield the keys that take entries back, and bring them back."""
    yield from ("UNDO", "UNDO", "RIGHT", "RIGHT")


def evening(pico, flash, game=("Battlefield", 4), seed=5, most=120, floods=True) -> Memory:
    """Play on `pico`, which begins with `flash`; return the Memory. Raises AssertionError if the
    program has failed."""
    pico.load(flash)
    pico.keys(("UNDO", True, 0))
    pico.power_on()
    pico.run(3000)
    pico.keys(("UNDO", False, 0))
    pico.run(100)
    pico.repl()
    said = bytearray()
    pico.send(WATCH.encode() + b"\x04")
    pico.run(3000)
    sends = requests() if floods else itertools.repeat(b"")
    rand = random.Random(seed)
    for key in keys(*game, seed, most):
        ms = REST_MS
        if key:
            pico.tap(key, KEY_MS)
            ms = rand.uniform(*PAUSES_MS)
        while ms > 0:
            if line := next(sends):
                pico.send(line)
            pico.run(SLICE_MS)
            ms -= SLICE_MS
        said += pico.console
        pico.console.clear()
    at = said.find(b"Traceback")
    assert at < 0, bytes(said[max(at - 300, 0) : at + 900]).decode("utf-8", "replace")
    free = [int(number) for number in _FREE.findall(bytes(said))]
    pieces = [int(number) * BLOCK for number in _PIECE.findall(bytes(said))]
    return Memory(min(free), min(pieces))

"""Boards that send endlessly: generators of whole lines for a port."""

import itertools
import random
from collections.abc import Iterator

from engine_core.game.game import Game
from engine_core.state.entries import pack, parse
from firmware.link import link_line
from firmware.link.link_messages import PROTOCOL

BEGIN = "start 0 2 121 0 0 0"  # a scoreboard, where any number of points can be entered
TEXT = "x" * 200


def _lines(messages) -> Iterator[bytes]:
    for number, message in enumerate(messages):
        yield link_line.encode(number % (1 << 32), message)


def _hello(n=0):
    return ["hello", PROTOCOL, "0123abcd", f"{n:08x}", 0]


def _empty(n=0):
    """A snapshot of no game."""
    return [_hello(n), ["state", 0, "", [], Game().state.check(), 0], ["menu", "start", 0, 0]]


def _log():
    yield from _empty()
    for n in itertools.count():
        yield ["log", TEXT, n]


def _refusals():
    yield from _empty()
    for n in itertools.count():
        yield ["refused", f"{n} {TEXT}"[:200]]


def _entries():
    """A match that never ends: each entry makes another copy of the game to store."""
    yield from _empty()
    yield ["entry", 1, BEGIN]
    for n in itertools.count(2):
        yield ["entry", n, "minus 0 1" if n % 2 else "points 0 1"]


def _snapshot():
    """A snapshot that does not end."""
    yield _hello()
    yield ["entries", 1, pack(parse(BEGIN)).hex()]
    pair = pack(parse("points 0 1")) + pack(parse("minus 0 1"))
    for n in itertools.count():
        yield ["entries", 2 + 40 * n, (pair * 20).hex()]


def _pieces():
    """The state that a snapshot begins with, and that does not end."""
    yield _hello()
    for n in itertools.count():
        yield ["base", 0, 0, n * 100, 1 << 30, "5a" * 100]


def _snapshots():
    """Snapshots of new starts, each of which invites a request for more."""
    for n in itertools.count():
        yield from _empty(n)


def _undo_and_redo():
    entries = _entries()
    for _ in range(2000):
        yield next(entries)
    while True:
        yield ["undo", 1]
        yield ["redo", 1900, "5H", [0, 0], 0, 0]


def _contradictions():
    """Entries that lead to other scores and another state than those that the board sends."""
    yield from _empty()
    yield ["entry", 1, BEGIN]
    for n in itertools.count(2):
        yield ["entry", n, "minus 0 1" if n % 2 else "points 0 1", [n % 121, 7], n]


def _unknown():
    for n in itertools.count():
        yield [f"later {n}", TEXT]


def _noise() -> Iterator[bytes]:
    dice = random.Random(1)
    while True:
        yield dice.randbytes(4000)


def _raw(data: bytes) -> Iterator[bytes]:
    return itertools.repeat(data)


KINDS = {
    "log": lambda: _lines(_log()),
    "refusals": lambda: _lines(_refusals()),
    "entries": lambda: _lines(_entries()),
    "a snapshot": lambda: _lines(_snapshot()),
    "pieces": lambda: _lines(_pieces()),
    "snapshots": lambda: _lines(_snapshots()),
    "undo and redo": lambda: _lines(_undo_and_redo()),
    "contradictions": lambda: _lines(_contradictions()),
    "unknown messages": lambda: _lines(_unknown()),
    "noise": _noise,
    "one line": lambda: _raw(b"~1 " + b"x" * 4000),
    "empty lines": lambda: _raw(b"\n" * 4000),
}

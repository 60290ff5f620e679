"""Lines for the board's link that no honest laptop sends, by a seed; and a board that gets them.

Some are noise, some have a good checksum and nonsense in front of it, some are requests whose
values are too large, too small, or of another kind, and some are good requests that were damaged
on the way, or contain an invalid game.
"""

import json

from engine_core.compat import crc32
from engine_core.state import entries as E
from firmware.link.link_messages import FROM_BOARD, TO_BOARD
from tests.conformance.support.kit import Rand
from tests.conformance.support.virtual_ports import Board

_MOST = 255  # bytes of a line on the Pico's link
_START = (E.START, 1, 2, 121, 1, 0, 0)
_EDGES = (0, 1, -1, 63, 64, 255, 256, 4095, 4096, 4097, 0x3FFFFFFF, 0x40000000, 0xFFFFFFFF)
_EDGES += (0x100000000, -0x100000000, 1 << 64, -(1 << 80))
_JSON = '[]{}",:0123456789.eE+-truefalsn\\u00 ~*'
_HEX = "0123456789abcdefABCg"
_NAMES = sorted(TO_BOARD) + sorted(FROM_BOARD)


def framed(body: str) -> bytes:
    """Return the line of this body, with its checksum, cut to the length that a board takes."""
    data = body.encode()[: _MOST - 11]
    return b"~" + data + b"*" + ("%08x" % crc32(data)).encode()


class Lines:
    """`next` gives another line."""

    def __init__(self, seed):
        self._rand = Rand(seed)
        self._given = b""

    def next(self) -> bytes:
        return _KINDS[self._rand.below(len(_KINDS))](self)

    def _some(self, letters, most):
        return "".join([letters[self._rand.below(len(letters))] for _ in range(self._len(most))])

    def _len(self, most):
        return self._rand.below(most + 1)

    def _bytes(self, most):
        return bytes([self._rand.below(256) for _ in range(self._len(most))])

    def _value(self, depth=0):
        """Return a value of any kind that JSON has."""
        kind = self._rand.below(9 if depth < 4 else 7)
        if kind == 0:
            return _EDGES[self._rand.below(len(_EDGES))]
        if kind == 1:
            return self._rand.below(1000)
        if kind == 2:
            return (None, True, False, 0.5, -1e30)[self._rand.below(5)]
        if kind == 3:
            return self._some(_HEX, 40)
        if kind < 7:
            return self._some(_JSON, 12)
        inner = [self._value(depth + 1) for _ in range(self._len(4))]
        return inner if kind == 7 else {str(n): value for n, value in enumerate(inner)}

    def _noise(self):
        return self._bytes(_MOST)

    def _nonsense(self):
        return framed(str(self._rand.below(99)) + " " + self._some(_JSON, 200))

    def _json(self):
        return framed("7 " + json.dumps(self._value()))

    def _request(self):
        """A request with values of any kind, more or fewer than it has."""
        name = _NAMES[self._rand.below(len(_NAMES))]
        values = [self._value() for _ in range(self._len(5))]
        if values and self._rand.below(3):
            values[0] = self._rand.below(50)  # an id, so that it is looked at further
        return framed("7 " + json.dumps([name] + values))

    def _damaged(self):
        good = bytearray(framed('7 ["snapshot",5]'))
        good[self._rand.below(len(good))] = self._rand.below(256)
        return bytes(good)

    def _give(self):
        """Return a request with a piece of an invalid game."""
        self._given = bytes(10 * self._rand.below(2)) + self._bytes(40)
        text = "".join(["%02x" % byte for byte in self._given])
        return framed('7 ["give",%d,0,"%s"]' % (self._rand.below(1 << 20), text))

    def _restore(self):
        """Restore the game that was given, with its length and checksum."""
        asked = (self._rand.below(1 << 20), len(self._given), crc32(self._given))
        return framed('7 ["restore",%d,%d,%d]' % asked)


_KINDS = (
    Lines._noise,
    Lines._nonsense,
    Lines._json,
    Lines._request,
    Lines._request,
    Lines._request,
    Lines._damaged,
    Lines._give,
    Lines._restore,
)


def run(seed: int, count: int) -> int:
    """Have a board with a game get `count` lines, and one without a game; return how many of them
    were answered. Raises AssertionError if a line changes a game in progress or a key stops
    working, and any exception that a line causes."""
    lines = Lines(seed)
    playing = Board()
    playing.start(_START)
    playing.keys("8D KH")
    known = playing.app.game.entries()
    answered = 0
    empty = None
    for n in range(count):
        if n % 500 == 0:
            empty = Board()  # it may have taken a game that happened to be one
        line = lines.next()
        for board in (playing, empty):
            board.link.asked.append(line)
            board.run(board.step)
        said = playing.link.heard()
        answered += len([message for message in said if message[0] in ("done", "failed")])
        empty.link.heard()
        if n % 50 == 49:
            assert playing.app.game.entries() == known, line
            playing.press("5")
            assert playing.app.key_entry.rank == 4, line
            playing.press("UNDO")
    assert playing.app.game.entries() == known
    return answered

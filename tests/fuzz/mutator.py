"""Changes inputs at random: bits, bytes, pieces, numbers at their limits, values of other types,
words of the format, and parts of other inputs."""

import random
import re
from collections.abc import Callable, Sequence

MOST = 1 << 16  # bytes of an input
_EDGES = (0, 1, 0x7F, 0x80, 0xFE, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_NUMBERS = (
    b"0",
    b"-1",
    b"1e999",
    b"4294967296",
    b"99999999999999999999",
    b"NaN",
    b"0.5",
    b"9" * 400,
)
_TEXTS = (b"", b"\x00", b"\xff\xfe", "\u00e9\u202e".encode(), "\u00b2".encode(), b"[" * 300, b"\n")
_TEXTS += (b'"', b"{}", b"null", b"true", b" ", b"\r", b"\x1b[2J", b"\xed\xa0\x80")
# A value in a text, and values of other types, in place of it.
_VALUE = re.compile(rb'"[^"\n]*"|-?\d[\d.eE+]*|true|false|null')
_VALUES = (*_NUMBERS, b"null", b"true", b"[]", b"{}", b"[[]]", b'""', b'"x"', b'"\\ud800"')


class Mutator:
    """`changed` returns another input. words: of the door; dice: the source of chance."""

    def __init__(self, dice: random.Random, words: Sequence[bytes]):
        self._dice = dice
        self._words = [*words, *_NUMBERS, *_TEXTS]

    def changed(self, data: bytes, other: bytes) -> bytes:
        """Return `data` with one to eight changes; parts of `other` may come into it."""
        dice = self._dice
        made = bytearray(data)
        for _ in range(dice.choice((1, 1, 1, 2, 2, 4, 8))):
            at = dice.randrange(len(made) + 1)
            dice.choice(_KINDS)(self, made, at, other)
        return bytes(made[:MOST])

    def _bit(self, made: bytearray, at: int, other: bytes) -> None:
        if at < len(made):
            made[at] ^= 1 << self._dice.randrange(8)

    def _byte(self, made: bytearray, at: int, other: bytes) -> None:
        made[at : at + 1] = bytes((self._dice.randrange(256),))

    def _step(self, made: bytearray, at: int, other: bytes) -> None:
        if at < len(made):
            made[at] = (made[at] + self._dice.choice((-1, 1))) & 255

    def _edge(self, made: bytearray, at: int, other: bytes) -> None:
        length = self._dice.choice((1, 2, 4))
        value = self._dice.choice(_EDGES) & ((1 << 8 * length) - 1)
        made[at : at + length] = value.to_bytes(length, self._dice.choice(("big", "little")))

    def _cut(self, made: bytearray, at: int, other: bytes) -> None:
        del made[at : at + self._length()]

    def _end(self, made: bytearray, at: int, other: bytes) -> None:
        del made[at:]

    def _again(self, made: bytearray, at: int, other: bytes) -> None:
        piece = made[at : at + self._length()]
        made[at:at] = piece * self._dice.choice((1, 1, 2, 20))

    def _word(self, made: bytearray, at: int, other: bytes) -> None:
        taken = self._dice.choice((0, 0, 1, 4))
        made[at : at + taken] = self._dice.choice(self._words)

    def _value(self, made: bytearray, at: int, other: bytes) -> None:
        if found := _VALUE.search(made, at):
            made[found.start() : found.end()] = self._dice.choice(_VALUES)

    def _part(self, made: bytearray, at: int, other: bytes) -> None:
        start = self._dice.randrange(len(other) + 1)
        piece = other[start : start + self._length()]
        made[at : at + self._dice.choice((0, len(piece)))] = piece

    def _move(self, made: bytearray, at: int, other: bytes) -> None:
        piece = made[at : at + self._length()]
        del made[at : at + len(piece)]
        to = self._dice.randrange(len(made) + 1)
        made[to:to] = piece

    def _length(self) -> int:
        return self._dice.randrange(1, self._dice.choice((2, 5, 17, 65, 513)))


_Kind = Callable[[Mutator, bytearray, int, bytes], None]
_KINDS: tuple[_Kind, ...] = (
    Mutator._bit,
    Mutator._byte,
    Mutator._step,
    Mutator._edge,
    Mutator._cut,
    Mutator._end,
    Mutator._again,
    Mutator._word,
    Mutator._value,
    Mutator._part,
    Mutator._move,
)

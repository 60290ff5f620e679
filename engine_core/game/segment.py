"""A segment of the journal: a state of the game, and the entries that follow it.

A journal is a sequence of segments, each in a numbered slot of the store, from 1. The newest
complete segment is enough to resume the game. It refers to the segment before it, which is read
when older entries are undone.

The bytes of a segment (offset, length, meaning), with big-endian numbers:

    0   4  tag of the state's layout, `state_layout.LAYOUT`
    4   4  number of entries of the match before this segment
    8   4  number of entries of the match before the current game
    12  4  number of the slot before; 0 if there is none
    16  1  number of entries of that slot that are in effect
    17  1  1 if this segment is valid only together with the last of those that follow; else 0
    18  1  number of entries in effect after the state
    19  2  length of the state
    21  2  length of the part of the undone entries stored here
    23  4  number of the slot whose undone entries follow those here; 0 if there is none
    27  2  how many bytes of those no longer belong to them
    29     the state, as State.pack returns it; the entries, as engine_core.state.entries.pack
           does; then the undone entries, the next to redo first, as engine_core.game.redo_list
           describes
        4  CRC-32 of the slot's number (four bytes) and everything above

Records follow, and a CRC-32 after each that continues from the one before. So reading stops at the
first record that is incomplete, stale or damaged. A record is an entry, after which nothing can be
redone; or KEEP, the number of undone entries that leave the list for it, and an entry; or UNDO; or
LEAVE_OUT or BRING_BACK, of an undone entry.

A slot may also have undone entries only: then it has no state, and is used by the next slot.
"""

from ..compat import TYPE_CHECKING, const, crc32
from ..count.cards import JOKER
from ..state.entries import part, size, unpack
from ..state.state_layout import LAYOUT
from .redo_list import RedoList

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..state.entries import Entry

RECORD_MOST = const(14)  # bytes
HEAD = const(29)  # bytes
CRC = const(4)  # bytes


class Segment:
    """Consecutive entries of a match, and the packed state before them.

    first: number of entries of the match before these; begun: number before the current game;
    count: number of entries here; place: its slot, or 0 if it has none yet; before: the slot of
    the previous segment, of which `taken` entries are in effect.
    """

    def __init__(self, first: int, state: bytes, begun: int):
        self.first = first
        self.state = state
        self.begun = begun
        self.count: int = 0
        self.place = 0
        self.before = 0
        self.taken = 0
        self._log: bytearray = bytearray()

    def add(self, packed: bytes) -> None:
        """Add an entry, packed."""
        # Growing in place would free an old piece of memory now and then. On MicroPython room is
        # then looked for from there on, 0.5 ms each time while the memory is nearly full.
        self._log = self._log + packed
        self.count += 1

    def packed(self, n: int, most: int) -> tuple[int, bytes]:
        """Return `(count, data)`: the packed entries from number `n` on, at most `most` bytes."""
        at = self._at(n)
        if len(self._log) - at <= most:
            return self.count - n, bytes(self._log[at:])
        return part(self._log, at, self.count - n, most)

    def pop(self) -> bytes:
        """Remove the last entry and return it, packed."""
        at = self._at(self.count - 1)
        packed = bytes(self._log[at:])
        self._log = self._log[:at]
        self.count -= 1
        return packed

    def cut(self, count: int) -> None:
        """Drop all but the first `count` entries."""
        if count < self.count:
            self._log = self._log[: self._at(count)]
            self.count = count

    def entry(self, n: int) -> "Entry":
        """Return entry number `n` of this segment, from 0."""
        return unpack(self._log, self._at(n))[0]

    def entries(self, count: int) -> "Iterator[Entry]":
        """Yield the first `count` entries."""
        at = 0
        for _ in range(count):
            entry, at = unpack(self._log, at)
            yield entry

    def pack(
        self, number: int, undone: RedoList, added: bytes = b"", more: bool = False
    ) -> tuple[bytes, int]:
        """Return the bytes of this segment in slot `number`, and the chain for its records.

        added: a packed entry to follow these; more: whether this segment is valid only together
        with the last of those that follow.
        """
        tail = undone.unstored()
        data = b"".join(
            (
                LAYOUT,
                four(self.first),
                four(self.begun),
                four(self.before),
                bytes((self.taken, int(more), self.count + (1 if added else 0))),
                len(self.state).to_bytes(2, "big"),
                len(tail).to_bytes(2, "big"),
                four(undone.place),
                (undone.total - undone.stored).to_bytes(2, "big"),
                self.state,
                self._log,
                added,
                tail,
            )
        )
        chain = crc32(data, crc32(four(number)))
        return data + four(chain), chain

    def _at(self, n):
        log = self._log
        at = 0
        for _ in range(n):
            # Nearly all entries are cards.
            at += 1 if log[at] <= JOKER else size(log[at])
        return at


def record(what: bytes, chain: int) -> tuple[bytes, int]:
    """Return the record of `what`, as above, and the chain for the next."""
    chain = crc32(what, chain)
    return what + four(chain), chain


def four(number: int) -> bytes:
    """Return `number` as four bytes."""
    return number.to_bytes(4, "big")

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
    21  2  length of the undone entries here
    23  4  number of the slot whose undone entries follow those here; 0 if there is none
    27  2  how many bytes of those no longer belong to them
    29     the state, as State.pack returns it; the entries, as engine_core.entries.pack does; then
           the undone entries, the next to redo first
        4  CRC-32 of the slot's number (four bytes) and everything above

Records follow, and a CRC-32 after each that continues from the one before. So reading stops at the
first record that is incomplete, stale or damaged. A record is an entry, after which nothing can be
redone; or KEEP, the number of undone entries that are dropped, and an entry; or UNDO.

A slot may also have undone entries only: then it has no state, and is used by the next slot.
"""

from .cards import JOKER
from .compat import TYPE_CHECKING, const, crc32
from .entries import KEEP, UNDO, part, size, unpack
from .errors import PegboardError
from .redo_list import RedoList
from .state_layout import LAYOUT

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORD_MOST = const(14)  # bytes
_HEAD = const(29)
_CRC = const(4)


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
        self.count = 0
        self.place = 0
        self.before = 0
        self.taken = 0
        self._log = bytearray()

    def add(self, packed: bytes) -> None:
        """Add an entry, packed."""
        # Growing in place would free an old piece of memory now and then. On MicroPython room is
        # then looked for from there on, 0.5 ms each time while the memory is nearly full.
        self._log = self._log + packed
        self.count += 1

    def packed(self, n: int, most: int) -> tuple:
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

    def entry(self, n: int) -> tuple:
        """Return entry number `n` of this segment, from 0."""
        return unpack(self._log, self._at(n))[0]

    def entries(self, count: int) -> "Iterator[tuple]":
        """Yield the first `count` entries."""
        at = 0
        for _ in range(count):
            entry, at = unpack(self._log, at)
            yield entry

    def pack(self, number: int, undone: RedoList, added: bytes = b"", more: bool = False) -> tuple:
        """Return the bytes of this segment in slot `number`, and the chain for its records.

        added: a packed entry to follow these; more: whether this segment is valid only together
        with the last of those that follow.
        """
        tail = undone.unstored()
        data = b"".join(
            (
                LAYOUT,
                _four(self.first),
                _four(self.begun),
                _four(self.before),
                bytes((self.taken, int(more), self.count + (1 if added else 0))),
                len(self.state).to_bytes(2, "big"),
                len(tail).to_bytes(2, "big"),
                _four(undone.place),
                (undone.total - undone.stored).to_bytes(2, "big"),
                self.state,
                self._log,
                added,
                tail,
            )
        )
        chain = crc32(data, crc32(_four(number)))
        return data + _four(chain), chain

    def _at(self, n):
        log = self._log
        at = 0
        for _ in range(n):
            # Nearly all entries are cards.
            at += 1 if log[at] <= JOKER else size(log[at])
        return at


class Reader:
    """Reads the `data` of slot `number`. Raises PegboardError if it has no complete segment, or if
    its state has another layout, unless `any_layout`.

    layout: the layout's tag; segment: the Segment; undone: the undone entries that are here;
    place: the slot that has those after them, except the first `skipped` bytes; more: see
    `Segment.pack`; end: number of good bytes; chain: for the next record.
    """

    def __init__(self, data: bytes | bytearray, number: int, any_layout: bool = False):
        data = bytes(data)  # whose slices need no copy
        end = _end(data)
        chain = crc32(data[:end], crc32(_four(number)))
        if data[end : end + _CRC] != _four(chain):
            raise PegboardError("there is no complete segment in slot " + str(number))
        self.layout = data[:4]
        if self.layout != LAYOUT and not any_layout:
            raise PegboardError("slot " + str(number) + " is of another version")
        segment = Segment(_number(data, 4), b"", _number(data, 8))
        segment.place = number
        segment.before = _number(data, 12)
        segment.taken = data[16]
        state_end = _HEAD + _two(data, 19)
        tail = end - _two(data, 21)
        segment.state = data[_HEAD:state_end]
        segment.count = data[18]
        segment._log = bytearray(data[state_end:tail])
        self.undone = RedoList(data[tail:end])
        self.place = _number(data, 23)
        self.skipped = _two(data, 27)
        self.more = data[17] != 0
        self.segment = segment
        self.end = end + _CRC
        self.chain = chain
        while self._record(data):
            pass

    def _record(self, data):
        """Apply the next record; return False if there is no good one."""
        start = self.end
        end = start + 1
        what = data[start:end]
        if not what:
            return False
        if what[0] > JOKER and what != UNDO:  # not a card, as nearly all are
            try:
                end = unpack(data, end + 1 if what == KEEP else start)[1]
            except PegboardError:
                return False
            what = data[start:end]
        chain = crc32(what, self.chain)
        if data[end : end + _CRC] != _four(chain):
            return False
        if what != UNDO:
            self._add(what)
        elif self.segment.count:
            self.undone.push(self.segment.pop())
        else:
            return False  # it would be in the slot before
        self.end = end + _CRC
        self.chain = chain
        return True

    def _add(self, what):
        if what[:1] == KEEP:
            self.undone.drop(what[1])
            what = what[2:]
        elif self.undone.count or self.place:
            self.undone = RedoList()
            self.place = 0
        self.segment.add(what)


def record(what: bytes, chain: int) -> tuple:
    """Return the record of `what`, as above, and the chain for the next."""
    chain = crc32(what, chain)
    return what + _four(chain), chain


def cut_short(data: bytes | bytearray, good: int = 0) -> bool:
    """Return whether the data of a slot looks as a power cut leaves it.

    That is an incomplete segment, or after the first `good` bytes an incomplete record.
    """
    last = len(data)
    while last and data[last - 1] == 255:
        last -= 1
    if good:
        return last <= good + RECORD_MOST
    if last <= _HEAD:
        return True
    at = _HEAD + _two(data, 19)
    for _ in range(data[18]):
        if at >= last - 1:
            return True
        if not size(data[at]):
            return False
        at += size(data[at])
    return last <= at + _two(data, 21) + _CRC


def _end(data):
    """Return the offset of the CRC of the segment in `data`. Raises PegboardError."""
    if len(data) < _HEAD:
        raise PegboardError("there is no segment")
    at = _ends_at(data, _HEAD + _two(data, 19), data[18])
    end = at + _two(data, 21)
    while at < end:
        at = _ends_at(data, at, 1)
    return at


def _ends_at(data, at, count):
    """Return the offset after the next `count` entries. Raises PegboardError."""
    for _ in range(count):
        length = size(data[at]) if at < len(data) else 0
        at += length
        if not length or at > len(data):
            raise PegboardError("there is no entry at byte " + str(at))
    return at


def _two(data, at):
    return data[at] << 8 | data[at + 1]


def _four(number):
    return number.to_bytes(4, "big")


def _number(data, at):
    return int.from_bytes(data[at : at + 4], "big")

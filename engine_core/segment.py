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
    18  1  number of entries after the state
    19  1  how many of them are in effect; the others were undone
    20  2  length of the state
    22     the state, as State.pack returns it; the entries, as engine_core.entries.pack does
        4  CRC-32 of the slot's number (four bytes) and everything above

Records follow, one for each later entry, UNDO or REDO: its bytes, and a CRC-32 that continues from
the one before. So reading stops at the first record that is incomplete, stale or damaged.
"""

from .compat import TYPE_CHECKING, const, crc32
from .entries import REDO, UNDO, size, unpack
from .errors import PegboardError
from .history import History
from .state_layout import LAYOUT

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORD_MOST = const(11)  # bytes
_HEAD = const(22)
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
        self._log += packed
        self.count += 1

    def packed(self, n: int, most: int) -> tuple:
        """Return `(count, data)`: the packed entries from number `n` on, at most `most` bytes."""
        start = end = self._at(n)
        count = 0
        while n + count < self.count:
            after = end + size(self._log[end])
            if after - start > most:
                break
            end = after
            count += 1
        return count, bytes(self._log[start:end])

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

    def pack(self, number: int, counted: int, added: bytes = b"", more: bool = False) -> tuple:
        """Return the bytes of this segment in slot `number`, and the chain for its records.

        counted: number of entries in effect; added: a packed entry to follow these; more: whether
        this segment is valid only together with the last of those that follow.
        """
        log = self._log[: self._at(counted)] + added if added else self._log
        after = counted + 1 if added else counted
        data = b"".join(
            (
                LAYOUT,
                _four(self.first),
                _four(self.begun),
                _four(self.before),
                bytes((self.taken, int(more), after if added else self.count, after)),
                len(self.state).to_bytes(2, "big"),
                self.state,
                log,
            )
        )
        chain = crc32(data, crc32(_four(number)))
        return data + _four(chain), chain

    def _at(self, n):
        at = 0
        for _ in range(n):
            at += size(self._log[at])
        return at


class Reader:
    """Reads the `data` of slot `number`. Raises PegboardError if it has no complete segment.

    segment: the Segment; history: its entries; more: see `Segment.pack`; end: number of good
    bytes; chain: for the next record.
    """

    def __init__(self, data: bytes | bytearray, number: int):
        end = _end(data)
        chain = crc32(data[:end], crc32(_four(number)))
        if bytes(data[end : end + _CRC]) != _four(chain):
            raise PegboardError("there is no complete segment in slot " + str(number))
        if bytes(data[:4]) != LAYOUT:
            raise PegboardError("slot " + str(number) + " is of another version")
        segment = Segment(_number(data, 4), b"", _number(data, 8))
        segment.place = number
        segment.before = _number(data, 12)
        segment.taken = data[16]
        state_end = _HEAD + _length(data)
        segment.state = bytes(data[_HEAD:state_end])
        segment.count = data[18]
        segment._log = bytearray(data[state_end:end])
        self.more = data[17] != 0
        self.segment = segment
        self.history = History([segment], segment.first + data[19])
        self.end = end + _CRC
        self.chain = chain
        while self._record(data):
            pass

    @property
    def position(self) -> int:
        """The number of entries of the match in effect, less than segment.first if entries of
        earlier slots were undone."""
        return self.history.length

    def _record(self, data):
        """Apply the next record; return False if there is no good one."""
        end = self.end + 1
        what = bytes(data[self.end : end])
        try:
            if what != UNDO and what != REDO:
                end = unpack(data, self.end)[1]
                what = bytes(data[self.end : end])
            chain = crc32(what, self.chain)
            if bytes(data[end : end + _CRC]) != _four(chain):
                return False
            if what == UNDO:
                self.history.step_back()
            elif what == REDO:
                self.history.step_forward()
            else:
                self.history.add_packed(what)
        except PegboardError:
            return False
        self.end = end + _CRC
        self.chain = chain
        return True


def record(what: bytes, chain: int) -> tuple:
    """Return the record of a packed entry, UNDO or REDO, and the chain for the next."""
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
    at = _HEAD + _length(data)
    for _ in range(data[18]):
        if at >= last - 1:
            return True
        if not size(data[at]):
            return False
        at += size(data[at])
    return last <= at + _CRC


def _end(data):
    """Return the offset of the CRC of the segment in `data`. Raises PegboardError."""
    if len(data) < _HEAD:
        raise PegboardError("there is no segment")
    at = _HEAD + _length(data)
    for _ in range(data[18]):
        at = unpack(data, at)[1]
    return at


def _length(data):
    return data[20] << 8 | data[21]


def _four(number):
    return number.to_bytes(4, "big")


def _number(data, at):
    return int.from_bytes(bytes(data[at : at + 4]), "big")

"""A segment of the journal: the state that the table had come to, and the entries from there on.

A journal is a row of segments, each in a slot of the store; a slot has a number, from 1 on. The
newest whole segment is where the game stands: whoever reads it needs no other. It leads back to
the one before, from which older entries are read when they are undone.

The bytes of a segment, numbers big end first:

    0   4  tag of the state's layout, `state.LAYOUT`
    4   4  entries of the match before the first one here
    8   4  entries of the match before the game that is played here
    12  4  number of the slot before; 0: there is none
    16  1  how many entries of that one count, those of its slot only
    17  1  1: others follow, and without the last of them this is not to be used; else 0
    18  1  how many of the entries that follow the state are there
    19  1  how many of them count; the others were undone
    20  2  length of the state
    22     the state, as State.pack gives it; the entries, as engine_core.entries.pack gives them
        4  CRC-32 of the slot's number (four bytes) and all that is above

Then records, one for what was keyed since: an entry, UNDO or REDO, and a CRC-32 that goes on from
the one before. So a tail that is torn, stale or flipped is found at its first record.
"""

from .compat import TYPE_CHECKING, const, crc32
from .entries import REDO, UNDO, size, unpack
from .errors import PegboardError
from .state import LAYOUT

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORD_MOST = const(11)  # bytes
_HEAD = const(22)
_CRC = const(4)


class Segment:
    """Some entries of a match in a row, and the packed state before them.

    first: entries of the match before these; begun: those before the game that is played here;
    count: how many there are. place: its slot, 0 while it has none; before: the slot of the
    segment before, of which `taken` entries count.
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
        """Return `(count, data)`: the entries from number `n` on that `most` bytes hold."""
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
        """Return the entry number `n` of those here, from 0."""
        return unpack(self._log, self._at(n))[0]

    def entries(self, count: int) -> "Iterator[tuple]":
        """Yield the first `count` entries."""
        at = 0
        for _ in range(count):
            entry, at = unpack(self._log, at)
            yield entry

    def pack(self, number: int, counted: int, added: bytes = b"", more: bool = False) -> tuple:
        """Return the bytes of this segment in slot `number`, and the chain for its records.

        counted: entries that count; added: an entry to come after these, packed; more: whether
        others follow, and it is to be used with the last of them only.
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
    """Reads the `data` of slot `number`. Raises PegboardError where no segment is whole there.

    segment; more: see `Segment.pack`; position: how many entries of the match count, fewer than
    segment.first where some of the slots before were undone; end: how many bytes are good; chain:
    for the next record.
    """

    def __init__(self, data: bytes | bytearray, number: int):
        end = _end(data)
        chain = crc32(data[:end], crc32(_four(number)))
        if bytes(data[end : end + _CRC]) != _four(chain):
            raise PegboardError("there is no whole segment in slot " + str(number))
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
        self.position = segment.first + data[19]
        self.end = end + _CRC
        self.chain = chain
        while self._record(data):
            pass

    def _record(self, data):
        """Take the next record; return False where there is none that is good."""
        segment = self.segment
        end = self.end + 1
        what = bytes(data[self.end : end])
        position = self.position + (-1 if what == UNDO else 1)
        if what != UNDO and what != REDO:
            try:
                end = unpack(data, self.end)[1]
            except PegboardError:
                return False
            what = bytes(data[self.end : end])
        chain = crc32(what, self.chain)
        if bytes(data[end : end + _CRC]) != _four(chain):
            return False
        if what != UNDO and what != REDO:
            if self.position < segment.first:
                return False  # it would be in the middle of the slot before
            segment.cut(self.position - segment.first)
            segment.add(what)
        if not 0 <= position <= segment.first + segment.count:
            return False
        self.position = position
        self.end = end + _CRC
        self.chain = chain
        return True


def record(what: bytes, chain: int) -> tuple:
    """Return the record of a packed entry, UNDO or REDO, and the chain for the next."""
    chain = crc32(what, chain)
    return what + _four(chain), chain


def cut_short(data: bytes | bytearray, good: int = 0) -> bool:
    """Return whether what is in a slot is what a power cut leaves: a segment that was begun, or,
    after the first `good` bytes of data, a record."""
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
    """Return where the CRC of the segment in `data` is to be. Raises PegboardError."""
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

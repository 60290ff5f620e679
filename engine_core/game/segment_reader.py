"""Reads the segments that engine_core.game.segment describes, as far as they are good."""

from ..compat import TYPE_CHECKING, const, crc32
from ..count.cards import JOKER
from ..errors import PegboardError
from ..state.entries import BRING_BACK, KEEP, LEAVE_OUT, UNDO, size, unpack
from ..state.state_layout import LAYOUT
from .redo_list import RedoList
from .segment import CRC, HEAD, RECORD_MOST, Segment, four

if TYPE_CHECKING:
    from collections.abc import Callable

_CHANGES = (UNDO, LEAVE_OUT, BRING_BACK)
_NEVER = const(0x40)  # the first byte of numbers of entries that no match has


class Reader:
    """Reads the `data` of slot `number`. Raises PegboardError if it has no complete segment, or if
    its state has another layout, unless `any_layout`.

    layout: the layout's tag; segment: the Segment; undone: the undone entries; place: the slot
    that had those after the ones in this slot, except the first `skipped` bytes; more: see
    `Segment.pack`; end: number of good bytes; chain: for the next record.
    """

    def __init__(
        self,
        data: bytes | bytearray,
        number: int,
        any_layout: bool = False,
        undone_in: "Callable[[int], bytes] | None" = None,
    ):
        """undone_in: returns the packed undone entries in a slot and in those that it names; None
        to leave them out of `undone`."""
        data = bytes(data)  # whose slices need no copy
        end = _end(data)
        chain = crc32(data[:end], crc32(four(number)))
        if data[end : end + CRC] != four(chain):
            raise PegboardError("there is no complete segment in slot " + str(number))
        self.layout: bytes = data[:4]
        if self.layout != LAYOUT and not any_layout:
            raise PegboardError("slot " + str(number) + " is of another version")
        if data[4] >= _NEVER or data[8] >= _NEVER:
            raise PegboardError("slot " + str(number) + " follows too many entries")
        segment = Segment(_number(data, 4), b"", _number(data, 8))
        segment.place = number
        segment.before = _earlier(data, 12, number)
        segment.taken = data[16]
        state_end = HEAD + _two(data, 19)
        tail = end - _two(data, 21)
        segment.state = data[HEAD:state_end]
        segment.count = data[18]
        segment._log = bytearray(data[state_end:tail])
        self.undone: RedoList = RedoList(data[tail:end])
        self.place: int = _earlier(data, 23, number)
        self.skipped: int = _two(data, 27)
        if self.place and undone_in:
            packed = undone_in(self.place)
            self.undone.extend(packed[self.skipped :], self.place, len(packed))
        self.more: bool = data[17] != 0
        self.segment: Segment = segment
        self.end: int = end + CRC
        self.chain: int = chain
        while self._record(data):
            pass

    def _record(self, data):
        """Apply the next record; return False if there is no good one."""
        start = self.end
        end = start + 1
        what = data[start:end]
        if not what:
            return False
        if what[0] > JOKER and what not in _CHANGES:  # not a card, as nearly all are
            try:
                end = unpack(data, end + 1 if what == KEEP else start)[1]
            except PegboardError:
                return False
            what = data[start:end]
        chain = crc32(what, self.chain)
        if data[end : end + CRC] != four(chain):
            return False
        if what not in _CHANGES:
            self._add(what)
        elif not self._change(what):
            return False
        self.end = end + CRC
        self.chain = chain
        return True

    def _change(self, what):
        """Apply a record other than an entry; return False if it does not fit the entries here."""
        if what == UNDO:
            if not self.segment.count:
                return False  # it would be in the slot before
            self.undone.push(self.segment.pop())
        elif what == BRING_BACK:
            if self.undone.left_by_key():
                self.undone.bring_back()
        elif self.undone.count:
            self.undone.leave_out()
        return True

    def _add(self, what):
        if what[:1] == KEEP:
            self.undone.take(what[1], what[2:])
            what = what[2:]
        else:
            self.undone = RedoList()
        self.segment.add(what)


def cut_short(data: bytes | bytearray, good: int = 0) -> bool:
    """Return whether the data of a slot looks like the remains of a power cut.

    That is an incomplete segment, or after the first `good` bytes an incomplete record.
    """
    last = len(data)
    while last and data[last - 1] == 255:
        last -= 1
    if good:
        return last <= good + RECORD_MOST
    if last <= HEAD:
        return True
    at = HEAD + _two(data, 19)
    for _ in range(data[18]):
        if at >= last - 1:
            return True
        if not size(data[at]):
            return False
        at += size(data[at])
    return last <= at + _two(data, 21) + CRC


def _end(data):
    """Return the offset of the CRC of the segment in `data`. Raises PegboardError."""
    if len(data) < HEAD:
        raise PegboardError("there is no segment")
    at = _ends_at(data, HEAD + _two(data, 19), data[18])
    end = at + _two(data, 21)
    while at < end:
        at = _ends_at(data, at + 2 if data[at : at + 1] == LEAVE_OUT else at, 1)
    if at > end:
        raise PegboardError("the undone entries end after byte " + str(end))
    return at


def _ends_at(data, at, count):
    """Return the offset after the next `count` entries. Raises PegboardError."""
    for _ in range(count):
        length = size(data[at]) if at < len(data) else 0
        at += length
        if not length or at > len(data):
            raise PegboardError("there is no entry at byte " + str(at))
    return at


def _earlier(data, at, number):
    """Return the number of a slot that slot `number` names; 0 unless it was written before that
    one, so that following such numbers always ends."""
    named = _number(data, at)
    return named if named < number else 0


def _two(data: bytes | bytearray, at: int) -> int:
    return data[at] << 8 | data[at + 1]


def _number(data: bytes | bytearray, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")

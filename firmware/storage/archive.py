"""The games that a board stores besides the one in progress: finished ones, and saved ones.

They are in a separate ring of slots of firmware.storage.flashlog, so the oldest are dropped. A
game is a record, which takes one slot or a few consecutive ones. The data of a slot (offset,
length, meaning), with big-endian numbers:

    0   1  FF; 0 once the record is replaced or a saved game is resumed
    1   1  FINISHED or SAVED
    2   1  number of this part of the record, from 0
    3   1  number of parts
    4   4  identity of the archive
    8   4  number of the game in the archive: that of the first slot in which it was stored
    12  4  slot of the journal up to which all abandoned games are in the archive
    16  4  key of the game: slot of the journal before its first one
    20  1      and how many entries of that slot are in effect
    21  2  length of the part
    23     the part
        4  CRC-32 of the slot's number (four bytes) and of everything above after the first byte

firmware.storage.archive_record describes the parts together.
"""

from engine_core.compat import const, crc32

from .archive_record import game_bytes
from .flashlog import SLOT, FlashLog

FINISHED = const(70)
SAVED = const(83)
# The sectors of a board: room for some 200 games of two players.
SECTORS = const(28)

_LIVE = const(255)
_HEAD = const(23)
_CRC = const(4)
_SLOT_HEAD = const(12)  # as in firmware.storage.flashlog
_PART = const(473)  # bytes: SLOT less the heads and the CRC
_START = const(14)  # bytes of entries in which two versions of one game agree
_BEFORE = const(16)  # slots in which an earlier version of a game is looked for


class _Log(FlashLog):
    """A FlashLog whose slots can be read in part, and changed later."""

    def peek(self, number, at, length):
        """Return `length` bytes of the data of the slot with this number, from `at` on; b"" if
        the slot is no longer stored."""
        place = number % self.count
        if number < 1 or self._number(place) != number:
            return b""
        sector, start = self._where(place)
        return bytes(self._flash.read(sector, start + _SLOT_HEAD + at, length))

    def clear(self, number):
        """Set the first byte of the data of the slot with this number to 0. Raises OSError."""
        sector, start = self._where(number % self.count)
        self._put(sector, start + _SLOT_HEAD, b"\x00")


class Head:
    """The head of a record whose first slot is `number`."""

    def __init__(self, number, data):
        self.number = number
        self.live = data[0] == _LIVE
        self.kind = data[1]
        self.part = data[2]
        self.parts = data[3]
        self.identity = data[4:8]
        self.game = _number(data, 8)
        self.seen = _number(data, 12)
        self.key = (_number(data, 16), data[20])
        self.length = data[21] << 8 | data[22]


class Archive:
    """`flash` is a port as in firmware.storage.flashlog. Call `open_next` until it returns False;
    then the rest may be used.

    identity: four bytes that differ from those of other archives, used if this one is empty.
    saved: the heads of the saved games, the newest first. seen: as for `put`. OSError of the
    flash is passed on; everything stored before is then still there.
    """

    def __init__(self, flash, identity: bytes):
        self._log = _Log(flash, False)
        self._sectors = flash.count
        self._next = 0
        self._found = []  # slots in which a saved game may begin
        self.identity = identity
        self.saved = []
        self.seen = 0

    def open_next(self) -> bool:
        """Read one more sector; return whether there are others."""
        if self._next < self._sectors:
            for number in self._log.look(self._next):
                head = self._head(number)
                if head and head.kind == SAVED and head.live and not head.part:
                    self._found.append(number)
            self._next += 1
            return True
        self._settle()
        return False

    def _settle(self):
        number = self._log.newest
        oldest = max(0, number - self._log.count)
        while number > oldest:
            head = self.head(number)
            if head:
                self.seen = head.seen
                self.identity = head.identity
                self._log.resume(number, SLOT)
                break
            number -= 1
        for number in sorted(self._found, reverse=True):
            head = self.head(number)
            if head and not self._saved(head.game):
                self.saved.append(head)
        self._found = []

    def _saved(self, game):
        """Return the newest saved version of the game with this number, or None."""
        for head in self.saved:
            if head.game == game:
                return head
        return None

    def newest(self) -> int:
        """Return the number of the newest slot, or 0."""
        return self._log.newest

    def oldest(self) -> int:
        """Return the lowest number that a slot may have."""
        return max(1, self._log.newest - self._log.count + 1)

    def head(self, number: int):
        """Return the Head of the record that begins in this slot, if all of it is there; otherwise
        None."""
        head = self._head(number)
        if not head or head.part:
            return None
        for part in range(head.parts):
            other = self._head(number + part)
            if not other or other.part != part:
                return None
            length = _HEAD + other.length + _CRC
            data = self._log.peek(number + part, 0, length)
            if data[-_CRC:] != _check(number + part, data[:-_CRC]):
                return None
        return head

    def size(self, head) -> int:
        """Return the size of the record with this head, in bytes."""
        last = self._head(head.number + head.parts - 1)
        return (head.parts - 1) * _PART + (last.length if last else 0)

    def read(self, head, at: int, length: int) -> bytes:
        """Return `length` bytes of a record, or as many as it has, from byte `at` on."""
        found = b""
        while True:
            part, offset = divmod(at + len(found), _PART)
            other = self._head(head.number + part) if part < head.parts else None
            count = min(length - len(found), other.length - offset) if other else 0
            if count <= 0:
                return found
            found += self._log.peek(head.number + part, _HEAD + offset, count)

    def put(self, kind: int, key: tuple, seen: int, data: bytes, start: int) -> None:
        """Store a record; it replaces an earlier version of the same game.

        key: as above; seen: the slot of the journal up to which all games are stored then; data:
        the parts together; start: offset in it of the game's own entries.
        """
        before = self._version(kind, key, data, start)
        self._write(kind, before.game if before else 0, key, seen, data)
        if before:
            self.drop(before)

    def drop(self, head) -> None:
        """Mark a record as dropped."""
        self._log.clear(head.number)
        self.saved = [other for other in self.saved if other is not head]

    def carry(self) -> bool:
        """Store one saved game again, long before its slot is erased; return whether there was one
        to store."""
        for head in self.saved:
            if self._log.newest - head.number > self._log.count // 2:
                data = self.read(head, 0, self.size(head))
                self._write(SAVED, head.game, head.key, self.seen, data)
                self.drop(head)
                return True
        return False

    def tidy(self) -> None:
        """Erase the sector that comes next if it is not blank."""
        self._log.tidy()

    def _version(self, kind, key, data, start):
        """Return the head of an earlier version of the game in `data`, or None."""
        newest = self._log.newest
        recent = range(newest, max(0, newest - _BEFORE), -1)
        for head in self.saved + [self.head(number) for number in recent]:
            if head and head.live and head.key == key:
                length = min(start + _START, self.size(head), len(data))
                there = self.read(head, 0, length)
                if game_bytes(there) == game_bytes(data[:length]):
                    return head
        return None

    def _write(self, kind, game, key, seen, data):
        parts = -(-len(data) // _PART)
        first = self._log.next()
        for part in range(parts):
            number = self._log.next()
            if number != first + part:
                raise OSError("a sector of the archive cannot be used")  # the next try continues
            piece = data[part * _PART : (part + 1) * _PART]
            head = b"".join(
                (
                    bytes((_LIVE, kind, part, parts)),
                    self.identity,
                    _four(game or first),
                    _four(seen),
                    _four(key[0]),
                    bytes((key[1],)),
                    len(piece).to_bytes(2, "big"),
                    piece,
                )
            )
            self._log.begin(number, head + _check(number, head))
        self.seen = seen
        stored = self._head(first)
        if kind == SAVED and stored:
            self.saved.insert(0, stored)

    def _head(self, number):
        data = self._log.peek(number, 0, _HEAD)
        if not data or data[2] >= data[3] or data[1] not in (FINISHED, SAVED):
            return None
        head = Head(number, data)
        return head if head.length <= _PART else None


def _check(number, data):
    return _four(crc32(data[1:], crc32(_four(number))))


def _four(number):
    return number.to_bytes(4, "big")


def _number(data, at):
    return int.from_bytes(data[at : at + 4], "big")

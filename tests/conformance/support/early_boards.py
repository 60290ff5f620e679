"""Boards of the first versions: their journals are those of firmware.storage.early_journal.

Each has `enter(packed)`, `undo()` and `redo()`, as keys are pressed, and `rest(state)` for a quiet
moment, with the packed state.
"""

from engine_core.compat import crc32
from firmware.storage.flashlog import FlashLog

UNDO = b"\x7d"
REDO = b"\x7e"
HEADER = b"PEG\x01"
TAG = b"fl\xb61"  # of the layout of the first segments
CHUNK = 200  # bytes

_RECORD = 14  # bytes, at most


def four(number):
    return number.to_bytes(4, "big")


def state_record(entries, packed):
    """Return the state after so many entries as a record of the first version has it."""
    return b"\x7f" + entries.to_bytes(2, "big") + b"rule" + bytes((len(packed),)) + packed


class FileBoard:
    """A virtual board of the first version. `data`: its file; `ends`: where each record of it
    ends, the header first."""

    def __init__(self):
        self.data = HEADER
        self.ends = [len(HEADER)]
        self._chain = crc32(HEADER)
        self._entered = 0

    def enter(self, packed):
        self._entered += 1
        self.add(packed)

    def undo(self):
        self.add(UNDO)

    def redo(self):
        self.add(REDO)

    def rest(self, state):
        record = state_record(self._entered, state)
        if len(record) + 4 <= CHUNK:
            self.add(record)

    def add(self, what):
        """Add a record."""
        self._chain = crc32(what, self._chain)
        self.data += what + four(self._chain)
        self.ends.append(len(self.data))


class SectorBoard(FileBoard):
    """A Pico of the first version: each record is a chunk in the sectors of `flash`, unless
    `write` is called.

    is_torn: whether the power was cut in a chunk, after which a new sector begins.
    places: `(sector, offset)` after each chunk, before the first one too. first: the sector in
    which the journal begins; serial: the number of the sector before."""

    def __init__(self, flash, first=0, serial=0):
        self.flash = flash
        self.sector = first - 1
        self.serial = serial
        self.before = 0
        self.at = flash.size
        self.places = []
        self.is_torn = False
        super().__init__()
        self.write(HEADER)

    def add(self, what):
        before = len(self.data)
        super().add(what)
        self.write(self.data[before:])

    def write(self, data):
        """Write a chunk with `data`."""
        body = bytes((len(data),)) + data
        chunk = body + (crc32(body) & 0xFFFF).to_bytes(2, "big")
        if self.is_torn or self.at + len(chunk) > self.flash.size:
            self.is_torn = False
            end = self.at if self.before else 0
            self.sector = (self.sector + 1) % self.flash.count
            numbers = four(self.serial + 1) + four(self.before) + four(end)
            self.flash.program(self.sector, 0, b"PEG1")
            self.flash.program(self.sector, 4, numbers + four(crc32(numbers)))
            self.serial += 1
            self.before = self.serial
            self.at = 20
        if not self.places:
            self.places.append((self.sector, self.at))
        self.flash.program(self.sector, self.at, chunk)
        self.at += len(chunk)
        self.places.append((self.sector, self.at))


class SegmentBoard:
    """A Pico with the first segments, of `most` entries each, after a state of `state` bytes."""

    def __init__(self, flash, most=28, state=60):
        self.log = FlashLog(flash)
        self.most = most
        self.state = bytes([n & 255 for n in range(state)])
        self.entries = []  # packed; those that can be redone too
        self.position = 0  # how many of them are in effect
        self._segments = []  # (slot, first entry), the newest last
        self._chain = 0

    def enter(self, packed):
        at = self.position
        self.entries[at:] = [packed]
        self.position += 1
        first = self._segments[-1][1] if self._segments else at + 1
        if first <= at < first + self.most and self.log.room() >= _RECORD:
            self.add(packed)
        else:
            self.begin(at)

    def undo(self):
        self.position -= 1
        self._move(UNDO)

    def redo(self):
        self.position += 1
        self._move(REDO)

    def rest(self, state):
        """Begin a segment early; if entries can be redone, store them again with those before."""
        at = self.position
        self.begin(at if at == len(self.entries) else self._first(at))

    def add(self, what):
        """Append a record to the newest slot."""
        self._chain = crc32(what, self._chain)
        self.log.append(what + four(self._chain))

    def begin(self, first, more=0, taken=None):
        """Begin a slot with the entries from `first` on, which follow those of the one before, or
        the first `taken` of them."""
        while self._segments and self._segments[-1][1] >= first:
            self._segments.pop()
        before, start = self._segments[-1] if self._segments else (0, first)
        taken = first - start if taken is None else taken
        entries = self.entries[first:]
        head = TAG + four(first) + four(0) + four(before)
        head += bytes((taken, more, len(entries), self.position - first))
        number = self.log.next()
        data = head + len(self.state).to_bytes(2, "big") + self.state + b"".join(entries)
        self._chain = crc32(data, crc32(four(number)))
        self.log.begin(number, data + four(self._chain))
        self._segments.append((number, first))

    def _move(self, what):
        if self.log.room() >= _RECORD:
            self.add(what)
        else:
            self.begin(self._first(self.position))

    def _first(self, position):
        """Return the first entry of the segment with that many of the match."""
        return max([first for _, first in self._segments if first <= position])

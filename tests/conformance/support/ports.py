"""The ports of `firmware.ports`, in memory.

Every frame and every line of the link is checked for the general requirements.
"""

from firmware.link import link_line
from firmware.link.link_messages import FROM_BOARD
from firmware.link.message_fields import fields
from firmware.settings.brightness import current_ma
from hardware.board import CURRENT_MA, PIXELS

_MOST_SAID = 60


class Store:
    """The journal's flash in memory, of the bytes `data`. It can fail: `fails` calls of `program`
    or `erase` from now on raise OSError, having written `part` bytes of their data."""

    count = 6
    size = 2048

    def __init__(self, data=b""):
        # Each sector without its last erased bytes: a device has no heap for the whole.
        starts = range(0, self.count * self.size, self.size)
        self.cells = [bytearray(data[n : n + self.size].rstrip(b"\xff")) for n in starts]
        self.fails = 0
        self.part = 0
        self.erased = [0] * self.count  # how often, each sector
        self.kept = []  # copies that were put aside

    @property
    def data(self):
        return b"".join([self.read(n, 0, self.size) for n in range(self.count)])

    def copy(self):
        """Return a store with the same bytes."""
        other = type(self)()
        other.cells = [bytearray(cells) for cells in self.cells]
        return other

    def read(self, sector, offset, length):
        found = self.cells[sector][offset : offset + length]
        return found + b"\xff" * (length - len(found))

    def program(self, sector, offset, data):
        failing = self._failing()
        if failing:
            data = data[: self.part]
        cells = self.cells[sector]
        cells.extend(b"\xff" * (offset + len(data) - len(cells)))
        for i, byte in enumerate(data):
            cells[offset + i] &= byte
        if failing:
            raise OSError(28)

    def erase(self, sector):
        if self._failing():
            raise OSError(28)
        self.erased[sector] += 1
        self.cells[sector] = bytearray()

    def keep(self):
        self.kept.append(self.data)
        return " (kept)"

    def _failing(self):
        if self.fails:
            self.fails -= 1
            return True
        return False


class Names:
    """The storage of the names of sides, in memory; while `fails` is set, it cannot be written."""

    def __init__(self, data=b""):
        self.data = data
        self.fails = False

    def read(self):
        return self.data

    def write(self, data):
        if self.fails:
            raise OSError(28)
        self.data = data


class Strip:
    """A strip that keeps the last frame, and calls `watch(ms, frame)` for each if it is set. Each
    has `pixels` and takes `limit` mA at most."""

    def __init__(self, clock, pixels=PIXELS, limit=CURRENT_MA):
        self.clock = clock
        self.pixels = pixels
        self.limit = limit
        self.watch = None
        self.last = b""
        self.shown = 0
        self.is_busy = False

    def show(self, frame):
        assert not self.is_busy
        assert len(frame) == self.pixels * 3
        assert current_ma(frame) <= self.limit
        self.last = bytes(frame)
        self.shown += 1
        if self.watch:
            self.watch(self.clock.now, self.last)

    def busy(self):
        return self.is_busy


class DirectStrip(Strip):
    """A strip that can be sent its first pixels alone; `alone` counts how often it was."""

    alone = 0

    def show_first(self, frame, pixels):
        self.alone += 1
        self.show(frame[: pixels * 3] + self.last[pixels * 3 :])


class Link:
    """A link that records its output: all lines, if `keeps`, and the latest messages. It
    takes `room` lines more; None: any number; and calls `watch(line)` for each if it is set."""

    def __init__(self, keeps=False):
        self.keeps = keeps
        self.watch = None
        self.lines = []
        self.count = 0
        self.said = []  # since `heard` was last called, at most so many
        self.asked = []
        self.room = None

    def write(self, line):
        if self.room == 0:
            return False
        if self.room:
            self.room -= 1
        number, message = link_line.parse(line)
        assert fields(FROM_BOARD, message) is not None, message
        self.count += 1
        if self.keeps:
            self.lines.append(line)
        if self.watch:
            self.watch(line)
        self.said = self.said[-_MOST_SAID:] + [message]
        assert number == self.count
        assert line[-1:] == b"\n" and len(line) < 200 and len(line) % 64
        assert min(line[:-1]) >= 32 and max(line[:-1]) < 127
        return True

    def read(self):
        return self.asked.pop(0) if self.asked else None

    def heard(self):
        """Return the messages since the last call."""
        said = self.said
        self.said = []
        return said


class Clock:
    def __init__(self, now=0):
        self.now = now

    def ms(self):
        return self.now & 0x3FFFFFFF

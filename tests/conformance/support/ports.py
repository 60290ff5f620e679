"""The ports of `firmware.app.App`, in memory.

Every frame and every line of the link is held to what must hold of all of them.
"""

from firmware import link_line
from firmware.brightness import current_ma
from firmware.link_messages import FROM_BOARD, fields
from hardware.board import CURRENT_MA, PIXELS

_MOST_SAID = 60


class Store:
    """A journal's store in memory. It can fail: `fails` calls from now on raise OSError, having
    kept `part` bytes of what they were given."""

    def __init__(self, data=b""):
        self.data = data
        self.fails = 0
        self.part = 0

    def read(self):
        return self.data

    def append(self, data):
        if self._failing():
            self.data += data[: self.part]
            raise OSError(28)
        self.data += data

    def reset(self, data):
        if self._failing():
            raise OSError(28)
        self.data = bytes(data)

    def _failing(self):
        if self.fails:
            self.fails -= 1
            return True
        return False


class Strip:
    """A strip that keeps its frames as (ms, bytes), if `keeps`, and the last in any case."""

    def __init__(self, clock, keeps=False):
        self.clock = clock
        self.keeps = keeps
        self.frames = []
        self.last = b""
        self.shown = 0
        self.is_busy = False

    def show(self, frame):
        assert not self.is_busy
        assert len(frame) == PIXELS * 3
        assert current_ma(frame) <= CURRENT_MA
        self.last = bytes(frame)
        self.shown += 1
        if self.keeps:
            self.frames.append((self.clock.now, self.last))

    def busy(self):
        return self.is_busy


class Link:
    """A link that keeps what is said on it: all lines, if `keeps`, and the latest messages. It
    takes `room` lines more; None: any number."""

    def __init__(self, keeps=False):
        self.keeps = keeps
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
        self.said = self.said[-_MOST_SAID:] + [message]
        assert number == self.count
        assert line[-1:] == b"\n" and len(line) < 200 and len(line) % 64
        for byte in line[:-1]:
            assert 32 <= byte < 127
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

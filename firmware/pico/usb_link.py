"""The link on the USB serial port, which is also the REPL's, so Ctrl-C still interrupts.

Nothing here waits. MicroPython's write waits for up to half a second if the host does not read,
and `poll` only says whether one byte can be written, so one byte is written each time.
"""

import select
import sys

from engine_core.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable

_IN = const(256)  # bytes of a line, including its newline
_OUT = const(1024)  # bytes that may wait to be written
_READ_AT_ONCE = const(64)  # a whole request: bytes that wait in MicroPython's buffer take time
_WRITE_AT_ONCE = const(12)
_LOOK = const(3)  # a key is looked for after each 4 bytes, which take 0.3 ms
_NEWLINE = const(10)


class UsbLink:
    """The link of the App, with `write` and `read`; `work` moves the bytes and must be called
    often. `waiting`: returns whether a key is waiting, which comes first."""

    def __init__(self, waiting: "Callable[[], bool]" = bool):
        self._stdin = sys.stdin.buffer
        self._stdout = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._line = bytearray(_IN)
        self._got = 0  # bytes of `_line`
        self._over = False  # whether the line is too long and must be ignored
        self._byte = bytearray(1)
        self._out = bytearray(_OUT)  # a ring buffer
        self._first = 0
        self._waiting = 0
        self._reading = False  # whether there was anything to read last time
        self._writing = False  # whether anything was written last time
        self._key_waiting = waiting

    def write(self, line: bytes) -> bool:
        """Queue `line` to be sent; return False if too much is waiting already, in which case it
        is not sent."""
        if self._waiting + len(line) > _OUT:
            return False
        at = (self._first + self._waiting) % _OUT
        part = min(len(line), _OUT - at)
        self._out[at : at + part] = line[:part]
        self._out[: len(line) - part] = line[part:]
        self._waiting += len(line)
        return True

    def read(self):
        """Return the next line that has been received, or None."""
        self._reading = False
        for n in range(_READ_AT_ONCE):
            if not _ready(self._readable) or n & _LOOK == _LOOK and self._key_waiting():
                return None
            self._reading = True
            self._stdin.readinto(self._byte)
            byte = self._byte[0]
            if byte == _NEWLINE:
                line = None if self._over else bytes(self._line[: self._got])
                self._got = 0
                self._over = False
                if line:
                    return line
            elif self._got < _IN - 1:
                self._line[self._got] = byte
                self._got += 1
            else:
                self._over = True
        return None

    def talking(self) -> bool:
        """Return whether bytes are being sent or received. A host that does not read, or that
        stopped in the middle of a line, does not count."""
        return self._reading or self._writing

    def work(self) -> bool:
        """Write some of the waiting bytes, for 1.2 ms at most; return whether more can be written
        at once."""
        self._writing = False
        for n in range(min(self._waiting, _WRITE_AT_ONCE)):
            if not _ready(self._writable) or n & _LOOK == _LOOK and self._key_waiting():
                return False
            self._writing = True
            self._byte[0] = self._out[self._first]
            self._stdout.write(self._byte)
            self._first = (self._first + 1) % _OUT
            self._waiting -= 1
        return self._waiting > 0


def _ready(poll):
    # Unlike `poll`, this does not use the heap.
    for _ in poll.ipoll(0):
        return True
    return False

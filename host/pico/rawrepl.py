"""A client of MicroPython's raw REPL, over any byte stream.

A pipe, a serial port or a socket needs about ten lines to become a transport.
"""

import time
from typing import Protocol

from host.errors import HostError

ENTER, LEAVE, INTERRUPT, END, PASTE = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05A\x01"
BANNER = b"raw REPL; CTRL-B to exit\r\n>"
SETTLE_SECONDS = 5.0
QUIET_SECONDS = 0.2  # of silence, after which no byte is still on its way
TRIES = 3
TRY_SECONDS = 4.0  # the longest wait before asking again
HELD_MOST = 1 << 22  # bytes of one answer: more than any file on a device


class ReplError(HostError):
    """The conversation with the REPL failed; the text says at which step."""

    output = ""  # the output of the code up to then


class ReplTimeout(ReplError):
    """Nothing arrived, or the answer was incomplete, within the time limit."""


class ReplClosed(ReplError):
    """The other end has closed the stream."""


class Transport(Protocol):
    """A byte stream. Both methods raise ReplClosed if the other end has closed it."""

    def read(self, timeout: float) -> bytes:
        """Return the bytes that have arrived; wait for up to `timeout` seconds for the first byte,
        then return b""."""
        ...

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        ...


class RawRepl:
    """Runs code on the other end of `transport`.

    `paste` requests raw-paste mode, which has flow control; without it, ordinary raw mode is used.
    `pace` is (bytes, seconds): without raw-paste, how much to send before each pause, since a
    serial port drops what does not fit; None sends everything at once.
    """

    def __init__(
        self, transport: Transport, paste: bool = True, pace: tuple[int, float] | None = None
    ):
        self.transport = transport
        self.paste = paste
        self.pace = pace
        self.held = b""  # read from the transport but not used yet

    def enter(self, timeout: float = 5.0) -> None:
        """Stop what runs and enter raw mode, ignoring other output. Raises ReplError.

        The interrupt is sent repeatedly, since one may get lost: a program may read the bytes
        after it, and MicroPython ignores one that arrives while a file system written in Python
        looks for a module.
        """
        clock = _Clock(timeout)
        while True:
            self.held = b""
            self.transport.write(b"\r" + INTERRUPT + INTERRUPT)
            self.transport.write(b"\r" + ENTER)
            attempt = _Clock(timeout, min(TRY_SECONDS, timeout / TRIES))
            try:
                self._until(BANNER, attempt, "the raw REPL's banner")
                break
            except ReplTimeout:
                if clock.left() <= 0:
                    raise
        self.settle(QUIET_SECONDS)  # the answer to an earlier attempt may be late

    def settle(self, quiet: float) -> None:
        """Ignore what arrives until nothing has arrived for `quiet` seconds. Raises ReplTimeout if
        that does not happen."""
        self.held = b""
        clock = _Clock(SETTLE_SECONDS)
        while self.transport.read(quiet):
            if clock.left() <= 0:
                raise ReplTimeout(f"it did not stop sending within {clock.limit:g} s")

    def leave(self) -> None:
        """Return to the friendly REPL, which people and other programs expect."""
        self.transport.write(b"\r" + LEAVE)

    def reset(self, timeout: float = 10.0, to_raw: bool = True) -> None:
        """Clear the memory with a soft reset. Raises ReplError.

        Raw mode is kept, and main.py does not run. Without `to_raw`, main.py runs, and this does
        not wait for anything.
        """
        if not to_raw:
            self.leave()
            self.transport.write(END)
            return
        self.held = b""
        self.transport.write(b"\r" + ENTER + END)
        clock = _Clock(timeout)
        self._until(b"soft reboot\r\n", clock, "the soft reset")
        self._until(BANNER, clock, "the raw REPL's banner after a soft reset")

    def execute(self, code: str, timeout: float = 10.0) -> tuple[str, str]:
        """Run `code` (str). Return its output and its traceback, both str.

        The traceback is empty if nothing was raised. Raises ReplError.
        """
        if not code.strip():
            return "", ""  # empty code would cause a soft reset
        clock = _Clock(timeout)
        self._send(code.encode(), clock)
        try:
            output = self._until(END, clock, "the end of the output")
        except ReplError as trouble:
            trouble.output = _text(self.held)
            raise
        error = self._until(END, clock, "the end of the traceback")
        self._until(b">", clock, "the prompt")
        return _text(output), _text(error)

    def _send(self, code: bytes, clock: "_Clock") -> None:
        """Send `code` in the best mode that the other end offers, and start it."""
        if self.paste:
            self.transport.write(PASTE)
            answer = self._take(2, clock, "the answer to raw-paste")
            if answer == b"R\x01":
                return self._send_pasted(code, clock)
            self.paste = False
            if answer != b"R\x00":  # it took the request for code and printed its banner
                self.held = answer + self.held
                self._until(BANNER, clock, "the prompt after raw-paste was refused")
        step, rest = self.pace or (len(code), 0)
        for start in range(0, len(code), step):
            self.transport.write(code[start : start + step])
            if rest:
                time.sleep(rest)
        self.transport.write(END)
        answer = self._take(2, clock, "OK")
        if answer != b"OK":
            raise ReplError(f"the REPL answered {answer!r} where OK was expected")
        return None

    def _send_pasted(self, code: bytes, clock: "_Clock") -> None:
        """Send `code` as far as the window allows, and more whenever the other end extends it."""
        window = int.from_bytes(self._take(2, clock, "the raw-paste window"), "little")
        room = window
        while code:
            while room == 0 or self.held:
                sign = self._take(1, clock, "room for more code")
                if sign != b"\x01":  # it refuses the rest: a syntax error, or no memory
                    self.transport.write(END)
                    return
                room += window
            self.transport.write(code[:room])
            code, room = code[room:], room - min(room, len(code))
            self.held += self.transport.read(0)
        self.transport.write(END)
        self._until(END, clock, "the end of raw-paste")

    def _take(self, count: int, clock: "_Clock", what: str) -> bytes:
        """Return the next `count` bytes."""
        while len(self.held) < count:
            self._fill(clock, what)
        taken, self.held = self.held[:count], self.held[count:]
        return taken

    def _until(self, mark: bytes, clock: "_Clock", what: str) -> bytes:
        """Return the bytes before `mark`, and skip the mark."""
        while mark not in self.held:
            self._fill(clock, what)
        before, _, self.held = self.held.partition(mark)
        return before

    def _fill(self, clock: "_Clock", what: str) -> None:
        left = clock.left()
        if left <= 0:
            raise ReplTimeout(f"no answer within {clock.limit:g} s, waiting for {what}")
        self.held += self.transport.read(left)
        if len(self.held) > HELD_MOST:
            raise ReplError(f"it sends without end, waiting for {what}")


class _Clock:
    """Counts down `lasts` seconds from its creation, or `limit` if that is None. Messages name
    `limit`."""

    def __init__(self, limit: float, lasts: float | None = None):
        self.limit = limit
        self.end = time.monotonic() + (limit if lasts is None else lasts)

    def left(self) -> float:
        return self.end - time.monotonic()


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")

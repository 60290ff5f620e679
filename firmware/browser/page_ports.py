"""The other ports of a board in a page's worker. What they get is JavaScript's."""

from binascii import a2b_base64, b2a_base64

from engine_core.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_WRAP = const(0x3FFFFFFF)


class Clock:
    """Milliseconds that wrap, as in firmware.ticks. `now()` returns ms that never decrease."""

    def __init__(self, now: "Callable[[], float]"):
        self._now = now

    def ms(self) -> int:
        """Return the time."""
        return int(self._now()) & _WRAP

    def seconds(self) -> float:
        """Return the time, which does not wrap."""
        return self._now() / 1000


class PageStrip:
    """A strip whose pixels are on the page: `show_frame` gets a frame in base64."""

    def __init__(self, show_frame: "Callable[[str], None]"):
        self._show_frame = show_frame

    def show(self, frame) -> None:
        self._show_frame(b2a_base64(frame).decode().strip())

    def busy(self) -> bool:
        return False


class NamesFile:
    """The names of the sides, in a file of the page's origin: see journal_file.py. `replace(text)`
    gives it other contents, in base64."""

    def __init__(self, file: "Any"):
        self._file = file

    def read(self) -> bytes:
        return a2b_base64(self._file.read())

    def write(self, data: bytes) -> None:
        """Raises OSError."""
        try:
            self._file.replace(b2a_base64(data).decode().strip())
        except Exception as why:
            raise OSError("the browser does not store it: " + str(why))

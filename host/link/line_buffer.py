"""Splits what a port delivers into lines. This file runs on MicroPython too."""

from host.mirror.messages import LINE_MOST


class LineBuffer:
    """Splits the bytes that arrive into lines; drops a line too long for a board's."""

    def __init__(self) -> None:
        self._begun = b""

    def add(self, data: bytes) -> list[bytes]:
        """Return the lines that `data` completes, without their line ends."""
        *lines, self._begun = (self._begun + data).split(b"\n")
        if len(self._begun) > LINE_MOST:
            self._begun = self._begun[:1] + b" " * LINE_MOST  # so that its rest is dropped too
        return lines

"""Doors of a serial port at which there may be anything: what it answers to pegboard devices, and
to pegboard flash."""

import contextlib
from unittest.mock import patch

from firmware.link import link_line
from host.errors import HostError
from host.link import discovery
from host.pico import rawrepl
from host.pico.device import Device, DeviceError
from tests.conformance.support.virtual_ports import Board

from .door import Door

_NEXT = b"\x00"  # between what comes at once
_ZERO = b"\x03"  # in place of such a byte within it


class _Clock:
    """A clock that advances with each look, so that nothing waits."""

    def __init__(self) -> None:
        self._now = 0.0

    def monotonic(self) -> float:
        self._now += 0.05
        return self._now

    def monotonic_ns(self) -> int:
        return int(self.monotonic() * 1e9)

    def sleep(self, seconds: float) -> None:
        self._now += seconds


class _Port:
    """Sends the pieces of an input, one for each read, then nothing."""

    def __init__(self, data: bytes):
        self._pieces = iter(data.split(_NEXT))

    def read(self, timeout: float) -> bytes:
        return next(self._pieces, b"").replace(_ZERO, b"\x00")

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


def _asked(data: bytes) -> None:
    """Somebody looks for boards, and this is what a port says."""
    with patch.object(discovery, "time", _Clock()):
        found = discovery.probe("port", lambda name: _Port(data))
        discovery.hint([found])
        with contextlib.suppress(HostError):
            discovery.only_board([found])


def _flashed(data: bytes) -> None:
    """Somebody flashes what answers so."""
    device = Device(_Port(data))
    with patch.object(rawrepl, "time", _Clock()):
        for ask in (
            lambda: device.enter(5.0),
            lambda: device.digests(["a", "b"]),
            lambda: device.parts("bundle"),
            lambda: device.found(("/",)),
            device.image_program,
            device.free,
            device.damaged,
            lambda: device.read("board.cfg"),
        ):
            with contextlib.suppress(DeviceError):
                ask()


def _answers() -> list[bytes]:
    """Return what boards and MicroPython say at their ports."""
    board = Board(lines=True)
    board.link.asked.append(link_line.encode(1, ["snapshot", 7]))
    board.run(1000)
    banner = b"MicroPython v1.29.0 on 2026-08-01; Raspberry Pi Pico with RP2040\r\n>>> "
    return [b"".join(board.link.lines), _NEXT.join((b"", b"text\r\n", banner)), banner]


def _sessions() -> list[bytes]:
    """Return what the raw mode says to the questions of pegboard flash."""
    prompt = b"raw REPL; CTRL-B to exit\r\n>\x00"  # then nothing, until something is asked
    told = (
        b"",
        b"@ micropython 1.29.0 4870 linux Linux\r\n",
        b"@ " + b"a" * 64 + b"\r\n@ -\r\n",
        b"@ 96 1000 " + b"b" * 64 + b"\r\n",
        b"@ /main.py\r\n@ /lib/\r\n",
        b"@ 0.1.0 0123abcd image\r\n",
        b"@ 700000\r\n",
        b"",
        b"@ cm93cyA9IDYK\r\n",
    )
    answers = [b"OK" + one + b"\x04\x04>" for one in told]
    failed = b"R\x03OK\x04Traceback (most recent call last):\r\nOSError: 28\r\n\x04>"
    return [_NEXT.join(parts) for parts in ([prompt, b"R\x03", *answers], [prompt, failed])]


PORT = Door(_asked, None, _answers, words=(_NEXT, b"MicroPython v", b"~1 [", b'["hello",'))
DEVICE = Door(_flashed, HostError, _sessions, words=(_NEXT, b"\x04", b"OK", b"@ ", b">", b"R\x01"))

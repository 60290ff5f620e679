"""Finds the attached ports with a pegboard, with MicroPython alone, or with something else."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from firmware.link import link_line
from firmware.link.link_messages import to_board
from firmware.link.reporter import BEAT_MS
from host.errors import BoardError
from host.mirror import messages

from .line_buffer import LineBuffer
from .ports import Port, PortError, UsbPort, open_port, usb_ports

PEGBOARD, MICROPYTHON, BUSY, SILENT = "pegboard", "micropython", "busy", "silent"
_LISTEN_SECONDS = 1.3 * BEAT_MS / 1000
_ANSWER_SECONDS = 3.0
_TEXT_MOST = 4096
# At its prompt MicroPython prints its banner when it is told to leave the raw mode.
_WHO = b"\r\x02"
_BANNER = re.compile(rb"MicroPython (v[^\s;]+)(?:[ \t][^;\r\n]*)?; ([^\r\n]+)\r?\n")


class PortStatus(NamedTuple):
    """The device at a port. engine: hash of the rules; program: version and hash of the board's
    program, and `image` if it is part of MicroPython's image; version: of MicroPython, if no
    pegboard runs. Each is "" if it is not known."""

    port: str
    kind: str
    engine: str = ""
    program: str = ""
    version: str = ""
    machine: str = ""
    trouble: str = ""


def picos() -> list[UsbPort]:
    """Return the ports that are Picos with MicroPython according to their USB numbers."""
    return [one for one in usb_ports() if one.is_pico()]


def probe(name: str, open_named: Callable[[str], Port] = open_port) -> PortStatus:
    """Return the status of the port `name`, without stopping a program that runs there."""
    try:
        port = open_named(name)
    except PortError as why:
        return PortStatus(name, BUSY if why.busy else SILENT, trouble=str(why))
    try:
        return _ask(name, port)
    except PortError as why:
        return PortStatus(name, SILENT, trouble=str(why))
    finally:
        port.close()


def probe_all(names: list[str]) -> list[PortStatus]:
    """Return the status of each port; all are probed at the same time."""
    if not names:
        return []
    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(probe, names))


def find_board() -> str:
    """Return the port of the only board that is attached. Raises BoardError."""
    return only_board(probe_all([one.port for one in picos()]))


def only_board(seen: list[PortStatus]) -> str:
    """Return the port of the only pegboard among `seen`. Raises BoardError."""
    boards = [one for one in seen if one.kind == PEGBOARD]
    if len(boards) == 1:
        return boards[0].port
    if boards:
        raise BoardError(
            f"{len(boards)} boards are attached: name one of them, as in pegboard watch --port "
            f"{boards[0].port} (pegboard devices lists them)"
        )
    raise BoardError("no board is attached. " + hint(seen))


def hint(seen: list[PortStatus]) -> str:
    """Return advice for a person whose board was not found."""
    for one in seen:
        if one.kind == MICROPYTHON:
            return f"A Pico without pegboard is at {one.port}: pegboard flash --port {one.port}"
        if one.kind == BUSY:
            return one.trouble
    if seen:
        return f"What is at {seen[0].port} does not answer. {seen[0].trouble}".rstrip()
    return "Plug it in, or name its port: pegboard watch --port PORT"


def _ask(name: str, port: Port) -> PortStatus:
    """Listen before sending anything, so that a running board is not disturbed."""
    heard = _Listener(port)
    heard.until(_LISTEN_SECONDS, lambda: heard.board or heard.hello)
    port.write(b"\n" + link_line.encode(1, to_board("snapshot", time.monotonic_ns() & 0xFFFFFFF)))
    heard.until(_ANSWER_SECONDS, lambda: heard.hello)
    if not heard.board:
        # This comes last: it leaves a board that Ctrl-C stopped at its prompt, whereas the
        # request restarts it.
        port.write(_WHO)
        heard.until(_ANSWER_SECONDS, lambda: heard.hello or heard.banner())
    if heard.board:
        hello = heard.hello
        return PortStatus(
            name, PEGBOARD, engine=hello.get("engine", ""), program=hello.get("program", "")
        )
    if banner := heard.banner():
        version, machine = (text.decode("ascii", "replace") for text in banner.groups())
        return PortStatus(name, MICROPYTHON, version=version.lstrip("v"), machine=machine)
    return PortStatus(name, SILENT)


class _Listener:
    """Reads the output of a port: `board` is True once it is a pegboard, and `hello` has the
    fields of its hello."""

    def __init__(self, port: Port):
        self._port = port
        self._lines = LineBuffer()
        self._text = b""
        self.board = False
        self.hello: dict[str, Any] = {}

    def until(self, seconds: float, enough: Callable[[], object]) -> None:
        """Listen until the answer is clear, for at most this many seconds."""
        end = time.monotonic() + seconds
        while not enough() and time.monotonic() < end:
            data = self._port.read(0.1)
            self._text = (self._text + data)[-_TEXT_MOST:]
            for line in self._lines.add(data):
                message = messages.parse(line)
                if message and message.name:
                    self.board = True
                    if message.name == "hello":
                        self.hello = message.fields

    def banner(self) -> re.Match | None:
        """Return MicroPython's banner, if it was received."""
        return _BANNER.search(self._text)

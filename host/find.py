"""Which of the attached ports has a pegboard, a bare MicroPython, or something else on it."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import click

from firmware import link

from . import messages
from .ports import Attached, Port, PortError, attached, open_port
from .wire import Lines

PEGBOARD, MICROPYTHON, BUSY, SILENT = "pegboard", "micropython", "busy", "silent"
_LISTEN_SECONDS = 1.3  # a board beats once a second
_ANSWER_SECONDS = 1.5
# At its prompt MicroPython says who it is when it is told to leave the raw mode it is not in.
_WHO = b"\r\x02"
_BANNER = re.compile(rb"MicroPython (v[^\s;]+)[^;\r\n]*; ([^\r\n]+)\r?\n")


class Seen(NamedTuple):
    """What is at a port. engine and version are "" where they are not known."""

    port: str
    kind: str
    engine: str = ""
    version: str = ""
    machine: str = ""
    trouble: str = ""


def picos() -> list[Attached]:
    """Return the ports that are Picos with MicroPython, by their USB numbers."""
    return [one for one in attached() if one.is_pico()]


def look_at(name: str, open_named: Callable[[str], Port] = open_port) -> Seen:
    """Return what is at the port `name`. A program that runs there is not stopped."""
    try:
        port = open_named(name)
    except PortError as why:
        return Seen(name, BUSY if why.busy else SILENT, trouble=str(why))
    try:
        return _ask(name, port)
    except PortError as why:
        return Seen(name, SILENT, trouble=str(why))
    finally:
        port.close()


def look_at_all(names: list[str]) -> list[Seen]:
    """Return what is at each port, looked at all at once."""
    if not names:
        return []
    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(look_at, names))


def the_pegboard() -> str:
    """Return the port of the one board that is attached. Raises click.ClickException."""
    return the_one(look_at_all([one.port for one in picos()]))


def the_one(seen: list[Seen]) -> str:
    """Return the port of the one pegboard among `seen`. Raises click.ClickException."""
    boards = [one for one in seen if one.kind == PEGBOARD]
    if len(boards) == 1:
        return boards[0].port
    if boards:
        raise click.ClickException(
            f"{len(boards)} boards are attached: name one of them, as in pegboard watch --port "
            f"{boards[0].port} (pegboard devices lists them)"
        )
    raise click.ClickException("no board is attached. " + hint(seen))


def hint(seen: list[Seen]) -> str:
    """Return what helps a person whose board was not found."""
    for one in seen:
        if one.kind == MICROPYTHON:
            return f"A Pico without pegboard is at {one.port}: pegboard flash --port {one.port}"
        if one.kind == BUSY:
            return one.trouble
    if seen:
        return f"What is at {seen[0].port} does not answer. {seen[0].trouble}".rstrip()
    return "Plug it in, or name its port: pegboard watch --port PORT"


def _ask(name: str, port: Port) -> Seen:
    """Listen first: a board that runs is heard, and is not disturbed by what is asked then."""
    heard = b""
    hello = _listen(port, _LISTEN_SECONDS)
    if hello is None:
        port.write(_WHO)
        heard = _read(port, _ANSWER_SECONDS, lambda data: _BANNER.search(data) is not None)
        banner = _BANNER.search(heard)
        if banner:
            version, machine = (text.decode("ascii", "replace") for text in banner.groups())
            return Seen(name, MICROPYTHON, version=version.lstrip("v"), machine=machine)
        return Seen(name, SILENT, trouble="")
    if not hello:
        port.write(b"\n" + link.encode(1, ["snapshot", time.monotonic_ns() & 0xFFFFFFF]))
        hello = _listen(port, _ANSWER_SECONDS, "hello") or []
    return Seen(name, PEGBOARD, engine=hello[2] if len(hello) > 2 else "")


def _listen(port: Port, seconds: float, wanted: str = "") -> list | None:
    """Return the hello among what a board says; [] where it says other things, None: nothing.

    Without `wanted`, return as soon as anything is heard.
    """
    lines, found = Lines(), None
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for line in lines.take(port.read(0.1)):
            read = messages.read(line)
            if read and read[1]:
                if read[1][0] == "hello":
                    return read[1]
                found = []
        if found is not None and not wanted:
            break
    return found


def _read(port: Port, seconds: float, enough: Callable[[bytes], bool]) -> bytes:
    data = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not enough(data):
        data += port.read(0.1)
    return data

"""Between a port and a session: reads lines, sends requests, and reopens a port that was lost."""

import asyncio
from collections.abc import Callable

from .messages import LINE_MOST
from .ports import Port, PortError, open_port
from .session import PAUSES, Session

_READ_SECONDS = 0.2
_LOOK_SECONDS = 0.05
_LINES_SECONDS = 0.02  # the longest time spent on reading lines before anything else is done


class LineBuffer:
    """Makes lines of the bytes that arrive; a line too long for a board is dropped."""

    def __init__(self) -> None:
        self._begun = b""

    def add(self, data: bytes) -> list[bytes]:
        """Return the lines that `data` completes, without their line ends."""
        *lines, self._begun = (self._begun + data).split(b"\n")
        if len(self._begun) > LINE_MOST:
            self._begun = self._begun[:1] + b" " * LINE_MOST  # so that its rest is dropped too
        return lines


async def follow(
    session: Session,
    name: str,
    tell: Callable[[], None] = lambda: None,
    open_named: Callable[[str], Port] = open_port,
) -> None:
    """Keep `feed` up to date with the board at the port `name`, for ever.

    `tell` is called whenever the state of the link may have changed.
    """
    now = asyncio.get_running_loop().time
    failures = 0
    while True:
        taken = session.snapshots
        try:
            port = await asyncio.to_thread(open_named, name)
            await _talk(session, port, now, tell)
        except PortError as why:
            session.closed(str(why))
        tell()
        failures = 1 if session.snapshots > taken else failures + 1
        await _wait(PAUSES[min(failures, len(PAUSES)) - 1], tell)


async def _talk(session: Session, port: Port, now: Callable[[], float], tell: Callable[[], None]):
    """Read and answer until the port fails. Raises PortError."""
    lines = LineBuffer()
    session.opened(now())
    reading = asyncio.ensure_future(asyncio.to_thread(port.read, _READ_SECONDS))
    try:
        # This ends a line that another program may have begun to send.
        await asyncio.to_thread(port.write, b"\n")
        while not session.hung(now()):
            await asyncio.wait((reading,), timeout=_LOOK_SECONDS)
            if reading.done():
                begun = now()
                for line in lines.add(reading.result()):
                    session.receive(line, now())
                    if now() - begun >= _LINES_SECONDS:
                        tell()
                        await asyncio.sleep(0)
                        begun = now()
                reading = asyncio.ensure_future(asyncio.to_thread(port.read, _READ_SECONDS))
            if request := session.due(now()):
                await asyncio.to_thread(port.write, request)
            tell()
        raise PortError("the board is silent")
    finally:
        # The reading thread must have finished with the port before it is closed.
        await asyncio.wait((reading,))
        if not reading.cancelled():
            reading.exception()
        await asyncio.to_thread(port.close)


async def _wait(seconds: float, tell: Callable[[], None]) -> None:
    while seconds > 0:
        await asyncio.sleep(min(seconds, 0.5))
        seconds -= 0.5
        tell()

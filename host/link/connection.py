"""Connects an open port with a session: reads lines and sends requests."""

import asyncio
from collections.abc import Callable

from .line_buffer import LineBuffer
from .ports import Port, PortError
from .session import Session

_READ_SECONDS = 0.2
_LOOK_SECONDS = 0.05
_LINES_SECONDS = 0.02  # the longest time spent on reading lines before anything else is done


async def talk(
    session: Session, port: Port, now: Callable[[], float], tell: Callable[[], None]
) -> None:
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

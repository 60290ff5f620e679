"""Reconnects a mirror to its board: reopens the port whenever it is lost or silent."""

import asyncio
from collections.abc import Callable

from .connection import talk
from .ports import Port, PortError, open_port
from .session import PAUSES, Session


async def follow(
    session: Session,
    name: str,
    tell: Callable[[], None] = lambda: None,
    open_named: Callable[[str], Port] = open_port,
) -> None:
    """Keep `session` up to date with the board at the port `name`, forever.

    `tell` is called whenever the state of the link may have changed.
    """
    now = asyncio.get_running_loop().time
    failures = 0
    while True:
        taken = session.snapshots
        try:
            port = await asyncio.to_thread(open_named, name)
            await talk(session, port, now, tell)
        except PortError as why:
            session.closed(str(why))
        tell()
        failures = 1 if session.snapshots > taken else failures + 1
        await _wait(PAUSES[min(failures, len(PAUSES)) - 1], tell)


async def _wait(seconds: float, tell: Callable[[], None]) -> None:
    while seconds > 0:
        await asyncio.sleep(min(seconds, 0.5))
        seconds -= 0.5
        tell()

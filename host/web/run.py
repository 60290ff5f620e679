"""Runs a board together with the server of its page."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from typing import Protocol

from .broadcast import Broadcast
from .server import PageServer


class Board(Protocol):
    """What has a page: `run` never ends by itself."""

    broadcast: Broadcast

    async def run(self) -> None: ...


def serve(
    board: Board,
    sock: socket.socket,
    token: str,
    tasks: tuple[Callable[[], Awaitable[None]], ...] = (),
) -> None:
    """Run `board` and serve its page on `sock` until Ctrl-C, with `tasks` beside them.

    Pages that send `token` may press keys. Raises what the board or a task raised.
    """

    async def everything() -> None:
        server = PageServer(board.broadcast, token)
        running = [asyncio.ensure_future(board.run())]
        running += [asyncio.ensure_future(task()) for task in tasks]
        for task in running:
            task.add_done_callback(lambda task: _stop_if_failed(task, server))
        try:
            await server.serve(sockets=[sock])
        finally:
            for task in running:
                task.cancel()
        for task in running:
            if task.done() and not task.cancelled():
                task.result()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(everything())


def _stop_if_failed(task: asyncio.Future, server: PageServer) -> None:
    """A board that stopped must not look as if it only had nothing to say."""
    if not task.cancelled() and task.exception():
        server.should_exit = True

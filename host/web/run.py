"""Runs a board with the servers of its page, for this computer and for the network."""

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from starlette.applications import Starlette

from .broadcast import Broadcast, Gate
from .delay import DelayedBroadcast
from .hand_routes import DealingBoard, hand_routes
from .history_routes import history_routes
from .loop import run
from .name_routes import name_routes
from .practice_routes import practice_routes
from .server import PageServer, StreamServer, create_app
from .share import Share
from .share_routes import share_routes

_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Board(Protocol):
    """A board with a page: `run` never returns. `rename` raises BoardError."""

    broadcast: Broadcast

    async def run(self) -> None: ...

    async def rename(self, side: int, name: str) -> None: ...


@dataclass(frozen=True)
class Sharing:
    """How the page is shared: from the start or not, at which addresses (none: all that this
    computer has in the network), and the watchers' delay in seconds.

    told: called with the Share once it is on, if it is from the start; watch: called with the
    watchers' broadcast.
    """

    on: bool = False
    addresses: tuple[str, ...] = ()
    delay: float = 0.0
    told: Callable[[Share], None] = lambda share: None
    watch: Callable[[Broadcast], None] = lambda broadcast: None


def serve(
    board: Board,
    sock: socket.socket,
    token: str,
    tasks: tuple[Callable[[], Awaitable[None]], ...] = (),
    sharing: Sharing = Sharing(),
    keys: bool = True,
    history: Path | None = None,
) -> None:
    """Run `board` and serve its page on `sock` until Ctrl-C, with `tasks` beside them.

    Pages that send `token` may name sides, switch sharing on and off, and with `keys` press keys.
    The games in the file `history` are on its pages. Raises what the board or a task raised.
    """

    async def everything() -> None:
        broadcast, at_once = board.broadcast, None
        if sharing.delay:
            broadcast, at_once = DelayedBroadcast(board.broadcast, sharing.delay), board.broadcast

        sharing.watch(broadcast)

        def make_app(hosts: Callable[[], frozenset[str]], gate: Gate) -> Starlette:
            more = {"at_once": at_once, "hosts": hosts, "gate": gate, "keys": keys}
            return create_app(broadcast, token, routes=open_routes, **more)

        port = sock.getsockname()[1]
        share = Share(port, token if keys else "", make_app, sharing.addresses)
        open_routes = name_routes(board.rename, token)
        if isinstance(board, DealingBoard):
            open_routes += hand_routes(board, token)
        if history:
            open_routes += history_routes(history, sharing.delay, share.watch_urls)
            open_routes += practice_routes(history, token)
        routes = share_routes(share, token) + open_routes
        more = {"at_once": at_once, "routes": routes, "keys": keys}
        server = PageServer(broadcast, token, addresses=share.watch_urls, **more)
        running = [board.run(), share.run(), *(task() for task in tasks)]
        if isinstance(broadcast, DelayedBroadcast):
            running.append(broadcast.run())
        await serve_until_stopped(server, sock, share, sharing, running)

    with contextlib.suppress(KeyboardInterrupt):
        run(everything())


async def serve_until_stopped(
    server: StreamServer,
    sock: socket.socket,
    share: Share,
    sharing: Sharing,
    tasks: Iterable[Awaitable[None]],
) -> None:
    """Run `server` on `sock` with `tasks`, and share its page as `sharing` says, until Ctrl-C.
    Raises what a task raised."""
    asyncio.get_running_loop().set_exception_handler(_on_loop_error)
    running = [asyncio.ensure_future(task) for task in tasks]
    if sharing.on:
        await share.switch(True)
        sharing.told(share)
    for task in running:
        task.add_done_callback(lambda task: _stop_if_failed(task, server))
    try:
        await server.serve(sockets=[sock])
    finally:
        for task in running:
            task.cancel()
    await asyncio.wait(running)
    for task in running:
        if not task.cancelled():
            task.result()


def _stop_if_failed(task: asyncio.Future, server: StreamServer) -> None:
    """Stop the server if the board has failed; otherwise the page would look normal."""
    if not task.cancelled() and task.exception():
        server.should_exit = True


def _on_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report in one line that connections have used up the file handles of this program or of this
    computer; treat anything else as a fault."""
    why = context.get("exception")
    if isinstance(why, OSError) and why.errno in _EXHAUSTED:
        logging.getLogger("uvicorn.error").warning(
            "Pages that are opened now must wait (%s). The game goes on.", why.strerror
        )
    else:
        loop.default_exception_handler(context)

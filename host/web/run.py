"""Shows a board's page until Ctrl-C."""

import asyncio
import contextlib
import secrets
import webbrowser
from collections.abc import Awaitable, Callable
from typing import Protocol

import click

from .broadcast import Broadcast
from .server import PageServer, listen


class Board(Protocol):
    """What has a page: `run` never ends by itself."""

    broadcast: Broadcast

    async def run(self) -> None: ...


def serve(
    board: Board,
    port: int,
    browser: bool,
    tasks: tuple[Callable[[], Awaitable[None]], ...] = (),
    keys: bool = True,
) -> None:
    """Serve the board's page until Ctrl-C, with `tasks` beside it.

    Without `keys` there is no address whose page may press any. Raises click.ClickException where
    the port cannot be had, and in the end where no browser could be opened.
    """
    try:
        sock = listen(port)
    except OSError as why:
        raise click.ClickException(
            f"port {port} cannot be had ({why.strerror}). Is a pegboard running already? Close it,"
            f" or let this one find a free port: pegboard --page-port 0"
        ) from None
    token = secrets.token_urlsafe(18)
    watching = f"http://127.0.0.1:{sock.getsockname()[1]}/"
    url = watching + f"#{token}" if keys else watching
    click.echo(f"The board is at {url}")
    if keys:
        click.echo(f"Others on this computer may watch at {watching}")
        click.echo("Ctrl-C stops it; the game is kept.")
    else:
        click.echo("Ctrl-C stops the page; the board plays on.")
    opened = webbrowser.open(url) if browser else True
    if not opened:
        click.echo("No browser could be opened: open the first address yourself.", err=True)

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
    if not opened:
        raise SystemExit(1)


def _stop_if_failed(task: asyncio.Future, server: PageServer) -> None:
    """A board that stopped must not look as if it only had nothing to say."""
    if not task.cancelled() and task.exception():
        server.should_exit = True

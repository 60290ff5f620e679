"""What a command that shows a page prints, and the browser it opens."""

import secrets
import webbrowser
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from host.web.run import Board


def serve_page(
    board: "Board",
    port: int,
    browser: bool,
    tasks: tuple[Callable[[], Awaitable[None]], ...] = (),
    keys: bool = True,
) -> None:
    """Serve the board's page on `port` of this computer until Ctrl-C, with `tasks` beside it.

    Without `keys` no page may press any. Raises PageError where the port is not free, and
    SystemExit in the end where no browser could be opened.
    """
    from host.web.run import serve
    from host.web.server import listen

    sock = listen(port)
    token = secrets.token_urlsafe(18)
    watching = f"http://127.0.0.1:{sock.getsockname()[1]}/"
    url = watching + f"#{token}" if keys else watching
    click.echo(f"The board is at {url}")
    if keys:
        click.echo(f"Others on this computer may watch at {watching}")
        click.echo("Press Ctrl-C to stop it; the game is saved.")
    else:
        click.echo("Press Ctrl-C to stop the page; the board plays on.")
    opened = webbrowser.open(url) if browser else True
    if not opened:
        click.echo("Cannot open a browser: open the first address yourself.", err=True)
    serve(board, sock, token, tasks)
    if not opened:
        raise SystemExit(1)

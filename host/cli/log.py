"""`pegboard log`: what went wrong on a board, as the board wrote it down."""

import asyncio
import contextlib

import click

from host.link.connection import follow
from host.link.discovery import find_board
from host.link.session import Session

_SECONDS = 15.0


@click.command()
@click.option("--port", metavar="PORT", help="The board's port. Without it, the one attached.")
def log(port: str | None) -> None:
    """Print a board's log of errors, the oldest first. The game goes on meanwhile.

    \b
    Examples:
      pegboard log
      pegboard log --port COM3
    """
    name = port or find_board()
    lines, trouble = asyncio.run(read_log(name))
    for line in lines:
        click.echo(line)
    if trouble:
        raise click.ClickException(f"{name}: {trouble}")
    if not lines:
        click.echo("Nothing has gone wrong.", err=True)


async def read_log(name: str) -> tuple[list[str], str]:
    """Return the log of the board at the port `name`, and why it is not whole, or ""."""
    now = asyncio.get_running_loop().time
    answered: list[str] = []
    done = asyncio.Event()

    def answer(why: str) -> None:
        answered.append(why)
        done.set()

    def heard(what: str) -> None:
        if what == "snapshot" and not done.is_set():
            session.ask_for_log(answer)

    session = Session(now(), heard)
    following = asyncio.ensure_future(follow(session, name))
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(done.wait(), _SECONDS)
    following.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await following
    text = session.status(now() + _SECONDS)["text"] if not answered else ""
    return session.log, answered[0] if answered else text

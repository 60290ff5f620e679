"""`pegboard log`: the error log of a board."""

import asyncio
import contextlib
import re
from pathlib import Path

import click

from firmware.storage.flashlog import COPY
from host.link.discovery import find_board
from host.link.ports import open_port
from host.link.reconnect import follow
from host.link.session import Session, Stage
from host.pico.device import Device, DeviceError
from host.pico.rawrepl import ReplError

from .flash import find_pico
from .text import printable

_SECONDS = 15.0
_ENTER_SECONDS = 12.0
_COPY = re.compile(rf"/?({re.escape(COPY)}[-.0-9]*)", re.ASCII)


@click.command()
@click.option("--port", metavar="PORT", help="The board's port. By default the only one attached.")
@click.option(
    "--damaged",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Copy the saved games that the board could not read to this folder. "
    "The board stops for this, and restarts.",
)
def log(port: str | None, damaged: Path | None) -> None:
    """Print a board's error log, oldest first. Only --damaged interrupts the game.

    \b
    Examples:
      pegboard log
      pegboard log --port COM3
      pegboard log --damaged .
    """
    if damaged:
        _fetch(port or find_pico(), damaged)
        return
    name = port or find_board()
    lines, trouble = asyncio.run(read_log(name))
    for line in lines:
        click.echo(printable(line))
    if trouble:
        raise click.ClickException(f"{name}: {trouble}")
    if not lines:
        click.echo("No errors.", err=True)


def _fetch(name: str, folder: Path) -> None:
    """Copy the damaged journals of the Pico at the port `name` to `folder`. They also stay on the
    Pico."""
    transport = open_port(name)
    try:
        device = Device(transport)
        device.enter(_ENTER_SECONDS)
        kept = {path: device.read(path) for path in device.damaged()}
        device.restart()
    except (ReplError, DeviceError) as why:
        raise click.ClickException(f"{name}: {why}") from None
    finally:
        transport.close()
    if not kept:
        click.echo("The board has no damaged games.", err=True)
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise click.ClickException(f"{folder} cannot be made ({why.strerror})") from None
    for path, data in kept.items():
        named = _COPY.fullmatch(path)
        if not named:  # it could lead outside the folder
            raise click.ClickException(f"{name}: {path} is not the name of a saved game")
        copy = folder / named[1]
        try:
            copy.write_bytes(data)
        except OSError as why:
            raise click.ClickException(f"{copy} cannot be written ({why.strerror})") from None
        click.echo(f"{copy}: {len(data)} bytes")


async def read_log(name: str) -> tuple[list[str], str]:
    """Return the log of the board at the port `name`, and the reason if it is incomplete,
    otherwise ""."""
    now = asyncio.get_running_loop().time
    answered: list[str] = []
    done = asyncio.Event()

    def answer(why: str) -> None:
        answered.append(why)
        done.set()

    def heard(what: str) -> None:
        if what == "snapshot" and not done.is_set():
            session.ask_for_log(answer)

    def look() -> None:
        """Raise if the port has no board; one that has answered before may come back."""
        if session.stage is Stage.CLOSED and not session.snapshots and not done.is_set():
            answer(session.trouble.removeprefix(f"{name}: "))

    session = Session(now(), heard)
    following = asyncio.ensure_future(follow(session, name, look))
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(done.wait(), _SECONDS)
    following.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await following
    text = session.status(now() + _SECONDS)["text"] if not answered else ""
    return session.log, answered[0] if answered else text

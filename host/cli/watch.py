"""`pegboard watch`: shows a real board's game on the page or in the terminal."""

from pathlib import Path

import click

from host.data_folder import data_folder
from host.link.backup import BackupFile
from host.link.discovery import find_board
from host.link.ports import identity
from host.web.token import AddressFile

from .options import PageOptions, page_options
from .page import recording, serve_page


def backup_folder() -> Path:
    """Return the folder with the copies of boards' games."""
    return data_folder() / "boards"


@click.command()
@click.option(
    "--port",
    metavar="PORT",
    help="The board's port: a serial port such as COM3 or /dev/ttyACM0, a pseudo-terminal, "
    "socket://host:port or rfc2217://host:port. By default the only board attached.",
)
@click.option(
    "--terminal", is_flag=True, help="Show the game in the terminal instead of serving a page."
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print each view of the game as a line of JSON, for a program, and serve no page.",
)
@page_options
def watch(port: str | None, terminal: bool, as_json: bool, page: PageOptions) -> None:
    """Mirror a real board on the page.

    The board is neither changed nor slowed down. You may unplug it at any time: the page says
    whether it is live, and continues by itself. A copy of the last game is stored here, and a
    board that has lost its game gets it back.

    \b
    Examples:
      pegboard watch
      pegboard watch --share
      pegboard watch --port COM3 --terminal
      pegboard watch --json
      pegboard watch --port socket://127.0.0.1:4444 --page-port 0
    """
    if terminal and as_json:
        raise click.UsageError("Choose --terminal or --json.")
    if (terminal or as_json) and (page.share or page.delay or page.mqtt or page.new_token):
        raise click.UsageError("Only a page is shared, delayed or published, or has a token.")
    name = port or find_board()
    if not terminal and not as_json:
        mirror_page(name, page)
        return
    from host.web.broadcast import Broadcast

    from .terminal_view import JsonView, TerminalView, run

    broadcast = Broadcast(lambda key, down: None)
    with recording(broadcast, page, identity(name), tell=False):
        screen = JsonView() if as_json else TerminalView()
        run(name, BackupFile(backup_folder(), identity(name)), screen, broadcast, page.players)


def mirror_page(name: str, page: PageOptions) -> None:
    """Show the board at the port `name` on the page until Ctrl-C. Raises HostError."""
    from host.boards.remote import RemoteBoard

    click.echo(f"Watching the board at {name}.")
    board = RemoteBoard(name, BackupFile(backup_folder(), identity(name)), page.players)
    ending = "the page; the board plays on"
    kept = address_file(name)
    serve_page(board, page, ending, keys=False, kept=kept, board_name=identity(name))


def address_file(name: str) -> AddressFile:
    """Return the file with the address of the page of the board at the port `name`."""
    return AddressFile(BackupFile(backup_folder(), identity(name)).path)

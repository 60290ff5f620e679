"""Serves the page of a command, and prints its addresses."""

import contextlib
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host.mirror.names import listed
from host.web.token import NO_PORT, AddressFile, PageAddress, new_token

from .browser import open_page
from .options import PageOptions, written
from .text import printable

if TYPE_CHECKING:
    from host.web.broadcast import Broadcast
    from host.web.run import Board

# Options that a second start needs no word about.
_NOT_TOLD = ("no_browser", "page_port", "virtual", "game", "port")


def serve_page(
    board: "Board",
    page: PageOptions,
    ending: str,
    tasks: tuple[Callable[[], Awaitable[None]], ...] = (),
    keys: bool = True,
    kept: AddressFile | None = None,
    board_name: str = "",
) -> None:
    """Serve the board's page with the options `page` until Ctrl-C, and run `tasks`. `ending` says
    what Ctrl-C stops, and where the game is then.

    Without `keys` no page may press keys: the token then only switches sharing on and off. The
    page's address is stored in `kept`, and the token of the last start is used again unless the
    person wants a new one. Games are recorded in the history as those of `board_name`, unless it
    is "". Raises PageError if the port is in use, and at the end SystemExit if no browser could be
    opened.
    """
    from host.web.run import Sharing, serve
    from host.web.server import listen

    from .share import tell_share

    sock = listen(page.port)
    last = kept.read() if kept and not page.new_token else None
    address = PageAddress(sock.getsockname()[1], last.token if last else new_token())
    _keep(kept, address)
    opened = True
    try:
        with contextlib.suppress(KeyboardInterrupt), _published(page, bool(board_name)) as watch:
            sharing = Sharing(page.share, page.addresses, page.delay, tell_share, watch)
            _tell(address, page, ending, keys)
            opened = not page.browser or open_page(address)
            with recording(board.broadcast, page, board_name) as history:
                serve(board, sock, address.token, tasks, sharing, keys, history)
    finally:
        _keep(kept, PageAddress(NO_PORT, address.token))
    if not opened:
        raise SystemExit(1)


@contextlib.contextmanager
def _published(page: PageOptions, games: bool) -> Iterator[Callable[["Broadcast"], None]]:
    """Yield a publisher of the broadcast's views, and of its games if `games`, at the broker; one
    that does nothing if no broker was named."""
    if not page.mqtt:
        yield lambda broadcast: None
        return
    from host.club.address import broker_address
    from host.club.publisher import Publisher

    def tell(text: str) -> None:
        click.echo(printable(text))

    publisher = Publisher(broker_address(page.mqtt), tell, page.players)
    try:
        yield lambda broadcast: publisher.follow(broadcast, games)
    finally:
        publisher.close()


@contextlib.contextmanager
def recording(
    broadcast: "Broadcast", page: PageOptions, board_name: str, tell: bool = True
) -> Iterator[Path]:
    """Record the matches of `broadcast` in the history as those of `board_name`, if it has a name;
    yield the path of the history, and print it if `tell`."""
    from host.history.recorder import Recorder
    from host.history.store import history_path

    path = page.history or history_path()
    if not board_name or not page.record:
        yield path
        return
    if tell:
        click.echo(f"Games are stored in {path}")
    recorder = Recorder(path, board_name, page.players, lambda text: click.echo(text, err=True))
    recorder.listen(broadcast)
    try:
        yield path
    finally:
        recorder.close()


def _tell(address: PageAddress, page: PageOptions, ending: str, keys: bool) -> None:
    click.echo(f"The board is at {address.url()}")
    if keys:
        click.echo(f"Others on this computer may watch at {address.watching()}")
    click.echo(f"Press Ctrl-C to stop {ending}.")
    if page.delay:
        click.echo(f"Watchers see everything {page.delay:g} seconds later.")


def open_running(kept: AddressFile, page: PageOptions) -> bool:
    """Open the page of the board that is already running; return False if it has none.

    Raises SystemExit if no browser could be opened, and UsageError if a new token is wanted.
    """
    address = kept.read()
    if not address or not address.answers():
        return False
    if page.new_token:
        raise click.UsageError(
            "The board is running with its old token: press Ctrl-C where it runs, and start it"
            " with --new-token."
        )
    click.echo(f"The board is already running at {address.url()}")
    options = written(click.get_current_context(silent=True))
    ignored = [text for name, text in options.items() if name not in _NOT_TOLD]
    if ignored:
        click.echo(
            f"It goes on as it was started, without {listed(ignored)}: to change that, press"
            " Ctrl-C where it runs, and start it again.",
            err=True,
        )
    if page.browser and not open_page(address):
        raise SystemExit(1)
    return True


def _keep(kept: AddressFile | None, address: PageAddress) -> None:
    if not kept:
        return
    try:
        kept.write(address)
    except OSError as why:
        text = f"Cannot write {kept.path} ({why.strerror}): a second pegboard finds no page."
        click.echo(text, err=True)

"""`pegboard wall`: all tables of a club on one page."""

import contextlib

import click

from .options import PageOptions, page_options
from .text import printable


@click.command(short_help="Show all tables of a club on one page.")
@page_options
def wall(page: PageOptions) -> None:
    """Show all tables of a club, with the standings of the evening, and store their games.

    Give the club's address with --mqtt: tables that are published at mqtt://broker/club/table-1
    and so on are the club mqtt://broker/club. The wall only reads. All that it shows is at the
    broker: you can restart it at any time, and start several, on one computer or more, for more
    watchers. It stores the games in its own file, without those of this computer.

    \b
    Examples:
      pegboard wall --mqtt mqtt://broker/club
      pegboard wall --mqtt mqtt://broker/club --share --delay 120
      pegboard wall --mqtt mqtt://broker/club --page-port 8122
    """
    if not page.mqtt:
        raise click.UsageError("Give the club's address: --mqtt mqtt://broker/club")
    if page.players:
        raise click.UsageError("The tables name the players: use --players there.")
    if page.new_token:
        raise click.UsageError("A wall has no token: nobody presses keys there.")
    from host.club.address import broker_address
    from host.club.wall_history import wall_history
    from host.club.wall_run import run_wall
    from host.history.store import history_path
    from host.web.run import Sharing
    from host.web.server import listen
    from host.web.token import PageAddress

    from .browser import open_page
    from .share import tell_share

    def tell(text: str) -> None:
        click.echo(printable(text))

    address = broker_address(page.mqtt, is_club=True)
    if page.history and page.history.resolve() == history_path().resolve():
        raise click.UsageError(
            "That file holds the games of this computer, and everyone who sees the wall could read"
            " them: name another file, or none."
        )
    history = (page.history or wall_history(address)) if page.record else None
    sock = listen(page.port)
    with contextlib.closing(sock):
        url = PageAddress(sock.getsockname()[1], "")
        click.echo(f"The wall is at {url.watching()}")
        if history:
            click.echo(f"Games are stored in {history}")
        if page.delay:
            click.echo(f"Everything is shown {page.delay:g} seconds late.")
        click.echo("Press Ctrl-C to stop it; the tables play on.")
        opened = not page.browser or open_page(url)
        sharing = Sharing(page.share, page.addresses, page.delay, tell_share)
        run_wall(address, sock, sharing, history, tell)
    if not opened:
        raise SystemExit(1)

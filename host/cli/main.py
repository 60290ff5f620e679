"""The `pegboard` command. Each subcommand has a file of its own."""

from pathlib import Path

import click
from platformdirs import user_data_path

from engine_core.errors import PegboardError
from host.link.discovery import PEGBOARD, hint, look_at_all, picos, the_one

from .board import board
from .card import card
from .check import check
from .count import count
from .devices import devices
from .flash import flash
from .log import log
from .options import page_options
from .peg import peg
from .replay import replay
from .watch import mirror_page, watch


class Commands(click.Group):
    """A group in which what the engine refuses is told to the person, without a traceback."""

    def invoke(self, ctx: click.Context):
        try:
            return super().invoke(ctx)
        except PegboardError as error:
            raise click.ClickException(str(error)) from None


@click.group(
    name="pegboard",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="pegboard", prog_name="pegboard")
@page_options
@click.option(
    "--game",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where the virtual board's game is kept. By default in your own folder of this program.",
)
@click.option(
    "--virtual", is_flag=True, help="Start the virtual board, though a real one is attached."
)
@click.pass_context
def main(
    context: click.Context, page_port: int, no_browser: bool, game: Path | None, virtual: bool
) -> None:
    """A cribbage board that counts.

    Without a command: mirrors the board that is attached by USB, as pegboard watch does. Without
    one, starts the virtual board on this computer. Either opens its page in the browser, and the
    game that was on the board is on it again.

    \b
    Examples:
      pegboard
      pegboard --virtual
      pegboard count 5H 5C 5S JD 5D
      pegboard check game.txt
    """
    if context.invoked_subcommand is None:
        start(page_port, not no_browser, game, virtual)


def start(page_port: int, browser: bool, game: Path | None, virtual: bool) -> None:
    """Mirror the one board that is attached, or start the virtual one; `game` is for that one."""
    if not virtual and game is None:
        seen = look_at_all([one.port for one in picos()])
        if any(one.kind == PEGBOARD for one in seen):
            mirror_page(the_one(seen), page_port, browser)
            return
        if seen:
            click.echo(f"{hint(seen)}\nUntil then, the virtual board:", err=True)
    from host.boards.virtual import play

    play(page_port, browser, game or user_data_path("pegboard") / "game.journal")


for command in (count, peg, card, check, replay, watch, devices, flash, log, board):
    main.add_command(command)

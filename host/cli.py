"""The `pegboard` command. Each subcommand has a file of its own."""

from pathlib import Path

import click
from platformdirs import user_data_path

from engine_core.errors import PegboardError

from .check import check
from .count import count
from .peg import peg
from .replay import replay
from .settings import page_options


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
    help="Where the game is kept. By default in your own folder of this program.",
)
@click.pass_context
def main(context: click.Context, port: int, no_browser: bool, game: Path | None) -> None:
    """A cribbage board that counts.

    Without a command: starts the board on this computer and opens its page in the browser. The
    game that was on it is on it again.

    \b
    Examples:
      pegboard
      pegboard count 5H 5C 5S JD 5D
      pegboard check game.txt
    """
    if context.invoked_subcommand is None:
        from .virtual import play

        play(port, not no_browser, game or user_data_path("pegboard") / "game.journal")


for command in (count, peg, check, replay):
    main.add_command(command)

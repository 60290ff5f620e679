"""The `pegboard` command. Each subcommand has a file of its own."""

import click

from engine_core.errors import PegboardError

from .count import count
from .peg import peg


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
@click.pass_context
def main(context: click.Context) -> None:
    """A cribbage board that counts.

    Without a command: starts the board on this computer and opens its page in the browser.
    """
    if context.invoked_subcommand is None:
        from .virtual import play

        play()


main.add_command(count)
main.add_command(peg)

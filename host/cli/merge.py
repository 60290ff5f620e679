"""`pegboard merge`: the games of another laptop."""

from pathlib import Path

import click

from host.history.merge import merge as merge_files

from .history import HISTORY_OPTION, opened


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@HISTORY_OPTION
def merge(file: Path, history: Path | None) -> None:
    """Add the games of another laptop's file to this one's. What both have seen is there once.

    pegboard games names the file of this laptop.

    \b
    Example:
      pegboard merge /media/usb/history.sqlite
    """
    with opened(history) as kept:
        done = merge_files(kept, file)
        click.echo(f"{done.added} games were new or longer, {done.known} were here already.")
        if done.bad:
            click.echo(f"{done.bad} are no games by the rules and were left out.", err=True)

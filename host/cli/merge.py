"""`pegboard merge`: adds the games of another laptop."""

from pathlib import Path

import click

from host.history.merge import merge_all

from .history import HISTORY_OPTION, opened
from .text import safe_text


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@HISTORY_OPTION
def merge(file: Path, history: Path | None) -> None:
    """Add the games of another laptop's file to this one's. A game that both have seen is
    stored once, with what either file knows of who threw what. Results of practice are added too.

    From a damaged file it takes every game that can still be read, and lists the others. pegboard
    games prints the path of this laptop's file. The file may also be JSON, which pegboard export
    and the page of pegboard site write.

    \b
    Example:
      pegboard merge /media/usb/history.sqlite
    """
    with opened(history) as kept:
        done, practised = merge_all(kept, file)
        click.echo(f"New or longer games: {done.added}. Here already: {done.known}.")
        if practised:
            click.echo(f"Results of practice that were new: {practised}.")
        for line in done.spoilt:
            click.echo(safe_text(f"Read in part: {line}."), err=True)
        for line in done.lost:
            click.echo(safe_text(f"Lost: {line}."), err=True)

"""`pegboard import`: text records into the history."""

import time
from pathlib import Path

import click

from host.history.records import read_games

from .history import HISTORY_OPTION, opened


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@HISTORY_OPTION
def import_(files: tuple[Path, ...], history: Path | None) -> None:
    """Add the games of text records to the history. A game that is there already is not added.

    All records are checked before anything is added. The tags Date and Time of a record say when
    the game was played: [Date "2026-11-21"] and [Time "20:15"].

    \b
    Example:
      pegboard import tests/conformance/records/traditional.txt
    """
    read = [(file, game) for file in files for game in read_games(file)]
    with opened(history) as kept:
        for file, game in read:
            number, new = kept.add(game, time.time())
            click.echo(f"{file}: {'game' if new else 'already here as game'} {number}")

"""`pegboard import`: text records, JSON, and games of links, into the history."""

import time
from pathlib import Path

import click

from engine_core.records.game_link import is_link
from host.history.links import new_game
from host.history.practice import keep_all
from host.history.practice_results import Result
from host.history.records import read_file
from host.history.store import NewGame

from .history import HISTORY_OPTION, opened


@click.command(name="import", short_help="Add games of records, links and JSON to the history.")
@click.argument("files", nargs=-1, required=True, metavar="FILE|LINK...")
@HISTORY_OPTION
def import_(files: tuple[str, ...], history: Path | None) -> None:
    """Add the games of text records, of links, and of JSON that pegboard export or the page of
    pegboard site wrote, to the history. A game that is already there is not added again. Results
    of practice in JSON are added too.

    All of them are checked before anything is added. The tags Date and Time of a record say when
    the game was played: [Date "2026-11-21"] and [Time "20:15"].

    \b
    Examples:
      pegboard import tests/conformance/records/traditional.txt
      pegboard import "http://192.168.1.5:8121/#game=AQAA..."
    """
    read = [(_name(one), *_read(one)) for one in files]
    results = [result for _, _, some in read for result in some]
    with opened(history) as kept:
        for name, games, _ in read:
            for game in games:
                number, new = kept.add(game, time.time())
                click.echo(f"{name}: {'game' if new else 'already here as game'} {number}")
        if results:
            click.echo(f"Results of practice that were new: {keep_all(kept, results)}.")


def _read(said: str) -> tuple[list[NewGame], list[Result]]:
    return ([new_game(said)], []) if is_link(said) else read_file(Path(said))


def _name(said: str) -> str:
    return "link" if is_link(said) else said

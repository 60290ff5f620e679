"""`pegboard export`: games of the history as text records, JSON or CSV."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from engine_core.errors import PegboardError
from host.errors import StoreError
from host.history.games_file import GamesFile
from host.history.games_json import as_json
from host.history.practice import results
from host.history.practice_results import row_of
from host.history.practice_rows import rows_json
from host.history.records import (
    dumps,
    entries_csv,
    games_csv,
    stored_record,
    timed_entries,
)
from host.history.rows import StoredGame

from .history import HISTORY_OPTION, listed, reading
from .text import safe_text

_T = TypeVar("_T")


@click.command()
@click.argument("game", type=click.IntRange(1), metavar="[ID]", required=False)
@click.option("--all", "all_games", is_flag=True, help="Export every game.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="A text record, as pegboard check reads it; JSON; or CSV for a spreadsheet.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a file for each game into this folder.",
)
@HISTORY_OPTION
def export(
    game: int | None, all_games: bool, kind: str, folder: Path | None, history: Path | None
) -> None:
    """Print a game of the history, or all games.

    CSV has a line for each entry of a game, or with --all a line for each game. With --all, JSON
    has the results of practice too, as the last member of its list. Windows PowerShell 5 changes
    letters with accents in what > writes: use --folder there.

    \b
    Examples:
      pegboard export 12 > game.txt
      pegboard export --all --format json > games.json
      pegboard export --all --folder games
    """
    if (game is None) != all_games:
        raise click.UsageError("Give the ID of a game, or --all.")
    if all_games and kind == "text" and folder is None:
        raise click.UsageError("All text records need a --folder: each is a file.")
    with reading(history) as kept:
        if game is not None:
            one = kept.game(game)
            if folder:
                _write(folder, one, kind, _text(kept, one, kind))
            else:
                click.echo(_text(kept, one, kind).rstrip("\n"))
            return
        found = listed(kept)
        if folder:
            for one, text in _readable(found, lambda one: _text(kept, one, kind)):
                _write(folder, one, kind, text)
        elif kind == "json":
            read = _readable(found, lambda one: as_json(one, timed_entries(kept, one)))
            members = [told for _, told in read]
            rows = [row_of(one) for one in results(kept)]
            click.echo(dumps(members + [rows_json(rows)] * bool(rows)))
        else:
            click.echo(games_csv(found).rstrip())


def _readable(
    games: list[StoredGame], read: Callable[[StoredGame], _T]
) -> Iterator[tuple[StoredGame, _T]]:
    """Yield each game with the result of `read`; report each that it cannot read."""
    for game in games:
        try:
            made = read(game)
        except (StoreError, PegboardError) as why:
            click.echo(safe_text(f"Left out: game {game.id}: {why}."), err=True)
        else:
            yield game, made


def _text(history: GamesFile, game: StoredGame, kind: str) -> str:
    if kind == "json":
        return dumps(as_json(game, timed_entries(history, game))) + "\n"
    if kind == "csv":
        return entries_csv(history, game)
    return stored_record(history, game)


def _write(folder: Path, game: StoredGame, kind: str, text: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"game-{game.id}.{'txt' if kind == 'text' else kind}"
        file.write_text(text, encoding="utf-8", newline="\n")
        click.echo(file)
    except OSError as why:
        raise StoreError(f"{why.filename} cannot be written ({why.strerror})") from None

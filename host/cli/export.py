"""`pegboard export`: games that were seen, as text records, JSON or CSV."""

from pathlib import Path

import click

from host.errors import StoreError
from host.history.records import as_json, dumps, entries_csv, entries_of, games_csv, record_text
from host.history.store import History, StoredGame

from .history import HISTORY_OPTION, opened


@click.command()
@click.argument("game", type=click.IntRange(1), metavar="ID", required=False)
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
    """Print a game that was seen, or all of them.

    CSV of one game has a line for each entry, CSV of all a line for each game.

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
    with opened(history) as kept:
        found = kept.games() if game is None else [kept.game(game)]
        if folder:
            _write(kept, found, kind, folder)
        elif all_games:
            made = [as_json(kept, one) for one in found] if kind == "json" else []
            click.echo(dumps(made) if kind == "json" else games_csv(found).rstrip())
        else:
            click.echo(_text(kept, found[0], kind).rstrip("\n"))


def _text(history: History, game: StoredGame, kind: str) -> str:
    if kind == "json":
        return dumps(as_json(history, game)) + "\n"
    if kind == "csv":
        return entries_csv(history, game)
    return record_text(game, entries_of(history, game))


def _write(history: History, games: list[StoredGame], kind: str, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for game in games:
            file = folder / f"game-{game.id}.{'txt' if kind == 'text' else kind}"
            file.write_text(_text(history, game, kind), encoding="utf-8", newline="\n")
            click.echo(file)
    except OSError as why:
        raise StoreError(f"{why.filename} cannot be written ({why.strerror})") from None

"""`pegboard games`: the games of the history."""

from pathlib import Path

import click

from host.history.records import dumps, games_csv

from .history import HISTORY_OPTION, game_line, listed, reading
from .text import number_text, safe_text


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the list as CSV.")
@HISTORY_OPTION
def games(as_json: bool, as_csv: bool, history: Path | None) -> None:
    """List every game that this computer has seen, the newest first.

    pegboard show ID prints a game deal by deal; pegboard replay ID plays it on the page.

    \b
    Examples:
      pegboard games
      pegboard games --csv > games.csv
    """
    if as_json and as_csv:
        raise click.UsageError("Choose --json or --csv.")
    with reading(history) as kept:
        found = listed(kept)
        if as_json:
            click.echo(dumps([vars(one) for one in found]))
        elif as_csv:
            click.echo(games_csv(found), nl=False)
        else:
            for one in found:
                click.echo(safe_text(game_line(one)))
            click.echo(f"{number_text(len(found), 'game')} in {kept.path}", err=True)

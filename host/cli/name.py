"""`pegboard name`: names the players of a game."""

from pathlib import Path

import click

from .history import HISTORY_OPTION, game_line, opened
from .text import safe_text


@click.command(short_help="Name the players of a game, in the order of their seats.")
@click.argument("game", type=click.IntRange(1), metavar="ID")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@HISTORY_OPTION
def name(game: int, names: tuple[str, ...], history: Path | None) -> None:
    """Name the players of a game, in the order of their seats; without names, remove them.

    pegboard --players names the players of all games from then on.

    \b
    Example:
      pegboard name 12 Ann Ben
    """
    with opened(history) as kept:
        kept.name(game, list(names))
        click.echo(safe_text(game_line(kept.game(game)).strip()))

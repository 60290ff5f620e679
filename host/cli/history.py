"""Shared by the commands of the history: opening its file, and a game as a line."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from host.history.game_record import when_text
from host.history.games_file import GamesFile, Listed
from host.history.rows import StoredGame
from host.history.store import History, history_path

from .text import safe_text

_DIGITS_MOST = 18  # of the ID of a game

HISTORY_OPTION = click.option(
    "--history",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file of the games. By default in your data folder.",
)


@contextmanager
def opened(path: Path | None) -> Iterator[History]:
    """Open the games in `path`, by default this user's, to change them. Raises StoreError."""
    history = History(path or history_path())
    try:
        yield history
    finally:
        history.close()


def game_id(text: str) -> int | None:
    """Return the ID of a game that `text` is, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS_MOST else None


@contextmanager
def reading(path: Path | None) -> Iterator[GamesFile]:
    """Open the games in `path`, by default this user's, for reading, even if it cannot be written.
    Raises StoreError."""
    games = GamesFile(path or history_path())
    try:
        if path and not path.exists():
            click.echo(safe_text(f"There is no file {path}."), err=True)
        yield games
    finally:
        games.close()


def listed(kept: GamesFile) -> list[StoredGame]:
    """Return the games that can be read; print the numbers of the others."""
    found = kept.listed()
    for line in damaged_lines(found, kept.path):
        click.echo(safe_text(line), err=True)
    return found.games


def damaged_lines(found: Listed, path: Path) -> list[str]:
    """Return the warning about games that cannot be read, with advice; [] if there are none."""
    if not found.damaged:
        return []
    numbers = ", ".join(map(str, found.damaged))
    return [
        f"Damaged in {path} and left out: {'game' if len(found.damaged) == 1 else 'games'}"
        f" {numbers}. pegboard doctor says what to do."
    ]


def game_line(game: StoredGame) -> str:
    """Return a game as a line of the list."""
    told = game.result
    scores = " : ".join(map(str, told["scores"]))
    ending = "" if told["over"] else ", not finished"
    who = f"  {', '.join(game.names)}" if game.names else ""
    when = when_text(game) or "time not known"
    return f"{game.id:>5}  {when:<16}  {told['game']} to {told['target']}, {scores}{ending}{who}"

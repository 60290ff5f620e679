"""What the commands of the history share: its file, and a game as a line."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from host.history.records import time_text
from host.history.store import History, StoredGame, history_path

HISTORY_OPTION = click.option(
    "--history",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file of the games. By default in your own folder of this program.",
)


@contextmanager
def opened(path: Path | None) -> Iterator[History]:
    """Open the games in `path`, by default this user's. Raises StoreError."""
    history = History(path or history_path())
    try:
        yield history
    finally:
        history.close()


def game_line(game: StoredGame) -> str:
    """Return a game as a line of a list."""
    told = game.result
    scores = " : ".join(map(str, told["scores"]))
    ending = "" if told["over"] else ", not finished"
    who = f"  {', '.join(game.names)}" if game.names else ""
    when = time_text(game.started) or "time not known"
    return f"{game.id:>5}  {when:<16}  {told['game']} to {told['target']}, {scores}{ending}{who}"

"""Two files of games become one: each game once, whoever saw more of it."""

import contextlib
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine_core.errors import PegboardError
from host.errors import StoreError

from .store import History, NewGame, StoredGame, clean_name


class Merged(NamedTuple):
    """How many games were new or longer here, were here already, and are no games by the rules."""

    added: int
    known: int
    bad: int


def merge(into: History, path: Path) -> Merged:
    """Keep the games of the file `path` in `into` too. Raises StoreError."""
    if not path.is_file():
        raise StoreError(f"{path} is no file of games")
    with tempfile.TemporaryDirectory() as folder, _copied(path, Path(folder)) as other:
        counted = Merged(0, 0, 0)
        for game in reversed(other.games()):
            try:
                _, new = into.add(_checked(game, other.entries(game.id)), time.time())
            except PegboardError:
                counted = counted._replace(bad=counted.bad + 1)
            else:
                counted = counted._replace(
                    added=counted.added + new, known=counted.known + (not new)
                )
    return counted


@contextlib.contextmanager
def _copied(path: Path, folder: Path) -> Iterator[History]:
    """Give a copy of the file, which may be where nothing can be written."""
    try:
        for ending in ("", "-wal"):
            one = path.with_name(path.name + ending)
            if one.exists():
                shutil.copyfile(one, folder / one.name)
    except OSError as why:
        raise StoreError(f"{path} cannot be read ({why.strerror})") from None
    history = History(folder / path.name)
    try:
        yield history
    finally:
        history.close()


def _checked(game: StoredGame, entries: list[tuple]) -> NewGame:
    """Return a game of another file, which may hold anything. Raises PegboardError."""
    tags, comments = game.comments.get("tags"), game.comments.get("comments")
    return NewGame(
        tuple(entry if isinstance(entry, bytes) else b"" for _, entry in entries),
        tuple(float(at) if isinstance(at, int | float) else None for at, _ in entries),
        game.uid if re.fullmatch(r"[0-9a-f]{1,64}", game.uid) else "",
        clean_name(game.board),
        -1,
        tuple(name for name in game.names if isinstance(name, str)),
        {"tags": _pairs(tags, str), "comments": _pairs(comments, int)},
    )


def _pairs(found: object, first: type) -> list:
    """Return what in `found` is a pair of a `first` and a text."""
    return [
        [pair[0], clean_name(pair[1])]
        for pair in (found if isinstance(found, list) else [])
        if isinstance(pair, list)
        and len(pair) == 2
        and isinstance(pair[0], first)
        and isinstance(pair[1], str)
    ]

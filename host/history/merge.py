"""Two files of games become one: each game once, whoever saw more of it."""

import contextlib
import time
from pathlib import Path
from typing import NamedTuple

from engine_core.errors import PegboardError
from host.errors import StoreError

from .games_file import GamesCopy
from .salvage import Found, found_games
from .store import History


class Merged(NamedTuple):
    """How many games were new or longer here, and were here already; spoilt: what could not be
    read of some of these; lost: of which nothing could be kept."""

    added: int
    known: int
    spoilt: list[str]
    lost: list[str]


def merge(into: History, path: Path) -> Merged:
    """Keep the games of the file `path` in `into` too, as far as they can be read. Raises
    StoreError."""
    if not path.is_file():
        raise StoreError(f"{path} is no file of games")
    done = Merged(0, 0, [], [])
    with contextlib.closing(GamesCopy(path)) as other:
        for found in found_games(other.connection()):
            done = _take(into, found, done)
    return done


def _take(into: History, found: Found, done: Merged) -> Merged:
    if found.game is None:
        return done._replace(lost=[*done.lost, f"{found.name}: {found.trouble}"])
    try:
        _, new = into.add(found.game, time.time())
    except PegboardError as why:
        return done._replace(lost=[*done.lost, f"{found.name}: {why}"])
    if found.trouble:
        done.spoilt.append(f"{found.name}: {found.trouble}")
    return done._replace(added=done.added + new, known=done.known + (not new))

"""Merges two files of games: each game is stored once, in its longer version."""

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
    """added: games that were new or longer; known: games that were here already; spoilt: games
    stored in part, each with what is missing; lost: games not stored, each with the reason."""

    added: int
    known: int
    spoilt: list[str]
    lost: list[str]


def merge(into: History, path: Path) -> Merged:
    """Add the games of the file `path` to `into`, as far as they can be read. Raises
    StoreError."""
    if not path.is_file():
        raise StoreError(f"{path} is not a file of games")
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

"""Merges two files of games: each game is stored once, in its longer version. The other file is
another computer's, or JSON as `pegboard export` and the static site write it."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine_core.errors import PegboardError
from host.errors import StoreError
from host.files import text_of
from host.record_file import read_text

from .games_file import GamesCopy
from .games_json import from_json, is_json
from .losses import costs_in, keep_others
from .practice import keep_all, results_in
from .practice_results import results_of
from .practice_rows import is_json_rows
from .records import json_list
from .salvage import Found, found_games
from .store import History

_LOOK = 100  # bytes that tell JSON from SQLite


class Merged(NamedTuple):
    """added: games that were new or longer; known: games that were here already; spoilt: games
    stored in part, each with what is missing; lost: games not stored, each with the reason."""

    added: int
    known: int
    spoilt: list[str]
    lost: list[str]


def merge(into: History, path: Path) -> Merged:
    """Add the games of the file `path` to `into`, with the results of practice and what came of
    reviews, as far as they can be read. Raises StoreError."""
    return merge_all(into, path)[0]


def merge_all(into: History, path: Path) -> tuple[Merged, int]:
    """Do what `merge` does; return also how many results of practice were new."""
    if not os.path.isfile(path):
        raise StoreError(f"{path} is not a file of games")
    done = Merged(0, 0, [], [])
    if _has_json(path):
        members = json_list(path, read_text(path))
        for found in _json_games(members):
            done = _take(into, found, done)
        results = [one for told in members for one in results_of(told)]
        return done, keep_all(into, results) if results else 0
    with contextlib.closing(GamesCopy(path)) as other:
        db = other.connection()
        for found in found_games(db):
            done = _take(into, found, done)
        results, costs = results_in(db), costs_in(db)
    if costs:
        keep_others(into, costs)
    return done, keep_all(into, results) if results else 0


def _has_json(path: Path) -> bool:
    with path.open("rb") as file:
        return is_json(text_of(file.read(_LOOK), "replace"))


def _json_games(members: list) -> Iterator[Found]:
    for number, told in enumerate(members, 1):
        if is_json_rows(told):
            continue
        name = f"game {number}"
        try:
            yield Found(name, from_json(told), "")
        except PegboardError as why:
            yield Found(name, None, str(why))


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

"""Checks the file of all games: whether each can be read and follows the rules."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from host.errors import StoreError
from host.history.games_file import GamesCopy, LaterVersion, NoGamesFile
from host.history.salvage import found_games

from .finding import FAULT, FINE, Finding
from .permission import no_use

_NAMED_MOST = 10  # damaged games to list one by one


def history(path: Path) -> Finding:
    """Return the finding for the games in `path`. Nothing is changed."""
    if not os.path.exists(path):
        return Finding("history", FINE, f"no game has been stored yet in {path}")
    other = "choose another file: pegboard --history FILE"
    if found := no_use("history", path, "pegboard --history FILE"):
        return found
    try:
        with closing(GamesCopy(path)) as games:
            state = _state(games.connection())
            found = list(found_games(games.connection()))
    except LaterVersion:
        text = f"{path} is of a later version of pegboard"
        return Finding("history", FAULT, text, f"Update this program, or {other}")
    except NoGamesFile as why:
        return _damaged(path, str(why))
    except StoreError as why:
        return Finding("history", FAULT, str(why), f"Close other programs that use it, or {other}")
    except OSError as why:
        text = f"{path} cannot be read ({why.strerror})"
        return Finding("history", FAULT, text, f"Make it yours, or {other}")
    troubles = [f"{one.name}: {one.trouble}" for one in found if one.trouble]
    if troubles:
        more = [f"and {len(troubles) - _NAMED_MOST} more"] if len(troubles) > _NAMED_MOST else []
        said = "; ".join([*troubles[:_NAMED_MOST], *more])
        return _damaged(path, f"{path} is damaged, {len(troubles)} of {len(found)} games: {said}")
    if state != "ok":
        return _damaged(path, f"{path} is damaged: {state}")
    games = "1 game" if len(found) == 1 else f"{len(found)} games"
    return Finding("history", FINE, f"{path}: {games}, {path.stat().st_size} bytes")


def _state(db: sqlite3.Connection) -> str:
    """Return SQLite's check of the file: "ok", or the fault."""
    try:
        return db.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as why:
        return str(why)


def _damaged(path: Path, text: str) -> Finding:
    advice = (
        f"Move {path} away; a new one will be created. pegboard merge reads all that is left in"
        " the old one, and the boards send their last games again."
    )
    return Finding("history", FAULT, text, advice)

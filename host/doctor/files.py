"""The files of this program: the saved game, all games, the copies of boards' games."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from host.history.store import history_path

from .finding import FAULT, FINE, LOOK, Finding

_ROOM_LEAST = 50_000_000  # bytes that must be free for the files to grow


def files(history: Path | None = None) -> list[Finding]:
    """Return the state of each file and of their folder. No game is changed."""
    folder = user_data_path("pegboard")
    return [_folder(folder), _game(folder / "game.journal"), _history(history or history_path())]


def _folder(folder: Path) -> Finding:
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        advice = (
            f"Make it yours, or choose other files: pegboard --game FILE --history FILE. {there}"
        )
        return Finding("files", FAULT, f"nothing can be written to {there}", advice)
    free = shutil.disk_usage(there).free
    if free < _ROOM_LEAST:
        text = f"only {free // 1_000_000} MB are free for {folder}"
        return Finding("files", FAULT, text, "Make room on this disk.")
    copies = len(list((folder / "boards").glob("*.journal")))
    text = f"{folder} can be written; copies of boards' games: {copies}"
    return Finding("files", FINE, text)


def _game(path: Path) -> Finding:
    if not path.exists():
        return Finding("game", FINE, "no game of the virtual board is saved")
    damaged = sorted(one.name for one in path.parent.glob(f"{path.name}.damaged*"))
    if damaged:
        text = f"{path}: what could not be read was kept as {', '.join(damaged)}"
        return Finding("game", LOOK, text, "Attach these files to a bug report.")
    lock = FileLock(f"{path}.lock")
    try:
        with lock.acquire(timeout=0):
            return Finding("game", FINE, f"{path}, {path.stat().st_size} bytes")
    except Timeout:
        return Finding("game", FINE, f"{path}: a pegboard is playing it now")
    except OSError as why:
        text = f"{path} cannot be used ({why.strerror})"
        return Finding("game", FAULT, text, "pegboard --game FILE takes another one.")


def _history(path: Path) -> Finding:
    if not path.exists():
        return Finding("history", FINE, f"no game has been kept yet in {path}")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            state = db.execute("PRAGMA quick_check").fetchone()[0]
            games = db.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error as why:
        state, games = str(why), 0
    if state != "ok":
        advice = (
            f"Move {path} away; a new one is made. pegboard merge takes from the old one what it "
            "can still read, and the boards bring their last games."
        )
        return Finding("history", FAULT, f"{path} is damaged: {state}", advice)
    return Finding("history", FINE, f"{path}: {games} games, {path.stat().st_size} bytes")

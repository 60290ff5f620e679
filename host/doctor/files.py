"""Checks the files of this program: the saved game, all games, the copies of boards' games."""

import os
import shutil
from pathlib import Path

from filelock import FileLock, Timeout

from firmware.storage.early_journal import STREAM
from firmware.storage.game_store import GameStore
from host.boards.saved_versions import is_later
from host.boards.stores import MemoryStore, is_saved_game
from host.data_folder import data_folder
from host.history.store import history_path
from host.shell_word import shell_word

from .finding import FAULT, FINE, LOOK, Finding
from .history import history as history_finding
from .permission import no_use

_ROOM_LEAST = 50_000_000  # bytes that must be free for the files to grow


def files(history: Path | None = None) -> list[Finding]:
    """Return a finding for each file and for their folder. No game is changed."""
    folder = data_folder()
    return [
        _folder(folder),
        _game(folder / "game.journal"),
        history_finding(history or history_path()),
    ]


def _folder(folder: Path) -> Finding:
    there = next(one for one in (folder, *folder.parents) if os.path.exists(one))
    if not os.access(there, os.W_OK | os.X_OK):
        advice = "Become its owner, or use other files: pegboard --game FILE --history FILE"
        return Finding("files", FAULT, f"nothing can be written to {there}", advice)
    free = shutil.disk_usage(there).free
    if free < _ROOM_LEAST:
        text = f"only {free // 1_000_000} MB are free for {folder}"
        return Finding("files", FAULT, text, "Make room on this disk.")
    copies = len(list((folder / "boards").glob("*.journal")))
    text = f"{folder} can be written; copies of boards' games: {copies}"
    return Finding("files", FINE, text)


def _game(path: Path) -> Finding:
    if not os.path.exists(path):
        return Finding("game", FINE, "no game of the virtual board is saved")
    beside = [path.with_name(path.name + ending) for ending in (".games", ".names")]
    for one in (path, *beside):
        if os.path.exists(one) and (found := no_use("game", one, "pegboard --game FILE")):
            return found
    found = _unlocked_game(path)
    damaged = sorted(one.name for one in path.parent.glob(f"{path.name}.damaged*"))
    if damaged and found.state == FINE:
        text = f"{path}: its unreadable contents were saved as {', '.join(damaged)}"
        return Finding("game", LOOK, text, "Attach these files to a bug report.")
    return found


def _unlocked_game(path: Path) -> Finding:
    try:
        with FileLock(f"{path}.lock").acquire(timeout=0):
            return _saved_game(path)
    except Timeout:
        return Finding("game", FINE, f"{path}: a pegboard is playing it now")
    except OSError as why:
        text = f"{path} cannot be used ({why.strerror})"
        return Finding("game", FAULT, text, "pegboard --game FILE takes another one.")


def _saved_game(path: Path) -> Finding:
    """Return the finding for a saved game: whether a board could load it, tried on a copy."""
    data = path.read_bytes()
    if data.startswith(STREAM):
        return Finding("game", FINE, f"{path}, {len(data)} bytes, of an earlier version")
    if not is_saved_game(data):
        advice = (
            "Move it away, or play another game: pegboard --game FILE. A record that is text is"
            f" shown by: pegboard replay {shell_word(path)}"
        )
        return Finding("game", FAULT, f"{path} is not a saved game", advice)
    copy = MemoryStore()
    copy.fill(data)
    if is_later(copy):
        advice = "Update this one, or play another game: pegboard --game FILE."
        return Finding("game", FAULT, f"{path} is of a later version of pegboard", advice)
    if trouble := GameStore(copy).load()[1]:
        advice = "The next pegboard copies it first, and continues with the readable part."
        return Finding("game", LOOK, f"{path}: {trouble}", advice)
    return Finding("game", FINE, f"{path}, {len(data)} bytes")

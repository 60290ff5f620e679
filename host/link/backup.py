"""The laptop's copy of a board's game, for the day the board loses its flash."""

import contextlib
import re
from collections.abc import Callable
from pathlib import Path

from engine_core import journal
from engine_core.compat import crc32
from engine_core.entries import pack
from engine_core.game import Game
from host.boards.stores import replace_file

from .requests import RequestQueue

_CHUNK = 64  # bytes of entries in one request


class BackupFile:
    """The entries of one board, in a file of `folder`; `board` is what tells it from others.

    A copy is a help, not a duty: what goes wrong with the file costs the copy, nothing else.
    """

    def __init__(self, folder: Path, board: str):
        # Two names that differ only in what a file's name cannot hold must not meet.
        name = re.sub(r"[^A-Za-z0-9]+", "-", board).strip("-")[:60]
        self.path = folder / f"{name}-{crc32(board.encode()):08x}.journal"

    def read(self) -> list[tuple]:
        """Return the entries; none where there is no copy, those before any damage else."""
        try:
            records, _, _ = journal.read(self.path.read_bytes())
        except OSError:
            return []
        game = Game()
        journal.replay(game, records)
        return game.entries()

    def write(self, entries: list[tuple]) -> None:
        """Keep `entries` in place of those before, all or none of them."""
        data, chain = journal.HEADER, crc32(journal.HEADER)
        for entry in entries:
            record, chain = journal.record(entry, chain)
            data += record
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, data)


def give_back(requests: RequestQueue, entries: list[tuple], said: Callable[[str], None]) -> None:
    """Ask the board to take `entries` for its game. `said("")` when it has, else `said(why)`."""
    data = b"".join([pack(entry) for entry in entries])
    failures: list[str] = []

    def given(why: str) -> None:
        if why:
            failures.append(why)

    for at in range(0, len(data), _CHUNK):
        requests.ask(["give", at, data[at : at + _CHUNK].hex()], given)
    # After a chunk that failed this fails too, by its checksum; the first reason is the one.
    requests.ask(
        ["restore", len(data), crc32(data)],
        lambda why: said(why and (failures[0] if failures else why)),
    )

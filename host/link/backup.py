"""The laptop's copy of a board's game, in case the board loses its flash."""

import re
from pathlib import Path

from engine_core.compat import crc32
from engine_core.errors import PegboardError
from firmware.storage.early_journal import STREAM, stream_game
from host.files import read_file, replace_file

from .packed_match import packed

_HEADER = b"PEG\x02"


class BackupFile:
    """The copy of one board's game, in a file of `folder`; `board` identifies the board.

    If the file cannot be written, only the copy is lost: nothing is raised.
    """

    def __init__(self, folder: Path, board: str):
        # Names that differ only in characters that file names cannot have need different files.
        name = re.sub(r"[^A-Za-z0-9]+", "-", board).strip("-")[:60]
        self.path = folder / f"{name}-{crc32(board.encode()):08x}.journal"
        self.failed = False  # whether the last game could not be written

    def read(self) -> bytes:
        """Return the stored game, in the form of host.link.packed_match, or b"" if there is no
        complete copy."""
        try:
            data = read_file(self.path)
        except OSError:
            return b""
        if data.startswith(STREAM):
            return _packed_first(data)
        kept = data[len(_HEADER) : -4]
        whole = data.startswith(_HEADER) and data[-4:] == crc32(kept).to_bytes(4, "big")
        return kept if whole else b""

    def write(self, game: bytes) -> None:
        """Replace the copy by `game`, completely or not at all."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, _HEADER + game + crc32(game).to_bytes(4, "big"))
            self.failed = False
        except OSError:
            self.failed = True


def _packed_first(data: bytes) -> bytes:
    """Return the game of a copy that the first version wrote, b"" if it has none."""
    try:
        return packed(stream_game(data)[0])
    except PegboardError:
        return b""

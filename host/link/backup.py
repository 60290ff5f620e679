"""The laptop's copy of a board's game, in case the board loses its flash."""

import re
from collections.abc import Callable
from pathlib import Path

from engine_core.compat import crc32
from engine_core.game.game import Game
from engine_core.game.segment import Segment
from engine_core.state.state_layout import LAYOUT
from firmware.link.link_requests import MOST
from host.files import read_file, replace_file

from .requests import RequestQueue

_CHUNK = 64  # bytes of a game in one request
_HEADER = b"PEG\x02"
_ALL = 1 << 30  # bytes


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
        """Return the stored game, in the form of `packed`, or b"" if there is no complete copy."""
        try:
            data = read_file(self.path)
        except OSError:
            return b""
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


def packed(game: Game, most: int = MOST) -> bytes:
    """Return the current game, packed for engine_core.game.match_base; b"" if there is none. Its
    first entries are left out if it would take more than `most` bytes, the most that a board
    accepts."""
    if not game.length:
        return b""
    data = entries = b""
    for segment in reversed(game.segments()):
        if segment.first > game.length:
            continue  # for entries that were undone
        if data and segment.first < game.begun():
            break
        entries = segment.packed(0, _ALL)[1] + entries
        more = _packed_from(segment, entries)
        if data and len(more) > most:
            break
        data = more
    return data


def packed_match(game: Game) -> bytes:
    """Return all entries of the match that are in memory, in the form of `packed`."""
    segment = game.segments()[0]
    if not game.length:
        return b""
    return _packed_from(segment, game.packed(segment.first, _ALL)[1])


def _packed_from(segment: Segment, entries: bytes) -> bytes:
    first, begun = segment.first, segment.begun
    base = LAYOUT + segment.state if first else b""
    numbers = first.to_bytes(4, "big") + begun.to_bytes(4, "big") + len(base).to_bytes(2, "big")
    return numbers + base + entries


def give_back(requests: RequestQueue, data: bytes, said: Callable[[str], None]) -> None:
    """Send the game `data`, in the form of `packed`, to the board. Then `said("")` is called if
    the board took it, otherwise `said(why)`."""
    failures: list[str] = []

    def given(why: str) -> None:
        if why:
            failures.append(why)

    for at in range(0, len(data), _CHUNK):
        requests.ask(["give", at, data[at : at + _CHUNK].hex()], given)
    # If a chunk failed, this fails too, by its checksum; the first reason is reported.
    requests.ask(
        ["restore", len(data), crc32(data)],
        lambda why: said(why and (failures[0] if failures else why)),
    )

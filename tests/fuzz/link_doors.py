"""Doors of the link: what a board sends to a laptop, and what a laptop sends to a board."""

import json
import re
from binascii import unhexlify
from functools import cache

from engine_core.compat import crc32
from engine_core.game.match_base import unpack_match
from engine_core.state import entries as E
from firmware.link import link_line
from firmware.link.link_messages import FROM_BOARD, TO_BOARD
from host.history.games import split
from host.link.archive import ArchiveReader
from host.link.packed_match import packed_match
from host.link.session import Session
from host.mirror.view import view
from tests.conformance.support.hostile_lines import framed
from tests.conformance.support.ports import Names
from tests.conformance.support.virtual_ports import Board

from .door import Door

_REQUESTS_MOST = 8
_LINE_MOST = 240  # bytes of a line of the board, without its frame
_START = "start 1 2 121 0 0 0"
_START_ENTRY = (E.START, 1, 2, 121, 0, 0, 0)


class _Progress:
    def read_to(self, archive: str) -> int:
        return 0


class _Log:
    def read(self) -> tuple[str, ...]:
        return ("OSError: 28",)


class _Copy:
    failed = False

    def read(self) -> bytes:
        return b""

    def write(self, game: bytes) -> None:
        if game:
            unpack_match(game)
            split(game)


def _from_board(data: bytes) -> None:
    """A laptop gets these lines, one every tenth of a second, and shows them."""
    session = Session(0.0, backup=_Copy(), archive=ArchiveReader(_Progress(), lambda game: None))
    session.opened(0.0)
    for number, line in enumerate(data.split(b"\n")[:40]):
        session.receive(line, number / 10)
        session.due(number / 10)
        session.status(number / 10)
    json.dumps(view(session.mirror, ("Ann", "Ben")))


def _to_board(data: bytes) -> None:
    """A board with a game, and one without, get these lines; the game is not changed by them."""
    boards = _boards()
    playing, empty = boards
    try:
        known = playing.app.game.entries()
        for line in data.split(b"\n")[:_REQUESTS_MOST]:
            for board in boards:
                board.link.asked.append(line)
                board.run(board.step)
                board.link.heard()
        assert playing.app.game.entries() == known
        playing.press("5")
        assert playing.app.key_entry.rank == 4
        playing.press("UNDO")
        if empty.app.game.length:
            empty.keys("UNDO 5")
            _boards.cache_clear()
    except BaseException:
        _boards.cache_clear()
        raise


@cache
def _boards() -> tuple[Board, Board]:
    """Return a board with a game, and one without; used again as long as nothing has changed."""
    return _playing(), Board(names=Names(), log=_Log())


def _playing() -> Board:
    board = Board(names=Names(), log=_Log())
    board.start(_START_ENTRY)
    board.keys("8D KH")
    return board


def _sealed(data: bytes) -> bytes:
    """Number the lines, and add their checksums. A line is a message without its frame."""
    lines = data.split(b"\n")
    return b"\n".join(_framed(number, line) for number, line in enumerate(lines, 1))


def _framed(number: int, line: bytes) -> bytes:
    if line[:1] != b"[":
        return line
    text = line[:_LINE_MOST].decode("latin-1").encode("ascii", "replace").decode()
    return framed(f"{number} {text}")


def _bodies(lines: list[bytes]) -> bytes:
    return b"\n".join(line[line.index(b"[") : line.rindex(b"*")] for line in lines)


def _boards_lines() -> list[bytes]:
    """Return what boards send: a snapshot, and what follows in a few games."""
    found = []
    for keys in ("ENTER ENTER ENTER ENTER ENTER", "5H 8S UNDO UNDO RIGHT 6D 7C 8C GO", "MENU"):
        board = Board(lines=True, names=Names(b"Ann\nBen"))
        if keys != "MENU":
            board.start(_START_ENTRY)
        board.keys(keys)
        before = len(board.link.lines)
        board.link.asked.append(link_line.encode(1, ["snapshot", 7]))
        board.run(1000)
        found.append(_bodies(board.link.lines[before:]))
        found.append(_bodies(board.link.lines[before:] + board.link.lines[1:before][-20:]))
    snapshot = found[0]
    more = (
        '["archive","0000000a",97]\n["game",97,97,0,4,"01023d22"]\n["done",7]\n'
        '["log","OSError: 28",0]\n["saved",0,"416e6e0a42656e"]\n["name",1,"41646dc3a96c65"]\n'
        '["menu","next",0,0]\n["step"]\n["counts"]\n["refused","no",11]\n["beat",3]\n'
        '["base",96,80,0,70,"0a1b2c3d0102"]\n["new"]\n["entry",1,"start 1 2 121 0 0 0",[0,0],1,0]'
    )
    return [*found, snapshot + b"\n" + more.encode()]


def _requests() -> list[bytes]:
    match = packed_match(_playing().app.game)
    pieces = [match[at : at + 60] for at in range(0, len(match), 60)]
    gives = [f'["give",{50 + n},{60 * n},"{piece.hex()}"]' for n, piece in enumerate(pieces)]
    return [
        b'["snapshot",7]\n["log",8]\n["archive",12]\n["game",13,96,64]',
        b'["name",11,1,"41646dc3a96c65"]\n["name",12,1]\n["name",12,9,"41"]',
        "\n".join([*gives, '["restore",70,0,0]']).encode(),
    ]


def _sealed_requests(data: bytes) -> bytes:
    """As `_sealed`; a request to restore gets the length and the checksum of what was given."""
    lines, given = [], bytearray()
    for line in data.split(b"\n"):
        if found := _GIVE.match(line):
            piece = unhexlify(found[2][: len(found[2]) // 2 * 2])
            at = min(int(found[1]), len(given))
            given[at:] = piece
        elif found := _RESTORE.match(line):
            whole = b'["restore",%s,%d,%d]' % (found[1], len(given), crc32(bytes(given)))
            lines.append(whole)
            continue
        lines.append(line)
    return _sealed(b"\n".join(lines))


_GIVE = re.compile(rb'\["give",\d{1,5},(\d{1,5}),"([0-9a-f]*)"')
_RESTORE = re.compile(rb'\["restore",(\d{1,5})')
_WORDS = (
    *TO_BOARD,
    *FROM_BOARD,
    _START,
    "points 0 1",
    "5H",
    "JD",
    "undo",
    "start",
    "next",
    "game",
)

FROM_A_BOARD = Door(
    _from_board, None, _boards_lines, _sealed, tuple(word.encode() for word in _WORDS)
)
TO_A_BOARD = Door(_to_board, None, _requests, _sealed_requests, FROM_A_BOARD.words)

"""Doors for what is in the flash: the journal, the archive beside it, and the file of a board on
this computer, which has both.

An input is a list of slots: for each its place, its length in two bytes, and its bytes up to the
last one that is not erased.
"""

import contextlib
from collections.abc import Iterator

from engine_core.compat import crc32
from engine_core.errors import PegboardError
from engine_core.game.match_base import game_from
from engine_core.game.segment import CRC, HEAD, record
from engine_core.game.segment_reader import Reader
from engine_core.game.segment_reader import _end as end_of_segment
from engine_core.state.entries import KEEP, size
from engine_core.state.state import State
from firmware.menus import saved_games
from firmware.storage.archive_record import summary
from firmware.storage.flashlog import MARK, SLOT, FlashLog
from firmware.storage.game_store import GameStore
from host.boards.mirrored_board import UNPLAYABLE
from host.boards.stores import MemoryStore
from host.history.games import split, unpacked
from host.history.result import result
from tests.conformance.support.archives import Shelf, heads, opened
from tests.conformance.support.player import PLAIN, Player, start
from tests.conformance.support.virtual_ports import Board

from .door import Door

SECTORS = 4  # enough to go round; a board has more, which takes longer to look through
_SLOT_HEAD = 12
_ARCHIVE_HEAD = 23
_ERASED = b"\xff"
_KIND = next(kind for kind in PLAIN if kind[:3] == (1, 2, 61))


class _Flash(MemoryStore):
    """A journal and an archive, both small."""

    def __init__(self) -> None:
        super().__init__(SECTORS)

    def _open_archive(self) -> MemoryStore:
        return MemoryStore(SECTORS)

    def keep(self) -> str:
        return " (kept)"


def _journal(data: bytes) -> None:
    """A board starts with this journal, somebody plays on, and it starts again; where nobody can
    have played the game, it starts without it."""
    flash = _Flash()
    _fill(flash, data)
    copy = bytes(flash.image)
    try:
        board = Board(flash)
        board.keys("UNDO 5 H")
        _rests(board)
    except UNPLAYABLE:
        flash.image[:] = copy
        assert not _is_of_a_game(flash)  # the next line may erase it
        game, trouble = GameStore(flash).load(True)
        assert not game.length and trouble
        return
    played = board.app.game
    again, _ = GameStore(flash).load()
    same = (again.length, again.state.pack()) == (played.length, played.state.pack())
    assert same or not _is_of_a_game(flash)


def _is_of_a_game(flash: MemoryStore) -> bool:
    """Return whether the states in the flash can be those of games."""
    log = FlashLog(flash)
    for number in range(max(1, log.newest - log.count + 1), log.newest + 1):
        try:
            found = Reader(log.read(number) or b"", number, True)
        except (PegboardError, IndexError):
            continue
        segment, state = found.segment, found.segment.state
        if not segment.first and state not in (b"", State().pack()):
            return False
        try:
            if segment.first:
                game_from(segment.first, segment.begun, found.layout + state)
        except PegboardError:
            return False
    return True


def _archive(data: bytes) -> None:
    """A board starts with this archive: the laptop reads its games, and somebody resumes one."""
    flash = _Flash()
    _fill(flash.archive(), data)
    archive = opened(flash)
    for head in heads(archive):
        _kept(archive.read(head, 0, archive.size(head)))
    board = Board(flash)
    _rests(board)
    menu = board.app.menu
    menu.listing = True
    while menu.listing:
        saved_games.step(board.app, menu)
    for text in menu.saved:
        with contextlib.suppress(PegboardError):  # which the bar shows as a refusal
            saved_games.resume(board.app, text)
    board.keys("UNDO")
    _rests(board)


def _kept(data: bytes) -> None:
    """A laptop stores a game of a board's archive."""
    try:
        at = summary(data)[3]
        for game in split(data[at:]):
            result(unpacked(game.entries))
    except PegboardError:
        pass  # as host.link.archive and host.history.recorder drop it


def _rests(board: Board) -> None:
    while board.app.archive_due:
        board.app.erase_ahead()


def _fill(store: MemoryStore, data: bytes) -> None:
    places = len(store.image) // SLOT
    for place, slot in slots(data):
        at = place % places * SLOT
        store.image[at : at + len(slot)] = slot


def slots(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the slots of an input, each with its place."""
    at = 0
    while at + 3 <= len(data):
        length = min(int.from_bytes(data[at + 1 : at + 3], "big"), SLOT)
        yield data[at], data[at + 3 : at + 3 + length]
        at += 3 + length


def _input(found: Iterator[tuple[int, bytes]]) -> bytes:
    return b"".join(bytes((place,)) + len(one).to_bytes(2, "big") + one for place, one in found)


def _slots_of(store: MemoryStore) -> bytes:
    """Return the slots of a flash as an input."""
    pieces = range(0, len(store.image), SLOT)
    found = [(at // SLOT, bytes(store.image[at : at + SLOT]).rstrip(_ERASED)) for at in pieces]
    return _input((place, data) for place, data in found if data)


# Checksums -----------------------------------------------------------------------------------


def _sealed_journal(data: bytes) -> bytes:
    return _input((place, _sealed(slot, _sealed_segment)) for place, slot in slots(data))


def _sealed_archive(data: bytes) -> bytes:
    return _input((place, _sealed(slot, _sealed_part)) for place, slot in slots(data))


def _sealed(slot: bytes, seal) -> bytes:
    """Return a slot whose head is good, and what `seal(data, number)` makes of its data."""
    if len(slot) <= _SLOT_HEAD:
        return slot
    head = MARK + slot[4:8]
    return head + _four(crc32(head)) + seal(slot[_SLOT_HEAD:], slot[4:8])


def _sealed_segment(data: bytes, number: bytes) -> bytes:
    try:
        end = end_of_segment(data) if len(data) > HEAD else len(data)
    except (PegboardError, IndexError):
        return data
    chain = crc32(data[:end], crc32(number))
    found = data[:end] + _four(chain)
    at = end + CRC
    while at < len(data):
        start = at + 2 if data[at : at + 1] == KEEP else at
        length = max(1, size(data[start]) if start < len(data) else 1) + start - at
        added, chain = record(data[at : at + length], chain)
        found += added
        at += length + CRC
    return found


def _sealed_part(data: bytes, number: bytes) -> bytes:
    if len(data) < _ARCHIVE_HEAD:
        return data
    end = min(_ARCHIVE_HEAD + int.from_bytes(data[21:23], "big"), len(data) - CRC)
    end = max(end, 1)
    return data[:end] + _four(crc32(data[1:end], crc32(number)))


def _four(number: int) -> bytes:
    return number.to_bytes(4, "big")


# Good inputs ---------------------------------------------------------------------------------


def _played(seed: int, entries: int, kind=_KIND) -> Shelf:
    """Return a journal with so many entries, some undone, and games left for others."""
    shelf = Shelf(_Flash())
    player = Player(seed, careless=20)
    shelf.start(start(kind, 0))
    for number in range(entries):
        entry = player.next(shelf.game.state)
        shelf.enter(entry)
        if number % 9 == 8:
            shelf.undo()
            shelf.enter(entry)
    for _ in range(entries % 3):
        shelf.undo()
    return shelf


def _journals() -> list[bytes]:
    kinds = (_KIND, next(kind for kind in PLAIN if kind[1] == 3))
    shelves = [_played(seed, count, kind) for seed, count in ((1, 4), (2, 40)) for kind in kinds]
    shelves[-1].start(start(_KIND, 0))  # the last game is left for another one
    return [_slots_of(shelf.flash) for shelf in shelves]


def _archives() -> list[bytes]:
    found = []
    for seed in range(2):
        shelf = _played(seed, 12)
        for _ in range(1 + seed):
            shelf.start(start(_KIND, 0))
            shelf.enter(Player(seed).next(shelf.game.state))
        shelf.rest("Ann\nBén".encode())
        found.append(_slots_of(shelf.flash.archive()))
    return found


JOURNAL = Door(_journal, None, _journals, _sealed_journal)
ARCHIVE = Door(_archive, None, _archives, _sealed_archive)

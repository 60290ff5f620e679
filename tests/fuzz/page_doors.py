"""Doors of a page without a server: the saved game, whose file is that of a virtual board too, the
stored games of a browser, and what somebody imports there."""

import contextlib
import json
import shutil
import tempfile
from pathlib import Path

from firmware.storage.flashlog import SECTOR, SLOT
from host.boards.stores import FileStore
from host.boards.virtual import VirtualBoard
from host.errors import StoreError
from tests.conformance.mirror.test_page_board import Table
from tests.conformance.support import earlier_journals
from tests.conformance.support.origin_files import File, Files
from tests.conformance.support.page_store import Store, Worker
from tests.host.disk import MEMORY

from . import flash_doors, text_doors
from .door import Door, records

HEADER = b"PEGBOARD 2\n\xff\xff\xff\xff\xff"
_NEXT = b"\x00"
_GAMES_MOST = 3
_KEY = 9


def _saved_game(data: bytes) -> None:
    """A virtual board opens this file, and a page does: both go on with the game, or say why
    not."""
    contents = _contents(data)
    folder = Path(tempfile.mkdtemp(dir=MEMORY))
    try:
        path = folder / "game.journal"
        path.write_bytes(contents)
        try:
            with FileStore(path, flash_doors.SECTORS) as store:
                _plays(VirtualBoard(store))
        except StoreError:
            assert path.read_bytes() == contents  # it is left alone
    finally:
        shutil.rmtree(folder)
    files = Files()
    files.game = File(contents)
    if contents and contents[: len(HEADER)] != HEADER:
        with contextlib.suppress(ValueError):
            Table(files)
            raise AssertionError("a page took a file of another kind")
        assert files.game.data == contents
        return
    Table(files).keys("5")


def _plays(board: VirtualBoard) -> None:
    for _ in range(4):
        board.tick()
    for down in (True, False):
        board.keys.press(_KEY, down)
        board.tick()


def _contents(data: bytes) -> bytes:
    """Return the bytes of a file: slots, as flash_doors has them, come after a good header."""
    if data[: len(HEADER)] != HEADER:
        return data
    image = bytearray(b"\xff" * flash_doors.SECTORS * SECTOR)
    for place, slot in flash_doors.slots(data[len(HEADER) :]):
        at = place * SLOT % len(image)
        image[at : at + len(slot)] = slot
    return HEADER + image


def _sealed_game(data: bytes) -> bytes:
    if data[: len(HEADER)] != HEADER:
        return data
    return HEADER + flash_doors.JOURNAL.seal(data[len(HEADER) :])


def _saved_games() -> list[bytes]:
    journals = [HEADER + one for one in flash_doors.JOURNAL.seeds()]
    return [*journals, earlier_journals.STREAM, HEADER]


# The stored games -----------------------------------------------------------------------------

_ASKED = ("games", "players", "ids")
_ASKED_OF_A_GAME = ("game", "record", "exported")


def _stored(data: bytes) -> None:
    """A page has rows and entries with these texts, shows its games, and takes another one."""
    texts = [one.decode("utf-8", "replace") for one in data.split(_NEXT)[: 2 * _GAMES_MOST]]
    store = Store()
    for number, (row, entries) in enumerate(zip(texts[::2], texts[1::2], strict=False), 1):
        store.put(number, row, entries or "{}")
    worker = Worker(store)
    for what in _ASKED:
        worker.said(what)
    for name in worker.said("players")["value"]:
        worker.said("player", name)
    for number in range(1, _GAMES_MOST + 1):
        for what in _ASKED_OF_A_GAME:
            worker.said(what, number)
    assert "value" in worker.said("take record", _short_record())


def _short_record() -> str:
    return records(["scoreboard-taken-back"])[0].decode()


def _stored_games() -> list[bytes]:
    found = []
    for names in (("scoreboard-taken-back",), ("noddy-flush", "scoreboard-taken-back")):
        worker = Worker()
        for text in records(names):
            worker.ask("take record", text.decode())
        pairs = [
            part
            for number, row in worker.store.rows.items()
            for part in (row, worker.store.packed[number])
        ]
        found.append("\x00".join(pairs).encode())
    return found


# What is imported ------------------------------------------------------------------------------


def _imported(data: bytes) -> None:
    """Somebody imports this into a page: JSON, a record or a link, as games_files.js tells them
    apart."""
    worker = Worker()
    text = data.decode("utf-8", "replace")
    worker.said("take record", text)
    worker.said("take link", text)
    worker.said("linked", text)
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return
    worker.said("take", told)


def _imports() -> list[bytes]:
    worker = Worker()
    told = []
    for text in records(("noddy-flush", "scoreboard-taken-back")):
        ((number, _),) = worker.ask("take record", text.decode())
        told.append(worker.ask("exported", number).encode())
    link = text_doors.LINK.seal(text_doors.LINK.seeds()[0])
    return [*told, *records(["scoreboard-taken-back"]), link]


GAME = Door(_saved_game, None, _saved_games, _sealed_game, (b"PEGBOARD ", HEADER))
STORED = Door(
    _stored, None, _stored_games, words=(_NEXT, b"null", b'"packed"', b"[]", b"1e400", b"names")
)
IMPORTED = Door(_imported, None, _imports, words=text_doors.RECORD.words + (b'"entries"', b"[]"))

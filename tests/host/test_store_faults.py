"""The virtual board's store on a disk that fails at every call, at every point of a game."""

import contextlib
import itertools
import os
import tempfile
from pathlib import Path

import pytest

from firmware.keys import keymap
from firmware.storage.game_store import GameStore
from host import files
from host.boards import stores
from host.boards.names_file import NamesFile
from host.boards.stores import FileStore, MemoryStore
from host.errors import StoreError
from host.link.backup import BackupFile
from tests.conformance.support.archives import games
from tests.conformance.support.player import play_out
from tests.host.boards import Board
from tests.host.disk import FAULTS, MEMORY, Disk

GAME = (1, 2, 61, 0, 0)  # traditional


@pytest.fixture
def tmp_path():
    """A folder that is quick to use: these tests open a file 16,000 times."""
    with tempfile.TemporaryDirectory(dir=MEMORY, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture
def disk(monkeypatch):
    return Disk(monkeypatch, stores, files)


def saved(path):
    """Return the game that a board starting now finds in the file: the number of entries, and the
    state."""
    store = MemoryStore()
    data = path.read_bytes()
    assert len(data) == 16 + len(store.image), "the file is not whole"
    store.image[:] = data[16:]
    game, trouble = GameStore(store).load()
    assert not trouble
    return game.length, game.state.pack()


def known(app):
    return app.game.length, app.game.state.pack()


def do(app, entry):
    """Make `entry`, or press UNDO; return whether it was refused because of the disk."""
    before = app.game.length
    if entry is None:
        app.press(keymap.UNDO)
        return app.game.length == before
    try:
        app.enter(entry)
    except OSError:
        return True
    return False


def fail_and_do(app, path, disk, entry, gone=False):
    """Make `entry` while the disk fails at each of its calls in turn, then without a fault. If
    `gone`, the file is removed before each."""
    at = calls = 0
    while at <= calls:
        for fault, lasts in itertools.product(FAULTS, (False, True)):
            if gone:
                path.unlink(missing_ok=True)
            before = known(app)
            disk.fail(at, fault, lasts)
            refused = do(app, entry)
            calls = max(calls, disk.heal())
            if refused:
                assert known(app) == before, "a refused entry changed the game"
            else:
                assert saved(path) == known(app), "an accepted entry is not saved"
                app.press(keymap.UNDO if entry is not None else keymap.RIGHT)
                assert known(app) == before
                assert saved(path) == before
        at += 1
    assert not do(app, entry)
    assert saved(path) == known(app)


@pytest.mark.slow
@pytest.mark.parametrize(("gone", "stride"), [(False, 9), (True, 40)])
def test_a_fault_of_the_disk_at_any_call_loses_nothing(tmp_path, disk, gone, stride):
    play_with_faults(tmp_path, disk, gone, stride)


@pytest.mark.exhaustive
@pytest.mark.parametrize("gone", [False, True])
def test_a_fault_of_the_disk_at_any_call_of_any_entry_loses_nothing(tmp_path, disk, gone):
    play_with_faults(tmp_path, disk, gone, 1)


def play_with_faults(tmp_path, disk, gone, stride):
    """Play a game, with faults at every entry whose number is a multiple of `stride`."""
    path = tmp_path / "game.journal"
    entries = play_out(GAME, 3).entries()
    with FileStore(path) as store:
        board = Board(store=store)
        for number, entry in enumerate(entries):
            if number % stride:
                assert not do(board.app, entry)
            else:
                fail_and_do(board.app, path, disk, entry, gone)
        fail_and_do(board.app, path, disk, None, gone)
        assert board.app.game.length == len(entries) - 1
    assert {file.name for file in tmp_path.iterdir()} <= {
        "game.journal",
        "game.journal.lock",
        f"game.journal.{os.getpid()}.new",  # the disk failed when it was to be removed, too
    }
    with FileStore(path) as store:
        assert known(Board(store=store).app) == known(board.app)


def rest(app):
    """Do the board's work while nobody presses a key."""
    while app.erase_ahead():
        pass


@pytest.mark.slow
@pytest.mark.parametrize(
    "faults", [FAULTS[:1], pytest.param(FAULTS, marks=pytest.mark.exhaustive)]
)
def test_a_fault_of_the_disk_while_a_game_is_archived_loses_no_game(tmp_path, disk, faults):
    path = tmp_path / "game.journal"
    first = play_out(GAME, 3).entries()
    with FileStore(path) as store:
        board = Board(store=store)
        for entry in (*first, *play_out(GAME, 4).entries()[:9]):
            board.app.enter(entry)
    journal = path.read_bytes()
    at = calls = 0
    while at <= calls:
        for fault, lasts in itertools.product(faults, (False, True)):
            path.write_bytes(journal)
            path.with_name("game.journal.games").unlink(missing_ok=True)
            with FileStore(path) as store:
                board = Board(store=store)
                disk.fail(at, fault, lasts)
                rest(board.app)
                calls = max(calls, disk.heal())
                assert saved(path) == known(board.app)
            with FileStore(path) as store:
                rest(Board(store=store).app)
                assert [entries for _, _, entries in games(store)] == [first]
        at += 1
    assert calls > 10


@pytest.mark.slow
def test_a_fault_of_the_disk_while_a_board_starts_loses_nothing(tmp_path, disk):
    path = tmp_path / "game.journal"
    entries = play_out(GAME, 3).entries()
    with FileStore(path) as store:
        board = Board(store=store)
        for entry in entries:
            board.app.enter(entry)
    whole = path.read_bytes()
    for data in (whole, whole[:-1], whole[:16] + b"?" * 600 + whole[616:]):
        at = calls = 0
        while at <= calls:
            for fault, lasts in itertools.product(FAULTS, (False, True)):
                path.write_bytes(data)
                disk.fail(at, fault, lasts)
                with contextlib.suppress(StoreError), FileStore(path) as store:
                    Board(store=store)
                calls = max(calls, disk.heal())
                with FileStore(path) as store:
                    assert known(Board(store=store).app) == known(board.app)
            at += 1


KEPT = (
    ("copy", lambda folder: BackupFile(folder, "board"), b"a game", b"another"),
    ("names", lambda folder: NamesFile(folder / "names"), b"Ann\nBen", b"Zoe"),
)


@pytest.mark.parametrize(("kind", "make", "old", "new"), KEPT, ids=[row[0] for row in KEPT])
def test_a_fault_of_the_disk_leaves_a_file_as_it_was_or_as_it_should_be(
    tmp_path, disk, kind, make, old, new
):
    at = calls = 0
    while at <= calls:
        for fault, lasts in itertools.product(FAULTS, (False, True)):
            kept = make(tmp_path)
            kept.write(old)
            disk.fail(at, fault, lasts)
            try:
                kept.write(new)
                failed = kind == "copy" and kept.failed
            except OSError:
                failed = True
            calls = max(calls, disk.heal())
            assert make(tmp_path).read() in ((old, new) if failed else (new,))
        at += 1
    assert calls > 5

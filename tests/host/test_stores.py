"""The virtual board's game in a file: kept, locked, whole or as it was."""

import os
import subprocess
import sys

import pytest

from engine_core.journal import HEADER
from host.boards import stores
from host.boards.stores import FileStore, MemoryStore
from host.errors import StoreError

GAME = HEADER + b"records"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.journal"


def refusal(path):
    """Enter a FileStore that must be refused; return what the person is told."""
    with pytest.raises(StoreError) as caught, FileStore(path):
        pass
    return str(caught.value)


@pytest.fixture(params=["file", "memory"])
def store(request, path):
    if request.param == "memory":
        yield MemoryStore()
    else:
        with FileStore(path) as opened:
            yield opened


def test_a_new_store_is_empty(store):
    assert store.read() == b""


def test_what_is_appended_comes_after_what_was_there(store):
    store.append(b"one")
    store.append(b"\x00two\r\n\x1a")
    assert store.read() == b"one\x00two\r\n\x1a"


def test_reset_takes_the_place_of_all(store):
    store.append(b"a long game")
    store.reset(b"new")
    assert store.read() == b"new"
    store.append(b"er")
    assert store.read() == b"newer"
    store.reset(b"")
    assert store.read() == b""


def test_a_file_outlives_the_store(path):
    with FileStore(path) as store:
        store.append(GAME)
    with FileStore(path) as store:
        assert store.read() == GAME


def test_folders_are_made(tmp_path):
    with FileStore(tmp_path / "a" / "b" / "game") as store:
        store.append(GAME)
    assert (tmp_path / "a" / "b" / "game").read_bytes() == GAME


def test_one_program_at_a_time(path):
    with FileStore(path) as store:
        store.append(GAME)
        told = refusal(path)
        assert str(path) in told and "--game" in told
        assert store.read() == GAME
    with FileStore(path):
        pass


def test_a_program_that_was_killed_leaves_no_lock(path):
    code = (
        "import os, sys; from pathlib import Path; from host.boards.stores import FileStore\n"
        "FileStore(Path(sys.argv[1])).__enter__().append(b'PEG\\x01'); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], check=False, timeout=60)
    assert done.returncode == 9
    with FileStore(path) as store:
        assert store.read() == HEADER


def test_a_file_in_the_place_of_a_folder_is_said_so(tmp_path):
    (tmp_path / "file").write_text("x")
    told = refusal(tmp_path / "file" / "game")
    assert "cannot be kept" in told and "--game" in told


def test_a_folder_in_the_place_of_the_file_is_said_so(tmp_path):
    (tmp_path / "game").mkdir()
    assert "cannot be kept" in refusal(tmp_path / "game")
    # And nothing stays locked.
    assert "cannot be kept" in refusal(tmp_path / "game")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_file_that_may_not_be_written_is_said_so(path):
    path.write_bytes(GAME)
    path.chmod(0o444)
    assert "cannot be kept" in refusal(path)


def test_a_reset_that_fails_leaves_what_was_there(path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    with FileStore(path) as store:
        store.append(GAME)
        for function in ("fsync", "replace"):
            with monkeypatch.context() as patch:
                patch.setattr(stores.os, function, fail)
                with pytest.raises(OSError, match="space"):
                    store.reset(b"new")
            assert store.read() == GAME
    left = {file.name for file in path.parent.iterdir()}
    assert left <= {"game.journal", "game.journal.lock"}, "a half-written copy was left behind"


@pytest.mark.parametrize(
    "data", [b"[Game", b"x", b"PEF", b"PEG\x02", b"\xef\xbb\xbfPEG\x01", bytes(9)]
)
def test_a_file_that_is_no_journal_is_refused_and_left_as_it_is(path, data):
    path.write_bytes(data * 700)
    told = refusal(path)
    assert "not a saved game" in told and str(path) in told and "--game" in told
    assert path.read_bytes() == data * 700
    # And nothing stays locked.
    assert "not a saved game" in refusal(path)


def test_a_journal_whose_first_write_was_cut_short_is_one(path):
    for length in range(len(HEADER) + 1):
        path.write_bytes(HEADER[:length])
        with FileStore(path) as store:
            assert store.read() == HEADER[:length]


def test_copies_of_damaged_games_are_kept_once_each_and_never_written_over(path):
    (path.parent / "game.journal.damaged-2").write_bytes(b"somebody's")
    with FileStore(path) as store:
        for data, name in ((b"one", "damaged"), (b"one", "damaged"), (b"two", "damaged-3")):
            store.reset(HEADER + data)
            assert store.keep().endswith(f"game.journal.{name})")
            assert (path.parent / f"game.journal.{name}").read_bytes() == HEADER + data
    assert (path.parent / "game.journal.damaged").read_bytes() == HEADER + b"one"
    assert (path.parent / "game.journal.damaged-2").read_bytes() == b"somebody's"


def test_a_damaged_game_that_cannot_be_copied_is_not_played(path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    with FileStore(path) as store:
        store.append(GAME)
        monkeypatch.setattr(stores.os, "fsync", fail)
        with pytest.raises(StoreError, match="cannot be copied"):
            store.keep()
        assert store.read() == GAME

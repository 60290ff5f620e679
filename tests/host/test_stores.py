"""The virtual board's game in a file: kept, locked, whole or as it was."""

import os
import subprocess
import sys

import click
import pytest

from host.boards import stores
from host.boards.stores import FileStore, MemoryStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.journal"


def refusal(path):
    """Enter a FileStore that must be refused; return what the person is told."""
    with pytest.raises(click.ClickException) as caught, FileStore(path):
        pass
    return caught.value.message


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
        store.append(b"game")
    with FileStore(path) as store:
        assert store.read() == b"game"


def test_folders_are_made(tmp_path):
    with FileStore(tmp_path / "a" / "b" / "game") as store:
        store.append(b"x")
    assert (tmp_path / "a" / "b" / "game").read_bytes() == b"x"


def test_one_program_at_a_time(path):
    with FileStore(path) as store:
        store.append(b"game")
        told = refusal(path)
        assert str(path) in told and "--game" in told
        assert store.read() == b"game"
    with FileStore(path):
        pass


def test_a_program_that_was_killed_leaves_no_lock(path):
    code = (
        "import os, sys; from pathlib import Path; from host.boards.stores import FileStore\n"
        "FileStore(Path(sys.argv[1])).__enter__().append(b'game'); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], check=False, timeout=60)
    assert done.returncode == 9
    with FileStore(path) as store:
        assert store.read() == b"game"


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
    path.write_bytes(b"game")
    path.chmod(0o444)
    assert "cannot be kept" in refusal(path)


def test_a_reset_that_fails_leaves_what_was_there(path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    with FileStore(path) as store:
        store.append(b"game")
        for function in ("fsync", "replace"):
            with monkeypatch.context() as patch:
                patch.setattr(stores.os, function, fail)
                with pytest.raises(OSError, match="space"):
                    store.reset(b"new")
            assert store.read() == b"game"
    left = {file.name for file in path.parent.iterdir()}
    assert left <= {"game.journal", "game.journal.lock"}, "a half-written copy was left behind"

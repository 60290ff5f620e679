"""The virtual board's game in a file: stored, locked, and either completely updated or
unchanged."""

import errno
import os
import shutil
import stat
import subprocess
import sys

import pytest

from host import files
from host.boards import stores
from host.boards.stores import FileStore, MemoryStore
from host.errors import StoreError

GAME = b"PEG2 records"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.journal"


def refusal(path):
    """Open a FileStore that must be refused; return the text of the error."""
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


def test_a_new_store_is_blank(store):
    for sector in range(store.count):
        assert store.read(sector, 0, store.size) == b"\xff" * store.size


def test_programming_clears_bits_and_an_erase_sets_them(store):
    store.program(1, 100, b"\xf0\x0f\r\n\x1a")
    store.program(1, 100, b"\x3f")
    assert store.read(1, 99, 7) == b"\xff\x30\x0f\r\n\x1a\xff"
    assert store.read(0, 0, store.size) == b"\xff" * store.size
    store.erase(1)
    assert store.read(1, 99, 7) == b"\xff" * 7


def test_a_file_outlives_the_store(path):
    with FileStore(path) as store:
        store.program(2, 5, b"game")
    with FileStore(path) as store:
        assert store.read(2, 5, 4) == b"game"


def test_folders_are_made(tmp_path):
    with FileStore(tmp_path / "a" / "b" / "game") as store:
        store.program(0, 0, GAME)
    assert GAME in (tmp_path / "a" / "b" / "game").read_bytes()


def test_one_program_at_a_time(path):
    with FileStore(path) as store:
        store.program(0, 0, GAME)
        told = refusal(path)
        assert str(path) in told and "--game" in told
        assert store.read(0, 0, len(GAME)) == GAME
    with FileStore(path):
        pass


def test_a_program_that_was_killed_leaves_no_lock(path):
    code = (
        "import os, sys; from pathlib import Path; from host.boards.stores import FileStore\n"
        "FileStore(Path(sys.argv[1])).__enter__().program(0, 0, b'game'); os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], check=False, timeout=60)
    assert done.returncode == 9
    with FileStore(path) as store:
        assert store.read(0, 0, 4) == b"game"


def test_a_file_in_place_of_a_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("x")
    told = refusal(tmp_path / "file" / "game")
    assert "cannot be saved" in told and "--game" in told


def test_a_folder_in_place_of_the_file_is_reported(tmp_path):
    (tmp_path / "game").mkdir()
    assert "cannot be saved" in refusal(tmp_path / "game")
    # And nothing stays locked.
    assert "cannot be saved" in refusal(tmp_path / "game")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_file_without_write_permission_is_reported(path):
    path.write_bytes(GAME)
    path.chmod(0o444)
    assert "cannot be saved" in refusal(path)


def test_a_failed_write_is_an_error(path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    with FileStore(path) as store:
        store.program(0, 0, GAME)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fail)
            with pytest.raises(OSError, match="space"):
                store.program(0, 100, b"new")
        assert store.read(0, 100, 3) == b"\xff" * 3
    left = {file.name for file in path.parent.iterdir()}
    assert left <= {"game.journal", "game.journal.lock"}, "a half-written copy was left behind"


@pytest.mark.parametrize(
    "data", [b"[Game", b"x", b"PEF", b"PEG\x02", b"\xef\xbb\xbfPEG\x01", bytes(9)]
)
def test_a_file_that_is_not_a_journal_is_refused_and_not_changed(path, data):
    path.write_bytes(data * 700)
    told = refusal(path)
    assert "not a saved game" in told and str(path) in told and "--game" in told
    assert path.read_bytes() == data * 700
    # And nothing stays locked.
    assert "not a saved game" in refusal(path)


def test_a_journal_with_an_interrupted_first_write_is_accepted(path):
    with FileStore(path) as store:
        whole = path.read_bytes()
    for length in (*range(20), len(whole) - 1):
        path.write_bytes(whole[:length])
        with FileStore(path) as store:
            assert store.read(0, 0, 4) == b"\xff" * 4
        assert path.read_bytes() == whole


def test_each_damaged_game_is_copied_once_and_never_overwritten(path):
    (path.parent / "game.journal.damaged-2").write_bytes(b"somebody's")
    with FileStore(path) as store:
        for data, name in ((b"one", "damaged"), (b"one", "damaged"), (b"two", "damaged-3")):
            store.erase(0)
            store.program(0, 0, data)
            assert store.keep().endswith(f"game.journal.{name})")
            assert data in (path.parent / f"game.journal.{name}").read_bytes()
    assert b"one" in (path.parent / "game.journal.damaged").read_bytes()
    assert (path.parent / "game.journal.damaged-2").read_bytes() == b"somebody's"


def test_a_damaged_game_that_cannot_be_copied_is_not_played(path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    with FileStore(path) as store:
        store.program(0, 0, GAME)
        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(StoreError, match="cannot be copied"):
            store.keep()
        assert store.read(0, 0, len(GAME)) == GAME


def without_handles(monkeypatch):
    """Let no file be opened any more, as if connections had taken all file handles."""

    def fail(*_, **__):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    for module in (stores, files):
        monkeypatch.setattr(module, "open", fail, raising=False)
    monkeypatch.setattr(os, "open", fail)


def test_the_game_is_written_when_no_file_can_be_opened(path, monkeypatch):
    with FileStore(path) as store:
        with monkeypatch.context() as patch:
            without_handles(patch)
            store.program(0, 0, GAME)
            store.erase(1)
        assert GAME in path.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be removed")
@pytest.mark.parametrize("removed", ["file", "folder"])
def test_a_file_removed_while_playing_is_made_again_whole(tmp_path, removed):
    path = tmp_path / "folder" / "game.journal"
    with FileStore(path) as store:
        store.program(0, 0, b"before")
        if removed == "file":
            path.unlink()
        else:
            shutil.rmtree(path.parent)
        store.program(3, 7, b"after")
        assert path.read_bytes()[16:] == store.image
    with FileStore(path) as store:
        assert (store.read(0, 0, 6), store.read(3, 7, 5)) == (b"before", b"after")


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced")
def test_a_file_put_in_its_place_while_playing_is_left_alone(path):
    with FileStore(path) as store:
        store.program(0, 0, b"before")
        mine = path.read_bytes()
        other = path.with_name("other")
        other.write_bytes(b"something else")
        other.replace(path)
        for _ in range(2):
            with pytest.raises(OSError, match=f"{path} was replaced by another file: move"):
                store.program(3, 7, b"after")
        assert path.read_bytes() == b"something else"
        assert store.read(3, 7, 5) == b"\xff" * 5
        # A copy of the game itself is as good as the file was.
        other.write_bytes(mine)
        other.replace(path)
        store.program(3, 7, b"after")
        assert path.read_bytes()[16:] == store.image
        path.rename(other)
        store.program(3, 20, b"again")
        assert path.read_bytes()[16:] == store.image


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_to_the_file_is_locked_with_it_and_stays_a_link(path):
    path.write_bytes(b"")
    link = path.with_name("link")
    link.symlink_to(path)
    with FileStore(link) as store:
        store.program(0, 0, b"game")
        assert str(path) in refusal(path)
    assert link.is_symlink()
    with FileStore(path) as store:
        assert store.read(0, 0, 4) == b"game"
        assert str(path) in refusal(link)


@pytest.mark.skipif(os.name == "nt", reason="folders have no handles there")
def test_the_folder_is_on_the_disk_after_a_file_is_replaced(path, monkeypatch):
    done = []
    fsync, replace = os.fsync, os.replace

    def synced(handle):
        fsync(handle)
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")

    def replaced(old, new):
        replace(old, new)
        done.append("replace")

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    files.replace_file(path, b"data")
    assert done == ["file", "replace", "folder"]
    assert path.read_bytes() == b"data"


def test_a_file_that_another_program_holds_for_a_moment_is_replaced(path, monkeypatch):
    replace, refused = os.replace, []

    def replaced(old, new):
        if len(refused) < 2:
            refused.append(new)
            raise PermissionError(errno.EACCES, "in use")
        replace(old, new)

    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr(files, "_WAITS_S", ())
    with pytest.raises(PermissionError):
        files.replace_file(path, b"data")
    assert not list(path.parent.iterdir())
    refused.clear()
    monkeypatch.setattr(files, "_WAITS_S", (0, 0))
    files.replace_file(path, b"data")
    assert path.read_bytes() == b"data"

"""Where a virtual board keeps its journal."""

import contextlib
import os
import tempfile
from pathlib import Path

import click
from filelock import FileLock, Timeout


class MemoryStore:
    """Keeps the journal until the program ends."""

    def __init__(self, data: bytes = b""):
        self._data = data

    def read(self) -> bytes:
        return self._data

    def append(self, data: bytes) -> None:
        self._data += data

    def reset(self, data: bytes) -> None:
        self._data = bytes(data)


class FileStore:
    """Keeps the journal in the file `path`; what was appended outlives a crash.

    A context: while one program has the file no other may, and a click.ClickException says so.
    """

    def __init__(self, path: Path):
        self.path = path
        self._lock = FileLock(f"{path}.lock")

    def __enter__(self) -> "FileStore":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
            # That it may be written is to be known now, not when the first card has been played.
            with open(self.path, "ab"):
                pass
        except Timeout:
            raise click.ClickException(
                f"another pegboard has this game on its board: {self.path}. Close it, or play"
                " another game: pegboard --game FILE"
            ) from None
        except OSError as why:
            self._lock.release()
            raise click.ClickException(
                f"the game cannot be kept in {self.path} ({why.strerror}). Choose another file:"
                " pegboard --game FILE"
            ) from None
        return self

    def __exit__(self, *_) -> None:
        self._lock.release()

    def read(self) -> bytes:
        return self.path.read_bytes()

    def append(self, data: bytes) -> None:
        with open(self.path, "ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def reset(self, data: bytes) -> None:
        replace_file(self.path, data)


def replace_file(path: Path, data: bytes) -> None:
    """Have `data` in the file `path`, on the disk, all of it or what was there. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise

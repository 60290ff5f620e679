"""Where a virtual board keeps its journal."""

import contextlib
import os
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

from engine_core.journal import HEADER
from host.errors import StoreError


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

    def keep(self) -> str:
        """As FileStore.keep: in memory nothing outlives the program."""
        return ""


class FileStore:
    """Keeps the journal in the file `path`; what was appended outlives a crash.

    A context: while one program has the file no other may, and a StoreError says so; it
    refuses a file that holds something else, and leaves that as it is.
    """

    def __init__(self, path: Path):
        self.path = path
        self._lock = FileLock(f"{path}.lock")

    def __enter__(self) -> "FileStore":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
            # That it may be written is to be known now, not when the first card has been played.
            with open(self.path, "a+b") as file:
                file.seek(0)
                head = file.read(len(HEADER))
        except Timeout:
            raise StoreError(
                f"another pegboard has this game on its board: {self.path}. Close it, or play"
                " another game: pegboard --game FILE"
            ) from None
        except OSError as why:
            self._lock.release()
            raise StoreError(
                f"the game cannot be kept in {self.path} ({why.strerror}). Choose another file:"
                " pegboard --game FILE"
            ) from None
        # A header that was cut short is a journal's whose first write was.
        if not HEADER.startswith(head):
            self._lock.release()
            raise StoreError(
                f"{self.path} is not a saved game, so it is left as it is. Move it away, or keep"
                " the board's game in another file: pegboard --game FILE. A record that is text is"
                " shown by pegboard replay FILE"
            )
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

    def keep(self) -> str:
        """Copy the file, which is damaged, to one beside it, never over another copy; return what
        to add to the text that says so. Raises StoreError where that cannot be done."""
        data = self.read()
        n = 1
        while True:
            kept = self.path.with_name(f"{self.path.name}.damaged" + (f"-{n}" if n > 1 else ""))
            try:
                if kept.exists() and kept.read_bytes() == data:
                    break  # it was kept at another start, and nothing has been played since
                with open(kept, "xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                break
            except FileExistsError:
                n += 1
            except OSError as why:
                raise StoreError(
                    f"the game in {self.path} is damaged, and cannot be copied to {kept}"
                    f" ({why.strerror}), so nothing is changed. Make room there, or play another"
                    " game: pegboard --game FILE"
                ) from None
        return f" (what was there is kept in {kept.name})"


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

"""Where a virtual board stores its journal: a flash in memory or in a file."""

import contextlib
import os
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

from host.errors import GameInUse, StoreError

SECTORS = 8
SECTOR = 4096  # bytes
_HEADER = b"PEGBOARD 2\n\xff\xff\xff\xff\xff"  # 16 bytes; then the sectors
_OLD_HEADER = b"PEG\x01"


class MemoryStore:
    """Keeps the journal until the program ends. Its bytes are `image`."""

    count = SECTORS
    size = SECTOR

    def __init__(self) -> None:
        self.image = bytearray(b"\xff" * SECTORS * SECTOR)

    def read(self, sector: int, offset: int, length: int) -> bytes:
        start = sector * SECTOR + offset
        return bytes(self.image[start : start + length])

    def program(self, sector: int, offset: int, data: bytes) -> None:
        """Clear the bits that are 0 in `data`."""
        before = self.read(sector, offset, len(data))
        self._write(
            sector * SECTOR + offset, bytes(a & b for a, b in zip(before, data, strict=True))
        )

    def erase(self, sector: int) -> None:
        """Set all bits."""
        self._write(sector * SECTOR, b"\xff" * SECTOR)

    def keep(self) -> str:
        """As FileStore.keep: in memory nothing outlives the program."""
        return ""

    def _write(self, start: int, data: bytes) -> None:
        self.image[start : start + len(data)] = data


class FileStore(MemoryStore):
    """Keeps the journal in the file `path`; what was written outlives a crash.

    A context: while one program has the file no other may, and a StoreError says so;
    another says that the file is something else. A journal of version 1 becomes `old`, and its
    file stays beside the new one.
    """

    def __init__(self, path: Path):
        super().__init__()
        self.path = path
        self.old = b""
        self._lock = FileLock(f"{path}.lock")
        self._importing = path.with_name(path.name + ".importing")

    def __enter__(self) -> "FileStore":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
            # That it may be written is to be known now, not when the first card has been played.
            with open(self.path, "ab"):
                pass
            self._open()
        except Timeout:
            raise GameInUse(
                f"another pegboard has this game on its board: {self.path}. Close it, or play"
                " another game: pegboard --game FILE"
            ) from None
        except OSError as why:
            self._lock.release()
            raise StoreError(
                f"the game cannot be kept in {self.path} ({why.strerror}). Choose another file:"
                " pegboard --game FILE"
            ) from None
        except StoreError:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_) -> None:
        self._lock.release()

    def taken_over(self) -> None:
        """Note that the game of version 1 is now in this version's journal."""
        self.old = b""
        self._importing.replace(self.path.with_name(self.path.name + ".version1"))

    def keep(self) -> str:
        """Copy the file, which is damaged, to one beside it, never over another copy; return what
        to add to the text that says so. Raises StoreError where that cannot be done."""
        data = self.path.read_bytes()
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

    def _open(self) -> None:
        data = self.path.read_bytes()
        if data.startswith(_OLD_HEADER):
            replace_file(self._importing, data)
            data = b""
        elif not data.startswith(_HEADER) and not _cut(data):
            raise StoreError(
                f"{self.path} is not a saved game, so it is left as it is. Move it away, or keep"
                " the board's game in another file: pegboard --game FILE. A record that is text is"
                " shown by pegboard replay FILE"
            )
        if len(data) > len(_HEADER):
            saved = data[len(_HEADER) :][: len(self.image)]
            self.image[: len(saved)] = saved
        if len(data) != len(_HEADER) + len(self.image):
            replace_file(self.path, _HEADER + self.image)
        with contextlib.suppress(FileNotFoundError):
            self.old = self._importing.read_bytes()

    def _write(self, start: int, data: bytes) -> None:
        with open(self.path, "r+b") as file:
            file.seek(len(_HEADER) + start)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        super()._write(start, data)


def _cut(data: bytes) -> bool:
    """Return whether this is a header whose write was cut short, of either version."""
    return _HEADER.startswith(data) or _OLD_HEADER.startswith(data)


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

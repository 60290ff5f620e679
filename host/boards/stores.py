"""Where a virtual board stores its journal: a flash in memory or in a file."""

import contextlib
import errno
import os
from io import FileIO
from pathlib import Path

from filelock import FileLock, Timeout

from firmware.archive import SECTORS as ARCHIVE_SECTORS
from firmware.flashlog import SECTOR, SECTORS
from host.errors import GameInUse, HostError, StoreError

_HEADER = b"PEGBOARD 2\n\xff\xff\xff\xff\xff"  # 16 bytes, followed by the sectors
_OLD_HEADER = b"PEG\x01"


class MemoryStore:
    """Stores the journal until the program ends. Its bytes are `image`."""

    size = SECTOR

    def __init__(self, count: int = SECTORS) -> None:
        self.count = count
        self.image = bytearray(b"\xff" * count * SECTOR)
        self._archive: MemoryStore | None = None

    def archive(self, new: bool = True) -> "MemoryStore":
        """Return the store of the games that were left, which is created at once if needed. Raises
        OSError."""
        self._archive = self._archive or self._open_archive()
        return self._archive

    def _open_archive(self) -> "MemoryStore":
        return MemoryStore(ARCHIVE_SECTORS)

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
        """Return "": as FileStore.keep, but nothing in memory survives the program."""
        return ""

    def _write(self, start: int, data: bytes) -> None:
        self.image[start : start + len(data)] = data


class FileStore(MemoryStore):
    """Stores the journal in the file `path`, where it survives a crash.

    As a context manager it locks the file. StoreError is raised if another program has locked it,
    or if the file is something else. A journal of version 1 becomes `old`, and its file stays
    beside the new one.

    The file stays open, so that a program without free file handles can still write to it. A file
    that is removed is created again, completely, by the next write. One that is replaced by
    another is not touched: writing raises OSError until it is moved away.

    path: a symbolic link stands for its target, whose path is then `path`. The games that were
    left are in a file beside it.
    """

    def __init__(self, path: Path, count: int = SECTORS):
        super().__init__(count)
        self.path = Path(os.path.realpath(path))
        self.old = b""
        self._file: FileIO | None = None
        self._is_unsure = False  # whether a write failed, so that the file may differ from `image`
        self._lock = FileLock(f"{self.path}.lock")
        self._importing = self.path.with_name(self.path.name + ".importing")

    def __enter__(self) -> "FileStore":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
            # Find out now whether it can be written, rather than after the first card.
            with open(self.path, "ab"):
                pass
            self._open()
            self._reopen()
        except Timeout:
            raise GameInUse(
                f"another pegboard has this game on its board: {self.path}. Close it, or play"
                " another game: pegboard --game FILE"
            ) from None
        except OSError as why:
            self._lock.release()
            raise StoreError(
                f"the game cannot be kept in {self.path} ({why.strerror or why}). Choose another"
                " file: pegboard --game FILE"
            ) from None
        except StoreError:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_) -> None:
        if isinstance(self._archive, FileStore):
            self._archive.__exit__()
            self._archive = None
        self._close()
        self._lock.release()

    def taken_over(self) -> None:
        """Record that the game of version 1 is now in the journal of this version."""
        self.old = b""
        self._importing.replace(self.path.with_name(self.path.name + ".version1"))
        sync_folder(self.path.parent)

    def keep(self) -> str:
        """Copy the damaged file to a new one beside it; return a text to add to the message about
        that. Raises StoreError if that fails."""
        data = _HEADER + self.image
        n = 1
        while True:
            kept = self.path.with_name(f"{self.path.name}.damaged" + (f"-{n}" if n > 1 else ""))
            try:
                if kept.exists() and kept.read_bytes() == data:
                    break  # it was copied at an earlier start, and nothing has been played since
                _write_new(kept, data)
                sync_folder(kept.parent)
                break
            except FileExistsError:
                n += 1
            except OSError as why:
                raise StoreError(
                    f"the game in {self.path} is damaged, and cannot be copied to {kept}"
                    f" ({why.strerror or why}), so nothing is changed. Make room there, or play"
                    " another game: pegboard --game FILE"
                ) from None
        return f" (what was there is kept in {kept.name})"

    def _open_archive(self) -> "FileStore":
        beside = self.path.with_name(self.path.name + ".games")
        try:
            return FileStore(beside, ARCHIVE_SECTORS).__enter__()
        except HostError as why:
            raise OSError(str(why)) from None

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
        file = self._checked_file()
        if self._is_unsure:
            write_all(file, 0, _HEADER + self.image)
        self._is_unsure = True
        write_all(file, len(_HEADER) + start, data)
        os.fsync(file.fileno())
        self._is_unsure = False
        super()._write(start, data)

    def _checked_file(self) -> FileIO:
        """Return the open file, which is the one at `path`; create it again if it was removed.
        Raises OSError if another file has replaced it, unless that has the same contents."""
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, _HEADER + self.image)
        else:
            if self._file and os.path.samestat(there, os.fstat(self._file.fileno())):
                return self._file
            if self.path.read_bytes() != _HEADER + self.image:
                raise OSError(f"{self.path} was replaced by another file: move that file away")
        return self._reopen()

    def _reopen(self) -> FileIO:
        fresh = open(self.path, "r+b", buffering=0)  # noqa: SIM115 - it stays open
        self._close()
        self._file = fresh
        return fresh

    def _close(self) -> None:
        if self._file:
            with contextlib.suppress(OSError):  # what was written before is on the disk
                self._file.close()
            self._file = None


def _cut(data: bytes) -> bool:
    """Return whether this is a header, of either version, that was cut short while it was
    written."""
    return _HEADER.startswith(data) or _OLD_HEADER.startswith(data)


def _write_new(path: Path, data: bytes) -> None:
    """Write `data` to the new file `path`, which only this user may read, completely or not at
    all. Raises OSError; FileExistsError if the file exists."""
    try:
        with open(path, "xb", buffering=0, opener=_open_private) as file:
            write_all(file, 0, data)
            os.fsync(file.fileno())
    except FileExistsError:
        raise
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def write_all(file: FileIO, at: int, data: bytes) -> None:
    """Write all of `data` at byte `at` of `file`, which is unbuffered. Raises OSError."""
    left = memoryview(data)
    while left:
        file.seek(at)
        written = file.write(left)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        at += written
        left = left[written:]


def replace_file(path: Path, data: bytes) -> None:
    """Replace the contents of the file `path` by `data`, on the disk, completely or not at all.
    Raises OSError."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(fresh)  # left by a disk that failed
    _write_new(fresh, data)
    try:
        os.replace(fresh, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(fresh)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Write the names of the files in `folder` to the disk too, if the system can do that. Raises
    OSError."""
    if os.name == "nt":  # which cannot open folders
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as why:
        if why.errno not in (errno.EINVAL, errno.ENOTSUP):  # a file system that cannot do it
            raise
    finally:
        os.close(handle)

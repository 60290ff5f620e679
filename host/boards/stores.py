"""The flash of a virtual board, in memory or in a file, which stores its journal."""

import contextlib
import os
from io import FileIO
from pathlib import Path

from filelock import FileLock, Timeout

from engine_core.errors import PegboardError
from firmware.storage.archive import SECTORS as ARCHIVE_SECTORS
from firmware.storage.early_journal import STREAM
from firmware.storage.flashlog import SECTOR, SECTORS
from host.errors import GameInUse, HostError, StoreError
from host.files import check_file, read_file, replace_file, sync_folder, write_all, write_new

from . import saved_versions

_ANY_HEADER = b"PEGBOARD "
_WHY_COPIED = {"damaged": "damaged", "earlier": "of an earlier version"}
_HEADER = b"PEGBOARD 2\n\xff\xff\xff\xff\xff"  # 16 bytes, followed by the sectors


class MemoryStore:
    """Stores the journal until the program ends. Its bytes are `image`."""

    size = SECTOR

    def __init__(self, count: int = SECTORS) -> None:
        self.count = count
        self.image = bytearray(b"\xff" * count * SECTOR)
        self._archive: MemoryStore | None = None

    def archive(self, new: bool = True) -> "MemoryStore":
        """Return the store of the saved games, created if missing; `new` has no effect. Raises
        OSError."""
        self._archive = self._archive or self._open_archive()
        return self._archive

    def _open_archive(self) -> "MemoryStore":
        return MemoryStore(ARCHIVE_SECTORS)

    def fill(self, file: bytes) -> None:
        """Load the contents of a file that a FileStore of this version has written."""
        saved = file[len(_HEADER) :][: len(self.image)] if file.startswith(_HEADER) else b""
        self.image[: len(saved)] = saved

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
        """Do nothing and return "", unlike FileStore.keep: nothing in memory survives the
        program."""
        return ""

    def _write(self, start: int, data: bytes) -> None:
        self.image[start : start + len(data)] = data


class FileStore(MemoryStore):
    """Stores the journal in the file `path`, where it survives a crash.

    As a context manager it locks the file. StoreError is raised if another program has locked it,
    or if the file is something else.

    The file stays open, so that a program without free file handles can still write to it. A file
    that is removed is created again, completely, by the next write. One that is replaced by
    another is not touched: writing raises OSError until it is moved away.

    path: a symbolic link stands for its target, whose path is then `path`. The saved games are in
    a file beside it.
    """

    def __init__(self, path: Path, count: int = SECTORS):
        super().__init__(count)
        self.path = Path(os.path.realpath(path))
        self._file: FileIO | None = None
        self._is_unsure = False  # whether a write failed, so that the file may differ from `image`
        self._lock = FileLock(f"{self.path}.lock")

    def __enter__(self) -> "FileStore":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            check_file(self.path)
            self._lock.acquire(timeout=0)
            # Find out now whether it can be written, rather than after the first card.
            with open(self.path, "ab"):
                pass
            self._open()
            self._reopen()
        except Timeout:
            raise GameInUse(
                f"another pegboard is playing this game: {self.path}. Close it, or play"
                " another game: pegboard --game FILE"
            ) from None
        except OSError as why:
            self._lock.release()
            raise StoreError(
                f"the game cannot be saved in {self.path} ({why.strerror or why}). Choose another"
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

    def keep(self) -> str:
        """Copy the damaged file to a new one beside it; return a text to add to the message about
        the damage. Raises StoreError if copying fails."""
        return f" (what was there is kept in {self._copy('damaged', _HEADER + self.image).name})"

    def _copy(self, ending: str, data: bytes) -> Path:
        """Write `data` to a new file beside this one; return its path. Raises StoreError."""
        n = 1
        while True:
            kept = self.path.with_name(f"{self.path.name}.{ending}" + (f"-{n}" if n > 1 else ""))
            try:
                if kept.is_file() and kept.read_bytes() == data:
                    return kept  # copied at an earlier start, and nothing has been played since
                write_new(kept, data)
                sync_folder(kept.parent)
                return kept
            except FileExistsError:
                n += 1
            except OSError as why:
                raise StoreError(
                    f"the game in {self.path} is {_WHY_COPIED[ending]}, and cannot be copied to"
                    f" {kept} ({why.strerror or why}), so nothing is changed. Make room there, or"
                    " play another game: pegboard --game FILE"
                ) from None

    def _open_archive(self) -> "FileStore":
        beside = self.path.with_name(self.path.name + ".games")
        try:
            return FileStore(beside, ARCHIVE_SECTORS).__enter__()
        except HostError as why:
            raise OSError(str(why)) from None

    def _open(self) -> None:
        data = self.path.read_bytes()
        if data.startswith(STREAM):
            data = self._converted(data)
        if not is_saved_game(data):
            if data.startswith(_ANY_HEADER):
                raise self._later()
            raise StoreError(
                f"{self.path} is not a saved game, so it is left as it is. Move it away, or save"
                " the board's game in another file: pegboard --game FILE. A record that is text is"
                " shown by pegboard replay FILE"
            )
        self.fill(data)
        if saved_versions.is_later(self):
            raise self._later()
        if saved_versions.is_earlier(self):
            self._copy("earlier", data)
        if len(data) != len(_HEADER) + len(self.image):
            replace_file(self.path, _HEADER + self.image)

    def _converted(self, data: bytes) -> bytes:
        """Return the contents of a file with the game in `data`, which the first version saved;
        copy that. Raises StoreError."""
        fresh = MemoryStore(self.count)
        try:
            saved_versions.convert(data, fresh)
        except PegboardError:
            return b"" if data == STREAM else data
        self._copy("earlier", data)
        replace_file(self.path, _HEADER + fresh.image)
        return _HEADER + fresh.image

    def _later(self) -> StoreError:
        return StoreError(
            f"a later version of pegboard saved the game in {self.path}, so it is left as it is."
            " Update this one, or play another game: pegboard --game FILE"
        )

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
        """Return the open file, after checking that it is still at `path`; create it again if
        removed. Raises OSError if another file has replaced it, unless that has the same
        contents."""
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, _HEADER + self.image)
        else:
            if self._file and os.path.samestat(there, os.fstat(self._file.fileno())):
                return self._file
            if read_file(self.path) != _HEADER + self.image:
                raise OSError(f"{self.path} was replaced by another file: move that file away")
        return self._reopen()

    def _reopen(self) -> FileIO:
        fresh = open(self.path, "r+b", buffering=0)  # noqa: SIM115 - it stays open
        self._close()
        self._file = fresh
        return fresh

    def _close(self) -> None:
        if self._file:
            with contextlib.suppress(OSError):  # earlier writes are on the disk
                self._file.close()
            self._file = None


def is_saved_game(file: bytes) -> bool:
    """Return whether these are the contents of a FileStore's file: they begin with its header, or
    with the part of it that a power cut left."""
    return file.startswith(_HEADER) or _HEADER.startswith(file)

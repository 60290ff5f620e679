"""Small files of the program: read only if they are regular files, and replaced as a whole."""

import codecs
import contextlib
import errno
import os
import stat
import time
from io import FileIO
from pathlib import Path

# On Windows a scanner or a search index may hold a file open for a moment after it was written.
_WAITS_S = (0.02, 0.05, 0.1, 0.3) if os.name == "nt" else ()


def check_file(path: Path) -> None:
    """Raise OSError if there is something at `path` that is not a file: opening a FIFO would wait
    for another program, perhaps forever."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise OSError(errno.EINVAL, "it is not a file")


def read_file(path: Path) -> bytes:
    """Return the contents of the file `path`. Raises OSError, even if something else is there."""
    check_file(path)
    return path.read_bytes()


def text_of(data: bytes, errors: str = "strict") -> str:
    """Return the text in `data`: UTF-8, or UTF-16 as Windows' PowerShell writes it. errors: as for
    bytes.decode. Raises UnicodeDecodeError."""
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if is_wide else "utf-8-sig", errors).replace("\r\n", "\n")


def write_new(path: Path, data: bytes) -> None:
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
    Who may read it stays as it is; a new file only this user. Raises OSError."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(fresh)  # left by a disk that failed
    write_new(fresh, data)
    try:
        with contextlib.suppress(OSError):  # there was no file, or its disk has no modes
            os.chmod(fresh, stat.S_IMODE(os.stat(path).st_mode))
        _move(fresh, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(fresh)
        raise
    sync_folder(path.parent)


def _move(fresh: Path, path: Path) -> None:
    for wait in _WAITS_S:
        try:
            os.replace(fresh, path)
            return
        except PermissionError:
            time.sleep(wait)
    os.replace(fresh, path)


def sync_folder(folder: Path) -> None:
    """Write the names of the files in `folder` to the disk too, if the system can do that. Raises
    OSError."""
    if os.name == "nt":  # Windows cannot open folders
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as why:
        if why.errno not in (errno.EINVAL, errno.ENOTSUP):  # a file system that cannot do it
            raise
    finally:
        os.close(handle)


def write_private(path: Path, text: str) -> None:
    """Write a file that only this user can read, replacing an existing one. Raises OSError."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(text)
    _move(fresh, path)

"""Many modules in one file, as a file system to import them from.

MicroPython looks for a module in four places before it opens it, and on a Pico that takes longer
than loading it. A bundle is mounted and put first in `sys.path`.

A bundle is the number of its entries plus 65536, three rows of numbers, and the contents of the
files. The rows have, for each entry, the CRC-32 of a path, the offset of its contents, and their
length; a folder has 0 and `FOLDER` as offset and length. Each number has 4 bytes, little-endian.
(Bundles of earlier versions did not add 65536, and had another order.)

This file imports nothing of the project, because the project is imported with it.
"""

import io
import sys
from array import array
from binascii import crc32

FOLDER = 0x40000000
_FORM = 0x10000
_WORD = 4
_PART = 2048  # bytes that are read at once
_MICROPYTHON = sys.implementation.name == "micropython"  # where BytesIO takes a size
_A_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as os.stat says it
_A_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def bundle(files: dict) -> bytes:
    """Return the bundle of `files`: contents by path, with forward slashes and none at the front.

    Raises ValueError if two paths have the same CRC-32; one of them must be renamed.
    """
    entries = []
    body = b""
    for path in sorted(files):
        for end in [i for i, letter in enumerate(path) if letter == "/"]:
            entry = (_key(path[:end]), 0, FOLDER)
            if entry not in entries:
                entries.append(entry)
        entries.append((_key(path), len(body), len(files[path])))
        body += files[path]
    if len({entry[0] for entry in entries}) < len(entries):
        raise ValueError("two paths have the same CRC-32")
    begin = _WORD + 3 * _WORD * len(entries)
    keys = b"".join([key for key, _, _ in entries])
    rows = [at if size == FOLDER else begin + at for _, at, size in entries]
    rows += [size for _, _, size in entries]
    numbers = b"".join([number.to_bytes(_WORD, "little") for number in rows])
    return (_FORM + len(entries)).to_bytes(_WORD, "little") + keys + numbers + body


class Bundle:
    """A read-only file system of the contents of `file`, a bundle that is open for reading."""

    def __init__(self, file):
        self._file = file
        self._part = bytearray(_PART)
        size = (int.from_bytes(file.read(_WORD), "little") - _FORM) * _WORD
        self._keys = file.read(size)
        self._at = array("I", file.read(size))
        self._sizes = array("I", file.read(size))
        folders = [n for n, size in enumerate(self._sizes) if size == FOLDER]
        self._folders = b"".join([self._keys[_WORD * n : _WORD * n + _WORD] for n in folders])
        self._path = None  # what was found last, since what is to be opened is looked at before
        self._place = 0

    def mount(self, readonly, mkfs):
        """Do nothing: MicroPython calls this when it mounts a file system."""

    def umount(self):
        """Do nothing, as `mount`."""

    def stat(self, path: str) -> tuple:
        """Return what os.stat returns, as far as imports need it. Raises OSError."""
        # An import asks for a folder first, then for a .py, of which there is none. Few calls:
        # imports within imports come close to the end of the stack, which keys' interrupts need.
        if "." not in path:
            _place(self._folders, path)
            return _A_FOLDER
        if path.endswith(".py"):
            raise OSError(2)
        if path != self._path:
            self._place = _place(self._keys, path)
            self._path = path
        return _A_FILE

    def open(self, path: str, mode: str):
        """Return the file at `path`, open for reading. Raises OSError."""
        if path != self._path:
            self._place = _place(self._keys, path)
            self._path = path
        n = self._place
        self._file.seek(self._at[n])
        left = self._sizes[n]
        # Its memory is given back when the import closes it. A bytes object would stay until
        # garbage is collected, and the modules would lie scattered over the heap.
        size = left if _MICROPYTHON else b""
        module = io.BytesIO(size)  # pyright: ignore[reportArgumentType] - MicroPython's
        while left:
            part = memoryview(self._part)[: min(left, _PART)]
            self._file.readinto(part)
            module.write(part)  # pyright: ignore[reportAttributeAccessIssue]
            left -= len(part)
        module.seek(0)  # pyright: ignore[reportAttributeAccessIssue]
        return module


def _place(keys, path):
    """Return the place of the path's key in the row `keys`. Raises OSError where it is not."""
    key = crc32(path.lstrip("/").encode()).to_bytes(_WORD, "little")
    at = keys.find(key)
    while at >= 0 and at % _WORD:
        at = keys.find(key, at + 1)
    if at < 0:
        raise OSError(2)
    return at // _WORD


def _key(path):
    return crc32(path.encode()).to_bytes(4, "little")

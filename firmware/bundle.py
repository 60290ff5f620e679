"""Many modules in one file, as a file system to import them from.

MicroPython looks for a module in four places before it opens it, and on a Pico that takes longer
than loading it. A bundle is mounted and put first in `sys.path`.

A bundle is the number of its files plus 131072, three rows of numbers, its folders, and the
contents of the files. The rows have, for each file, the CRC-32 of its path, the offset of its
contents, and their length. Each number has 4 bytes, little-endian. The folders are paths, with a
space after each. Paths begin with a slash, as MicroPython asks for them. (Bundles of earlier
versions added 65536 or nothing, and had other rows.)

This file imports nothing of the project, because the project is imported with it.
"""

import io
from array import array
from binascii import crc32

FORM = 0x20000
WORD = 4  # bytes
_PART = 255  # bytes that MicroPython reads at once, the most that it can
_GET_PART = 11  # the operation of a stream's ioctl that asks for it
_A_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as in the result of os.stat
_A_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)


_Stream: type = getattr(io, "RawIOBase", io.IOBase)  # MicroPython has only the latter


class _Module(_Stream):
    """The next `left` bytes of `file`.

    They are read from the flash as the import goes on. In memory as a whole, each module would
    leave a gap as large as itself, and the heap would soon have no large piece.
    """

    left = 0

    def __init__(self, file):
        self._file = file

    def readinto(self, buffer) -> int:
        """Fill `buffer` as far as there are bytes; return how many."""
        if self.left < len(buffer):
            buffer = memoryview(buffer)[: self.left]
        count = self._file.readinto(buffer)
        self.left -= count
        return count

    def ioctl(self, operation: int, argument: int) -> int:
        """Say how much to read at once, when MicroPython asks for that."""
        return _PART if operation == _GET_PART else 0

    def close(self) -> None:
        """Do nothing: the bundle stays open for the next module."""


class Bundle:
    """A read-only file system of the contents of `file`, a bundle that is open for reading."""

    def __init__(self, file):
        self._file = file
        self._module = _Module(file)
        count = int.from_bytes(file.read(WORD), "little") - FORM
        self._keys = file.read(WORD * count)
        self._offsets = array("I", file.read(WORD * count))
        self._sizes = array("I", file.read(WORD * count))
        rest = self._offsets[0] - WORD - 3 * WORD * count if count else 0
        self._folders = file.read(rest).decode().split()
        # The last file found, since `stat` is called before `open`.
        self._path = None
        self._place = 0

    def mount(self, readonly, mkfs):
        """Do nothing: MicroPython calls this when it mounts a file system."""

    def umount(self):
        """Do nothing, as `mount`."""

    # Each import asks for a folder first, then for a .py, of which there is none, and then for a
    # .mpy. With few calls and little garbage, since that is done some 80 times at power-on; also,
    # imports within imports come close to the end of the stack, which keys' interrupts need.

    def stat(self, path: str) -> tuple:
        """Return the parts of os.stat's result that imports need. Raises OSError."""
        if path.endswith(".mpy"):
            self._find(path)
            return _A_FILE
        if path in self._folders:
            return _A_FOLDER
        raise OSError(2)

    def open(self, path: str, mode: str):
        """Return the file at `path`, open for reading until another is opened. Raises OSError."""
        if path != self._path:
            self._find(path)
        self._file.seek(self._offsets[self._place])
        self._module.left = self._sizes[self._place]
        return self._module

    def _find(self, path):
        """Look for the file at `path`. Raises OSError if there is none."""
        key = key_of(path)
        at = self._keys.find(key)
        while at % WORD:  # also after -1
            if at < 0:
                raise OSError(2)
            at = self._keys.find(key, at + 1)
        self._place = at // WORD
        self._path = path


def key_of(path: str) -> bytes:
    """Return the bytes by which the file at `path` is found."""
    return crc32(path.encode()).to_bytes(WORD, "little")

"""Many modules in one file, as a file system to import them from.

MicroPython looks for a module in four places before it opens it, and on a Pico that takes longer
than loading it. A bundle is mounted and put first in `sys.path`.

A bundle is the number of its entries, the entries, and the contents of the files. An entry is the
CRC-32 of a path, the offset of its contents, and their length; for a folder it is the CRC-32, 0
and `FOLDER`. Each number has 4 bytes, little-endian.

This file imports nothing of the project, because the project is imported with it.
"""

import io
from array import array
from binascii import crc32

FOLDER = 0x40000000
_WORD = 4
_STAT = (0, 0, 0, 0, 0, 0, 0, 0, 0)


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
    numbers = b"".join(
        [key + at.to_bytes(4, "little") + size.to_bytes(4, "little") for key, at, size in entries]
    )
    return len(entries).to_bytes(4, "little") + numbers + body


class Bundle:
    """A read-only file system of the contents of `file`, a bundle that is open for reading."""

    def __init__(self, file):
        self._file = file
        count = int.from_bytes(file.read(4), "little")
        self._keys = b""
        self._at = array("i")
        self._sizes = array("i")
        raw = file.read(count * 3 * _WORD)
        for i in range(0, len(raw), 3 * _WORD):
            self._keys += raw[i : i + 4]
            self._at.append(int.from_bytes(raw[i + 4 : i + 8], "little") + 4 + len(raw))
            self._sizes.append(int.from_bytes(raw[i + 8 : i + 12], "little"))

    def mount(self, readonly, mkfs):
        """Do nothing: MicroPython calls this when it mounts a file system."""

    def umount(self):
        """Do nothing, as `mount`."""

    def stat(self, path: str) -> tuple:
        """Return what os.stat returns, as far as imports need it. Raises OSError."""
        return (0x4000 if self._sizes[self._find(path)] == FOLDER else 0x8000,) + _STAT

    def open(self, path: str, mode: str):
        """Return the file at `path`, open for reading. Raises OSError."""
        n = self._find(path)
        self._file.seek(self._at[n])
        return io.BytesIO(self._file.read(self._sizes[n]))

    def _find(self, path):
        key = _key(path.lstrip("/"))
        at = self._keys.find(key)
        while at >= 0 and at % _WORD:
            at = self._keys.find(key, at + 1)
        if at < 0:
            raise OSError(2)
        return at // _WORD


def _key(path):
    return crc32(path.encode()).to_bytes(4, "little")

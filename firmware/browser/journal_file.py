"""The sectors of the journal, and of the archive, in files of the page's origin.

A file has the contents of a virtual board's: a line that says what it is, and the sectors.
JavaScript has it open, and gives it as an object: `read()` returns its contents in base64, and
`write(at, text)` puts bytes in base64 into it, which are on the disk before it returns.
"""

from binascii import a2b_base64, b2a_base64

from engine_core.compat import TYPE_CHECKING, const
from firmware.storage.archive import SECTORS as ARCHIVE_SECTORS
from firmware.storage.flashlog import SECTOR, SECTORS

if TYPE_CHECKING:
    from typing import Any

HEADER = b"PEGBOARD 2\n\xff\xff\xff\xff\xff"  # 16 bytes, as host.boards.stores has it
_ERASED = const(255)


class JournalFile:
    """The port of firmware.storage.flashlog. `files` has the files by name: "game" for the
    journal, "games" for the archive, and `keep(name)`, which copies one.

    Raises ValueError if the file is something else.
    """

    size = SECTOR

    def __init__(self, files: "Any", name: str = "game", count: int = SECTORS):
        self.count = count
        self._files = files
        self._name = name
        self._file = getattr(files, name)
        self._archive = None
        saved = a2b_base64(self._file.read())
        if saved and saved[: len(HEADER)] != HEADER:
            raise ValueError("the saved game is of another version")
        self.image = bytearray(b"\xff" * (count * SECTOR))
        body = saved[len(HEADER) :][: len(self.image)]
        self.image[: len(body)] = body
        if len(saved) < len(HEADER) + len(self.image):
            self._put(0, HEADER + self.image)

    def archive(self, new: bool) -> "JournalFile":
        """Return the sectors of the games that were left. Raises OSError."""
        if self._archive is None:
            self._archive = JournalFile(self._files, "games", ARCHIVE_SECTORS)
        return self._archive

    def read(self, sector: int, offset: int, length: int) -> bytes:
        start = sector * SECTOR + offset
        return bytes(self.image[start : start + length])

    def program(self, sector: int, offset: int, data) -> None:
        """Clear the bits that are 0 in `data`. Raises OSError."""
        start = sector * SECTOR + offset
        changed = bytearray(self.image[start : start + len(data)])
        for n in range(len(data)):
            changed[n] &= data[n]
        self._change(start, changed)

    def erase(self, sector: int) -> None:
        """Set all bits. Raises OSError."""
        self._change(sector * SECTOR, bytes([_ERASED]) * SECTOR)

    def keep(self) -> str:
        """Have the file copied; return a text to add to the message about that."""
        self._files.keep(self._name)
        return " (it is copied, and stays in this browser)"

    def _change(self, start, data):
        self._put(len(HEADER) + start, data)
        self.image[start : start + len(data)] = data

    def _put(self, at, data):
        try:
            self._file.write(at, b2a_base64(data).decode().strip())
        except Exception as why:
            # What JavaScript throws is of a class that has no name here.
            raise OSError("the browser does not store it: " + str(why))

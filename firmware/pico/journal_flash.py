"""The journal's own sectors of the flash, inside the file system that MicroPython has made.

The stock `_boot.py` mounts all of the storage, and formats it if its size is different, so no part
can be set aside. However, the data of a file of one block are in one sector, with nothing of
littlefs in it, and littlefs neither moves nor reads that sector until the file is opened. So eight
such files are eight sectors that nothing else uses.
"""

from rp2 import Flash

from engine_core.compat import TYPE_CHECKING, const, later
from firmware.flashlog import SECTOR, SECTORS

# Not needed once the sectors are found, see firmware/pico/loop.py.
if TYPE_CHECKING:
    from . import archive_flash, journal_files
else:
    archive_flash = later("firmware.pico.archive_flash")
    journal_files = later("firmware.pico.journal_files")

FOLDER = "journal"
PAGE = const(256)
_ERASE = const(6)  # the operation of a block device's ioctl


class JournalFlash:
    """The port of firmware.flashlog. `made` is whether the files had to be created.

    Raises OSError if there is no room for them.
    """

    count = SECTORS
    size = SECTOR

    def __init__(self):
        self._open()
        self._blocks = journal_files.find(self._flash, FOLDER)
        self.made = not self._blocks
        if self.made:
            journal_files.make(FOLDER)
            self._blocks = journal_files.find(self._flash, FOLDER)
            if not self._blocks:
                raise OSError("the journal's sectors cannot be found in the flash")

    def _open(self):
        self._flash = Flash()
        # Programming a 1 leaves the bit in the flash unchanged.
        self._page = bytearray(b"\xff" * PAGE)

    def read(self, sector: int, offset: int, length: int):
        """Return `length` bytes from `offset` on, in a bytearray."""
        data = bytearray(length)
        self._flash.readblocks(self._blocks[sector], data, offset)
        return data

    def program(self, sector: int, offset: int, data) -> None:
        """Clear the bits that are 0 in `data`; takes about 0.7 ms for a page, with interrupts
        off."""
        at = 0
        while at < len(data):
            start = (offset + at) % PAGE
            part = min(PAGE - start, len(data) - at)
            self._page[start : start + part] = data[at : at + part]
            try:
                self._flash.writeblocks(self._blocks[sector], self._page, offset + at - start)
            finally:
                self._page[start : start + part] = b"\xff" * part
            at += part

    def erase(self, sector: int) -> None:
        """Set all bits; takes about 45 ms, with interrupts off."""
        self._flash.ioctl(_ERASE, self._blocks[sector])

    def archive(self, new: bool):
        """Return the port of the flash for games that were left; `new`: whether its files may be
        created. Raises OSError."""
        return archive_flash.ArchiveFlash(new)

    def keep(self) -> str:
        """Copy everything to a new file; return a text to add to the message about that. Raises
        OSError if there is no room. Takes about a second."""
        return journal_files.keep(self)

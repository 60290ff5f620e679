"""The journal's own sectors of the flash, inside the file system that MicroPython has made.

The stock `_boot.py` mounts all of the storage, and formats it if its size is different, so no part
can be set aside. However, the data of a file of one block are in one sector, with nothing of
littlefs in it, and littlefs neither moves nor reads that sector until the file is opened. So eight
such files are eight sectors that nothing else uses.
"""

from engine_core.compat import TYPE_CHECKING, later
from firmware.storage.flashlog import SECTORS

from .flash_sectors import FlashSectors

# Needed at power-on alone, and when games are archived.
if TYPE_CHECKING:
    from . import archive_flash, journal_files
else:
    archive_flash = later("firmware.pico.archive_flash")
    journal_files = later("firmware.pico.journal_files")

FOLDER = "journal"


class JournalFlash(FlashSectors):
    """The port of firmware.storage.flashlog. `made` is whether the files had to be created.

    Raises OSError if there is no room for them.
    """

    count = SECTORS

    def __init__(self):
        super().__init__(self._find)

    def _find(self, flash):
        blocks = journal_files.find(flash, FOLDER)
        self.made = not blocks
        if self.made:
            journal_files.make(FOLDER)
            blocks = journal_files.find(flash, FOLDER)
            if not blocks:
                raise OSError("the journal's sectors cannot be found in the flash")
        return blocks

    def archive(self, new: bool):
        """Return the port of the flash for games that were left; `new`: whether its files may be
        created. Raises OSError."""
        return archive_flash.ArchiveFlash(new)

    def keep(self) -> str:
        """Copy everything to a new file; return a text to add to the message about that. Raises
        OSError if there is no room. Takes about a second."""
        return journal_files.keep(self)

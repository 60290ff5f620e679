"""The archive's own sectors of the flash, like those of the journal: see journal_flash.py.

Their files are found or created one at a time, when a sector is first used, since finding one
takes some milliseconds, and creating one 150 ms.
"""

import os

from engine_core.compat import const
from firmware.storage.archive import SECTORS

from . import journal_files
from .flash_sectors import FlashSectors

FOLDER = "games"
_SPARE = const(16)  # blocks of the file system that must stay free


class ArchiveFlash(FlashSectors):
    """The port of firmware.storage.flashlog. `new`: whether missing files may be created;
    otherwise OSError is raised if the last one is missing."""

    count = SECTORS

    def __init__(self, new: bool):
        if not new:
            os.stat(FOLDER + "/" + str(SECTORS - 1))
        super().__init__(_Blocks)


class _Blocks:
    """The blocks of the sectors, by number."""

    def __init__(self, flash):
        self._flash = flash
        self._found = {}

    def __getitem__(self, sector):
        if sector not in self._found:
            block = journal_files.find_one(self._flash, FOLDER, sector)
            if block < 0:
                if os.statvfs("/")[3] < _SPARE:
                    raise OSError("there is no room for the games that were left")
                journal_files.make_one(FOLDER, sector)
                block = journal_files.find_one(self._flash, FOLDER, sector)
            if block < 0 or block in self._found.values():
                raise OSError("the archive's sectors cannot be found in the flash")
            self._found[sector] = block
        return self._found[sector]

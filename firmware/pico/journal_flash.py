"""The journal's own sectors of the flash, inside the file system that MicroPython has made.

The stock `_boot.py` mounts all of the storage, and formats it if its size is different, so no part
can be set aside. However, the data of a file of one block are in one sector, with nothing of
littlefs in it, and littlefs neither moves nor reads that sector until the file is opened. So eight
such files are eight sectors that nothing else uses.
"""

import os

import rp2
import vfs

from engine_core.compat import const
from firmware.flashlog import COPY, SECTOR, SECTORS

FOLDER = "journal"
_OLD = ".old"
_COPIES_MOST = const(4)
_PAGE = const(256)
_UNCHANGED = b"\xff" * _PAGE  # programming a 1 leaves the bit in the flash unchanged
_ERASE = const(6)  # the operation of a block device's ioctl


class JournalFlash:
    """The port of firmware.flashlog. `made` is whether the files had to be created.

    Raises OSError if there is no room for them.
    """

    count = SECTORS
    size = SECTOR

    def __init__(self):
        self._flash = rp2.Flash()
        self._page = bytearray(_PAGE)
        self._blocks = _find(self._flash)
        self.made = not self._blocks
        if self.made:
            _make()
            self._blocks = _find(self._flash)
            if not self._blocks:
                raise OSError("the journal's sectors cannot be found in the flash")

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
            start = (offset + at) % _PAGE
            part = min(_PAGE - start, len(data) - at)
            self._page[:] = _UNCHANGED
            self._page[start : start + part] = data[at : at + part]
            self._flash.writeblocks(self._blocks[sector], self._page, offset + at - start)
            at += part

    def erase(self, sector: int) -> None:
        """Set all bits; takes about 45 ms, with interrupts off."""
        self._flash.ioctl(_ERASE, self._blocks[sector])

    def keep(self) -> str:
        """Copy everything to a new file; return a text to add to the message about that. Raises
        OSError if there is no room. Takes about a second."""
        number = 1
        while _is_file(COPY + str(number)):
            number += 1
        if number > _COPIES_MOST:
            raise OSError("there are " + str(_COPIES_MOST) + " damaged journals already")
        with open(COPY + str(number), "wb") as file:
            for sector in range(SECTORS):
                for at in range(0, SECTOR, _PAGE):
                    file.write(self.read(sector, at, _PAGE))
        return " (it is copied: pegboard log --damaged FOLDER fetches it)"


def _is_file(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


class _BlockDevice:
    """A read-only block device that records the last block it has read."""

    def __init__(self, flash):
        self._flash = flash
        self.last = -1

    def readblocks(self, block, data, offset=0):
        self.last = block
        self._flash.readblocks(block, data, offset)

    def ioctl(self, op, arg):
        return self._flash.ioctl(op, arg) if op != _ERASE else -1


def _find(flash):
    """Return the blocks of the files, or [] if they are not as `_make` creates them."""
    blocks = []
    device = _BlockDevice(flash)
    # Reading needs fewer methods than the class that the stubs ask for.
    files = vfs.VfsLfs2(device, progsize=_PAGE)  # pyright: ignore[reportArgumentType]
    probe = bytearray(16)
    try:
        sizes = {row[0]: row[3] for row in files.ilistdir(FOLDER)}
        for n in range(SECTORS):
            if sizes.get(str(n)) != SECTOR:
                return []
            with files.open(FOLDER + "/" + str(n), "rb") as file:
                file.readinto(probe)
            if device.last in blocks:
                return []
            blocks.append(device.last)
    except OSError:
        return []
    return blocks


def _put_aside():
    """Rename whatever is in the place of the journal's files, so that it is not lost."""
    try:
        if os.listdir(FOLDER):
            _rename()
    except OSError:
        _rename()  # missing, or not a folder


def _rename():
    try:
        os.stat(FOLDER + _OLD)
    except OSError:
        try:
            os.rename(FOLDER, FOLDER + _OLD)
        except OSError:
            pass  # there is none


def _make():
    _put_aside()
    blank = b"\xff" * 1024
    try:
        os.mkdir(FOLDER)
    except OSError:
        pass  # it exists already
    for n in range(SECTORS):
        with open(FOLDER + "/" + str(n), "wb") as file:
            for _ in range(SECTOR // len(blank)):
                file.write(blank)

"""Sectors of the flash that are the journal's own, within the file system MicroPython has made.

The stock `_boot.py` mounts the whole of the storage, and formats it where its size is not that, so
no part can be set aside. But the data of a file of one block lie in one sector, without anything
of littlefs's own, and littlefs neither moves nor reads that sector before the file is opened. So
eight such files are eight sectors, that everyone else leaves alone.
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
_UNCHANGED = b"\xff" * _PAGE  # a bit that is set leaves the flash's as it is
_ERASE = const(6)  # of a block device's ioctl


class JournalFlash:
    """The port of firmware.flashlog. `made` is whether the files had to be made.

    Raises OSError where there is no room for them.
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
        """Clear the bits that are 0 in `data`; takes some 0.7 ms a page, interrupts off."""
        at = 0
        while at < len(data):
            start = (offset + at) % _PAGE
            part = min(_PAGE - start, len(data) - at)
            self._page[:] = _UNCHANGED
            self._page[start : start + part] = data[at : at + part]
            self._flash.writeblocks(self._blocks[sector], self._page, offset + at - start)
            at += part

    def erase(self, sector: int) -> None:
        """Set all bits; takes some 45 ms, interrupts off."""
        self._flash.ioctl(_ERASE, self._blocks[sector])

    def keep(self) -> str:
        """Copy all of it to a file, never over another copy; return what to add to the text that
        says so. Raises OSError where there is no room. Takes about a second."""
        number = 1
        while _is_file(COPY + str(number)):
            number += 1
        if number > _COPIES_MOST:
            raise OSError("there are " + str(_COPIES_MOST) + " damaged journals already")
        with open(COPY + str(number), "wb") as file:
            for sector in range(SECTORS):
                for at in range(0, SECTOR, _PAGE):
                    file.write(self.read(sector, at, _PAGE))
        return " (what was there is kept: pegboard log --damaged FOLDER)"


def _is_file(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


class _BlockDevice:
    """A block device that notes the block it has read from last, and cannot be written to."""

    def __init__(self, flash):
        self._flash = flash
        self.last = -1

    def readblocks(self, block, data, offset=0):
        self.last = block
        self._flash.readblocks(block, data, offset)

    def ioctl(self, op, arg):
        return self._flash.ioctl(op, arg) if op != _ERASE else -1


def _find(flash):
    """Return the blocks of the files, or [] where they are not as `_make` makes them."""
    blocks = []
    device = _BlockDevice(flash)
    # To read, it takes less than the class that the stubs ask for.
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
    """Rename what is in the place of the journal's files, and is not theirs: it is not lost."""
    try:
        if os.listdir(FOLDER):
            _rename()
    except OSError:
        _rename()  # not there, or no folder


def _rename():
    try:
        os.stat(FOLDER + _OLD)
    except OSError:
        try:
            os.rename(FOLDER, FOLDER + _OLD)
        except OSError:
            pass  # it is not there


def _make():
    _put_aside()
    blank = b"\xff" * 1024
    try:
        os.mkdir(FOLDER)
    except OSError:
        pass  # it is there
    for n in range(SECTORS):
        with open(FOLDER + "/" + str(n), "wb") as file:
            for _ in range(SECTOR // len(blank)):
                file.write(blank)

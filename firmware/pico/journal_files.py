"""The files whose blocks are the journal's sectors: how they are created, found and copied.

See firmware/pico/journal_flash.py.
"""

import os

import vfs

from engine_core.compat import const
from firmware.storage.flashlog import COPY, SECTOR, SECTORS

_OLD = ".old"
_COPIES_MOST = const(4)
_PAGE = const(256)
_ERASE = const(6)  # the operation of a block device's ioctl
_BUFFER = const(64)  # bytes
_END = const(2)  # as os.SEEK_END
_PROBE = const(16)  # bytes


def keep(flash) -> str:
    """Copy all of a JournalFlash to a new file; return a text to add to the message about that.
    Raises OSError if there is no room."""
    number = 1
    while _is_file(COPY + str(number)):
        number += 1
    if number > _COPIES_MOST:
        raise OSError("there are " + str(_COPIES_MOST) + " damaged journals already")
    with open(COPY + str(number), "wb") as file:
        for sector in range(SECTORS):
            for at in range(0, SECTOR, _PAGE):
                file.write(flash.read(sector, at, _PAGE))
    return " (it is copied: pegboard log --damaged FOLDER fetches it)"


def _is_file(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


class BlockDevice:
    """A read-only block device that records the last block it has read."""

    def __init__(self, flash):
        self._flash = flash
        self.last = -1

    def readblocks(self, block, data, offset=0):
        self.last = block
        self._flash.readblocks(block, data, offset)

    def ioctl(self, op, arg):
        return self._flash.ioctl(op, arg) if op != _ERASE else -1


def find(flash, folder: str) -> list:
    """Return the blocks of the files in `folder`, or [] if they are not as `make` creates them."""
    files, device = _open(flash)
    blocks = []
    for n in range(SECTORS):
        block = _read(files, device, folder, n)
        if block < 0 or block in blocks:
            return []
        blocks.append(block)
    return blocks


def find_one(flash, folder: str, number: int) -> int:
    """Return the block of one of these files, or -1 if it is not as `make_one` creates it."""
    files, device = _open(flash)
    return _read(files, device, folder, number)


def _open(flash):
    device = BlockDevice(flash)
    # Reading needs fewer methods than the class that the stubs ask for. The size of a page only
    # says how much memory is taken for each open file.
    return vfs.VfsLfs2(device, progsize=_BUFFER), device  # pyright: ignore[reportArgumentType]


def _read(files, device, folder, number):
    try:
        with files.open(folder + "/" + str(number), "rb") as file:
            if file.seek(0, _END) != SECTOR:
                return -1
            file.seek(0)
            file.readinto(bytearray(_PROBE))
        return device.last
    except OSError:
        return -1


def _put_aside(folder):
    """Rename whatever is in the place of the journal's files, so that it is not lost."""
    try:
        if os.listdir(folder):
            _rename(folder)
    except OSError:
        _rename(folder)  # missing, or not a folder


def _rename(folder):
    try:
        os.stat(folder + _OLD)
    except OSError:
        try:
            os.rename(folder, folder + _OLD)
        except OSError:
            pass  # there is none


def make(folder: str) -> None:
    """Create the files in `folder`; whatever else is there is renamed. Raises OSError."""
    _put_aside(folder)
    for n in range(SECTORS):
        make_one(folder, n)


def make_one(folder: str, number: int) -> None:
    """Create one of the files. Raises OSError."""
    blank = b"\xff" * _PAGE
    try:
        os.mkdir(folder)
    except OSError:
        pass  # it exists already
    with open(folder + "/" + str(number), "wb") as file:
        for _ in range(SECTOR // len(blank)):
            file.write(blank)

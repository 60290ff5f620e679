"""Sectors of the flash that are read, programmed and erased one by one."""

from rp2 import Flash

from engine_core.compat import const
from firmware.storage.flashlog import SECTOR

PAGE = const(256)
_ERASE = const(6)  # the operation of a block device's ioctl


class FlashSectors:
    """The sectors that `find(flash)` returns: block numbers of the block device `flash`, by the
    number of the sector."""

    size = SECTOR

    def __init__(self, find):
        self._flash = Flash()
        # Programming a 1 leaves the bit in the flash unchanged.
        self._page = bytearray(b"\xff" * PAGE)
        self._blocks = find(self._flash)

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

"""The journal's sectors in memory, for a board without room for them in the flash."""

import gc

from engine_core.compat import const
from firmware.storage.flashlog import SECTORS

# Enough for a game; few longer blocks of the heap are free by now.
_SIZE = const(1024)
_ERASED = const(255)


class JournalRam:
    """The port of firmware.storage.flashlog. Its contents are lost when the power goes. `made` is
    True: there is nothing in it yet."""

    count = SECTORS
    size = _SIZE
    made = True

    def __init__(self):
        gc.collect()
        self._sectors = [bytearray(_SIZE) for _ in range(SECTORS)]
        for sector in range(SECTORS):
            self.erase(sector)

    def read(self, sector: int, offset: int, length: int):
        """Return `length` bytes from `offset` on, in a bytearray."""
        return self._sectors[sector][offset : offset + length]

    def program(self, sector: int, offset: int, data) -> None:
        """Clear the bits that are 0 in `data`."""
        kept = self._sectors[sector]
        for n in range(len(data)):
            kept[offset + n] &= data[n]

    def erase(self, sector: int) -> None:
        """Set all bits."""
        kept = self._sectors[sector]
        for n in range(_SIZE):
            kept[n] = _ERASED

    def keep(self) -> str:
        """Return "": as JournalFlash.keep, but nothing here survives without power."""
        return ""

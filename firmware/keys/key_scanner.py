"""Key presses from raw samples of the matrix, without bounces and ghosts.

A press counts at its first contact. A key counts as released once it has been open for
`KeyScanner.lockout_ms` without interruption, so bounces of either edge cause no second press, even
if a write to the flash delayed the scanner.
"""

from array import array

from engine_core.compat import const
from hardware.board import KEY_COLUMNS, KEY_ROWS

from ..ticks import since

NO_KEY = const(-1)
# Presses that can wait, less one: an undo into an older segment takes a Pico longer than a fast
# finger needs for the next one, and someone may undo a whole deal.
_RING = const(64)


def ghosted(sample: int) -> bool:
    """Return whether two rows share two columns; then a key can seem pressed that is not."""
    row = (1 << KEY_COLUMNS) - 1
    for i in range(1, KEY_ROWS):
        for j in range(i):
            both = (sample >> i * KEY_COLUMNS) & (sample >> j * KEY_COLUMNS) & row
            if both & (both - 1):
                return True
    return False


class KeyScanner:
    """Takes samples with a bit for each closed key, and returns the presses in order."""

    lockout_ms = 20

    def __init__(self):
        self._down = 0
        self._opening = 0  # keys that are down but were open in the last sample
        self._open_at = array("i", [0] * (KEY_ROWS * KEY_COLUMNS))  # since when, ms
        self._ring = bytearray(_RING)
        self._put = 0
        self._got = 0

    def update(self, sample: int, now: int) -> None:
        """Take the sample of the matrix at `now` ms. Allocates nothing."""
        if sample == self._down and not self._opening:
            return
        either = sample | self._down
        # While a ghost is possible, no new key can be trusted.
        clear = sample & (sample - 1) == 0 or not ghosted(sample)
        key = 0
        while either:
            if not either & 15:
                either >>= 4
                key += 4
                continue
            if either & 1:
                bit = 1 << key
                if sample & bit:
                    if self._opening & bit:
                        self._opening &= ~bit
                        # While the program was busy, the key may have been released and pressed
                        # again: the samples of both come at once.
                        if since(now, self._open_at[key]) >= self.lockout_ms:
                            self._down &= ~bit
                    if clear and not self._down & bit:
                        self._down |= bit
                        self._press(key)
                elif not self._opening & bit:
                    self._opening |= bit
                    self._open_at[key] = now
                elif since(now, self._open_at[key]) >= self.lockout_ms:
                    self._opening &= ~bit
                    self._down &= ~bit
            either >>= 1
            key += 1

    def waiting(self) -> bool:
        """Return whether a key was pressed that `get` has not returned yet."""
        return self._got != self._put

    def get(self) -> int:
        """Return the number of the next key that was pressed, or NO_KEY."""
        if self._got == self._put:
            return NO_KEY
        key = self._ring[self._got]
        self._got = (self._got + 1) % _RING
        return key

    def is_down(self, key: int) -> bool:
        """Return whether the key with this number is down according to the samples."""
        return bool(self._down >> key & 1)

    def _press(self, key):
        after = (self._put + 1) % _RING
        # A full buffer keeps the oldest presses.
        if after != self._got:
            self._ring[self._put] = key
            self._put = after

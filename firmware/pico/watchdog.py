"""The watchdog: it resets a board that hangs. It is disarmed before a person gets the prompt."""

import sys

from machine import WDT, mem32

from engine_core.compat import const

_MS = const(8000)
# machine.WDT has no stop, but the chip has: the bit ENABLE of its register CTRL.
_ENABLE = const(1 << 30)
_CLEAR = const(0x3000)  # added to a register's address, it clears the bits that are written as 1
CTRL_RP2040 = const(0x40058000)
_CTRL_RP2350 = const(0x400D8000)
# Added to CTRL's address: registers that are kept until the chip is reset.
HUNG = const(0x14)  # 1 once the watchdog has restarted a board that hung
SCRATCH4 = const(0x1C)  # MicroPython's mark that it armed the watchdog


class Watchdog:
    """Armed by the first `feed`, until `stop`. `armed`: False to never arm it."""

    def __init__(self, armed: bool):
        self._wanted = armed
        self._dog = None

    def feed(self) -> None:
        """Restart the watchdog's timer; this must be called again within eight seconds."""
        if self._wanted:
            if not self._dog:
                self._dog = WDT(timeout=_MS)
            self._dog.feed()

    def stop(self) -> None:
        """Disarm it."""
        stop()
        self._dog = None


def stop() -> None:
    """Disarm the watchdog, whoever armed it: it outlives a soft reset."""
    base = control()
    mem32[base + _CLEAR] = _ENABLE
    mem32[base + SCRATCH4] = 0


def control() -> int:
    """Return the address of the register CTRL."""
    newer = "RP2350" in getattr(sys.implementation, "_machine", "")
    return _CTRL_RP2350 if newer else CTRL_RP2040

"""The watchdog: it resets a board that hangs, and is taken off before a person gets the prompt."""

from machine import WDT, mem32

from engine_core.compat import const

_MS = const(8000)
# machine.WDT cannot be stopped, but the chip's can: the bit ENABLE of its register CTRL.
_ENABLE = const(1 << 30)
_CLEAR = const(0x3000)  # added to a register's address, it clears the bits that are written
_CTRL_RP2040 = const(0x40058000)
_CTRL_RP2350 = const(0x400D8000)


class Watchdog:
    """Armed by the first `feed`, until `stop`. `armed`: False never to arm it."""

    def __init__(self, armed: bool):
        self._wanted = armed
        self._dog = None

    def feed(self) -> None:
        """Restart the watchdog's time. Must be called again within eight seconds."""
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
    import sys

    newer = "RP2350" in getattr(sys.implementation, "_machine", "")
    mem32[(_CTRL_RP2350 if newer else _CTRL_RP2040) + _CLEAR] = _ENABLE

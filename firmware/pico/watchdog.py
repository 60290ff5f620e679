"""The watchdog: it resets a board that hangs. It is disarmed before a person gets the prompt. Also
the cause of the last reset."""

import sys

import machine
from machine import WDT, mem32

from engine_core.compat import const

_MS = const(8000)
# machine.WDT has no stop, but the chip has: the bit ENABLE of its register CTRL.
_ENABLE = const(1 << 30)
_CLEAR = const(0x3000)  # added to a register's address, it clears the bits that are written as 1
_CTRL_RP2040 = const(0x40058000)
_CTRL_RP2350 = const(0x400D8000)
_SCRATCH3 = const(0x18)  # added to CTRL's address: a register that is kept until the chip is reset
_SCRATCH4 = const(0x1C)
_TIMED = const(0x6AB73121)  # its value if a watchdog was armed; 0 after a requested restart
_SAID = const(0x50454731)  # our value once the cause was reported: a soft reset does not change it
# The chip's register of causes, with a bit for each, and the causes to report.
_CHIP_RP2040 = (0x40064008, 0x00110100, ((0x00010000, "its RUN pin"),))
_CHIP_RP2350 = (
    0x4010002C,
    0x1FFD0000,
    ((0x00020000, "a voltage that was too low"), (0x00040000, "its RUN pin")),
)


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
    base = _base()
    mem32[base + _CLEAR] = _ENABLE
    mem32[base + _SCRATCH4] = 0


def reset_cause() -> str:
    """Return a text for the log if the chip was reset by anything but power-on or a program that
    requested it, otherwise "". It is returned once for each reset."""
    base = _base()
    if machine.reset_cause() == machine.WDT_RESET:
        hung = mem32[base + _SCRATCH4] == _TIMED
        mem32[base + _SCRATCH4] = 0
        return "the board hung, and its watchdog restarted it" if hung else ""
    if mem32[base + _SCRATCH3] == _SAID:
        return ""
    mem32[base + _SCRATCH3] = _SAID
    register, every, causes = _CHIP_RP2350 if base == _CTRL_RP2350 else _CHIP_RP2040
    seen = mem32[register] & every
    for bit, what in causes:
        if seen == bit:
            return "the board was restarted by " + what
    return ""


def _base():
    newer = "RP2350" in getattr(sys.implementation, "_machine", "")
    return _CTRL_RP2350 if newer else _CTRL_RP2040

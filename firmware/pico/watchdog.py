"""The watchdog: it resets a board that hangs, and is taken off before a person gets the prompt.
And what else has reset the chip."""

import sys

import machine
from machine import WDT, mem32

from engine_core.compat import const

_MS = const(8000)
# machine.WDT cannot be stopped, but the chip's can: the bit ENABLE of its register CTRL.
_ENABLE = const(1 << 30)
_CLEAR = const(0x3000)  # added to a register's address, it clears the bits that are written
_CTRL_RP2040 = const(0x40058000)
_CTRL_RP2350 = const(0x400D8000)
_SCRATCH3 = const(0x18)  # added to it: kept until the chip is reset
_SCRATCH4 = const(0x1C)
_TIMED = const(0x6AB73121)  # there, where a watchdog was armed; 0 after a restart by request
_SAID = const(0x50454731)  # ours, once the cause was said: a soft reset does not change it
# The chip's register of causes, a bit for each, and those worth a line.
_CHIP_RP2040 = (0x40064008, 0x00110100, ((0x00010000, "its RUN pin"),))
_CHIP_RP2350 = (
    0x4010002C,
    0x1FFD0000,
    ((0x00020000, "a voltage that was too low"), (0x00040000, "its RUN pin")),
)


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
    base = _base()
    mem32[base + _CLEAR] = _ENABLE
    mem32[base + _SCRATCH4] = 0


def reset_cause() -> str:
    """Return a text for the log where the chip was reset by anything but power-on or a program
    that asked for it, else "". It is returned once for each reset."""
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

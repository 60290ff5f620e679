"""The cause of the last reset, for the log. Loaded at power-on only."""

import machine
from machine import mem32

from engine_core.compat import const

from .watchdog import CTRL_RP2040, HUNG, SCRATCH4, control

_SCRATCH3 = const(0x18)  # added to CTRL's address: a register that is kept until the chip is reset
_TIMED = const(0x6AB73121)  # the value of SCRATCH4 if a watchdog was armed; 0 if not
_SAID = const(0x50454731)  # our value once the cause was reported: a soft reset does not change it
# The chip's register of causes, with a bit for each, and the causes to report.
_CHIP_RP2040 = (0x40064008, 0x00110100, ((0x00010000, "its RUN pin"),))
_CHIP_RP2350 = (
    0x4010002C,
    0x1FFD0000,
    ((0x00020000, "a voltage that was too low"), (0x00040000, "its RUN pin")),
)


def reset_cause() -> str:
    """Return a text for the log if the chip was reset by anything but power-on or a program that
    requested it, otherwise "". It is returned once for each reset."""
    base = control()
    if machine.reset_cause() == machine.WDT_RESET:
        hung = mem32[base + SCRATCH4] == _TIMED
        mem32[base + SCRATCH4] = 0
        if hung:
            mem32[base + HUNG] = 1
        return "the board hung, and its watchdog restarted it" if hung else ""
    if mem32[base + _SCRATCH3] == _SAID:
        return ""
    mem32[base + _SCRATCH3] = _SAID
    register, every, causes = _CHIP_RP2040 if base == CTRL_RP2040 else _CHIP_RP2350
    seen = mem32[register] & every
    for bit, what in causes:
        if seen == bit:
            return "the board was restarted by " + what
    return ""

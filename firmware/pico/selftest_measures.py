"""The self-test's measurements besides lights and keys: the supply, the flash, and timing."""

import gc
import os
from time import ticks_diff, ticks_ms, ticks_us

import machine

from engine_core.compat import const

_PATH = "selftest.tmp"
_PIECE = const(256)  # bytes
_PIECES = const(64)  # four sectors, so that some must be erased


def feeding(supply) -> str:
    """Return a text on the source of the strip's power, with the Pico's own voltage if it can be
    measured."""
    what = "a supply of %d mV" % supply.millivolts if supply.on else "USB"
    at_pico = ", %d mV at the Pico" % supply.vsys if supply.vsys else ""
    return "%s feeds the strip, %d mA at most%s" % (what, supply.limit(), at_pico)


def flash() -> tuple:
    """Write a file, read it back and remove it; return whether it came back whole, and a text."""
    began = ticks_ms()
    try:
        with open(_PATH, "wb") as file:
            for n in range(_PIECES):
                file.write(_piece(n))
        with open(_PATH, "rb") as file:
            whole = all([file.read(_PIECE) == _piece(n) for n in range(_PIECES)])
        os.remove(_PATH)
    except OSError as why:
        return False, "the flash cannot be written: " + str(why)
    if not whole:
        return False, "the flash does not hold what is written to it"
    text = "%d KB written to the flash and read back in %d ms"
    return True, text % (_PIECE * _PIECES // 1024, ticks_diff(ticks_ms(), began))


def timing(strip, frame, gap_ms: int) -> str:
    """Return a text on the chip's clock, the time to prepare `frame` for the strip, and `gap_ms`,
    the longest time between two samples of the keys."""
    gc.collect()  # not while it is measured
    began = ticks_us()
    strip.show(frame)
    text = "%d MHz, a frame prepared in %d us, keys looked at every %d ms or less"
    return text % (machine.freq() // 1_000_000, ticks_diff(ticks_us(), began), gap_ms)


def _piece(n):
    """Return bytes that differ from one piece to the next."""
    return bytes([(n + i) & 255 for i in range(_PIECE)])

"""Ctrl-C on the USB port: find out whether somebody wants MicroPython's prompt.

Some programs send Ctrl-C to every port and go away again. A person who wants the prompt continues
with ENTER or another Ctrl-C, as MicroPython's own tools do before anything else.
"""

import select
import sys
from time import ticks_diff, ticks_ms

import micropython

from engine_core.compat import const

SECONDS = const(30)
_LOOK_MS = const(50)
_CONTROL_C = const(3)
_CONTROL_D = const(4)
_NEWLINE = const(10)
_LINE = const(0x7E)  # the first byte of a laptop's line


def wanted() -> bool:
    """Wait for the answer. Return False if nothing arrives for SECONDS, or if Ctrl-D does, or a
    line of a laptop that looks for the board.

    The byte that decides is read; what follows it is left for the prompt.
    """
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    byte = bytearray(1)
    # As an ordinary byte, Ctrl-C neither interrupts this nor drops the bytes before it.
    micropython.kbd_intr(-1)
    try:
        began = ticks_ms()
        while ticks_diff(ticks_ms(), began) < SECONDS * 1000:
            for _ in readable.ipoll(_LOOK_MS):
                sys.stdin.buffer.readinto(byte)
                if byte[0] in (_LINE, _CONTROL_D):
                    return False
                if byte[0] != _NEWLINE:
                    return True
        return False
    finally:
        micropython.kbd_intr(_CONTROL_C)

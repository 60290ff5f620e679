"""Between Ctrl-C and MicroPython's prompt: does anybody want the prompt?

Some programs send Ctrl-C to every port and go away again. Whoever wants the prompt goes on with
ENTER or another Ctrl-C, as MicroPython's own tools do before anything else.
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
_LINE = const(0x7E)  # what a laptop's line begins with


def wanted() -> bool:
    """Wait until it is known; return False where nothing comes for SECONDS, or Ctrl-D does, or a
    line of a laptop that looks for the board.

    The byte that tells is taken: what comes after it is left for the prompt.
    """
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    byte = bytearray(1)
    # As a byte like any other, Ctrl-C neither interrupts this nor drops what came before it.
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

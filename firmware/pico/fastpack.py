"""firmware.pack in machine code: 152 pixels in 0.1 ms instead of 4, at sixty frames a second."""

import micropython

TYPE_CHECKING = False
if TYPE_CHECKING:
    from micropython import ptr8


@micropython.viper
def pack(wire: ptr8, frame: ptr8, pixels: int, width: int, red: int, green: int, blue: int):
    """As firmware.pack.pack does, for so many pixels."""
    at = 0
    i = 0
    end = pixels * 3
    while i < end:
        wire[at + red] = frame[i]
        wire[at + green] = frame[i + 1]
        wire[at + blue] = frame[i + 2]
        at += width
        i += 3

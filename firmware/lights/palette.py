"""The colours that the board shows; firmware.lights.levels has their numbers and levels."""

from hardware.board import HOLES, REFUSAL, SIDES, hole_pixel

from .levels import STEPS

_LEVELS = (255, 150, 80, 40) + tuple([32 * n + 31 for n in range(STEPS)]) + (0,)
_COLOURS = tuple([side[1:] for side in SIDES]) + (
    (255, 255, 255),
    REFUSAL,
    (0, 60, 255),
    (0, 255, 60),
)


def shades(brightness) -> bytes:
    """Return the values to send to a pixel for each colour at each level, 3 bytes each."""
    values = bytearray()
    for colour in _COLOURS:
        for level in _LEVELS:
            values.extend(bytes(brightness.shade(colour, level)))
    return bytes(values)


def places() -> bytes:
    """Return the pixels of the holes by number; entry 0 is unused."""
    return bytes([0] + [hole_pixel(n + 1) for n in range(HOLES)])

"""What CPython and MicroPython do not both have, in one place."""

from binascii import crc32

try:
    from micropython import const

    MICROPYTHON = True
except ImportError:
    MICROPYTHON = False

    def const(value: int) -> int:
        """Return `value`; on MicroPython the compiler folds it into the code."""
        return value


__all__ = ("MICROPYTHON", "const", "crc32")

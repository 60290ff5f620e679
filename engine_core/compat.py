"""What CPython and MicroPython do not both have, in one place."""

from binascii import crc32

try:
    # Blinka brings CPython a module of this name and `const`, but no heap to lock.
    from micropython import const, heap_lock

    MICROPYTHON = bool(heap_lock)
except ImportError:
    MICROPYTHON = False

    def const(value: int) -> int:
        """Return `value`; on MicroPython the compiler folds it into the code."""
        return value


__all__ = ("MICROPYTHON", "const", "crc32")

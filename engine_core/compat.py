"""What CPython and MicroPython do not both have, in one place."""

from binascii import crc32

try:
    # Blinka brings CPython a module of this name and `const`, but no heap to lock.
    from micropython import const, heap_lock  # pyright: ignore[reportAssignmentType]

    MICROPYTHON = bool(heap_lock)
except ImportError:
    MICROPYTHON = False

    def const(value: int) -> int:
        """Return `value`; on MicroPython the compiler folds it into the code."""
        return value


class Later:
    """The module of this dotted name, which comes into memory when something of it is first asked
    for: a Pico has little, and most tables play one game, on one track, without penalties."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, what: str):
        value = getattr(__import__(self._name, None, None, (what,)), what)
        setattr(self, what, value)
        return value


__all__ = ("MICROPYTHON", "Later", "const", "crc32")

"""What CPython and MicroPython do not both have, in one place."""

from binascii import crc32

# What stands under it is for type checkers: they take a name like this for true.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

try:
    # Blinka brings CPython a module of this name and `const`, but no heap to lock.
    from micropython import const, heap_lock  # pyright: ignore[reportAssignmentType]

    MICROPYTHON = bool(heap_lock)
except ImportError:
    MICROPYTHON = False

    def const(value: int) -> int:
        """Return `value`; on MicroPython the compiler folds it into the code."""
        return value


def load(name: str) -> "Any":
    """Return the module of this dotted name."""
    return __import__(name, None, None, ("",))


class _Later:
    def __init__(self, name):
        self._name = name

    def __getattr__(self, what: str):
        value = getattr(load(self._name), what)
        setattr(self, what, value)
        return value


_laters = {}


def later(name: str) -> _Later:
    """Return what stands for the module of this dotted name, which comes into memory when
    something of it is first asked for: a Pico has little, and most tables play one game, on one
    track, without penalties.

    A type checker is shown the module itself:

        if TYPE_CHECKING:
            from . import penalties
        else:
            penalties = later("engine_core.penalties")
    """
    if name not in _laters:
        _laters[name] = _Later(name)
    return _laters[name]


__all__ = ("MICROPYTHON", "TYPE_CHECKING", "const", "crc32", "later", "load")

"""The differences between CPython and MicroPython, in one place."""

from binascii import crc32
from sys import modules

# Type checkers treat a variable of this name as true, so imports under it are for them alone.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

try:
    # On CPython, Blinka installs a `micropython` module that has `const` but no `heap_lock`.
    from micropython import const, heap_lock  # pyright: ignore[reportAssignmentType]

    MICROPYTHON = bool(heap_lock)
except ImportError:
    MICROPYTHON = False

    def const(value: int) -> int:
        """Return `value`; MicroPython's compiler replaces the name by the value."""
        return value


def load(name: str) -> "Any":
    """Import the module with this dotted name and return it."""
    return __import__(name, None, None, ("",))


class _Later:
    def __init__(self, name):
        self._name = name
        self._known = []

    def __getattr__(self, what: str):
        value = getattr(load(self._name), what)
        setattr(self, what, value)
        self._known.append(what)
        return value


_laters = {}


def later(name: str) -> _Later:
    """Return a stand-in for the module with this dotted name, imported when first used.

    It saves a Pico's memory: most tables play one game, on one track, without penalties.
    Type checkers get the module itself:

        if TYPE_CHECKING:
            from . import penalties
        else:
            penalties = later("engine_core.penalties")
    """
    if name not in _laters:
        _laters[name] = _Later(name)
    return _laters[name]


def unload(name: str) -> None:
    """Give the memory of this module back on MicroPython: `later` brings it in again.

    To be called where nothing of it is in use any more; who imported it otherwise keeps it.
    """
    stands = _laters.get(name)
    if not MICROPYTHON or stands is None or name not in modules:
        return
    package, _, module = name.rpartition(".")
    # A place in a dict keeps its value when its key is deleted, so that has to go first.
    modules[name] = None  # pyright: ignore[reportArgumentType]
    del modules[name]
    setattr(modules[package], module, None)
    delattr(modules[package], module)
    while stands._known:
        what = stands._known.pop()
        setattr(stands, what, None)
        delattr(stands, what)


__all__ = ("MICROPYTHON", "TYPE_CHECKING", "const", "crc32", "later", "load", "unload")

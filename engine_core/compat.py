"""The differences between CPython and MicroPython, in one place."""

from binascii import crc32

# Type checkers treat a variable of this name as true, so imports under it are for them alone.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    MICROPYTHON: bool

    def const(value: int) -> int:
        """Return `value`; MicroPython's compiler replaces the name by the value."""
        ...

else:
    try:
        # On CPython, Blinka installs a `micropython` module that has `const` but no `heap_lock`.
        from micropython import const, heap_lock

        MICROPYTHON = bool(heap_lock)
    except ImportError:
        MICROPYTHON = False

        def const(value: int) -> int:
            return value


def load(name: str) -> "Any":
    """Import the module with this dotted name and return it."""
    return __import__(name, None, None, ("",))


class _Later:
    # It does not store its name: an attribute of each would take half a kilobyte of a Pico's
    # memory in all.
    def __getattr__(self, what: str) -> "Any":
        for name in _laters:
            if _laters[name] is self:
                value = getattr(load(name), what)
                setattr(self, what, value)
                return value
        raise AttributeError(what)


_laters = {}


def later(name: str) -> _Later:
    """Return a stand-in for the module with this dotted name, imported when first used.

    It saves a Pico's memory: most tables play one game, on one track, without penalties.
    Type checkers get the module itself:

        if TYPE_CHECKING:
            from . import penalties
        else:
            penalties = later("engine_core.games.penalties")
    """
    if name not in _laters:
        _laters[name] = _Later()
    return _laters[name]


def forget(name: str) -> None:
    """Have the stand-in for the module with this dotted name import it again when it is used
    next."""
    stand_in = _laters.get(name)
    for what in list(stand_in.__dict__) if stand_in else ():
        remove(stand_in, what)


def remove(owner: "Any", what: str) -> None:
    """Remove the attribute `what` of `owner`, and its value: in MicroPython a deleted entry
    of a dict still holds its value, so that is replaced first."""
    setattr(owner, what, None)
    delattr(owner, what)


__all__ = ("MICROPYTHON", "TYPE_CHECKING", "const", "crc32", "forget", "later", "load", "remove")

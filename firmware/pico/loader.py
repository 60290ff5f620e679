"""Finds the module that runs the board; `pegboard flash` puts this file, compiled, beside
main.py."""

import sys

import vfs

# MicroPython's own modules that the program imports, some of them many times.
_OWN = ("array", "binascii", "io", "json", "machine", "os", "select", "time")
# More than the program ever has at once. When MicroPython's dict of modules is full, it takes a
# piece of memory of 1.3 KB for the next; while a game runs there may be no such piece.
_MODULES = 128


def load():
    """Return the module that runs the board. Raises any error that a damaged file may cause."""
    _find_own_at_once()
    _extend_modules()
    try:
        from bundle import Bundle

        modules = open("/pegboard.bundle", "rb")  # noqa: SIM115 - for as long as the board runs
        vfs.mount(Bundle(modules), "/pegboard")
        sys.path.insert(0, "/pegboard")
    except (ImportError, OSError):
        pass  # the modules are in folders, or in the image
    from firmware.pico import supervisor

    return supervisor


def _find_own_at_once():
    """Have an import find MicroPython's own modules without a look into the file system, which
    takes 6 ms each time. With an empty path it does not look there."""
    path = sys.path[:]
    sys.path.clear()
    for name in _OWN:
        sys.modules[name] = __import__(name)
    sys.path.extend(path)


def _extend_modules():
    """Have the dict of modules take the memory for all that the program will import."""
    keys = range(_MODULES - len(sys.modules))
    for key in keys:
        sys.modules[key] = None  # pyright: ignore[reportArgumentType]
    # The last first: MicroPython marks the place of a key that has others behind it, and each
    # import of a new module would look at all marked places.
    for key in reversed(keys):
        del sys.modules[key]  # pyright: ignore[reportArgumentType]

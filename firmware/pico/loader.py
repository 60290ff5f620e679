"""Finds the module that runs the board; `pegboard flash` puts this file, compiled, beside
main.py."""

import sys

import vfs

# MicroPython's own modules that the program imports, some of them many times.
_OWN = ("array", "binascii", "io", "json", "machine", "os", "select", "time")


def load():
    """Return the module that runs the board. Raises any error that a damaged file may cause."""
    _find_own_at_once()
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

"""Starts the board at power-on; `pegboard flash` puts this file at the top of the file system."""

import sys

import vfs

STRIP_PIN = 28  # as in hardware.board, which cannot be imported if its file is damaged
BAR = 31  # the pixels of the bar, which are the first, and of all
PIXELS = 152

# MicroPython's _boot.py leaves this name here, and with it a module of 1 KB.
rp2 = None

# MicroPython's own modules that the program imports, some of them many times.
OWN = ("array", "binascii", "io", "json", "machine", "os", "select", "time")


def note(text):
    """Print a line, and add it to the log."""
    print(text)
    try:
        with open("/errors.txt", "a") as log:
            log.write(text[:120] + "\n")
    except OSError:
        pass  # it is not a file, or there is no room


def fail(why):
    """Report that no program can run: in the console, in red on the bar, and in the log."""
    note("run pegboard flash: the board's program is missing or damaged (%r)" % why)
    from machine import Pin
    from neopixel import NeoPixel

    strip = NeoPixel(Pin(STRIP_PIN, Pin.OUT), PIXELS)
    for place in range(0, BAR, 2):
        strip[place] = (40, 0, 0)
    strip.write()


def find_own_at_once():
    """Have an import find MicroPython's own modules without a look into the file system, which
    takes 6 ms each time. With an empty path it does not look there."""
    path = sys.path[:]
    sys.path.clear()
    for name in OWN:
        sys.modules[name] = __import__(name)
    sys.path.extend(path)


def load():
    """Return the module that runs the board. Raises whatever a damaged file may cause."""
    find_own_at_once()
    try:
        from bundle import Bundle

        modules = open("/pegboard.bundle", "rb")  # noqa: SIM115 - for as long as the board runs
        vfs.mount(Bundle(modules), "/pegboard")
        sys.path.insert(0, "/pegboard")
    except (ImportError, OSError):
        pass  # the modules are in folders, or in the image
    from firmware.pico import supervisor

    return supervisor


def load_frozen():
    """Return the same module of MicroPython's image, regardless of the files."""
    sys.path[:] = [".frozen"]
    for name in list(sys.modules):
        if name.split(".")[0] in ("firmware", "engine_core", "hardware"):
            del sys.modules[name]
    from firmware.pico import supervisor

    note("the image's own program runs: run pegboard flash, or pegboard flash --frozen")
    return supervisor


damage = None
try:
    try:
        board = load()
    except Exception as why:
        damage = why
        board = load_frozen()
except Exception:
    fail(damage)
else:
    board.main()

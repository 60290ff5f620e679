"""Handles a missing or damaged program; `pegboard flash` puts this file beside main.py."""

import sys

STRIP_PIN = 28  # as in hardware.board, which cannot be imported if its file is damaged
BAR = 31  # the number of pixels: of the bar, which come first, and of all
PIXELS = 152


def frozen_program(why):
    """Return the module of MicroPython's image that runs the board, regardless of the files. If
    the image has none, report `why` and return None."""
    try:
        sys.path[:] = [".frozen"]
        for name in list(sys.modules):
            if name.split(".")[0] in ("firmware", "engine_core", "hardware"):
                del sys.modules[name]
        from firmware.pico import supervisor
    except Exception:
        _fail(why)
        return None
    _note("the image's own program runs: run pegboard flash, or pegboard flash --frozen")
    return supervisor


def _fail(why):
    """Report that no program can run: in the console, in red on the bar, and in the log."""
    _note("run pegboard flash: the board's program is missing or damaged (%r)" % why)
    from machine import Pin
    from neopixel import NeoPixel

    strip = NeoPixel(Pin(STRIP_PIN, Pin.OUT), PIXELS)
    for place in range(0, BAR, 2):
        strip[place] = (40, 0, 0)
    strip.write()


def _note(text):
    """Print a line, and add it to the log."""
    print(text)
    try:
        with open("/errors.txt", "a") as log:
            log.write(text[:120] + "\n")
    except OSError:
        pass  # it is not a file, or there is no room

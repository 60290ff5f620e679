"""Starts the board at power-on; `pegboard flash` puts this file at the top of the file system."""

import sys

import vfs

STRIP_PIN = 28  # as in hardware.board, which cannot be imported where its file is damaged
FIRST = 121  # pixel of the bar, and
PIXELS = 152


def fail(why):
    """Say and show that there is no program to run: red on the bar, and a line in the log."""
    text = "run pegboard flash: the board's program is missing or damaged (%r)" % why
    print(text)
    try:
        with open("/errors.txt", "a") as log:
            log.write(text[:120] + "\n")
    except OSError:
        pass  # it is no file, or there is no room
    from machine import Pin
    from neopixel import NeoPixel

    strip = NeoPixel(Pin(STRIP_PIN, Pin.OUT), PIXELS)
    for place in range(FIRST, PIXELS, 2):
        strip[place] = (40, 0, 0)
    strip.write()


try:
    try:
        from bundle import Bundle

        modules = open("/pegboard.bundle", "rb")  # noqa: SIM115 - for as long as the board runs
        vfs.mount(Bundle(modules), "/pegboard")
        sys.path.insert(0, "/pegboard")
    except (ImportError, OSError):
        pass  # the modules lie in folders of their own
    from firmware.pico import supervisor
except Exception as why:  # a damaged file may raise anything
    fail(why)
else:
    supervisor.main()

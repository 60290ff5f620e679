"""The code that `pegboard test` runs on a board, after on_device.py. It is MicroPython, sent
unchanged into `__main__`; it does not run here.

It uses the pins and the settings of the board's own program. Answers are lines that begin
with "@ ".
"""

from time import sleep_ms, ticks_diff, ticks_ms

from loader import load  # pyright: ignore[reportMissingImports] - on the board

load()
from firmware.pico import power_on  # noqa: E402 - only now can it be found
from firmware.pico.matrix import Matrix  # noqa: E402

config = power_on.configuration()[0]
matrix = Matrix(config)
strip = power_on.strip(config)
brightness = power_on.brightness(config)
supply = power_on.supply(config, brightness, print)


def settings():
    """Print the layout, the number of pixels and the order of their colours."""
    print("@", config.layout, config.pixels, config.order)


def wait(ms):
    """Wait, while serving the strip and the supply."""
    began = ticks_ms()
    while ticks_diff(ticks_ms(), began) < ms:
        strip.work()
        supply.work(ticks_ms())  # pyright: ignore[reportArgumentType] - an int
        sleep_ms(1)


def show(*spans):
    """Light spans of pixels: (first, count, (r, g, b)) each; the others are dark."""
    frame = bytearray(3 * config.pixels)
    for first, count, colour in spans:
        frame[3 * first : 3 * (first + count)] = bytes(brightness.shade(colour, 255)) * count
    brightness.cap(frame)
    strip.show(frame)
    wait(20)


def down(ms):
    """Wait at most `ms` until a key is down, and until all are up again; print a bit for each key
    that was down meanwhile."""
    began = ticks_ms()
    seen = 0
    while not seen and ticks_diff(ticks_ms(), began) < ms:
        seen |= matrix.scan()
        wait(2)
    began = ticks_ms()
    up = 0  # consecutive samples without a key: a contact bounces
    while seen and up < 10 and ticks_diff(ticks_ms(), began) < 3000:
        now = matrix.scan()
        seen |= now
        up = 0 if now else up + 1
        wait(2)
    print("@", seen)


def held():
    """Print the keys that are down now."""
    print("@", matrix.scan())


def volts():
    """Print the supply's voltage in mV, or 0; the Pico's, or 0 if not known; and the limit of the
    current, in mA."""
    wait(600)
    print("@", supply.millivolts, supply.vsys, supply.limit())


def close():
    """Make the strip dark."""
    strip.close()

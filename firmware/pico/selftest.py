"""The self-test: every pixel in every colour, then every key. The results go to the link.

MENU and ENTER held at power-on start it. All pixels are red, green and blue for one second each,
as bright as the supply allows; then a white light runs over them. Then the bar has a light for
each key, which is dim until the key is pressed. When all keys have been pressed, or the last one
pressed is held for two seconds, the result is sent on the link, with the source of the strip's
power and the state of the flash and the clock. The bar is then green, or red if keys are missing
or the flash fails.

MENU and a number held at power-on start one part of it, for a board that is still being built:
A: the first five pixels; 2: the first row; 3: each row in turn; 4: the keys; 5: the supply, with
all pixels white, and the flash. In A, 2 and 3 the person answers: firmware/lights/light_test.py.
"""

from time import sleep_ms, ticks_diff, ticks_ms

from engine_core.compat import const
from firmware.keys import keymap
from firmware.lights.light_test import LightTest, rows
from firmware.link import link_line
from hardware.board import BAR, KEYS, bar_pixel

from . import selftest_measures

_COLOUR_MS = const(1000)
_RUN_MS = const(20)
_HELD_MS = const(2000)
_SHOWN_MS = const(3000)
_COLOURS = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
_WHITE = (255, 255, 255)
_WAITS, _DOWN, _DONE = (60, 60, 60), (255, 255, 255), (0, 255, 0)
_FIVE, _ROW, _ROWS, _KEY_TEST, _POWER = range(5)  # which part: the keys A to 5
_FEW = const(5)  # pixels
_LOOK_MS = const(20)  # between two looks at the keys while a row is shown


def run(held, matrix, strip, brightness, supply, usb, feed, config) -> None:
    """Run the part of the self-test that the keys `held` name, or nothing if they name none;
    `feed` is called often meanwhile."""
    part = held & ~(1 << keymap.MENU)
    chores = (feed, usb.work, strip.work, lambda: supply.work(ticks_ms()))
    frame = bytearray(config.pixels * 3)
    lights = matrix, strip, brightness, frame, chores
    if part == 1 << keymap.ENTER:
        _all_pixels(strip, brightness, frame, chores)
        _keys_and_rest(lights, supply, usb, config.bar, "%d pixels shown, " % config.pixels)
    elif part == 1 << _KEY_TEST:
        _keys_and_rest(lights, supply, usb, config.bar, "")
    elif part == 1 << _POWER:
        # White takes the most that is allowed, and shows whether the voltage holds.
        _fill(frame, brightness.shade(_WHITE, 255))
        _show(strip, brightness, frame)
        _wait(_SHOWN_MS, chores)
        _say_power(supply, usb)
        _wait(_SHOWN_MS, chores)  # the link has time to send it
    elif part == 1 << _FIVE:
        _answered(lights, usb, 1, 0, min(_FEW, config.pixels))
    elif part in (1 << _ROW, 1 << _ROWS):
        every = rows(config.layout, config.pixels)
        for n, (first, count) in enumerate(every if part == 1 << _ROWS else every[:1]):
            _answered(lights, usb, n + 1, first, count)


def _all_pixels(strip, brightness, frame, chores):
    for colour in _COLOURS:
        _fill(frame, brightness.shade(colour, 255))
        _show(strip, brightness, frame)
        _wait(_COLOUR_MS, chores)
    for pixel in range(len(frame) // 3):
        _fill(frame, (0, 0, 0))
        _set(frame, pixel, brightness.shade(_WHITE, 255))
        _show(strip, brightness, frame)
        _wait(_RUN_MS, chores)


def _now() -> int:
    return ticks_ms()  # pyright: ignore[reportReturnType] - an int, which the stubs hide


def _answered(lights, usb, number, first, count):
    """Show a row of pixels until the person has answered, and send the result."""
    matrix, strip, brightness, frame, chores = lights
    test = LightTest(first, count, _now())
    before = matrix.scan()  # what is still held is no answer
    while test.fault is None:
        down = matrix.scan()
        for key in range(len(KEYS)):
            if down & ~before & 1 << key:
                test.press(key)
        before = down
        if not strip.busy():
            test.paint(frame, brightness, _now())
            strip.show(frame)
        _wait(_LOOK_MS, chores)
    _say(usb, number, "self-test: " + test.told())
    test.paint(frame, brightness, _now())
    strip.show(frame)
    _wait(_SHOWN_MS, chores)


def _keys_and_rest(lights, supply, usb, layout, shown):
    matrix, strip, brightness, frame, chores = lights
    seen, stuck, gap_ms = _keys(matrix, strip, brightness, frame, chores, layout)
    missing = [name for key, name in enumerate(KEYS) if not seen >> key & 1]
    count = len(KEYS) - len(missing), len(KEYS)
    _say(usb, 1, "self-test: " + shown + "%d of %d keys seen" % count)
    if missing:
        _say(usb, 2, "self-test: not seen: " + " ".join(missing))
    if stuck:
        names = [name for key, name in enumerate(KEYS) if stuck >> key & 1]
        _say(usb, 3, "self-test: down from first to last: " + " ".join(names))
    whole = _say_power(supply, usb)
    _say(usb, 6, "self-test: " + selftest_measures.timing(strip, frame, gap_ms))
    for place in range(BAR):
        colour = _COLOURS[1] if whole and not missing and not stuck else _COLOURS[0]
        _set(frame, bar_pixel(place, layout), brightness.shade(colour, 255))
    _show(strip, brightness, frame)
    _wait(_SHOWN_MS, chores)


def _say_power(supply, usb):
    """Send what feeds the board, and whether the flash is good, which is returned too."""
    whole, about_flash = selftest_measures.flash()
    _say(usb, 4, "self-test: " + selftest_measures.feeding(supply))
    _say(usb, 5, "self-test: " + about_flash)
    return whole


def _keys(matrix, strip, brightness, frame, chores, layout):
    """Show each key as it is pressed. Return a bit for each pressed key, a bit for each key that
    was never released, and the longest time between two samples, in ms."""
    everything = (1 << len(KEYS)) - 1
    seen = 0
    stuck = everything
    shown = -1
    since = looked = ticks_ms()
    gap_ms = 0
    before = 0
    while seen != everything or before:
        down = matrix.scan()
        now = ticks_ms()
        gap_ms = max(gap_ms, ticks_diff(now, looked))
        looked = now
        if down != before:
            before = down
            since = now
        seen |= down
        stuck &= down
        if seen << len(KEYS) | down != shown and not strip.busy():
            shown = seen << len(KEYS) | down
            _fill(frame, (0, 0, 0))
            for key in range(len(KEYS)):
                colour = _DOWN if down >> key & 1 else _DONE if seen >> key & 1 else _WAITS
                _set(frame, bar_pixel(key, layout), brightness.shade(colour, 255))
            _show(strip, brightness, frame)
        if down == 1 << keymap.ENTER and ticks_diff(now, since) >= _HELD_MS:
            break
        _wait(5, chores)
    return seen, stuck, gap_ms


def _say(usb, number, text):
    usb.write(link_line.encode(number, ["log", text]))


def _fill(frame, shade):
    for pixel in range(len(frame) // 3):
        _set(frame, pixel, shade)


def _set(frame, pixel, shade):
    frame[pixel * 3 : pixel * 3 + 3] = bytes(shade)


def _show(strip, brightness, frame):
    brightness.cap(frame)
    strip.show(frame)


def _wait(ms, chores):
    began = ticks_ms()
    while ticks_diff(ticks_ms(), began) < ms:
        for chore in chores:
            chore()
        sleep_ms(1)

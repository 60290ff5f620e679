"""The self-test: every pixel in every colour, then every key. The results go to the link.

MENU and ENTER held at power-on start it. All pixels are red, green and blue for one second each,
as bright as the supply allows; then a white light runs over them. Then the bar has a light for
each key, which is dim until the key is pressed. When all keys have been pressed, or the last one
pressed is held for two seconds, the result is sent on the link, with the source of the strip's
power and the state of the flash and the clock. The bar is then green, or red if keys are missing
or the flash fails.
"""

from time import sleep_ms, ticks_diff, ticks_ms

from engine_core.compat import const
from firmware.keys import keymap
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


def run(matrix, strip, brightness, supply, usb, feed, pixels, layout) -> list:
    """Run the self-test; return the names of the keys that were not pressed. `feed` is called
    often meanwhile; `pixels` are on the wire, and `layout` is a name of hardware.board."""
    frame = bytearray(pixels * 3)
    chores = (feed, usb.work, strip.work, lambda: supply.work(ticks_ms()))
    for colour in _COLOURS:
        _fill(frame, brightness.shade(colour, 255))
        _show(strip, brightness, frame)
        _wait(_COLOUR_MS, chores)
    for pixel in range(pixels):
        _fill(frame, (0, 0, 0))
        _set(frame, pixel, brightness.shade(_WHITE, 255))
        _show(strip, brightness, frame)
        _wait(_RUN_MS, chores)
    seen, stuck, gap_ms = _keys(matrix, strip, brightness, frame, chores, layout)
    missing = [name for key, name in enumerate(KEYS) if not seen >> key & 1]
    _say(
        usb,
        1,
        "self-test: %d pixels shown, %d of %d keys seen"
        % (pixels, len(KEYS) - len(missing), len(KEYS)),
    )
    if missing:
        _say(usb, 2, "self-test: not seen: " + " ".join(missing))
    if stuck:
        names = [name for key, name in enumerate(KEYS) if stuck >> key & 1]
        _say(usb, 3, "self-test: down from first to last: " + " ".join(names))
    whole, about_flash = selftest_measures.flash()
    _say(usb, 4, "self-test: " + selftest_measures.feeding(supply))
    _say(usb, 5, "self-test: " + about_flash)
    _say(usb, 6, "self-test: " + selftest_measures.timing(strip, frame, gap_ms))
    for place in range(BAR):
        colour = _COLOURS[1] if whole and not missing and not stuck else _COLOURS[0]
        _set(frame, bar_pixel(place, layout), brightness.shade(colour, 255))
    _show(strip, brightness, frame)
    _wait(_SHOWN_MS, chores)
    return missing


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

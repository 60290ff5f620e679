"""From power-on to the running game, and after any failure back to it or to the prompt.

Keys held at power-on: UNDO opens MicroPython's prompt with the board dark; MENU and ENTER together
start the self-test, and MENU with A, 2, 3, 4 or 5 a part of it. Ctrl-C and then ENTER open the
prompt at any time; after Ctrl-C alone the board restarts by itself. A failure is written to the
error log and shown in red on the bar. The saved game is resumed after a pause, which doubles each
time that the failure repeats; or at once, by a restart, if the memory was full.
"""

import gc
import os
from binascii import hexlify
from time import sleep_ms, ticks_diff, ticks_ms

import machine
import micropython

from engine_core.compat import TYPE_CHECKING, const, later, load
from firmware.imports import give_back, make_room, remove_modules
from firmware.keys import keymap
from firmware.version import ENGINE
from hardware.board import DEFAULT_LAYOUT

from .matrix import Matrix
from .usb_link import UsbLink
from .watchdog import Watchdog

if TYPE_CHECKING:
    from . import errorlog, power_on
else:
    errorlog = later("firmware.pico.errorlog")
    power_on = later("firmware.pico.power_on")

_PAUSE_MS = const(3000)
_LONGEST_MS = const(60000)
_TRIES = const(2)  # with the saved game; if each of them fails at once, the game is put aside
# Modules that are needed once, at power-on.
_ONCE = (
    "firmware.oldest_micropython",
    "firmware.pico.power_on",
    "firmware.pico.reset_cause",
    "firmware.settings.config_file",
    "firmware.storage.text_file",
)
_GOOD_MS = const(60000)  # a game that ran this long counts as started


def main() -> None:
    """Run the board until Ctrl-C, or do nothing if UNDO is held at power-on."""
    log = errorlog
    power_on.check_version(log)
    power_on.report_reset(log)
    config, trouble = power_on.configuration()
    matrix = Matrix(config)
    held = matrix.scan()
    strip = power_on.strip(config)
    if held == 1 << keymap.UNDO:
        strip.close()
        print("UNDO is held down: here is the prompt. The game is saved.")
        return
    brightness = power_on.brightness(config)
    supply = power_on.supply(config, brightness, _add_to_log)
    remove_modules(list(_ONCE))
    usb = UsbLink(matrix.pending)
    dog = Watchdog(config.watchdog)
    try:
        if trouble:
            print(trouble)
            log.add(trouble)
            _show_failure(strip, brightness, config)
            _pause(_PAUSE_MS, strip, usb)
        if held & 1 << keymap.MENU and held != 1 << keymap.MENU:
            from . import selftest

            selftest.run(held, matrix, strip, brightness, supply, usb, dog.feed, config)
        _run_for_ever(matrix, strip, brightness, supply, usb, dog, log, config)
    except KeyboardInterrupt:
        micropython.kbd_intr(-1)  # so that another Ctrl-C does not interrupt the rest
    finally:
        dog.stop()
        strip.close()
    gc.collect()
    from . import prompt

    print("Stopped; the game is saved. Press ENTER for MicroPython's prompt.")
    print("Otherwise the board restarts in %d seconds, or now with Ctrl-D." % prompt.SECONDS)
    if prompt.wanted():
        print("Here is the prompt. Ctrl-D restarts the board.")
    else:
        machine.soft_reset()


def _run_for_ever(matrix, strip, brightness, supply, usb, dog, log, config):
    pause = _PAUSE_MS
    unstarted = 0  # consecutive runs that failed before the first light
    while True:
        began = ticks_ms()
        matrix.started = False
        loop = None
        try:
            _load_game()
            from .running_game import resume

            aside = unstarted >= _TRIES
            loop = resume(
                matrix,
                strip,
                brightness,
                supply,
                usb,
                dog,
                log,
                ENGINE,
                _nonce(),
                aside,
                _screen(config.layout),
            )
            loop.run()
        except Exception as why:
            loop = None  # and with it the memory of the game
            full = matrix.started and isinstance(why, MemoryError)
            _log_failure(log, why, full)
            if full:
                # The free memory is in pieces; a restart, in less than a second, makes it whole.
                machine.soft_reset()
        unstarted = 0 if matrix.started else unstarted + 1
        gc.collect()
        dog.stop()
        if ticks_diff(ticks_ms(), began) > _GOOD_MS:
            pause = _PAUSE_MS
        _show_failure(strip, brightness, config)
        _pause(pause, strip, usb)
        pause = min(2 * pause, _LONGEST_MS)


def _log_failure(log, why, full):
    """Write a failure to the log, if there is memory for that: the board goes on in any case.
    full: whether to give back the memory of modules before, because the board restarts."""
    try:
        if full:
            give_back("", [])  # to open the log takes 1.1 KB in one piece
            make_room()
        gc.collect()
        log.add_failure(why)
    except MemoryError:
        pass


def _screen(layout):
    """Return the function that makes the Screen of this layout, for Ports; None for the default
    one."""
    if layout == DEFAULT_LAYOUT:
        return None
    from ..lights.layout_screen import maker

    return maker(layout)


def _load_game():
    """Import half of the modules that the loop needs, and collect garbage before and after. That
    takes 12 ms, while little is in memory; without it the modules and their garbage would lie all
    over the heap, with small pieces between them, and collections during a game would come
    sooner."""
    gc.collect()
    load("firmware.storage.game_store")
    gc.collect()


def _add_to_log(text):
    errorlog.add(text)


def _nonce():
    """Return 8 hex digits that differ at each start."""
    return hexlify(os.urandom(4)).decode()


def _show_failure(strip, brightness, config):
    from firmware.lights.failure import paint_failure

    frame = bytearray(config.pixels * 3)
    paint_failure(frame, brightness, config.bar)
    strip.show(frame)


def _pause(ms, strip, usb):
    began = ticks_ms()
    while ticks_diff(ticks_ms(), began) < ms:
        strip.work()
        usb.work()
        sleep_ms(5)

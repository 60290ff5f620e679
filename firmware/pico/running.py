"""The game running on the Pico: the App with its ports, and what is done while nothing happens."""

import gc
from time import sleep_ms, ticks_diff, ticks_ms

from engine_core.compat import const
from firmware.app import App
from firmware.flashlog import FlashLog

from .sectors import Sectors

_BUSY_MS = const(4)  # between ticks while a key is down or a peg moves
_IDLE_MS = const(20)  # and while neither is
_SCAN_MS = const(2)  # between looks at the keys, meanwhile
_QUIET_MS = const(400)  # after the last key or move: then there is time to tidy up
_GARBAGE = const(24 * 1024)  # bytes: so much may lie about before it is collected


class Clock:
    """Milliseconds that wrap, as firmware.ticks takes them."""

    def ms(self) -> int:
        """Return the time."""
        return ticks_ms()


def run(matrix, strip, light, usb, dog, log, about) -> None:
    """Take up the saved game and run it until something is raised."""
    sectors = Sectors()
    if sectors.made:
        log.add("the journal was not there, and has been made anew")
    store = FlashLog(sectors)
    lost = 1 if sectors.made else 0
    app = App(matrix, strip, store, usb, Clock(), light, about + (lost,), log)
    app.tick()
    gc.collect()
    clean = gc.mem_alloc()
    active = ticks_ms()  # when something last happened
    ticked = active
    while True:
        now = ticks_ms()
        idle = not app.screen.moving()
        since = ticks_diff(now, ticked)
        if matrix.any() or not idle:
            active = now
            if since >= _BUSY_MS:
                ticked = now
                app.tick()
        elif since >= _IDLE_MS:
            ticked = now
            app.tick()
        elif ticks_diff(now, active) > _QUIET_MS:
            if gc.mem_alloc() - clean > _GARBAGE:
                gc.collect()
                clean = gc.mem_alloc()
            else:
                store.tidy()
        usb.work()
        dog.feed()
        sleep_ms(_SCAN_MS)

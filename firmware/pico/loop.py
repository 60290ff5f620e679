"""The running game on the Pico: the App with its ports, and what is done between keys."""

import gc
from time import ticks_diff, ticks_ms

from engine_core.compat import TYPE_CHECKING, const, later
from firmware.app import App
from firmware.imports import Imports
from firmware.ports import Ports

from .journal_flash import JournalFlash

if TYPE_CHECKING:
    from . import names_file
else:
    names_file = later("firmware.pico.names_file")

_STEP_MS = const(1)  # of the loop
_BUSY_MS = const(3)  # between ticks while a key is down, a peg moves or the link is in use
_IDLE_MS = const(50)  # and otherwise
_QUIET_MS = const(150)  # after a key or a move
_SETTLED_MS = const(200)  # after a key or a move, before anything is imported
# Collecting garbage takes about 20 ms, in which no key is handled and no peg moves. So it is done
# right after the bar has answered a key, while the player moves to the next one and before a peg
# begins to move, and when no key has been pressed for a while.
_REST_MS = const(2000)  # after a key or a move
_COLLECT_MS = const(10000)  # between collections while no key is pressed

# Before the next frame of a moving peg is due, in ms: what a tick takes for the link at most, and
# what writing a piece does.
_TICK_MS = const(4)
_WRITE_MS = const(1)
_WRITES = const(4)  # pieces of what is sent, unless a key or a frame waits
_SMALL = const(250)  # objects, see _collect
_PORTS = ("firmware.pico.names_file", "firmware.pico.archive_flash")  # needed in any game


class Clock:
    """Milliseconds that wrap, as in firmware.ticks."""

    def ms(self) -> int:
        """Return the time."""
        return ticks_ms()  # pyright: ignore[reportReturnType] - an int, which the stubs hide


def run(matrix, strip, brightness, supply, usb, dog, log, engine, nonce, aside, screen) -> None:
    """Resume the saved game and run it until something is raised. engine, nonce, aside: as in
    Ports; screen: its make_screen."""
    flash, trouble = _flash()
    if trouble:
        print(trouble)
        log.add(trouble)
    elif flash.made:
        log.add("the journal was missing, so a new one was made")
    ports = Ports(strip, flash, usb, Clock())
    ports.scanner = matrix.scanner
    ports.waiting = matrix.pending
    ports.brightness = brightness
    ports.make_screen = screen
    ports.names = names_file
    ports.log = log
    ports.engine = engine
    ports.nonce = nonce
    ports.lost = flash.made
    ports.aside = aside
    app = App(ports)
    if trouble:
        app.trouble = trouble
        app.screen.refuse(Clock().ms())
    app.tick()
    matrix.start()
    try:
        _collect()
        _go_on(app, matrix, strip, supply, usb, dog)
    finally:
        matrix.stop()


def _flash():
    """Return the journal's flash and a text that says what is wrong with it, or "". If it is
    unusable, the journal is in memory, and the game is lost without power."""
    try:
        return JournalFlash(), ""
    except OSError as why:
        from .journal_ram import JournalRam

        return JournalRam(), (
            "the game will be lost without power: its journal cannot be created. Remove files"
            " from the board, also journal and journal.old (" + str(why) + ")"
        )


def _collect():
    """Collect garbage, and prepare the heap so that room is found fast until the next time.

    After a collection MicroPython looks for room from the first free block on. Only objects of one
    block move that place on; for each larger object all the small gaps would be looked at again.
    So small objects, which are garbage at once, fill them.
    """
    gc.collect()
    (b"a " * _SMALL).split()  # a block for each object, and one for its data


def _go_on(app, matrix, strip, supply, usb, dog):
    ticked = active = collected = ticks_ms()  # when that was last done, in ms
    chores = importing = True
    imports = Imports(_PORTS)
    waiting = matrix.scanner.waiting
    screen = app.screen
    while True:
        matrix.work()
        now = ticks_ms()
        if waiting():
            app.tick()
        moving = screen.moving()
        if matrix.touched or moving:
            matrix.touched = False
            active = now
            chores = importing = True
        rest = ticks_diff(now, active)
        busy = rest < _QUIET_MS or usb.talking() or app.reporter.sending_snapshot()
        due = ticks_diff(now, ticked) >= (_BUSY_MS if busy else _IDLE_MS)
        if moving and -_BUSY_MS < screen.until_frame(now) <= _TICK_MS:
            due = screen.until_frame(now) <= 0
        if app.changed and screen.answered():
            # A sample that has come meanwhile may be a key, which is answered first, and no peg
            # moves before this is done.
            if not matrix.pending():
                app.changed = False
                _collect()
                app.tidy()
        elif due:
            ticked = now
            if supply.work(now):
                screen.repaint()
            app.tick()
        elif importing and rest >= _SETTLED_MS and screen.answered():
            importing = imports.due(app)
            if importing:
                # Otherwise modules and garbage would lie all over the heap, and a board that has
                # 30 KB free would find no 2 KB in one piece.
                gc.collect()
                # A key that has come meanwhile is answered first.
                if not matrix.pending():
                    imports.load()
        elif rest >= _REST_MS and (chores or ticks_diff(now, collected) > _COLLECT_MS):
            _collect()
            collected = ticks_ms()
            app.tidy()
            chores = app.erase_ahead()
        strip.work()
        near = False  # whether a frame is due at once
        for _ in range(_WRITES):
            near = moving and -_BUSY_MS < screen.until_frame(ticks_ms()) <= _WRITE_MS
            if near or matrix.pending() or strip.busy() or not usb.work():
                break
        dog.feed()
        if not near and not strip.busy():
            matrix.wait(_STEP_MS)

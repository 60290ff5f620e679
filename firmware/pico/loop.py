"""What the Pico does again and again while a game runs: keys first, and the rest between them."""

import gc
from time import ticks_diff, ticks_ms

from engine_core.compat import TYPE_CHECKING, const, later
from firmware.imports import Imports

if TYPE_CHECKING:
    from . import names_file
else:
    names_file = later("firmware.pico.names_file")

_STEP_MS = const(1)  # of the loop
_BUSY_MS = const(3)  # between ticks while a key is down, a peg moves or the link is in use
_IDLE_MS = const(50)  # and otherwise
_QUIET_MS = const(150)  # after a key or a move
_SETTLED_MS = const(300)  # after a key or a move, before anything is imported
# Collecting garbage takes about 20 ms, in which no key is handled and no peg moves. So it is done
# right after the bar has answered a key, while the player moves to the next one and before a peg
# begins to move, and when no key has been pressed for a while.
_REST_MS = const(2000)  # after a key or a move
_COLLECT_MS = const(10000)  # between collections while no key is pressed

# In ms: the most that a tick takes for the link, and what writing a piece takes. Neither begins if
# the next frame of a moving peg is due sooner.
_TICK_MS = const(4)
_WRITE_MS = const(1)
_WRITES = const(4)  # pieces to send, unless a key or a frame waits
_SMALL = const(250)  # objects, see collect
_PORTS = ("firmware.pico.names_file", "firmware.pico.archive_flash")  # needed in any game


def collect() -> None:
    """Collect garbage, and prepare the heap so that room is found fast until the next time.

    After a collection MicroPython looks for room from the first free block on. Only objects of one
    block move that place on; for each larger object all the small gaps would be looked at again.
    So small objects, which are garbage at once, fill them.
    """
    gc.collect()
    try:
        (b"a " * _SMALL).split()  # a block for each object, and one for its data
    except MemoryError:
        pass  # there is little room, and it is found slowly


class Loop:
    """Runs `app` on its ports; see firmware.pico.running_game.

    Each turn reads the keys, does the first thing of `_duties` that is due, and lets the strip and
    the link go on.
    """

    def __init__(self, app, matrix, strip, supply, usb, dog):
        self._app = app
        self._matrix = matrix
        self._strip = strip
        self._supply = supply
        self._usb = usb
        self._dog = dog
        self._imports = Imports(_PORTS, gc.mem_free)
        self._importing = True  # whether there may be modules to import
        self._chores = True  # whether there may be something to do at rest
        self._moving = False  # whether a peg moves
        # When that was last done, in ms.
        self._ticked = self._active = self._collected = ticks_ms()
        self._duties = (self._collect_early, self._tick, self._import, self._rest)

    def run(self) -> None:
        """Run the game until something is raised."""
        matrix, strip, app = self._matrix, self._strip, self._app
        waiting = matrix.scanner.waiting
        matrix.start()
        try:
            collect()
            # All in one function: each call within a call takes some of a stack of 8 KB.
            while True:
                matrix.work()
                now = ticks_ms()
                if waiting():
                    app.tick()
                self._moving = app.screen.moving()
                if matrix.touched or self._moving:
                    matrix.touched = False
                    self._active = now
                    self._chores = self._importing = True
                rest = ticks_diff(now, self._active)
                for duty in self._duties:
                    if duty(now, rest):
                        break
                strip.work()
                near = self._write()
                self._dog.feed()
                if not near and not strip.busy():
                    matrix.wait(_STEP_MS)
        finally:
            matrix.stop()

    # The duties: each returns whether it was its turn. `now` is in ms, and `rest` how many ms ago
    # a key was touched or a peg moved.

    def _collect_early(self, now, rest):
        """Collect garbage right after the bar has answered a key."""
        app = self._app
        if not app.changed or not app.screen.answered():
            return False
        # A sample that has come meanwhile may be a key, which is answered first, and no peg
        # moves before this is done.
        if not self._matrix.pending():
            app.changed = False
            self._importing = self._imports.due(app)  # gives back what is no longer needed
            collect()
            app.tidy()
            # Right after a collection an import takes least, and most fingers are still on their
            # way to the next key. The release of this one may have come meanwhile.
            self._matrix.work()
            if self._matrix.scanner.waiting():
                pass
            elif self._importing:
                self._imports.load()
            else:
                self._imports.load_ahead()
        return True

    def _tick(self, now, rest):
        """Show what has changed, and serve the link."""
        app = self._app
        screen = app.screen
        busy = rest < _QUIET_MS or self._usb.talking() or app.reporter.sending_snapshot()
        busy = busy or (bool(app.menu) and app.menu.listing)
        due = ticks_diff(now, self._ticked) >= (_BUSY_MS if busy else _IDLE_MS)
        if self._moving and -_BUSY_MS < screen.until_frame(now) <= _TICK_MS:
            due = screen.until_frame(now) <= 0
        if due:
            self._ticked = now
            if self._supply.work(now):
                screen.repaint()
            app.tick()
        return due

    def _import(self, now, rest):
        """Import the next module that the game may need."""
        app = self._app
        if not self._importing or rest < _SETTLED_MS or not app.screen.answered():
            return False
        self._importing = self._imports.due(app)
        if self._importing:
            # Otherwise modules and garbage would lie all over the heap, and a board that has
            # 20 KB free would find no 500 bytes in one piece.
            gc.collect()
            # A key that has come meanwhile is answered first.
            if not self._matrix.pending():
                self._imports.load()
        return True

    def _rest(self, now, rest):
        """Do work that can wait until no key has been touched for a while."""
        since = ticks_diff(now, self._collected)
        if rest < _REST_MS or not (self._chores or since > _COLLECT_MS):
            return False
        collect()
        self._collected = ticks_ms()
        self._app.tidy()
        self._imports.rested = True
        if since > min(rest, _COLLECT_MS):  # otherwise there is no more memory than last time
            self._imports.again()
            if names_file.is_due():
                self._imports.make_room()
                names_file.finish()
        if not self._imports.due(self._app):  # erasing ahead may need what is due
            self._chores = self._app.erase_ahead() or self._imports.load_ahead()
        self._importing = True  # or gives back what it no longer needs
        return True

    def _write(self):
        """Write some of what is to be sent; return whether a frame of a moving peg is due at
        once."""
        near = False
        screen = self._app.screen
        for _ in range(_WRITES):
            near = self._moving and -_BUSY_MS < screen.until_frame(ticks_ms()) <= _WRITE_MS
            if near or self._matrix.pending() or self._strip.busy() or not self._usb.work():
                break
        return near

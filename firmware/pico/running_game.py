"""The game that runs on the Pico: the App with its ports, in its Loop."""

from sys import modules
from time import ticks_ms

from engine_core.compat import TYPE_CHECKING, later
from firmware.app import App
from firmware.imports import make_room
from firmware.ports import Ports

from .journal_flash import JournalFlash

if TYPE_CHECKING:
    from . import names_file
    from .loop import Loop
else:
    names_file = later("firmware.pico.names_file")


class Clock:
    """Milliseconds that wrap, as in firmware.ticks."""

    def ms(self) -> int:
        """Return the time."""
        return ticks_ms()  # pyright: ignore[reportReturnType] - an int, which the stubs hide


def resume(
    matrix, strip, brightness, supply, usb, dog, log, engine, nonce, aside, screen
) -> "Loop":
    """Light the saved game and return the Loop that runs it. engine, nonce, aside: as in Ports;
    screen: its make_screen."""
    flash, trouble = _flash()
    if trouble:
        print(trouble)
        log.add(trouble)
    elif flash.made:
        log.add("the journal was missing, so a new one was made")
    ports = Ports(strip, flash, usb, Clock())
    ports.scanner = matrix.scanner
    ports.waiting = matrix.pending
    ports.archive_missing = _archive_missing
    ports.make_room = make_room
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
    app.tick()  # lights the game; what follows can wait for that
    from .loop import Loop

    return Loop(app, matrix, strip, supply, usb, dog)


def _archive_missing():
    return "firmware.menus.saved_games" not in modules


def _flash():
    """Return the journal's flash and a text about its fault, or "". If it is
    unusable, the journal is in memory, and the game is lost without power."""
    try:
        return JournalFlash(), ""
    except OSError as why:
        from .journal_ram import JournalRam

        return JournalRam(), (
            "the game will be lost without power: its journal cannot be created. Remove files"
            " from the board, also journal and journal.old (" + str(why) + ")"
        )

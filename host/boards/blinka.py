"""The strip and keys of a Raspberry Pi, through Adafruit's Blinka, which is imported when first
used."""

import importlib
import os
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from hardware.board import COLOUR_ORDER, PIXELS
from host.errors import PinError
from host.install_command import install_command

_SETTLE_SECONDS = 10e-6  # between driving a row low and reading its columns


class BlinkaStrip:
    """The strip port of the App. `pixels` is an adafruit_pixelbuf.PixelBuf that does not show by
    itself, such as neopixel.NeoPixel.

    Blinka waits until a frame has been sent, and some milliseconds more, so a separate thread
    sends it; the strip is `busy` until then.
    """

    def __init__(self, pixels: Any):
        self._pixels = pixels
        self._sender = ThreadPoolExecutor(1)
        self._sending: Future | None = None

    def show(self, frame: bytes | bytearray) -> None:
        """Send `frame`: r, g and b of each pixel. Do not call it while `busy`."""
        colours = [tuple(frame[at : at + 3]) for at in range(0, len(frame), 3)]
        self._sending = self._sender.submit(self._send, colours)

    def busy(self) -> bool:
        """Return whether a frame is being sent. Raises the error that sending the last frame
        raised."""
        if self._sending is None:
            return False
        if not self._sending.done():
            return True
        sending, self._sending = self._sending, None
        sending.result()
        return False

    def close(self) -> None:
        """Make the strip dark and release the pin."""
        self._sender.shutdown()
        self._send([(0, 0, 0)] * len(self._pixels))
        self._pixels.deinit()

    def _send(self, colours: list[tuple]) -> None:
        self._pixels[:] = colours
        self._pixels.show()


class BlinkaKeys:
    """The key matrix, for the App to scan. `rows` and `columns` are digitalio.DigitalInOut: rows
    are inputs without a pull, columns inputs with pull-ups. `down` is the last scan.

    A row is an output only while it is scanned, as on a Pico: two keys held in one column then
    connect no two outputs, even if a diode is bridged. Blinka has no open drain on a Raspberry Pi,
    so the pin becomes an input again.
    """

    def __init__(self, rows: Sequence[Any], columns: Sequence[Any]):
        self.down = 0
        self._rows = rows
        self._columns = columns

    def scan(self) -> int:
        """Return the matrix: bit n is set while key n is down."""
        found, bit = 0, 1
        for row in self._rows:
            row.switch_to_output(value=False)
            time.sleep(_SETTLE_SECONDS)
            for column in self._columns:
                if not column.value:
                    found |= bit
                bit <<= 1
            row.switch_to_input()
        self.down = found
        return found

    def close(self) -> None:
        """Release the pins."""
        for pin in (*self._rows, *self._columns):
            pin.deinit()


def open_strip(pin: str, pixels: int = PIXELS) -> BlinkaStrip:
    """Return the strip of `pixels` on the pin with Blinka's name `pin`. Raises PinError."""
    board, neopixel = _module("board"), _module("neopixel")
    order = getattr(neopixel, COLOUR_ORDER)
    try:
        return BlinkaStrip(
            neopixel.NeoPixel(_pin(board, pin), pixels, auto_write=False, pixel_order=order)
        )
    except (RuntimeError, OSError, ValueError) as why:
        raise PinError(
            f"cannot use the strip on {pin}: {why}. hardware/raspberry-pi.md says which pins "
            "can light one, and what each needs"
        ) from None


def open_keys(rows: Sequence[str], columns: Sequence[str]) -> BlinkaKeys:
    """Return the matrix on these pins. Raises PinError."""
    board, digitalio = _module("board"), _module("digitalio")
    made: list[list[Any]] = []
    try:
        for names in (rows, columns):
            made.append([digitalio.DigitalInOut(_pin(board, name)) for name in names])
        for row in made[0]:
            row.switch_to_input()
        for column in made[1]:
            column.switch_to_input(pull=digitalio.Pull.UP)
    except (RuntimeError, OSError, ValueError) as why:
        raise PinError(f"cannot use the keys' pins: {why}") from None
    return BlinkaKeys(*made)


def _pin(board: Any, name: str) -> Any:
    pin = getattr(board, name, None)
    if pin is None:
        raise PinError(f"this computer has no pin {name}")
    return pin


def _module(name: str) -> Any:
    """Return a module of Blinka. Raises PinError if it is not installed."""
    # Otherwise Blinka stops to ask whether to install missing packages.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        return importlib.import_module(name)
    except NotImplementedError as why:
        raise PinError(
            f"Blinka knows of no pins on this computer ({why}). The board without "
            "hardware: pegboard --virtual"
        ) from None
    except (ImportError, RuntimeError) as why:
        raise PinError(
            f"{why}. A Raspberry Pi as the board needs more: {install_command('pi')} (on a Pi 5"
            " also Adafruit-Blinka-Raspberry-Pi5-Neopixel)"
        ) from None

"""The keys: one row at a time is driven low, and a column that reads low is a key that is down."""

from time import sleep_us, ticks_ms

from machine import Pin, Timer

from engine_core.compat import const
from firmware.keys import Scanner

_SETTLE_US = const(10)  # a pull-up of 50 kilohms against the wires' 100 pF
_PERIOD_MS = const(3)


class Matrix:
    """The matrix on the pins that `config` names. A row that is not scanned floats.

    From `start` to `stop` a timer's interrupt feeds `scanner`, so that no key is missed while the
    program is at something long. `touched` is whether any was down since it was set to False.
    """

    def __init__(self, config):
        self._rows = [Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in config.rows]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in config.columns]
        self._timer = Timer(-1)
        self._interrupted = False
        self.scanner = Scanner()
        self.touched = False

    def start(self) -> None:
        """Begin to scan."""
        self._interrupted = False
        self._timer.init(period=_PERIOD_MS, callback=self._look, hard=True)

    def stop(self) -> None:
        """Scan no more."""
        self._timer.deinit()

    def check(self) -> None:
        """Raise KeyboardInterrupt where it was raised while a timer's interrupt was served."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def _look(self, _):
        # An interrupt: nothing here may need the heap.
        try:
            keys = self.scan()
            if keys:
                self.touched = True
            self.scanner.take(keys, ticks_ms())  # pyright: ignore[reportArgumentType] - an int
        except KeyboardInterrupt:
            self._interrupted = True

    def scan(self) -> int:
        """Return the keys that are down: bit row * columns + column for each."""
        if not self.any():
            return 0
        keys = 0
        first = 1
        for row in self._rows:
            row.low()
            sleep_us(_SETTLE_US)
            for column in self._columns:
                if not column():
                    keys |= first
                first <<= 1
            row.high()
            sleep_us(_SETTLE_US)
        return keys

    def any(self) -> bool:
        """Return whether any key is down: quicker than to look for which."""
        for row in self._rows:
            row.low()
        sleep_us(_SETTLE_US)
        down = False
        for column in self._columns:
            if not column():
                down = True
        for row in self._rows:
            row.high()
        sleep_us(_SETTLE_US)
        return down

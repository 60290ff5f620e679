"""The keys: one row at a time is driven low, and a column that reads low is a key that is down."""

from time import sleep_us

from machine import Pin

from engine_core.compat import const

_SETTLE_US = const(10)  # a pull-up of 50 kilohms against the wires' 100 pF


class Matrix:
    """The matrix on the pins that `config` names. A row that is not scanned floats."""

    def __init__(self, config):
        self._rows = [Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in config.rows]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in config.columns]

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

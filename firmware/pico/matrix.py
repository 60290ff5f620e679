"""The keys: one row at a time is driven low, and each column that reads low is a key that is
down."""

from array import array
from time import sleep_us, ticks_diff, ticks_ms

from machine import Pin, Timer

from engine_core.compat import const
from firmware.key_scanner import KeyScanner

_SETTLE_US = const(10)  # time for a pull-up of 50 kilohms to charge the 100 pF of the wires
_PERIOD_MS = const(3)
_CHANGES = const(16)  # that may wait for `work`
_LATE_MS = const(100)  # longer than a flash erase keeps interrupts off


class Matrix:
    """The matrix on the pins that `config` names. A row that is not being scanned floats.

    From `start` to `stop` a timer interrupt samples the keys, so that no press is missed while the
    program is busy; `work` passes the samples to `scanner`. `touched` is set to True when any key
    is down; its reader sets it to False. `started` is whether `start` has been called since
    `stop`.
    """

    def __init__(self, config):
        self._rows = [Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in config.rows]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in config.columns]
        self._timer = Timer(-1)
        self._interrupted = False
        self._keys = 0  # the last sample, taken at `_at` ms
        self._at = 0
        self._changes = array("i", [0] * _CHANGES)  # samples that differ from the previous one
        self._times = array("i", [0] * _CHANGES)
        self._put = 0
        self._got = 0
        self.scanner = KeyScanner()
        self.touched = False
        self.started = False

    def start(self) -> None:
        """Begin to sample the keys."""
        self.started = True
        self._interrupted = False
        self._at = ticks_ms()
        self._timer.init(period=_PERIOD_MS, callback=self._sample, hard=True)

    def stop(self) -> None:
        """Stop sampling."""
        self._timer.deinit()

    def work(self) -> None:
        """Pass the samples since the last call to the scanner. Raises KeyboardInterrupt if it was
        raised during the interrupt."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
        while self._got != self._put:
            self.scanner.update(self._changes[self._got], self._times[self._got])
            self._got = (self._got + 1) % _CHANGES
        now = ticks_ms()
        if ticks_diff(now, self._at) > _LATE_MS:
            # MicroPython stops a timer whose callback has failed, for example because the stack
            # was full.
            self.start()
        self.scanner.update(self._keys, now)  # pyright: ignore[reportArgumentType] - an int

    def _sample(self, _):
        # This is an interrupt, perhaps during deeply nested calls: it must not use the heap, and
        # only little of the stack.
        try:
            keys = self.scan()
            if keys:
                self.touched = True
            self._at = ticks_ms()
            if keys != self._keys:
                self._keys = keys
                after = (self._put + 1) % _CHANGES
                if after != self._got:  # the oldest are kept
                    self._changes[self._put] = keys
                    self._times[self._put] = self._at  # pyright: ignore
                    self._put = after
        except KeyboardInterrupt:
            self._interrupted = True

    def scan(self) -> int:
        """Return the keys that are down: bit row * columns + column for each."""
        # First check whether there is any, since finding out which takes longer.
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
        if not down:
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

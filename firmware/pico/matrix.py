"""The keys: rows are driven low, and a column that reads low has a key that is down.

While no key is down, all rows are low, so that the first key that goes down causes an interrupt.
While any is down, a timer samples them, one row at a time.
"""

import sys
from array import array
from time import sleep_us, ticks_diff, ticks_ms

import micropython
from machine import Pin, Timer, idle

from engine_core.compat import const
from firmware.key_scanner import KeyScanner

_SETTLE_US = const(10)  # time for a pull-up of 50 kilohms to charge the 100 pF of the wires
_DRIVE_US = const(2)  # time for a pin that is driven low
_PERIOD_MS = const(3)
_CHANGES = const(16)  # that may wait for `work`
# The registers of the GPIOs; the last two by model. A number as large as their address is not
# possible in viper, so the base is divided by 16.
_SIO = const(0xD000000)
_GPIO_IN = const(0x04)
_OE_RP2040 = (0x24, 0x28)  # to drive pins, and to let them float
_OE_RP2350 = (0x38, 0x40)
_LATE_MS = const(100)  # longer than a flash erase keeps interrupts off


class Matrix:
    """The matrix on the pins that `config` names. While one row is scanned, the others float.

    From `start` to `stop` interrupts sample the keys, so that no press is missed while the program
    is busy; `work` passes the samples to `scanner`. `touched` is set to True when any key is down;
    its reader sets it to False. `started` is whether `start` has been called since `stop`.
    """

    def __init__(self, config):
        self._rows = [Pin(pin, Pin.OPEN_DRAIN, value=0) for pin in config.rows]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in config.columns]
        self._row_pins = bytes(config.rows)
        self._column_pins = bytes(config.columns)
        newer = "RP2350" in getattr(sys.implementation, "_machine", "")
        self._drive, self._float = _OE_RP2350 if newer else _OE_RP2040
        self._timer = Timer(-1)
        self._callback = self._sample  # an interrupt cannot allocate it
        self._edges: list = []  # the interrupts of the columns
        self._all_up = False  # whether these are enabled
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
        self._timer.init(period=_PERIOD_MS, callback=self._callback, hard=True)
        self._edges = [column.irq(self._callback, 0, hard=True) for column in self._columns]
        self._all_up = False

    def stop(self) -> None:
        """Stop sampling."""
        self._timer.deinit()
        for edge in self._edges:
            edge.trigger(0)

    def pending(self) -> bool:
        """Return whether there is a new sample for `work`."""
        return self._got != self._put

    def wait(self, ms: int) -> None:
        """Wait for `ms`, or until there is a new sample."""
        began = ticks_ms()
        while self._got == self._put and ticks_diff(ticks_ms(), began) < ms:
            idle()

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
            if self._all_up != (keys == 0):
                # Scanning causes edges too, so they count only while no key is down.
                self._all_up = keys == 0
                for edge in self._edges:
                    edge.trigger(Pin.IRQ_FALLING if keys == 0 else 0)
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
        return _scan(self._row_pins, self._column_pins, self._drive, self._float, sleep_us)


@micropython.viper
def _scan(rows, columns, drive: int, release: int, sleep_us) -> int:
    """Return the keys that are down. The bytes `rows` and `columns` are GPIOs; before and after,
    all rows are low."""
    base = _SIO
    sio = base << 4
    levels = ptr32(sio + _GPIO_IN)
    row_pins = ptr8(rows)
    column_pins = ptr8(columns)
    row_count = int(len(rows))
    column_count = int(len(columns))
    # First check whether there is any, since finding out which takes longer.
    up = 0
    for column in range(column_count):
        up |= 1 << column_pins[column]
    if int(levels[0]) & up == up:
        return 0
    every = 0
    for row in range(row_count):
        every |= 1 << row_pins[row]
    ptr32(sio + release)[0] = every
    sleep_us(_SETTLE_US)
    keys = 0
    key = 0
    for row in range(row_count):
        ptr32(sio + drive)[0] = 1 << row_pins[row]
        sleep_us(_DRIVE_US)
        now = int(levels[0])
        if now & up == up:  # as in most rows
            key += column_count
        else:
            for column in range(column_count):
                keys |= (1 - (now >> column_pins[column] & 1)) << key
                key += 1
        ptr32(sio + release)[0] = 1 << row_pins[row]
        if now & up != up:
            sleep_us(_SETTLE_US)  # otherwise no column has to be charged
    ptr32(sio + drive)[0] = every
    return keys

"""The keys: rows are driven low, and a column that reads low has a key that is down.

While no key is down, all rows are low, so that the first key that goes down causes an interrupt.
While any is down, a timer samples them, one row at a time.
"""

import sys
from array import array
from time import ticks_diff, ticks_ms, ticks_us

import micropython
from machine import Pin, Timer, idle

from engine_core.compat import const
from firmware.keys.key_scanner import KeyScanner

_SETTLE_US = const(10)  # time for a pull-up of 50 kilohms to charge the 100 pF of the wires
_DRIVE_US = const(2)  # time for a pin that is driven low
_PERIOD_MS = const(3)
# Samples that may wait for `work`. Right after power-on the start of the first game takes 290 ms,
# and each key whose contacts bounce gives six.
_CHANGES = const(32)
# Addresses of registers: the levels of the GPIOs; and by model: to drive pins, to let them float,
# and the time in microseconds.
_LEVELS = const(0xD0000004)
_RP2040 = (0xD0000024, 0xD0000028, 0x40054028)
_RP2350 = (0xD0000038, 0xD0000040, 0x400B0028)
# Places in the row of numbers that a sample reads, see `_wires`: the time of the last one, its
# keys, the addresses, and the rest.
_AT = const(0)
_LAST = const(1)
_INPUT = const(2)
_DRIVE = const(3)
_RELEASE = const(4)
_CLOCK = const(5)
_UP = const(6)
_EVERY = const(7)
_COLUMNS = const(8)
_FIRST = const(9)
_NONE = const(0xFFFFFFFF)  # as keys: there is no sample yet
_TICKS = const(0x3FFFFFFF)  # as MicroPython's ticks_us wraps
_LATE_US = const(100_000)  # longer than a flash erase keeps interrupts off


class Matrix:
    """The matrix on the pins that `config` names. While one row is scanned, the others float.

    From `start` to `stop` interrupts sample the keys, so that no press is missed while the program
    is busy; `work` passes the samples to `scanner`. `touched` is set to True when any key is down;
    its reader sets it to False. `started` is whether `start` has been called since `stop`.
    """

    def __init__(self, config):
        self._rows = [Pin(pin, Pin.OPEN_DRAIN, value=0) for pin in config.rows]
        self._columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in config.columns]
        newer = "RP2350" in getattr(sys.implementation, "_machine", "")
        self._wires = _wires(config.rows, config.columns, _RP2350 if newer else _RP2040)
        self._timer = Timer(-1)
        self._callback = self._sample  # an interrupt cannot allocate it
        self._edges: list = []  # the interrupts of the columns
        self._falling = Pin.IRQ_FALLING  # what enables them
        self._all_up = False  # whether these are enabled
        self._interrupted = False
        self._keys = 0  # the last sample
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
        self._wires[_AT] = ticks_us()  # pyright: ignore - an int
        self._wires[_LAST] = _NONE
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
        if self._keys or self._got != self._put:
            self.touched = True
        while self._got != self._put:
            self.scanner.update(self._changes[self._got], self._times[self._got])
            self._got = (self._got + 1) % _CHANGES
        if ticks_diff(ticks_us(), self._wires[_AT]) > _LATE_US:
            # MicroPython stops a timer whose callback has failed, for example because the stack
            # was full.
            self.start()
        self.scanner.update(self._keys, ticks_ms())  # pyright: ignore[reportArgumentType] - an int

    # This and `_changed` are an interrupt, perhaps during deeply nested calls: they must not use
    # the heap, and only little of the stack. Mostly nothing has changed, and machine code finds
    # that out in half the time.
    @micropython.viper
    def _sample(self, _):
        wires = ptr32(self._wires)
        keys = int(_scan(self._wires))  # pyright: ignore[reportArgumentType] - a pointer
        wires[_AT] = ptr32(wires[_CLOCK])[0] & _TICKS
        if keys != wires[_LAST]:
            wires[_LAST] = keys
            self._changed(keys)

    def _changed(self, keys):
        try:
            if self._all_up != (keys == 0):
                # Scanning causes edges too, so they count only while no key is down.
                self._all_up = keys == 0
                trigger = 0 if keys else self._falling
                for edge in self._edges:
                    edge.trigger(trigger)
            if keys == self._keys:
                return  # the first sample of all
            self._keys = keys
            after = (self._put + 1) % _CHANGES
            if after != self._got:  # the oldest are kept
                self._changes[self._put] = keys
                self._times[self._put] = ticks_ms()  # pyright: ignore - an int
                self._put = after
        except KeyboardInterrupt:
            self._interrupted = True

    def scan(self) -> int:
        """Return the keys that are down: bit row * columns + column for each."""
        return _scan(self._wires)  # pyright: ignore[reportArgumentType] - a pointer


def _wires(rows, columns, model):
    """Return the numbers that a sample needs: its time in us and its keys; the addresses of the
    registers; the bits of all columns' GPIOs, and of all rows'; the number of columns, and their
    GPIOs from the last one on; each row's bit, also from the last one on; and 0."""
    bits = [1 << pin for pin in reversed(rows)]
    numbers = (0, _NONE, _LEVELS) + model
    numbers += (sum([1 << pin for pin in columns]), sum(bits), len(columns))
    return array("I", numbers + tuple(reversed(columns)) + tuple(bits) + (0,))


@micropython.viper
def _scan(wires: ptr32) -> int:
    """Return the keys that are down. Before and after, all rows are low.

    The code is short because it seldom is in the flash's cache.
    """
    levels = ptr32(wires[_INPUT])
    drive = ptr32(wires[_DRIVE])
    release = ptr32(wires[_RELEASE])
    clock = ptr32(wires[_CLOCK])
    up = wires[_UP]
    # First check whether any key is down, since finding out which takes longer.
    now = levels[0]
    keys = 0
    if now & up != up:
        release[0] = wires[_EVERY]
        settle = _SETTLE_US
        at = _FIRST + wires[_COLUMNS]
        while wires[at]:
            began = clock[0]
            while clock[0] - began <= settle:
                pass
            drive[0] = wires[at]
            began = clock[0]
            while clock[0] - began <= _DRIVE_US:
                pass
            now = levels[0]
            release[0] = wires[at]
            # If no column was low, as with most rows, none has to be charged.
            settle = _SETTLE_US if now & up != up else -1
            column = _FIRST
            while column < _FIRST + wires[_COLUMNS]:
                keys = keys << 1 | (now >> wires[column] & 1 ^ 1)
                column += 1
            at += 1
        drive[0] = wires[_EVERY]
    return keys

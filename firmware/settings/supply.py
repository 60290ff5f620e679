"""The current that the board may draw: more while a supply feeds the strip, less once the Pico's
voltage has dropped."""

from engine_core.compat import const
from hardware.board import (
    CURRENT_MA,
    SUPPLY_GONE_MV,
    SUPPLY_MA,
    SUPPLY_ON_MV,
    SUPPLY_WEAK_MV,
    VSYS_LEAST_MV,
    VSYS_SAG_MV,
)

from ..ticks import since

_EVERY_MS = const(50)
_STEADY = const(6)  # consecutive readings before the limit is raised, or lowered by a drop
_STEPS = const(3)  # the most steps by which it is lowered


class Supply:
    """Sets the limit of `brightness` to `usb_ma`, or to `supply_ma` while a supply is sensed, both
    in mA.

    `read()` returns the voltage of the supply that feeds the strip, in mV, or 0 if USB does. `on`
    is whether a supply is sensed, and `millivolts` the last reading.

    `read_vsys()` returns the voltage of the Pico itself, in mV, or 0 if it is unknown; `vsys` is
    the last reading. If it drops, the lights get half of their current, up to three times, until
    the next power-on: if they became brighter again, the voltage would drop again. `note(text)` is
    called each time.
    """

    def __init__(
        self,
        read,
        brightness,
        usb_ma=CURRENT_MA,
        supply_ma=SUPPLY_MA,
        read_vsys=None,
        note=None,
    ):
        self._read = read
        self._read_vsys = read_vsys
        self._note = note
        self._low = 0  # consecutive readings of VSYS that were too low
        self._steps = 0
        self.vsys = 0
        self._brightness = brightness
        self._usb_ma = usb_ma
        self._supply_ma = supply_ma
        self._steady = 0
        self._last = None
        self._weak = False  # whether the supply could not bear the higher limit
        self.on = False
        self.millivolts = 0
        brightness.limit(usb_ma)

    def work(self, now: int) -> bool:
        """Read the voltages if that is due at `now` ms; return whether the limit has changed. It
        is raised when the supply has been present for a while, and lowered immediately."""
        if self._last is not None and since(now, self._last) < _EVERY_MS:
            return False
        self._last = now
        sagged = self._sags()
        self.millivolts = self._read()
        if self.on:
            if self.millivolts >= SUPPLY_WEAK_MV:
                return sagged
            self._steady = 0
            self._weak = self.millivolts >= SUPPLY_GONE_MV
            return self._set(False)
        if self.millivolts < SUPPLY_GONE_MV:
            self._weak = False
        # A weak supply would recover with less load, and the lights would go up and down.
        steady = self.millivolts >= SUPPLY_ON_MV and not self._weak
        self._steady = self._steady + 1 if steady else 0
        return (self._steady >= _STEADY and self._set(True)) or sagged

    def limit(self) -> int:
        """Return the current limit of the board, in mA."""
        limit = self._supply_ma if self.on else self._usb_ma
        dark = self._brightness.idle_ma  # current that dimming cannot save
        return dark + (limit - dark >> self._steps) if self._steps else limit

    def _sags(self):
        """Read VSYS; lower the limit by a step if it has been too low for a while."""
        if not self._read_vsys:
            return False
        self.vsys = self._read_vsys()
        self._low = self._low + 1 if VSYS_LEAST_MV <= self.vsys < VSYS_SAG_MV else 0
        if self._low < _STEADY or self._steps == _STEPS:
            return False
        self._low = 0
        self._steps += 1
        self._set(self.on)
        if self._note:
            self._note(
                "the Pico gets only %d mV, so the lights are dimmed to %d mA: try another cable, "
                "port or supply" % (self.vsys, self.limit())
            )
        return True

    def _set(self, on):
        self.on = on
        self._brightness.limit(self.limit())
        return True

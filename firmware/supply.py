"""How much current the board may take: more while a supply is seen to feed the strip."""

from engine_core.compat import const
from hardware.board import CURRENT_MA, SUPPLY_GONE_MV, SUPPLY_MA, SUPPLY_ON_MV, SUPPLY_WEAK_MV

from .ticks import since

_EVERY_MS = const(50)
_STEADY = const(6)  # readings one after another before the limit is raised


class Supply:
    """Sets the limit of `brightness`, mA: `usb_ma`, or `supply_ma` while a supply is seen.

    `read()` gives the millivolts that a supply feeds the strip with, 0 where USB does. `on` is
    whether a supply is seen, `millivolts` what was read last.
    """

    def __init__(self, read, brightness, usb_ma=CURRENT_MA, supply_ma=SUPPLY_MA):
        self._read = read
        self._brightness = brightness
        self._usb_ma = usb_ma
        self._supply_ma = supply_ma
        self._steady = 0
        self._last = None
        self._weak = False  # whether the supply that is there could not bear the higher limit
        self.on = False
        self.millivolts = 0
        brightness.limit(usb_ma)

    def work(self, now: int) -> bool:
        """Read, if it is time at `now` ms; return whether the limit has changed. It is raised when
        the supply has been there for a while, and lowered at once."""
        if self._last is not None and since(now, self._last) < _EVERY_MS:
            return False
        self._last = now
        self.millivolts = self._read()
        if self.on:
            if self.millivolts >= SUPPLY_WEAK_MV:
                return False
            self._steady = 0
            self._weak = self.millivolts >= SUPPLY_GONE_MV
            return self._set(False)
        if self.millivolts < SUPPLY_GONE_MV:
            self._weak = False
        # One that has sagged would rise again with less to give, and the lights would pump.
        steady = self.millivolts >= SUPPLY_ON_MV and not self._weak
        self._steady = self._steady + 1 if steady else 0
        return self._steady >= _STEADY and self._set(True)

    def limit(self) -> int:
        """Return the limit as it is, in mA."""
        return self._supply_ma if self.on else self._usb_ma

    def _set(self, on):
        self.on = on
        self._brightness.limit(self.limit())
        return True

"""How much current the board may take: more while a supply is seen to feed the strip."""

from engine_core.compat import const
from hardware.board import CURRENT_MA, SUPPLY_MA, SUPPLY_OFF_MV, SUPPLY_ON_MV

from .ticks import since

_EVERY_MS = const(50)
_STEADY = const(6)  # readings one after another before the limit is raised


class Supply:
    """Sets the limit of `light`, mA: `usb_ma`, or `supply_ma` while a supply is seen.

    `read()` gives the millivolts that a supply feeds the strip with, 0 where USB does. `on` is
    whether a supply is seen, `millivolts` what was read last.
    """

    def __init__(self, read, light, usb_ma=CURRENT_MA, supply_ma=SUPPLY_MA):
        self._read = read
        self._light = light
        self._usb_ma = usb_ma
        self._supply_ma = supply_ma
        self._steady = 0
        self._last = None
        self.on = False
        self.millivolts = 0
        light.limit(usb_ma)

    def work(self, now: int) -> bool:
        """Read, if it is time at `now` ms; return whether the limit has changed. It is raised when
        the supply has been there for a while, and lowered at once."""
        if self._last is not None and since(now, self._last) < _EVERY_MS:
            return False
        self._last = now
        self.millivolts = self._read()
        if self.millivolts < (SUPPLY_OFF_MV if self.on else SUPPLY_ON_MV):
            self._steady = 0
            return self.on and self._set(False)
        self._steady += 1
        return not self.on and self._steady >= _STEADY and self._set(True)

    def limit(self) -> int:
        """Return the limit as it is, in mA."""
        return self._supply_ma if self.on else self._usb_ma

    def _set(self, on):
        self.on = on
        self._light.limit(self.limit())
        return True

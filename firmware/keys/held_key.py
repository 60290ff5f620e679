"""The key that was pressed last, which does more if it is held down for long."""

from engine_core.compat import const

from ..ticks import since
from .key_scanner import NO_KEY

_HOLD_MS = const(700)  # longer than an ordinary key press


class HeldKey:
    """`key`: its number; `place`: the deal and the count at which it was pressed."""

    key = NO_KEY
    place = ()
    _pressed = 0
    _waits = False  # whether it may still be held for long

    def press(self, key: int, now: int, place: tuple) -> None:
        """The key with this number was pressed at `now` ms."""
        self.key = key
        self.place = place
        self._pressed = now
        self._waits = True

    def forget(self) -> None:
        """The key does no more, however long it is held."""
        self._waits = False

    def is_due(self, scanner, now: int) -> bool:
        """Return, once for each press, whether the key has been down for long."""
        if self._waits and not scanner.is_down(self.key):
            self._waits = False
        if not self._waits or since(now, self._pressed) < _HOLD_MS:
            return False
        self._waits = False
        return True

"""The key pressed last, which has another function if it is held down."""

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
        """Note that the key with this number was pressed at `now` ms."""
        self.key = key
        self.place = place
        self._pressed = now
        self._waits = True

    def forget(self) -> None:
        """Forget the key: holding it has no further effect."""
        self._waits = False

    def is_due(self, scanner, now: int) -> bool:
        """Return, once for each press, whether the key has been held down long enough."""
        if self._waits and not scanner.is_down(self.key):
            self._waits = False
        if not self._waits or since(now, self._pressed) < _HOLD_MS:
            return False
        self._waits = False
        return True

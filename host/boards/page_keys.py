"""The keys pressed on the page, in the form of a key matrix.

A click may be over in a millisecond, and two keys typed quickly may arrive in one packet; between
two scans both would be lost or lose their order. So changes wait in a queue, each scan lets one
through, and a key stays in its state long enough for the scanner.
"""

from engine_core.compat import TYPE_CHECKING
from firmware.keys.key_scanner import KeyScanner
from hardware.board import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

# A state must last longer than the lockout of the scanner, and be scanned after that.
HOLD_SECONDS = (KeyScanner.lockout_ms + 5) / 1000
STUCK_SECONDS = 8.0  # a page closed meanwhile never reports that its key is up
WAITING_MOST = 64  # changes: more than ten fingers can make


class PageKeys:
    """A key matrix for `App`: the page calls `press`, the scanner `scan`.

    `now` returns seconds that never decrease. Not thread-safe.
    """

    def __init__(self, now: "Callable[[], float]"):
        self._now = now
        self._down = 0
        self._scanned = now()
        self._changed = [float("-inf")] * len(KEYS)
        self._waiting: list[tuple[int, bool]] = []

    def press(self, key: int, down: bool) -> None:
        """Record that `key` (0 to 23) went down or up. Raises ValueError for another number."""
        if not 0 <= key < len(KEYS):
            raise ValueError(f"there is no key {key}")
        if len(self._waiting) < WAITING_MOST:
            self._waiting.append((key, down))

    def busy(self) -> bool:
        """Return whether a key is down or a change is waiting. Changes nothing."""
        return bool(self._down or self._waiting)

    def scan(self) -> int:
        """Return the matrix now: bit n is set while key n is down."""
        now = self._now()
        self._let_go_of_stuck_keys(now)
        while self._waiting:
            key, down = self._waiting[0]
            if bool(self._down >> key & 1) == down:
                self._waiting.pop(0)
                continue
            if self._scanned - self._changed[key] >= HOLD_SECONDS:
                self._waiting.pop(0)
                self._down ^= 1 << key
                self._changed[key] = now
            break
        self._scanned = now
        return self._down

    def _let_go_of_stuck_keys(self, now: float) -> None:
        for key in range(len(KEYS)):
            if self._down >> key & 1 and now - self._changed[key] >= STUCK_SECONDS:
                self._down ^= 1 << key
                self._changed[key] = now

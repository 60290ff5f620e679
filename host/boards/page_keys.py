"""The keys as the page presses them, made into what a key matrix would show.

A click may be over in a millisecond, and two keys typed quickly may arrive in one packet: between
two scans both would be lost, or lose their order. So the changes wait in a queue, one is let
through for each scan, and a key stays as it is long enough for the scanner to believe it.
"""

import time
from collections import deque
from collections.abc import Callable

from firmware.key_scanner import KeyScanner
from hardware.board import KEYS

# A state must last, and be scanned after that: the scanner doubts it for its lockout.
HOLD_SECONDS = (KeyScanner.lockout_ms + 5) / 1000
STUCK_SECONDS = 8.0  # a page that went away never said that its key is up
WAITING_MOST = 64  # changes; one person's ten fingers never have more


class PageKeys:
    """A key matrix for `App`: `press` from the page, `scan` for the scanner.

    `now` returns seconds that never go back. Not for several threads.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now = now
        self._down = 0
        self._scanned = now()
        self._changed = [float("-inf")] * len(KEYS)
        self._waiting: deque[tuple[int, bool]] = deque()

    def press(self, key: int, down: bool) -> None:
        """Note that `key` (0 to 23) went down or up. Raises ValueError for another number."""
        if not 0 <= key < len(KEYS):
            raise ValueError(f"there is no key {key}")
        if len(self._waiting) < WAITING_MOST:
            self._waiting.append((key, down))

    def busy(self) -> bool:
        """Return whether a key is down, or a change waits to be seen. Changes nothing."""
        return bool(self._down or self._waiting)

    def scan(self) -> int:
        """Return the matrix now: bit n is set while key n is down."""
        now = self._now()
        self._let_go_of_stuck_keys(now)
        while self._waiting:
            key, down = self._waiting[0]
            if bool(self._down >> key & 1) == down:
                self._waiting.popleft()
                continue
            if self._scanned - self._changed[key] >= HOLD_SECONDS:
                self._waiting.popleft()
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

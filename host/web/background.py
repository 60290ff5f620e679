"""Work in the background while somebody asks for it, one piece after the other."""

import threading
import time
from collections.abc import Callable

_ASKED_SECONDS = 5.0  # a page asks more often; if none does, nobody waits
_PAUSE_SECONDS = 0.001


class NobodyWaits(Exception):
    """Nobody has asked for some seconds; the next one who asks begins the work again."""


class Background:
    """A thread that works as long as `asked` is called every few seconds."""

    def __init__(self):
        self._asked = 0.0
        self._lock = threading.Lock()
        self._running = False

    def asked(self) -> None:
        self._asked = time.monotonic()

    def tell(self, done: int = 0, whole: int = 0) -> None:
        """Let keys and lights have their turn; call it between short pieces of the work. Raises
        NobodyWaits."""
        if time.monotonic() - self._asked > _ASKED_SECONDS:
            raise NobodyWaits
        time.sleep(_PAUSE_SECONDS)

    def start(self, work: Callable[[], None]) -> None:
        """Call `work` in the thread, unless it works already."""
        with self._lock:
            if self._running:
                return
            self._running = True
        threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work):
        try:
            work()
        except NobodyWaits:
            pass
        finally:
            self._running = False

"""An event loop with a clock of its own: nothing is waited for, time goes on by itself."""

import asyncio
import selectors


class ClockLoop(asyncio.SelectorEventLoop):
    """Where a loop would sleep until something is due, it is that time at once."""

    def __init__(self):
        super().__init__(_Selector(self._advance))
        self._now = 1000.0

    def time(self) -> float:
        return self._now

    def _advance(self, seconds: float) -> None:
        self._now += seconds


class _Selector(selectors.DefaultSelector):
    def __init__(self, advance):
        super().__init__()
        self._advance = advance

    def select(self, timeout=None):
        assert timeout is not None, "everything waits for something that does not come"
        if timeout > 0:
            self._advance(timeout)
        return super().select(0)

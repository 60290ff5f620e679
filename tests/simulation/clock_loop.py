"""An event loop with a simulated clock: it never waits, time advances by itself."""

import asyncio
import selectors


class ClockLoop(asyncio.SelectorEventLoop):
    """Instead of sleeping until something is due, the clock jumps to that time."""

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


def on_clock(test):
    """Run the coroutine function `test` on a simulated clock that begins at 1000 s, and cancel
    what it leaves behind."""

    def run(*words):
        loop = ClockLoop()
        try:
            loop.run_until_complete(_whole(test, words))
        finally:
            loop.close()

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def _whole(test, words):
    try:
        await test(*words)
    finally:
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

"""Milliseconds that wrap, as `time.ticks_ms` counts them on MicroPython."""

from engine_core.compat import const

_PERIOD = const(0x40000000)
_HALF = const(0x20000000)


def since(now: int, then: int) -> int:
    """Return the ms from `then` to `now`; negative if `then` is later."""
    return ((now - then + _HALF) & (_PERIOD - 1)) - _HALF


def after(now: int, ms: int) -> int:
    """Return the tick `ms` after `now`."""
    return (now + ms) & (_PERIOD - 1)

"""The oldest MicroPython that the board runs on: in older ones the USB link stalls when a laptop
reconnects."""

OLDEST = (1, 29)


def is_too_old(version: tuple) -> bool:
    """Return whether MicroPython `version`, (major, minor, ...), is older than that."""
    return tuple(version[:2]) < OLDEST


def oldest_text() -> str:
    """Return `1.29`."""
    return "%d.%d" % OLDEST

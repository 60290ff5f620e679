"""Whether another version of the board's program wrote a journal that cannot be read."""

from engine_core.state_layout import LAYOUT

from .flashlog import MARK

_ANY = MARK[:3]  # what the mark of each version begins with


def is_of_another_version(log) -> bool:
    """Return whether the newest slot of `log`, a FlashLog, has a state of another layout, or there
    is no slot, but the mark of another version at the beginning of a sector."""
    data = log.read(log.newest)
    if data is not None:
        return bytes(data[:4]) not in (LAYOUT, b"\xff" * 4)
    return log.has_mark(_ANY) and not log.has_mark(MARK)

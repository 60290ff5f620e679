"""Why a journal cannot be read: it is damaged, or of another version of the board's program."""

from engine_core.state_layout import LAYOUT

from .flashlog import MARK

LOST = "the saved game cannot be read"
OTHER = LOST + ": another version of the board's program wrote it"
_ANY = MARK[:3]  # what the mark of each version begins with


def why_lost(log) -> str:
    """Return a text that says why the journal in `log`, a FlashLog, cannot be read."""
    return OTHER if is_of_another_version(log) else LOST


def is_of_another_version(log) -> bool:
    """Return whether the newest slot of `log`, a FlashLog, has a state of another layout, or there
    is no slot, but the mark of another version at the beginning of a sector."""
    data = log.read(log.newest)
    if data is not None:
        return bytes(data[:4]) not in (LAYOUT, b"\xff" * 4)
    return log.has_mark(_ANY) and not log.has_mark(MARK)

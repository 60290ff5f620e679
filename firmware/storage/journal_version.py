"""Finds out why a journal cannot be read: it is damaged, or of another version of the program."""

from engine_core.state.state_layout import LAYOUT

from .flashlog import MARK

LOST = "the saved game cannot be read"
OTHER = LOST + ": another version of the board's program wrote it"
_ANY = MARK[:3]  # the beginning of every version's mark


_ERASED = b"\xff" * 4


def why_lost(log, damaged: bool) -> str:
    """Return the reason why no game was found in the journal in `log`, a FlashLog; "" if there is
    none, or only the part of its first segment that a power cut left.

    damaged: whether a slot is known to be neither whole nor cut short.
    """
    if is_of_another_version(log):
        return OTHER
    return LOST if damaged or log.has_other() else ""


def is_of_another_version(log) -> bool:
    """Return whether a slot of `log`, a FlashLog in which no segment can be read, has the tag of
    another layout, or there is no slot, but the mark of another version at the beginning of a
    sector.

    Before undone entries were kept, segments had another header under the same mark and tag; read
    as ours, they look as if a power cut had left them.
    """
    for number in range(log.newest, log.newest - log.count, -1):
        data = log.read(number)
        if data is None:
            continue
        tag, more = bytes(data[:4]), bytes(data[4:8])
        if tag not in (LAYOUT, _ERASED) and more != _ERASED:
            return True
    return not log.newest and log.has_mark(_ANY) and not log.has_mark(MARK)

"""Stores undone entries in separate slots, if there are too many for the slot of their segment.

Each such slot names the one with the entries after it, see engine_core.game.segment.
"""

from engine_core.compat import const
from engine_core.game.segment import Segment

_MOST = const(400)  # bytes in a slot


def write(log, undone, keep: int) -> None:
    """Store all but at most `keep` bytes of the RedoList `undone` in slots of the FlashLog `log`,
    the last entries first. Raises OSError."""
    while len(undone.unstored()) > keep:
        part = undone.last_unstored(_MOST)
        number = log.next()
        log.begin(number, Segment(0, b"", 0).pack(number, part, b"", True)[0])
        undone.is_stored(len(part.unstored()), number)


def packed_in(number: int, read) -> bytes:
    """Return the packed entries in slot `number` and in those that it names, up to the first one
    that is no longer stored. `read(number)` returns the Reader of a slot, or None."""
    packed = b""
    skip = 0
    while number:
        found = read(number)
        if not found:
            break
        part = found.undone.unstored()
        packed += part[skip:]
        skip = found.skipped + max(0, skip - len(part))
        number = found.place
    return packed

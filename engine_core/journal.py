"""The journal of version 1: entries, undo and redo as records, one after another.

Boards now use version 2, see engine_core.segment, and convert a journal of version 1.

A header, `PEG\x01`, and then one record for each entry, UNDO and REDO: its bytes, and a CRC-32
that includes the header and every record before it. So reading stops at the first record that is
incomplete, stale or damaged. States among the records are ignored: 7F, the number of entries
before it (two bytes), a tag (four), its length (one), and that many bytes.
"""

from .compat import TYPE_CHECKING, const, crc32
from .entries import REDO, UNDO, pack, unpack
from .errors import PegboardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .game import Game

HEADER = b"PEG\x01"
_STATE = const(0x7F)
_CRC = const(4)
_STATE_HEAD = const(8)
_LONGEST = const(268)  # bytes of a record: a state's


def record(what: bytes | tuple, chain: int) -> tuple:
    """Return the record of an entry, UNDO or REDO, and the chain for the next.

    chain: the value returned with the record before; for the first, `crc32(HEADER)`.
    """
    data = what if isinstance(what, bytes) else pack(what)
    chain = crc32(data, chain)
    return data + chain.to_bytes(_CRC, "big"), chain


def walk(pieces: "Iterable[bytes | bytearray]") -> "Iterator[tuple]":
    """Yield `(what, good, chain)` for each record of the journal that `pieces` make up, one after
    another, to the first that is damaged: an entry, UNDO, REDO, or None for a state; how many
    bytes were good; and the chain after it."""
    data = b""
    good = 0
    chain = crc32(HEADER)
    for piece in pieces:
        data += piece
        at = 0
        if not good and len(data) >= len(HEADER):
            if data[: len(HEADER)] != HEADER:
                return
            at = good = len(HEADER)
            yield None, good, chain
        while good and at < len(data):
            found = _record(data, at, chain)
            if not found:
                break
            what, end, chain = found
            good += end - at
            at = end
            yield what, good, chain
        data = data[at:]
        if len(data) >= _LONGEST:
            return  # it would be here


def _record(data, at, chain):
    """Return what the record at `at` says, where it ends, and the chain; None for no record."""
    kind = data[at]
    what = None
    end = at + 1
    if kind == _STATE:
        end = at + _STATE_HEAD
        end += data[end - 1] if end <= len(data) else 0
    elif bytes(data[at:end]) in (UNDO, REDO):
        what = bytes(data[at:end])
    else:
        try:
            what, end = unpack(data, at)
        except PegboardError:
            return None
    chain = crc32(data[at:end], chain)
    if data[end : end + _CRC] != chain.to_bytes(_CRC, "big"):
        return None
    return what, end + _CRC, chain


def read(data: bytes | bytearray) -> tuple:
    """Return `(records, good, chain)`: everything up to the first damaged record.

    records: entries, UNDO and REDO in order; good: how many bytes they and the header take
    (0 where the header is missing); chain: for the next record.
    """
    records = []
    good = 0
    chain = crc32(HEADER)
    for what, end, after in walk((data,)):
        good = end
        chain = after
        if what is not None:
            records.append(what)
    return records, good, chain


def fold(game: "Game", what: bytes | tuple) -> None:
    """Fold one record into `game`. Raises PegboardError where it is not allowed."""
    if what == UNDO:
        game.undo()
    elif what == REDO:
        game.redo()
    elif isinstance(what, tuple):
        game.apply(what, left=0)  # an entry of this version clears what was undone


def replay(game: "Game", records: list) -> int:
    """Fold `records` into `game`; return how many it took before one it does not allow."""
    for n, what in enumerate(records):
        try:
            fold(game, what)
        except PegboardError:
            return n
    return len(records)

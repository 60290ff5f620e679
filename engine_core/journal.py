"""The journal: what was keyed, as bytes that survive a pulled plug.

A header, then one record for each entry, undo and redo: its bytes and a CRC-32 that takes in
every record before it. So a tail that is torn, stale or flipped is found at its first record.
"""

from .compat import crc32
from .entries import pack, unpack
from .errors import PegboardError

HEADER = b"PEG\x01"
UNDO = b"\x7d"
REDO = b"\x7e"
_CRC = 4


def record(what, chain: int) -> tuple:
    """Return the record of an entry, UNDO or REDO, and the chain for the next one.

    chain: the value returned with the record before; for the first, `crc32(HEADER)`.
    """
    data = what if isinstance(what, bytes) else pack(what)
    chain = crc32(data, chain)
    return data + chain.to_bytes(_CRC, "big"), chain


def read(data) -> tuple:
    """Return `(records, good, chain)`: everything up to the first damaged record.

    records: entries, UNDO and REDO in order; good: how many bytes they and the header take
    (0 where the header is missing); chain: for the next record.
    """
    if data[: len(HEADER)] != HEADER:
        return [], 0, crc32(HEADER)
    records = []
    good = len(HEADER)
    chain = crc32(HEADER)
    while good < len(data):
        what = bytes(data[good : good + 1])
        end = good + 1
        if what not in (UNDO, REDO):
            try:
                what, end = unpack(data, good)
            except PegboardError:
                break
        after = crc32(data[good:end], chain)
        if data[end : end + _CRC] != after.to_bytes(_CRC, "big"):
            break
        records.append(what)
        good = end + _CRC
        chain = after
    return records, good, chain


def replay(game, records) -> int:
    """Fold `records` into `game`; return how many it took before one it does not allow."""
    for n, what in enumerate(records):
        try:
            if what == UNDO:
                game.undo()
            elif what == REDO:
                game.redo()
            else:
                game.apply(what)
        except PegboardError:
            return n
    return len(records)

"""The journal: what was keyed, as bytes that survive a pulled plug.

A header, then one record for each entry, undo and redo: its bytes and a CRC-32 that takes in
every record before it. So a tail that is torn, stale or flipped is found at its first record.

Among them may be the state that the entries had come to, so that a long game is taken up again
without folding all of it. Its tag says of which rules it is; by others it is passed over.
"""

from array import array

from .cards import JOKER
from .compat import TYPE_CHECKING, const, crc32
from .entries import pack, unpack
from .errors import PegboardError

if TYPE_CHECKING:
    from .game import Game

HEADER = b"PEG\x01"
UNDO = b"\x7d"
REDO = b"\x7e"
STATE = const(0x7F)
_UNDO = const(0x7D)
_REDO = const(0x7E)
_CRC = const(4)
_STATE_HEAD = const(8)  # its kind, how many entries led to it, the rules' tag, its length


def record(what: bytes | tuple, chain: int) -> tuple:
    """Return the record of an entry, UNDO, REDO or what `state` gave, and the chain for the next.

    chain: the value returned with the record before; for the first, `crc32(HEADER)`.
    """
    data = what if isinstance(what, bytes) else pack(what)
    chain = crc32(data, chain)
    return data + chain.to_bytes(_CRC, "big"), chain


def state(entries: int, packed: bytes, tag: bytes) -> bytes:
    """Return what `record` takes for a state, packed, that so many entries led to.

    tag: four bytes that differ where the rules do.
    """
    return bytes([STATE]) + entries.to_bytes(2, "big") + tag + bytes([len(packed)]) + packed


def _walk(data):
    """Yield `(at, end, chain)` for each record up to the first that is damaged: where its bytes
    are, and the chain after it, which takes up the four bytes that follow."""
    if data[: len(HEADER)] != HEADER:
        return
    at = len(HEADER)
    chain = crc32(HEADER)
    while at < len(data):
        kind = data[at]
        if kind <= JOKER:
            end = at + 1  # a card, as most are
        elif kind == STATE:
            end = at + _STATE_HEAD
            end += data[end - 1] if end <= len(data) else 0
        elif kind in (_UNDO, _REDO):
            end = at + 1
        else:
            try:
                end = unpack(data, at)[1]
            except PegboardError:
                return
        chain = crc32(data[at:end], chain)
        if data[end : end + _CRC] != chain.to_bytes(_CRC, "big"):
            return
        yield at, end, chain
        at = end + _CRC


def read(data: bytes | bytearray, most: int = 1 << 29) -> tuple:
    """Return `(records, good, chain)`: everything up to the first damaged record, or `most`.

    records: entries, UNDO and REDO in order; good: how many bytes they and the header take
    (0 where the header is missing); chain: for the next record.
    """
    records = []
    good = len(HEADER) if data[: len(HEADER)] == HEADER else 0
    chain = crc32(HEADER)
    for at, end, after in _walk(data):
        kind = data[at]
        if kind != STATE and len(records) == most:
            break
        if kind in (_UNDO, _REDO):
            records.append(bytes(data[at:end]))
        elif kind != STATE:
            records.append(unpack(data, at)[0])
        good = end + _CRC
        chain = after
    return records, good, chain


def replay(game: "Game", records: list) -> int:
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


def resume(game: "Game", data: bytes | bytearray, tag: bytes) -> tuple:
    """Have the new `game` become the one in the journal `data`, folding only what came after the
    last state with this `tag`. Return `(good, chain)`, as `read` does.

    Raises PegboardError where the rules do not allow it; `game` is then not for use, and `replay`
    finds how far they do.
    """
    good = len(HEADER) if data[: len(HEADER)] == HEADER else 0
    chain = crc32(HEADER)
    log = bytearray()
    ends = array("I")
    length = 0
    kept = []
    for at, end, after in _walk(data):
        kind = data[at]
        if kind == STATE:
            entries = data[at + 1] << 8 | data[at + 2]
            if data[at + 3 : at + 7] == tag and (kept[-1][0] if kept else 0) < entries <= length:
                kept.append((entries, bytes(data[at + _STATE_HEAD : end])))
        elif kind == _UNDO:
            if not length:
                raise PegboardError("there is nothing to undo")
            length -= 1
            while kept and kept[-1][0] > length:
                kept.pop()
        elif kind == _REDO:
            if length == len(ends):
                raise PegboardError("there is nothing to redo")
            length += 1
        else:
            if length < len(ends):
                ends = ends[:length]
                log = log[: ends[-1] if length else 0]
            log += data[at:end]
            ends.append(len(log))
            length += 1
        good = end + _CRC
        chain = after
    game.take_up(log, ends, length, kept)
    return good, chain

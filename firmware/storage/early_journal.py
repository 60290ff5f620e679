"""Journals of the first versions of the program, whose segments or sectors have other heads.

Segments had this head until undone entries were kept (offset, length, meaning), under the same
mark, and then the state, the entries, and the CRC-32, as engine_core.game.segment has them now:

    0  16  as now
    16  1  number of entries of the slot before that are in effect
    17  1  as now
    18  1  number of entries that follow the state
    19  1  how many of them are in effect: the others were undone
    20  2  length of the state

A record was an entry, UNDO or REDO. An entry dropped all that were undone.

Before that, each sector began with `PEG1`, its serial number, that of the sector before it (0 for
none), the end of the data in that one, and a CRC-32 of these three, four bytes each; then came
chunks: length, up to 200 bytes, and two bytes of a CRC-32. Together the chunks are `PEG` and 01,
and records as above, each with a CRC-32 that continues from the one before; a record that begins
with 7F is a state, which is passed over: its length is in its eighth byte.

The entries are applied again, by the rules of this version, and stored as this version does. So a
match whose beginning is no longer stored continues from the first game that begins with its START.
"""

from engine_core.compat import const, crc32
from engine_core.errors import OF_ANOTHER_VERSION, Illegal, PegboardError
from engine_core.game.game import Game
from engine_core.game.segment_reader import cut_short
from engine_core.state.entries import GO, START, UNDO, size, unpack

from .flashlog import MARK, SLOT_DATA

STREAM = b"PEG\x01"  # the beginning of a journal of the first version in a file on a laptop
_MARK = b"PEG1"
_REDO = b"\x7e"
_STATE = const(0x7F)
_STATE_HEAD = const(8)
_HEAD = const(22)
_CRC = const(4)
_SECTOR_HEAD = const(20)
_CHUNK_MOST = const(200)
_SHARE = const(8)  # of the slots, one in so many is used to store the game again
_LOST = "only a part of the saved game can be read: check the scores"
_CHANGED = "the rules have changed, and end the saved game early: check the last card"


def take_over(journal, log):
    """Store the game of an early journal, in the flash of the GameStore `journal` and the FlashLog
    `log`, as this version does. Its slots stay until their sectors are needed; sectors of the
    first version are copied first.

    Return the Game, or None if there is none or it could not be stored, and a text about its
    fault, or "". One with a fault is not stored yet.
    """
    is_first = not log.has_mark(MARK)
    number = _newest(log)
    found = _of_sectors(journal.flash) if is_first else _of_segments(log, number)
    if not found:
        return None, ""
    game, trouble = played(*found)
    if not game.length:
        return None, ""
    taken_over = Game(journal.older)
    taken_over.take_up(game.segments()[-(log.count // _SHARE) :], game.length)
    taken_over.undone = game.undone
    if not trouble:
        try:
            if is_first:
                journal.flash.keep()
            else:
                log.resume(number, SLOT_DATA)
            journal.write(taken_over)
        except OSError:
            return None, ""
    return taken_over, trouble


def played(entries: list, undone: list, is_whole: bool):
    """Return the Game of these packed entries, with those that can be redone, and a text about
    its fault, or "". is_whole: whether nothing is missing after them."""
    kinds = [unpack(packed)[0][0] for packed in entries]
    start = kinds.index(START) if START in kinds else len(kinds)
    trouble = _LOST if start or not is_whole else ""
    game = Game()
    try:
        for packed in entries[start:]:
            _apply(game, unpack(packed)[0])
    except OF_ANOTHER_VERSION:
        return game, _CHANGED
    redone = 0
    try:
        for packed in undone:
            redone += _apply(game, unpack(packed)[0])
    except OF_ANOTHER_VERSION:
        pass  # as far as the rules allow them
    for _ in range(redone):
        game.undo()
    return game, trouble


def _apply(game, entry):
    """Apply an entry; return how many more entries the game has. A go that no longer needs to be
    entered (G17) is left out."""
    try:
        game.apply(entry)
        return 1
    except Illegal:
        if entry[0] != GO:
            raise
        return 0


# Segments ------------------------------------------------------------------------------------


def _newest(log):
    """Return the number of the newest slot with a complete segment, 0 if there is none."""
    for number in range(log.newest, log.newest - log.count, -1):
        newest = _segment(log, number)
        if newest and not newest[1]:
            return number
    return 0


def _of_segments(log, number):
    """Return the arguments of `played` for the segment in slot `number` and those before it; None
    if there is none."""
    newest = _segment(log, number)
    if not newest:
        return None
    first, _, before, taken, entries, position, is_whole = newest
    while first:
        older = _segment(log, before)
        if not older or older[0] + taken != first or len(older[4]) < taken:
            break
        entries = older[4][:taken] + entries
        first, _, before, taken = older[:4]
    at = position - first
    return (entries[:at], entries[at:], is_whole) if at > 0 else None


def _segment(log, number):
    """Return what a slot says of its segment: how many entries of the match precede it, whether
    others must follow, the slot before and how many of its entries are in effect, the packed
    entries, how many of the match are in effect, and whether nothing is missing. None if there is
    no segment."""
    found = log.read(number)
    if not found:
        return None
    data = bytes(found)
    first = _number(data, 4)
    entries = []
    end = _HEAD + (data[20] << 8 | data[21])
    for _ in range(data[18]):
        length = size(data[end]) if end < len(data) else 0
        if not length:
            return None
        entries.append(data[end : end + length])
        end += length
    chain = crc32(data[:end], crc32(number.to_bytes(4, "big")))
    if data[end : end + _CRC] != chain.to_bytes(_CRC, "big"):
        return None
    records = Records(chain, entries, data[19], first)
    is_whole = cut_short(data, records.read(data, end + _CRC))
    before = _number(data, 12)
    before = before if before < number else 0  # following such numbers ends
    return first, data[17], before, data[16], entries, first + records.position, is_whole


# Records -------------------------------------------------------------------------------------


class Records:
    """Applies records to the packed `entries`, of which `position` are in effect; `least`: how
    many before them could be undone."""

    def __init__(self, chain: int, entries: list, position: int = 0, least: int = 0):
        self.entries = entries
        self.position = position
        self._chain = chain
        self._least = -least

    def read(self, data: bytes, at: int) -> int:
        """Apply the records in `data` from byte `at` on; return where the good ones end."""
        while at < len(data):
            end = at + _length(data, at)
            chain = crc32(data[at:end], self._chain)
            if end == at or data[end : end + _CRC] != chain.to_bytes(_CRC, "big"):
                break
            if not self._apply(data[at:end]):
                break
            self._chain = chain
            at = end + _CRC
        return at

    def _apply(self, what):
        if what[0] == _STATE:
            return True
        if what in (UNDO, _REDO):
            position = self.position + (1 if what == _REDO else -1)
            if not self._least <= position <= len(self.entries):
                return False
            self.position = position
            return True
        if self.position < 0:
            return False
        self.entries[self.position :] = [what]
        self.position += 1
        return True


def _length(data, at):
    """Return the length of the record at byte `at`; 0 if there is none."""
    if data[at : at + 1] in (UNDO, _REDO):
        return 1
    if data[at] == _STATE:
        end = at + _STATE_HEAD
        return _STATE_HEAD + data[end - 1] if end <= len(data) else 0
    try:
        return unpack(data, at)[1] - at
    except PegboardError:
        return 0


# The first version ---------------------------------------------------------------------------


def stream_game(data: bytes):
    """Return the Game in a journal of the first version, with a text about its fault, or "".
    Raises PegboardError if there is none."""
    found = _of_stream(data)
    if not found or not found[0]:
        raise PegboardError("there is no saved game")
    return played(*found)


def _of_stream(data):
    if data[: len(STREAM)] != STREAM:
        return None
    records = Records(crc32(STREAM), [])
    whole = records.read(data, len(STREAM)) == len(data)
    return records.entries[: records.position], records.entries[records.position :], whole


def _sector_data(flash):
    """Return the data in the sectors of the first version, b"" if there are none, and whether
    they are whole. They end in the newest sector from which every one back to a first is there."""
    heads = {}
    for sector in range(flash.count):
        head = bytes(flash.read(sector, 0, _SECTOR_HEAD))
        if head[:4] == _MARK and crc32(head[4:16]).to_bytes(4, "big") == head[16:]:
            serial, before, end = _number(head, 4), _number(head, 8), _number(head, 12)
            if before < serial:
                heads[serial] = (sector, before, end)
    for newest in sorted(heads, reverse=True):
        data = b""
        is_whole = True
        serial, most = newest, flash.size
        while serial in heads:
            sector, serial, end = heads[serial]
            found, rest = _chunks(bytes(flash.read(sector, 0, min(most, flash.size))))
            if not data:  # the power may have been cut in the last chunk of all
                rest = rest[_CHUNK_MOST + 3 :]
            is_whole = is_whole and not rest.strip(b"\xff")
            data = found + data
            most = end
        if not serial:
            return data, is_whole
    return b"", True


def _of_sectors(flash):
    """Return the arguments of `played` for the sectors of the first version; None if there are
    none."""
    data, is_whole = _sector_data(flash)
    found = _of_stream(data)
    return found and (found[0], found[1], found[2] and is_whole)


def _chunks(data):
    """Return the data of the chunks in a sector, up to one that is damaged or cut off, and the
    rest of the sector."""
    found = b""
    at = _SECTOR_HEAD
    while at < len(data) and 0 < data[at] <= _CHUNK_MOST:
        end = at + 1 + data[at]
        if data[end : end + 2] != (crc32(data[at:end]) & 0xFFFF).to_bytes(2, "big"):
            break
        found += data[at + 1 : end]
        at = end + 2
    return found, data[at:]


def _number(data, at):
    return int.from_bytes(data[at : at + 4], "big")

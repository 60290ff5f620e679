"""A journal of version 1, as older boards wrote it: it is read once and then stored as version 2.

Each sector of the flash begins with a mark and a head (offset, length, meaning):

    0   4  "PEG1"
    4   4  the sector's serial number, big-endian
    8   4  the serial number of the sector before it; 0 if it is the first
    12  4  the offset in that sector at which the chunks ended
    16  4  CRC-32 of the twelve bytes before
    20     chunks: length (one byte, 1 to 200), data, two bytes of the CRC-32 of both

The stream of chunks ends in the newest sector from which every sector back to a first one is
present. engine_core.journal reads that stream.
"""

from engine_core.compat import const, crc32
from engine_core.errors import PegboardError
from engine_core.game import Game
from engine_core.journal import fold, walk

from .flashlog import MARK_V1

_FIRST = const(20)
_LONGEST = const(200)
_AROUND = const(3)
_LOOK = const(256)
_IN_MEMORY = const(16)  # segments in memory while it is read, since as many can have been undone
_SEGMENTS = const(8)  # segments that are converted: one sector has room for them
_CUT_OFF = "the end of the saved game was damaged: check the last card"


def take_over(journal, log, flash):
    """Convert the journal of version 1 on `flash`: store it in `journal`, whose FlashLog is `log`.
    Return the Game, or None if there is no such journal, and a text that says what is wrong with
    it, or ""."""
    old = getattr(flash, "old", b"")
    sectors = [] if old else _sectors(flash)
    if not old and not sectors:
        return None, ""
    pieces = _CountedRecords((old,) if old else _chunks(flash, sectors))
    game = Game()
    good = 0
    try:
        for what, after, _ in walk(pieces):
            if what is not None:
                fold(game, what)
            game.trim(_IN_MEMORY)
            good = after
        whole = good == pieces.count
    except PegboardError:
        whole = False  # the part that is good and that the rules allow
    if not good:
        return None, ""
    taken = Game(journal.older)
    taken.take_up(game.segments()[-_SEGMENTS:], game.length)
    trouble = "" if whole else _CUT_OFF
    try:
        if sectors:
            free = (sectors[-1][0] + 1) % flash.count
            while free in [row[0] for row in sectors]:
                free = (free + 1) % flash.count
            log.skip_to(free)
        journal.write(taken)
        if hasattr(flash, "taken_over"):
            flash.taken_over()
    except OSError as why:
        trouble = "the saved game could not be converted (" + str(why) + ")"
    return taken, trouble


class _CountedRecords:
    """Iterates over `pieces`, and counts their bytes."""

    def __init__(self, pieces):
        self._pieces = iter(pieces)
        self.count = 0

    def __iter__(self):
        return self

    def __next__(self):
        piece = next(self._pieces)
        self.count += len(piece)
        return piece


def _sectors(flash):
    """Return (sector, end of its chunks) for each sector of the stream, oldest first."""
    heads = {}
    for sector in range(flash.count):
        raw = bytes(flash.read(sector, 0, _FIRST))
        if raw[:4] == MARK_V1 and crc32(raw[4:16]).to_bytes(4, "big") == raw[16:]:
            serial, before, ended = [int.from_bytes(raw[at : at + 4], "big") for at in (4, 8, 12)]
            if before < serial:
                heads[serial] = (sector, before, ended)
    for newest in sorted(heads, reverse=True):
        found = []
        serial = newest
        most = flash.size
        while serial in heads:
            sector, before, ended = heads[serial]
            found.insert(0, (sector, most))
            serial, most = before, ended
        if not serial:
            return found
    return []


def _chunks(flash, sectors):
    """Yield the data of each chunk of these sectors. Raises PegboardError at the first damaged
    one; an incomplete one at the end, from a power cut, is ignored."""
    for sector, most in sectors:
        at = _FIRST
        while at < most:
            # In pieces, since the heap may have no free block as large as a sector.
            raw = bytes(flash.read(sector, at, min(_LOOK, most - at)))
            i = 0
            while i < len(raw) and 0 < raw[i] <= _LONGEST:
                after = i + raw[i] + _AROUND
                if after > len(raw):
                    break
                body = raw[i : after - 2]
                if raw[after - 2 : after] != (crc32(body) & 0xFFFF).to_bytes(2, "big"):
                    break
                yield body[1:]
                i = after
            if not i:
                break
            at += i
        if at < most and (most < flash.size or not _is_cut(flash, sector, at)):
            raise PegboardError("the journal is damaged")


def _is_cut(flash, sector, at):
    """Return whether a power cut can have left what follows `at`: at most one incomplete chunk."""
    for start in range(at + _LONGEST + _AROUND, flash.size, _LOOK):
        length = min(_LOOK, flash.size - start)
        if bytes(flash.read(sector, start, length)) != b"\xff" * length:
            return False
    return True

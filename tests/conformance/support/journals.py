"""What tests of the journal's bytes share: games as records, and their bytes."""

from engine_core import journal
from engine_core.compat import crc32
from engine_core.journal import HEADER, REDO, UNDO
from tests.conformance.support.player import FAMILY, play_out

EMPTY = crc32(HEADER)


def stored(records):
    """Return the journal of `records` and where each record ends."""
    data = HEADER
    chain = EMPTY
    ends = [len(data)]
    for what in records:
        more, chain = journal.record(what, chain)
        data += more
        ends.append(len(data))
    return data, ends


def game_with_undo():
    """Return the records of a whole game in which some entries were undone, some redone."""
    records = []
    for n, entry in enumerate(play_out(FAMILY[1], 41).entries()):
        records.append(entry)
        if n % 9 == 8:
            records += [UNDO, UNDO, REDO, REDO]
        if n % 13 == 12:
            records += [UNDO, REDO]
    return records


def stored_chain(records):
    """Return the chain after `records`."""
    chain = EMPTY
    for what in records:
        chain = journal.record(what, chain)[1]
    return chain

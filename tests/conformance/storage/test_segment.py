"""The bytes of a segment and the records after it, which are read up to the first wrong one."""

from engine_core import entries as E
from engine_core.errors import PegboardError
from engine_core.redo_list import RedoList
from engine_core.segment import Reader, Segment, record
from tests.conformance.support.kit import raises

SLOT = 3


def of(*entries):
    """Return the bytes of a segment with these entries in slot SLOT, and the chain after it."""
    segment = Segment(8, b"state", 2)
    for entry in entries:
        segment.add(E.pack(entry))
    return segment.pack(SLOT, RedoList())


def read(*records, entries=()):
    """Read a segment with `entries` and the `records` after it; return the reader."""
    data, chain = of(*entries)
    for what in records:
        more, chain = record(what, chain)
        data += more
    reader = Reader(data, SLOT)
    assert reader.end <= len(data)
    return reader


def test_a_first_segment_has_no_slot_before_it():
    data, _ = Segment(0, b"", 0).pack(1, RedoList())
    assert data[12:16] == bytes(4)


def test_a_segment_that_is_cut_anywhere_is_refused():
    whole, _ = of((E.CARD, 1), (E.POINTS, 0, 4), (E.CARD, 2))
    for length in range(len(whole)):
        raises(PegboardError, Reader, whole[:length], SLOT)
    assert Reader(whole, SLOT).segment.count == 3


def test_an_entry_drops_the_undone_ones_of_another_slot_too():
    undone = RedoList(E.pack((E.GO,)))
    undone.place = 2
    undone.total = undone.stored = len(undone)
    data, chain = Segment(8, b"state", 2).pack(SLOT, undone)
    assert Reader(data, SLOT).place == 2
    more, _ = record(E.pack((E.CARD, 5)), chain)
    reader = Reader(data + more, SLOT)
    assert reader.place == 0 and reader.undone.count == 0 and reader.segment.count == 1


def test_records_add_entries_and_take_them_back():
    go = E.pack((E.GO,))
    reader = read(go, E.UNDO, E.pack((E.CARD, 5)), entries=[(E.CARD, 1)])
    assert list(reader.segment.entries(reader.segment.count)) == [(E.CARD, 1), (E.CARD, 5)]
    assert reader.undone.count == 0
    reader = read(go, E.UNDO, E.UNDO, entries=[(E.CARD, 1)])
    assert reader.segment.count == 0 and reader.undone.count == 2


def test_an_undo_of_what_another_slot_has_ends_the_reading():
    whole, _ = of()
    reader = read(E.UNDO, E.pack((E.GO,)))
    assert reader.end == len(whole)
    assert reader.segment.count == 0 and reader.undone.count == 0

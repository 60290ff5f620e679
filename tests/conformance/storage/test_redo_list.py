"""The list of undone entries: in memory, and with its end in a slot of the store (G16)."""

from engine_core import entries as E
from engine_core.redo_list import RedoList

ENTRIES = ((E.CARD, 3), (E.POINTS, 1, 29), (E.GO,), (E.CARD, 50))
PACKED = [E.pack(entry) for entry in ENTRIES]


def full():
    return RedoList(b"".join(PACKED))


def shown(redo):
    return [redo.entry(n) for n in range(redo.count)]


def test_the_first_are_dropped_and_pushed():
    redo = full()
    assert shown(redo) == list(ENTRIES)
    redo.drop(2)
    assert shown(redo) == list(ENTRIES[2:])
    redo.push(PACKED[1])
    assert shown(redo) == list(ENTRIES[1:])
    assert redo.bytes_of(0) == PACKED[1] and redo.bytes_of(3) == b""


def test_the_slot_of_its_end_is_forgotten_with_the_last_entry_only():
    redo = full()
    redo.is_stored(len(PACKED[3]), 7)
    assert redo.unstored() == b"".join(PACKED[:3])
    redo.drop(3)
    assert (redo.place, redo.stored, redo.total) == (7, 1, 1)
    redo.drop(1)
    assert (redo.place, redo.stored, redo.total) == (0, 0, 0)


def test_entries_of_a_slot_follow_without_those_dropped_before_they_were_read():
    redo = RedoList(PACKED[0])
    redo.drop(2)
    assert redo.count == 0
    redo.extend(b"".join(PACKED[1:]), 9, 20)
    assert shown(redo) == list(ENTRIES[2:])
    assert (redo.place, redo.stored, redo.total) == (9, len(redo), 20)
    # Those that another slot has are not dropped once more.
    redo.extend(PACKED[0], 10, 21)
    assert shown(redo) == list(ENTRIES[2:] + ENTRIES[:1])


def test_the_last_entries_in_so_many_bytes_are_whole():
    redo = full()
    sizes = [len(packed) for packed in PACKED]
    for most in range(sum(sizes) + 1):
        last = redo.last_unstored(most)
        assert len(last) <= most
        assert shown(last) == list(ENTRIES[len(ENTRIES) - last.count :])
        # One entry more would not fit.
        assert last.count == len(ENTRIES) or len(last) + sizes[-last.count - 1] > most

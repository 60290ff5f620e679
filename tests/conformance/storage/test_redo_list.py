"""The list of undone entries: in memory, and with its end in a slot of the store (G16)."""

from engine_core.errors import PegboardError
from engine_core.game.redo_list import RedoList
from engine_core.state import entries as E
from tests.conformance.support.kit import raises

ENTRIES = ((E.CARD, 3), (E.POINTS, 1, 29), (E.GO,), (E.CARD, 50))
PACKED = [E.pack(entry) for entry in ENTRIES]


def full():
    return RedoList(b"".join(PACKED))


def shown(redo):
    return [redo.entry(n) for n in range(redo.count)]


def again(redo):
    """Return the list as it is read from its bytes."""
    return RedoList(redo.packed(0, 999)[1])


def test_the_first_are_taken_and_pushed():
    redo = full()
    assert shown(redo) == list(ENTRIES)
    redo.take(2, PACKED[1])
    assert shown(redo) == list(ENTRIES[2:])
    redo.push(PACKED[1])
    assert shown(redo) == list(ENTRIES[1:])
    assert redo.bytes_of(0) == PACKED[1] and redo.bytes_of(3) == b""


def test_g16b_an_entry_takes_others_and_has_them_behind_it_when_undone():
    other = E.pack((E.CARD, 7))
    for count, packed, left in (
        (0, other, ()),
        (1, PACKED[0], ()),
        (1, other, ENTRIES[:1]),
        (2, PACKED[1], ENTRIES[:1]),
        (2, other, ENTRIES[:2]),
        # Only a journal of others takes three; no more than two are ever behind an entry.
        (3, other, ENTRIES[1:3]),
    ):
        taken = full()
        taken.take(count, packed)
        for redo in (taken, again(taken)):
            assert (shown(redo), redo.left_out()) == (list(ENTRIES[count:]), left)
            redo.push(packed)
            assert shown(redo) == [E.unpack(packed)[0]] + list(ENTRIES[count:])
            assert (redo.left_out(), redo.replaced()) == ((), left)
            redo.leave_out()
            assert shown(redo) == list(left + ENTRIES[count:])
            redo.bring_back()
            redo.take(1, packed)
            assert (shown(redo), redo.left_out()) == (list(ENTRIES[count:]), left)
            redo.take(0, other)
            assert redo.left_out() == ()


def test_g16b_what_was_left_out_by_key_comes_back_one_by_one():
    left = full()
    left.leave_out()
    left.leave_out()
    assert left.left_out() == ENTRIES[:2] and shown(left) == list(ENTRIES[2:])
    for redo in (left, again(left)):
        for n in (1, 0):
            assert redo.left_by_key()
            redo.bring_back()
            assert shown(redo) == list(ENTRIES[n:])
        assert not redo.left_by_key() and redo.parts() == len(ENTRIES)


def test_g16b_only_the_last_of_very_many_come_back():
    redo = RedoList(PACKED[1] * 20)
    for _ in range(20):
        redo.leave_out()
    assert len(redo.left_out()) == 4 and len(redo) == 20
    while redo.left_by_key():
        redo.bring_back()
    assert shown(redo) == [ENTRIES[1]] * 4
    cards = RedoList(PACKED[0] * 20)
    for n in range(1, 20):
        cards.leave_out()
        # Each takes three bytes here, and there are 24 in all.
        assert (len(cards.left_out()), cards.count) == (min(n, 8), 20 - n)


def test_bytes_that_are_no_entries_are_refused():
    for packed in (b"\xff", E.LEAVE_OUT, E.LEAVE_OUT + b"\0", PACKED[0] + E.UNDO):
        raises(PegboardError, RedoList, packed)


def test_the_slot_of_its_end_is_forgotten_with_the_last_entry_only():
    redo = full()
    redo.is_stored(len(PACKED[3]), 7)
    assert redo.unstored() == b"".join(PACKED[:3])
    redo.take(3, PACKED[2])
    redo.take(0, PACKED[2])
    assert (redo.place, redo.stored, redo.total) == (7, 1, 1)
    redo.take(1, PACKED[3])
    assert (redo.place, redo.stored, redo.total) == (0, 0, 0)


def test_entries_of_a_slot_follow_those_here():
    redo = RedoList(PACKED[0])
    redo.extend(b"".join(PACKED[1:]), 9, 20)
    assert shown(redo) == list(ENTRIES)
    assert (redo.place, redo.stored, redo.total) == (9, len(redo) - 1, 20)


def test_the_last_entries_in_so_many_bytes_are_whole():
    redo = full()
    sizes = [len(packed) for packed in PACKED]
    for most in range(sum(sizes) + 1):
        last = redo.last_unstored(most)
        assert len(last) <= most
        assert shown(last) == list(ENTRIES[len(ENTRIES) - last.count :])
        # One entry more would not fit.
        assert last.count == len(ENTRIES) or len(last) + sizes[-last.count - 1] > most


CHANGES = {
    "push": lambda redo: redo.push(PACKED[1]),
    "take none": lambda redo: redo.take(0, PACKED[1]),
    "take one": lambda redo: redo.take(1, PACKED[0]),
    "replace one": lambda redo: redo.take(1, PACKED[2]),
    "take two": lambda redo: redo.take(2, PACKED[1]),
    "replace two": lambda redo: redo.take(2, PACKED[3]),
    "leave out": lambda redo: redo.leave_out(),
    "bring back": lambda redo: redo.bring_back() if redo.left_by_key() else None,
}


def whole(redo):
    """Return all that a list has to tell."""
    numbers = (redo.count, redo.parts(), redo.place, redo.stored, redo.total)
    return redo.packed(0, 999), redo.unstored(), numbers, redo.left_out(), redo.replaced()


def test_g16b_each_change_is_undone_as_if_it_had_not_been_made():
    for stored in (0, len(PACKED[3])):
        for first in CHANGES.values():
            for second in CHANGES.values():
                redo = RedoList(b"".join(PACKED * 2))
                redo.is_stored(stored, 7 if stored else 0)
                first(redo)
                before, mark = whole(redo), redo.mark()
                second(redo)
                redo.restore(mark)
                assert whole(redo) == before
                assert whole(again(redo))[0] == before[0]

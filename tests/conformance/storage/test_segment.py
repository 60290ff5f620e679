"""The bytes of a segment and the records after it, which are read up to the first wrong one."""

from binascii import unhexlify

from engine_core.compat import crc32
from engine_core.errors import PegboardError
from engine_core.game import segment as module
from engine_core.game.redo_list import RedoList
from engine_core.game.segment import CRC, HEAD, RECORD_MOST, Segment, four, record
from engine_core.game.segment_reader import Reader, cut_short
from engine_core.state import entries as E
from engine_core.state import state_layout
from firmware.storage.flashlog import MARK, FlashLog
from tests.conformance.support.flash import Flash
from tests.conformance.support.kit import raises

SLOT = 3
START = (E.START, 1, 2, 61, 0, 0, 0)
# The forms of a slot, by mark. Boards have written each: a new form of the segment, of its
# records or of packed entries is a new row with a new mark, and these are never changed.
FORMS = {
    b"PEG2": unhexlify(
        "5045473200000008e1502f712174616701020304000203040000000706010200050004000000020005737461"
        "74654401023d000000114142011deeca0a777d3239cc997c010501531eef4800039c5cfcdd"
    ),
}


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
    assert data[12:17] == bytes(5)  # and so no entries of it in effect


def test_entries_are_packed_up_to_the_most_bytes():
    segment = Segment(8, b"", 2)
    for entry in ((E.CARD, 1), (E.POINTS, 0, 4), (E.CARD, 2)):
        segment.add(E.pack(entry))
    ends = [0, 1, 4, 5]  # bytes of so many entries
    for n in range(3):
        for most in range(6):
            count, data = segment.packed(n, most)
            whole = [end for end in ends if ends[n] <= end <= ends[n] + most]
            assert (count, len(data)) == (len(whole) - 1, whole[-1] - ends[n])


def test_a_segment_that_is_cut_anywhere_is_refused():
    whole, _ = of((E.CARD, 1), (E.POINTS, 0, 4), (E.CARD, 2))
    for length in range(len(whole)):
        raises(PegboardError, Reader, whole[:length], SLOT)
    assert Reader(whole, SLOT).segment.count == 3


def test_undone_entries_that_are_longer_than_they_say_are_refused():
    """Otherwise bytes of theirs would be taken for entries that were not undone."""
    segment = Segment(8, b"state", 2)
    segment.add(E.pack((E.CARD, 1)))
    whole, _ = segment.pack(SLOT, RedoList(E.pack((E.POINTS, 1, 29))))
    for length in range(4):
        changed = bytearray(whole[:-CRC])
        changed[21:23] = bytes((0, length))
        end = HEAD + len(b"state") + 1 + (3 if length else 0)
        changed = bytes(changed[:end])
        sealed = changed + four(crc32(changed, crc32(four(SLOT))))
        if length in (0, 3):
            assert Reader(sealed, SLOT).undone.count == length // 3
        else:
            raises(PegboardError, Reader, sealed, SLOT)


ERASED = b"\xff" * 40
NO_ENTRY = b"\xfd"


def test_a_slot_that_the_power_cut_short_is_one_that_ends_early():
    """What is there is the beginning of a segment, and nothing follows."""
    for entries in ((), ((E.CARD, 1), (E.POINTS, 0, 4), (E.CARD, 2))):
        whole, _ = of(*entries)
        for length in range(len(whole) + 1):
            assert cut_short(whole[:length] + ERASED), length
        assert not cut_short(whole + b"\0" + ERASED)
        segment = Segment(8, b"state", 2)
        whole, _ = segment.pack(SLOT, RedoList(E.pack((E.POINTS, 1, 29)) * 2))
        assert cut_short(whole + ERASED) and not cut_short(whole + b"\0" + ERASED)
    whole, _ = of((E.CARD, 1), (E.POINTS, 0, 4), (E.CARD, 2))
    # Of the state its length alone is known, so the first byte that is wrong is an entry's.
    first = HEAD + len(b"state")
    for at in (first, first + 1):
        for more in range(1, 9):
            wrong = whole[:at] + NO_ENTRY + bytes(more)
            assert not cut_short(wrong + ERASED), (at, more)
        assert cut_short(whole[:at] + NO_ENTRY + ERASED)  # a byte that was not written whole


def test_a_record_that_the_power_cut_short_is_no_longer_than_any():
    whole, _ = of((E.CARD, 1))
    for more in range(RECORD_MOST + 4):
        short = cut_short(whole + b"\0" * more + ERASED, len(whole))
        assert short == (more <= RECORD_MOST)


def test_a_state_of_more_than_a_byte_of_bytes_is_read():
    for length in (0, 255, 256, 257, 700):
        state = bytes([n % 251 for n in range(length)])
        segment = Segment(8, state, 2)
        segment.add(E.pack((E.CARD, 1)))
        undone = RedoList(E.pack((E.POINTS, 1, 29)) * (length // 3))
        undone.place, undone.total = 2, length
        reader = Reader(segment.pack(SLOT, undone)[0], SLOT)
        assert reader.segment.state == state
        assert list(reader.segment.entries(1)) == [(E.CARD, 1)]
        assert (reader.undone.count, reader.place, reader.skipped) == (length // 3, 2, length)


def test_a_segment_of_another_layout_is_read_only_where_any_will_do():
    own = state_layout.LAYOUT
    module.LAYOUT = b"\x21tag"
    try:
        data, _ = of((E.CARD, 1))
    finally:
        module.LAYOUT = own
    assert "another version" in str(raises(PegboardError, Reader, data, SLOT))
    assert Reader(data, SLOT, True).layout == b"\x21tag"
    assert Reader(of()[0], SLOT).layout == own


def test_a_segment_after_more_entries_than_a_match_can_have_is_refused():
    for first, begun, good in (
        (0x3FFFFFFF, 0x3FFFFFFF, True),
        (1 << 30, 0, False),
        (0, 1 << 30, False),
    ):
        data, _ = Segment(first, b"state", begun).pack(SLOT, RedoList())
        if good:
            assert Reader(data, SLOT).segment.first == first
        else:
            raises(PegboardError, Reader, data, SLOT)


def test_an_entry_drops_the_undone_ones_of_another_slot_too():
    undone = RedoList(E.pack((E.GO,)))
    undone.place = 2
    undone.total = undone.stored = len(undone)
    data, chain = Segment(8, b"state", 2).pack(SLOT, undone)
    more, _ = record(E.pack((E.CARD, 5)), chain)
    for records, left, count in ((b"", 3, 0), (more, 0, 1)):
        reader = Reader(data + records, SLOT, undone_in={2: bytes([1, 2, 65])}.get)
        assert reader.place == 2
        assert (reader.undone.count, reader.segment.count) == (left, count)


def test_g16b_records_tell_what_was_left_out():
    go, five, six = E.pack((E.GO,)), E.pack((E.CARD, 5)), E.pack((E.CARD, 6))
    for records, undone, left, count in (
        ((E.LEAVE_OUT,), [], ((E.GO,),), 0),
        ((E.LEAVE_OUT, E.BRING_BACK), [(E.GO,)], (), 0),
        ((E.LEAVE_OUT, E.BRING_BACK, E.BRING_BACK), [(E.GO,)], (), 0),
        ((E.LEAVE_OUT, E.LEAVE_OUT), [], ((E.GO,),), 0),
        ((E.KEEP + b"\1" + five,), [], ((E.GO,),), 1),
        ((E.KEEP + b"\1" + five, E.UNDO), [(E.CARD, 5)], (), 0),
        ((E.KEEP + b"\1" + five, E.UNDO, E.LEAVE_OUT), [(E.GO,)], ((E.CARD, 5),), 0),
        ((E.KEEP + b"\1" + five, six), [], (), 2),
        ((E.KEEP + b"\0" + five, E.UNDO), [(E.CARD, 5), (E.GO,)], (), 0),
    ):
        reader = read(go, E.UNDO, *records)
        found = [reader.undone.entry(n) for n in range(reader.undone.count)]
        assert (found, reader.undone.left_out(), reader.segment.count) == (undone, left, count)


def test_g16b_an_entry_of_any_length_may_stand_last_among_those_left_out():
    for entry in ((E.CARD, 5), (E.GO,), (E.FLUSH, 4), (E.POINTS, 1, 9), (E.PENALTY, 3, 0, 1, 2)):
        for before in (b"", E.pack((E.GO,))):
            undone = RedoList(before + E.pack(entry))
            for _ in range(undone.count):
                undone.leave_out()
            reader = Reader(Segment(8, b"state", 2).pack(SLOT, undone)[0], SLOT)
            assert reader.undone.left_out() == undone.left_out()
            assert reader.undone.left_out()[-1] == entry


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


def test_a_slot_of_another_form_has_another_mark():
    """A program that reads another form under its mark takes it for a segment cut short."""
    written = slot()
    assert MARK in FORMS, "add this form: " + str(written)
    assert written == FORMS[MARK], "give flashlog.MARK another value, and add a row to FORMS"
    for mark in FORMS:
        assert mark[:3] == b"PEG" and FORMS[mark][:4] == mark


def slot():
    """Return the bytes of a slot with everything that a slot can contain."""
    undone = RedoList(E.pack((E.GO,)) + E.pack((E.POINTS, 1, 29)))
    undone.place, undone.total = 2, 5
    segment = Segment(0x01020304, b"state", 0x00020304)
    segment.before, segment.taken = 7, 6
    segment.add(E.pack(START))
    flash = Flash(cells=[bytearray(b"\xff" * 1024) for _ in range(4)])
    log = FlashLog(flash)
    number = log.next()
    module.LAYOUT = b"\x21tag"  # the state's contents have a separate tag
    try:
        data, chain = segment.pack(number, undone, E.pack((E.CARD, 17)), True)
    finally:
        module.LAYOUT = state_layout.LAYOUT
    log.begin(number, data)
    for what in (E.UNDO, E.KEEP + b"\x01" + E.pack((E.CARD, 5)), E.pack((E.MINUS, 0, 3))):
        data, chain = record(what, chain)
        log.append(data)
    sector, at = log._where(number % log.count)
    return bytes(flash.read(sector, at, 512)).rstrip(b"\xff")


def test_a_slot_that_names_itself_or_a_later_one_names_none():
    """Whoever follows the numbers would never come to an end."""
    for named, found in ((SLOT - 1, SLOT - 1), (SLOT, 0), (SLOT + 1, 0)):
        segment = Segment(8, b"state", 2)
        segment.before = named
        undone = RedoList()
        undone.is_stored(0, named)
        made = Reader(segment.pack(SLOT, undone)[0], SLOT)
        assert (made.segment.before, made.place) == (found, found)

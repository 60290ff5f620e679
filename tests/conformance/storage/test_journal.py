"""The journal's bytes: after any damage, a true beginning of the game is read."""

from engine_core import entries as E
from engine_core import journal
from engine_core.compat import MICROPYTHON
from engine_core.game import Game
from engine_core.journal import HEADER, REDO, UNDO
from tests.conformance.support.journals import EMPTY, game_with_undo, stored, stored_chain
from tests.conformance.support.kit import Rand, scale
from tests.conformance.support.player import FAMILY, OPTED, play_out

REPLAYED = set()  # the chains after records that were replayed: the same ones are read very often


def prefix(data, records, ends):
    """Read damaged `data`; return how many of `records` it gives, which must be their start."""
    found, good, chain = journal.read(data)
    assert found == records[: len(found)]
    assert good == (ends[len(found)] if data[:4] == HEADER else 0)
    if found and chain not in REPLAYED:
        assert journal.replay(Game(), found) == len(found)
        REPLAYED.add(chain)
    # The next record can be written after what is good.
    more, after = journal.record((E.GO,), chain)
    assert journal.read(data[:good] + more)[0] == (found + [(E.GO,)] if good else [])
    return len(found)


def test_records_are_written_and_read_back():
    records = game_with_undo()
    data, ends = stored(records)
    found, good, chain = journal.read(data)
    assert found == records
    assert good == len(data) == ends[-1]
    assert journal.record((E.GO,), chain) == journal.record((E.GO,), stored_chain(records))
    return data


def test_undo_and_redo_in_a_journal_give_the_same_game():
    played = play_out(FAMILY[1], 41)
    again = Game()
    records = game_with_undo()
    assert journal.replay(again, records) == len(records)
    assert again.entries() == played.entries()
    assert again.state.pack() == played.state.pack()


def test_the_last_undo_can_still_be_redone():
    records = game_with_undo()[:20] + [UNDO, UNDO]
    again = Game()
    journal.replay(again, journal.read(stored(records)[0])[0])
    assert again.can_redo()
    again.redo()
    again.redo()
    assert not again.can_redo()


def test_each_kind_of_entry_reads_back():
    records = [(E.CARD, 0), (E.CARD, 51), (E.CARD, 52), UNDO, REDO]
    for kind in range(1, len(E.KINDS)):
        numbers = E.KINDS[kind][1]
        records.append((kind,) + (0,) * numbers)
        most = 52 if kind == E.DROP else 255
        records.append((kind,) + tuple(range(most, most - numbers, -1)))
    for _, (kind, numbers) in sorted(E.LONGER.items()):
        records.append((kind,) + tuple(range(numbers)))
        assert E.parse(E.text(records[-1])) == records[-1]
    data, ends = stored(records)
    assert journal.read(data) == (records, len(data), stored_chain(records))
    return data


def test_a_journal_cut_anywhere_gives_its_whole_records():
    records = game_with_undo()
    data, ends = stored(records)
    for length in range(0, len(data) + 1, scale(11 if MICROPYTHON else 1, 211)):
        whole = len([end for end in ends if end <= length]) - 1
        assert prefix(data[:length], records, ends) == max(0, whole)


def test_reading_stops_before_a_record_with_a_flipped_bit():
    records = game_with_undo()
    data, ends = stored(records)
    for bit in range(0, len(data) * 8, scale(97 if MICROPYTHON else 1, 397)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        whole = len([end for end in ends if end <= bit // 8]) - 1
        found, good, _ = journal.read(bytes(damaged))
        assert len(found) == max(0, whole)
        assert found == records[: len(found)]
        assert good == (ends[whole] if whole >= 0 else 0)


def test_reading_stops_before_a_record_with_any_changed_byte():
    records = game_with_undo()[:12]
    data, ends = stored(records)
    for at in range(4, len(data), 5 if MICROPYTHON else 1):
        for value in range(0, 256, 51 if MICROPYTHON else 1):
            if data[at] != value:
                damaged = data[:at] + bytes([value]) + data[at + 1 :]
                prefix(damaged, records, ends)


def test_a_stale_tail_is_not_read():
    # A shorter journal written over a longer one.
    old, _ = stored(game_with_undo())
    records = play_out(FAMILY[0], 42).entries()[:9]
    new, ends = stored(records)
    for extra in range(0, 60, 7 if MICROPYTHON else 1):
        assert prefix(new + old[len(new) + extra :], records, ends) == 9
    # The same first entries, and then another: the old records do not fit the new chain.
    records = game_with_undo()
    changed = records[:30] + [UNDO]
    data, ends = stored(changed)
    old, places = stored(records)
    assert prefix(data + old[places[31] :], changed, ends) == 31


def test_records_in_another_order_are_not_read():
    records = game_with_undo()
    data, ends = stored(records)
    swapped = data[: ends[5]] + data[ends[6] : ends[7]] + data[ends[5] : ends[6]] + data[ends[7] :]
    assert prefix(swapped, records, ends) == 5
    assert prefix(data[: ends[5]] + data[ends[6] :], records, ends) == 5
    assert prefix(data[: ends[6]] + data[ends[5] :], records, ends) == 6


def test_garbage_is_an_empty_game():
    rand = Rand(43)
    assert journal.read(b"") == ([], 0, EMPTY)
    assert journal.read(HEADER) == ([], 4, EMPTY)
    for other in (b"P", b"PEG", b"PEG\x02", b"\xff" * 4096, b"\x00" * 4096, b"GEP\x01"):
        assert journal.read(other) == ([], 0, EMPTY)
    for size in range(1, 60):
        noise = bytes([rand.below(256) for _ in range(size)])
        assert journal.read(noise)[:2] == ([], 0)
        assert journal.read(HEADER + noise) == ([], 4, EMPTY)


def test_erased_flash_after_the_end_is_not_a_record():
    records = game_with_undo()[:20]
    data, ends = stored(records)
    for tail in (b"\xff" * 4096, b"\x00" * 4096):
        assert prefix(data + tail, records, ends) == 20


def test_a_journal_is_read_up_to_its_first_illegal_entry():
    good = play_out(OPTED[0], 44).entries()[:10]
    for bad in ((E.START, 1, 2, 121, 0, 0, 0), REDO, (E.NEXT,), (E.CARD, 52)):
        again = Game()
        assert journal.replay(again, good + [bad] + [(E.GO,)]) == 10
        assert again.entries() == good
    assert journal.replay(Game(), [UNDO]) == 0

"""The records of the archive: their bytes as firmware.storage.archive describes them, their parts,
versions of one game, and wear."""

from engine_core.compat import crc32
from engine_core.errors import PegboardError
from engine_core.game.match_base import unpack_match
from engine_core.state import entries as E
from firmware.storage import archive_record, flashlog
from firmware.storage.archive import FINISHED, SAVED, SECTORS, Archive
from firmware.storage.flashlog import SLOT, FlashLog
from tests.conformance.support.archives import Shelf, games, heads, opened
from tests.conformance.support.early_boards import four
from tests.conformance.support.flash import BlankFlash, TwoFlashes
from tests.conformance.support.kit import Rand, raises, scale

IDENTITY = b"abcd"
PART = 473  # bytes
START = (E.START, 0, 2, 61, 0, 0, 0)


def empty(port):
    """Return the open archive on `port`, which is new."""
    archive = Archive(port, IDENTITY)
    while archive.open_next():
        pass
    return archive


def slots(flash):
    """Return the data of each slot that is stored, by number."""
    log = FlashLog(flash.archive())
    found = {}
    for number in range(1, log.newest + 1):
        data = log.read(number)
        if data:
            found[number] = bytes(data)
    return found


def noise(seed, length):
    rand = Rand(seed)
    return bytes([rand.below(256) for _ in range(length)])


def whole(archive, head):
    """Return the data of a record, which are the same in pieces."""
    size = archive.size(head)
    data = archive.read(head, 0, size)
    assert len(data) == size and archive.read(head, 0, size + 1) == data
    assert archive.read(head, size, 9) == b"" == archive.read(head, size + PART, 9)
    assert archive.read(head, size // 2, 40) == data[size // 2 :][:40]
    return data


def test_a_record_has_the_bytes_that_are_described():
    flash = TwoFlashes()
    archive = empty(flash.archive())
    kinds = {FINISHED: 70, SAVED: 83}
    expected = {}
    for n, (kind, number) in enumerate(kinds.items()):
        data = noise(n, 2 * PART + 7 + n)
        key = (0x01020304 + n, 200 + n)
        archive.put(kind, key, 0x05060708 + n, data, 0)
        first = archive.newest() - 2
        for part in range(3):
            piece = data[part * PART :][:PART]
            head = bytes((255, number, part, 3)) + IDENTITY + four(first) + four(0x05060708 + n)
            body = head + four(key[0]) + bytes((key[1],)) + len(piece).to_bytes(2, "big") + piece
            check = crc32(body[1:], crc32(four(first + part)))
            expected[first + part] = body + four(check)
    found = slots(flash)
    assert sorted(found) == sorted(expected)
    for number, data in expected.items():
        assert found[number].rstrip(b"\xff") == data.rstrip(b"\xff")
    # Dropped, only its first byte has changed.
    head = archive.head(min(expected))
    archive.drop(head)
    data = slots(flash)[head.number]
    assert data[0] == 0 and data[1:] == found[head.number][1:]
    assert not archive.head(head.number).live


def test_records_of_any_size_are_read_as_they_were_stored():
    for size in (1, PART - 1, PART, PART + 1, 2 * PART, 2 * PART + 1):
        flash = TwoFlashes()
        archive = empty(flash.archive())
        stored = [noise(n, size) for n in range(3)]
        for n, data in enumerate(stored):
            archive.put(SAVED, (1 + n, 0), 0, data, 0)
        for one in (archive, opened(flash)):
            found = heads(one)
            assert [whole(one, head) for head in found] == stored
            assert [head.parts for head in found] == [-(-size // PART)] * 3
            assert [head.number for head in one.saved] == [head.number for head in found[::-1]]


def test_a_record_with_a_flipped_bit_or_without_a_part_is_none():
    flash = TwoFlashes()
    archive = empty(flash.archive())
    archive.put(SAVED, (7, 1), 3, noise(1, PART + 30), 0)
    archive.put(SAVED, (8, 1), 3, noise(2, 50), 0)
    first, other = [head.number for head in heads(archive)]
    assert other == first + 2
    place = first % (flash.count * flash.size // SLOT)
    sector, at = place // 4, place % 4 * SLOT
    for part, length in ((0, SLOT), (1, 12 + 23 + 30 + 4)):
        for n in range(0, length, scale(1, 61, 13)):
            damaged = flash.again()
            damaged.games.cells[sector][at + part * SLOT + n] ^= 1 << n % 8
            one = opened(damaged)
            is_flag = not part and n == 12  # whether it is live is not in the CRC-32
            assert bool(one.head(first)) == (is_flag or part and n == 12)
            if is_flag:
                assert not one.head(first).live
            assert len(one.saved) == 1 + bool(part and n == 12)
            assert whole(one, one.head(other)) == noise(2, 50)


def put_slot(log, kind, part, parts, length, data, game=0):
    """Store a slot with a good CRC-32."""
    number = log.next()
    head = bytes((255, kind, part, parts)) + IDENTITY + four(game or number) + four(0) + four(5)
    body = head + b"\x01" + length.to_bytes(2, "big") + data
    log.begin(number, body + four(crc32(body[1:], crc32(four(number)))))
    return number


def test_a_head_that_no_board_writes_is_none():
    flash = TwoFlashes()
    log = FlashLog(flash.archive())
    for kind, part, parts, length in (
        (70, 0, 0, 5),
        (70, 1, 1, 5),
        (69, 0, 1, 5),
        (71, 0, 1, 5),
        (84, 0, 1, 5),
        (70, 0, 1, PART + 1),
        (83, 0, 255, 5),
    ):
        number = put_slot(log, kind, part, parts, length, bytes(min(length, PART)))
        archive = opened(flash)
        assert not archive.head(number) and not heads(archive) and not archive.saved
        assert archive.newest() == number
    # The first part of a record, as a power cut leaves it, and then all of it.
    torn = put_slot(log, 83, 0, 2, PART, bytes(PART), torn_game(log))
    first = put_slot(log, 83, 0, 2, PART, bytes(PART), torn)
    put_slot(log, 83, 1, 2, 5, bytes(5), torn)
    archive = opened(flash)
    assert not archive.head(torn)
    assert archive.size(archive.head(first)) == PART + 5
    assert [head.number for head in archive.saved] == [first]


def torn_game(log):
    return log.newest + 1


def test_of_two_saved_versions_of_a_game_the_newer_one_counts():
    flash = TwoFlashes()
    log = FlashLog(flash.archive())
    first = put_slot(log, 83, 0, 1, 3, b"one")
    other = put_slot(log, 83, 0, 1, 5, b"other")
    newer = put_slot(log, 83, 0, 1, 3, b"two", first)
    assert [head.number for head in opened(flash).saved] == [newer, other]


def test_the_oldest_slot_is_as_far_back_as_there_are_slots():
    flash = TwoFlashes()
    archive = empty(flash.archive())
    for n in range(40):
        archive.put(FINISHED, (n, 0), 0, noise(n, 60), 0)
        archive.tidy()
        assert archive.oldest() == max(1, archive.newest() - 15)
        assert min(slots(flash)) >= archive.oldest()


def test_of_a_record_without_its_last_part_the_rest_is_read():
    flash = TwoFlashes()
    archive = empty(flash.archive())
    archive.put(SAVED, (5, 0), 0, noise(1, 2 * PART + 9), 0)
    (head,) = archive.saved
    flash.games.cells[0][2 * SLOT + 4] ^= 1
    assert archive.size(head) == 2 * PART
    assert archive.read(head, 3, 9999) == noise(1, 2 * PART)[3:]


def test_the_lowest_number_of_a_slot_is_1():
    flash = TwoFlashes()
    archive = empty(flash.archive())
    assert archive.oldest() == 1 and not archive.newest() and archive.seen == 0
    assert not archive.head(0) and not archive.saved
    log = FlashLog(flash.archive())
    log.next()
    flash.games.cells[0] = bytearray()
    body = bytes((255, 83, 0, 1)) + IDENTITY + four(1) + four(0) + four(5) + b"\x01\x00\x02hi"
    log.begin(1, body + four(crc32(body[1:], crc32(four(1)))))
    archive = opened(flash)
    assert archive.newest() == archive.oldest() == 1 == archive.saved[0].number
    assert archive.identity == IDENTITY and whole(archive, archive.head(1)) == b"hi"


def played(*more):
    """Return what `put` takes of a scoreboard's game with the entries `more`: data and start."""
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    for entry in more:
        shelf.enter(entry)
    entries = shelf.game.packed(0, 1 << 29)[1]
    match = archive_record.match_of(0, 0, b"", entries)
    data = archive_record.packed(shelf.game.state, b"names", match)
    return data, len(data) - len(entries)


def test_two_records_are_of_one_game_if_its_first_14_bytes_agree():
    """And its key. The later one then takes the place of the other, and has its number."""
    points = [(E.POINTS, 0, n) for n in (1, 2, 3, 4)]
    data, start = played(*points)
    assert len(data) - start == 19
    for at, key, same in ((13, 5, False), (14, 5, True), (18, 5, True), (18, 6, False)):
        other = data[: start + at] + bytes((data[start + at] ^ 1,)) + data[start + at + 1 :]
        archive = empty(TwoFlashes().archive())
        archive.put(FINISHED, (5, 1), 0, data, start)
        archive.put(FINISHED, (key, 1), 0, other, start)
        found = heads(archive)
        assert len(found) == 2 - same
        assert (found[-1].game == found[-1].number) == (not same)
        assert whole(archive, found[-1]) == other
    # A shorter one agrees in all that it has, and so does a longer one.
    for lengths in ((start + 3, start + 19), (start + 19, start + 3)):
        archive = empty(TwoFlashes().archive())
        for length in lengths:
            archive.put(SAVED, (5, 1), 0, data[:length], start)
        assert len(heads(archive)) == len(archive.saved) == 1


def test_the_copy_of_a_game_that_was_corrected_is_dropped_if_its_first_14_bytes_agree():
    """START and two entries are thirteen."""
    for undone, other, dropped in (
        (1, (E.POINTS, 1, 3), True),
        (1, (E.MINUS, 0, 3), False),
        (2, (E.POINTS, 0, 9), False),
    ):
        shelf = Shelf(TwoFlashes())
        shelf.start(START)
        for points in (1, 2, 3):
            shelf.enter((E.POINTS, 0, points))
        shelf.start(START)
        shelf.rest()
        assert len(games(shelf.flash)) == 1
        for _ in range(2 + undone):
            shelf.undo()
        shelf.enter(other)
        shelf.rest()
        assert len(games(shelf.flash)) == (not dropped)


def test_a_copy_of_the_game_in_progress_is_dropped_if_it_is_longer_than_14_bytes():
    """As it is if the power was cut after the game had been resumed."""
    for length, dropped in ((14, False), (15, True), (19, True)):
        shelf = Shelf(TwoFlashes())
        shelf.start(START)
        for points in (1, 2, 3, 4):
            shelf.enter((E.POINTS, 0, points))
        archive = empty(shelf.flash.archive())
        entries = shelf.game.packed(0, 1 << 29)[1]
        match = archive_record.match_of(0, 0, b"", entries[:length])
        data = archive_record.packed(shelf.game.state, b"", match)
        archive.put(SAVED, (99, 1), 0, data, len(data) - length)
        shelf.rest()
        assert len(opened(shelf.flash).saved) == (not dropped)


def test_a_finished_game_is_replaced_within_16_slots_and_a_saved_one_always():
    data, start = played((E.POINTS, 0, 5))
    for kind, between, same in (
        (FINISHED, 15, True),
        (FINISHED, 16, False),
        (SAVED, 16, True),
        (SAVED, 40, True),
    ):
        archive = empty(BlankFlash())
        archive.put(kind, (5, 1), 0, data, start)
        for n in range(between):
            archive.put(FINISHED, (6, n), 0, noise(n, 60), 0)
        archive.put(kind, (5, 1), 0, data, start)
        assert len(heads(archive)) == between + 2 - same


def test_a_saved_game_is_stored_again_when_half_of_the_slots_are_newer():
    flash = TwoFlashes()
    archive = empty(flash.archive())
    archive.put(SAVED, (5, 1), 9, b"one", 0)
    archive.put(SAVED, (6, 1), 9, b"two", 0)
    first = archive.saved[-1]
    while archive.newest() < first.number + 8:
        assert archive.carry() is False
        archive.put(FINISHED, (7, archive.newest() & 255), 9, noise(archive.newest(), 60), 0)
    assert archive.carry() is False
    archive.put(FINISHED, (7, archive.newest() & 255), 9, noise(archive.newest(), 60), 0)
    # Each time one, and the oldest first.
    for data in (b"one", b"two"):
        newest = archive.newest()
        assert archive.carry() is True and archive.newest() == newest + 1
        assert whole(archive, archive.saved[0]) == data
    assert archive.carry() is False
    again = opened(flash)
    assert [whole(again, head) for head in again.saved] == [b"two", b"one"]
    assert again.saved[-1].game == first.game and again.saved[-1].key == first.key
    assert again.seen == archive.seen == 9


def test_what_is_known_of_the_journal_is_that_of_the_newest_whole_record():
    flash = TwoFlashes()
    archive = empty(flash.archive())
    for n in range(1, 4):
        archive.put(FINISHED, (n, 0), 10 * n, noise(n, 60), 0)
    for seen in (30, 20, 10, 0):
        found = opened(flash)
        assert found.seen == seen and found.newest() == archive.newest()
        assert found.identity == (IDENTITY if seen else bytes(4))
        if seen:
            place = (archive.newest() - 3 + seen // 10) % 16
            flash.games.cells[place // 4][place % 4 * SLOT + 40] ^= 1


def test_a_flash_that_takes_nothing_keeps_the_newest_record():
    flash = TwoFlashes()
    archive = empty(flash.archive())
    for n in range(6):
        archive.put(SAVED, (n, 0), n, noise(n, 60), 0)
    flash.games.dead = True
    archive = opened(flash)
    for _ in range(50):
        raises(OSError, archive.put, FINISHED, (9, 0), 9, b"refused", 0)
        archive.tidy()
    flash.games.dead = False
    archive = opened(flash)
    assert archive.seen == 5 and whole(archive, archive.saved[0]) == noise(5, 60)


def test_an_archive_is_opened_one_sector_at_a_time():
    flash = TwoFlashes()
    empty(flash.archive()).put(FINISHED, (5, 0), 0, b"one", 0)
    read = []
    port = flash.archive()
    inner = port.read

    def noted(sector, offset, length):
        if sector not in read:
            read.append(sector)
        return inner(sector, offset, length)

    port.read = noted
    archive = Archive(port, IDENTITY)
    for n in range(5):
        assert read == list(range(n))
        assert archive.open_next() == (n < 4)


def test_a_board_has_room_in_its_flash_where_the_version_before_had_it():
    """With other sizes it would not find what is stored."""
    assert flashlog.SECTORS == 8 and flashlog.SECTOR == 4096 and SECTORS == 28


def test_a_record_is_written_without_an_erase_after_a_quiet_moment():
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    for n in range(40):
        shelf.enter((E.POINTS, 0, 3))
        shelf.enter((E.MINUS, 0, 1))
        shelf.start(START)
        shelf.rest()
        erases = shelf.flash.games.erases
        if n % 3:
            archive = opened(shelf.flash)
            archive.put(FINISHED, (5, 1), archive.seen, noise(1, 30), 0)
        assert shelf.flash.games.erases == erases
    worn = shelf.flash.games.worn
    assert min(worn) >= 3 and max(worn) - min(worn) <= 1


def test_a_second_quiet_moment_writes_nothing():
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    rand = Rand(3)
    for _ in range(scale(60, 20, 30)):
        kind = rand.below(5)
        if kind == 0:
            shelf.start(START)
        elif kind == 1 and not shelf.game.length:
            shelf.undo()
        elif kind == 2:
            # A new game without entries: it is not stored yet.
            shelf.game = shelf.journal.new_game(shelf.game)
        elif shelf.game.length:
            shelf.enter((E.POINTS, 0, 3) if shelf.game.length % 2 else (E.MINUS, 0, 1))
        shelf.rest()
        shelf.rest()
        spent = shelf.flash.spent
        shelf.rest()
        assert shelf.flash.spent == spent


def test_at_most_four_saved_games_are_kept():
    shelf = Shelf(TwoFlashes())
    for n in range(7):
        shelf.start(START)
        shelf.enter((E.POINTS, 0, 1 + n))
        shelf.rest()
        assert len(opened(shelf.flash).saved) == min(n, 4)


def test_a_game_longer_than_the_journal_stops_nothing():
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    shelf.enter((E.POINTS, 0, 9))
    shelf.start(START)
    for n in range(700):
        shelf.enter((E.MINUS if n % 2 else E.POINTS, 0, 1))
        if n % 20 == 0:
            shelf.journal.tidy(shelf.game, True)
    shelf.rest()
    assert not games(shelf.flash)  # the one before is no longer in the journal
    shelf.start(START)
    shelf.rest()
    assert not games(shelf.flash)


def test_each_game_of_a_match_is_kept_however_long_the_next_one_is_before_a_quiet_moment():
    kept_of_a_match(lambda shelf: shelf)
    kept_of_a_match(lambda shelf: Shelf(shelf.flash))  # after a power-on


def kept_of_a_match(go_on):
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    for count in (0, 20, 75):
        for points in (29, 29, 3):
            shelf.enter((E.POINTS, 0, points))
        shelf.enter((E.NEXT,))
        for n in range(count):
            shelf.enter((E.MINUS if n % 2 else E.POINTS, 1, 1))
            shelf.journal.tidy(shelf.game, True)
    shelf = go_on(shelf)
    shelf.rest()
    found = games(shelf.flash)
    assert [(kind, scores) for kind, scores, _ in found] == [(FINISHED, (61, 0))] * 3
    assert [len(entries) for _, _, entries in found] == [4, 4, 24]


def test_a_next_game_without_points_is_kept_too():
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    for points in (29, 29, 3):
        shelf.enter((E.POINTS, 0, points))
    shelf.enter((E.NEXT,))
    shelf.start(START)
    shelf.rest()
    found = [(kind, scores) for kind, scores, _ in games(shelf.flash)]
    assert found == [(FINISHED, (61, 0)), (SAVED, (0, 0))]


def test_an_entry_that_was_not_in_effect_when_a_game_was_left_is_not_kept():
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    for points in (1, 2, 3):
        shelf.enter((E.POINTS, 0, points))
    new = shelf.journal.new_game(shelf.game)
    new.segment().taken -= 1
    new.apply(START, shelf.journal)
    shelf.game = new
    shelf.rest()
    ((kind, scores, entries),) = games(shelf.flash)
    assert (kind, scores, len(entries)) == (SAVED, (3, 0), 3)


def test_a_game_whose_last_entries_are_damaged_in_the_journal_is_not_kept():
    for back, kept in ((0, 1), (1, 0), (8, 0)):
        shelf = Shelf(TwoFlashes())
        shelf.start(START)
        for points in (1, 2, 3):
            shelf.enter((E.POINTS, 0, points))
        end = len(bytes(shelf.flash.cells[0]).rstrip(b"\xff"))
        shelf.start(START)
        if back:
            shelf.flash.cells[0][end - back] ^= 1
        shelf.rest()
        assert len(games(shelf.flash)) == kept


# The data of a record ------------------------------------------------------------------------


def test_the_parts_of_a_record_are_told_apart_whatever_their_lengths():
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    shelf.enter((E.POINTS, 0, 9))
    for first, names in ((0, 0), (5, 255), (7, 256), (1 << 24, 700)):
        for length in (1, 250, 251, 252, 253, 600):
            state = noise(length, length)
            match = archive_record.match_of(first, first - 1 if first else 0, state, b"entries")
            at = archive_record.start_of(match)
            assert match[at:] == b"entries" and at == 10 + (4 + length if first else 0)
            named = noise(1, names)
            data = archive_record.packed(shelf.game.state, named, match)
            code, scores, found, begin = archive_record.summary(data)
            assert (code, scores, found) == (0, (9, 0), named) and data[begin:] == match
            assert archive_record.game_bytes(data) == match


def test_a_summary_may_end_with_the_length_of_the_names():
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    data = archive_record.packed(shelf.game.state, b"", b"")
    assert len(data) == 6
    for end in range(7):
        if end < 6:
            raises(PegboardError, archive_record.summary, data[:end])
            assert archive_record.game_bytes(data[:end]) == b""
        else:
            assert archive_record.summary(data[:end]) == (0, (0, 0), b"", 6)
    assert unpack_match(bytes(10)).length == 0

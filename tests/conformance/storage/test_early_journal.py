"""Journals of the first versions: an update reads what was written, on random games with
corrections, wherever the power was cut and whichever bit has flipped."""

from engine_core.compat import crc32
from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.game.redo_list import RedoList
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.storage.early_journal import stream_game
from firmware.storage.game_store import GameStore
from tests.conformance.support import early_boards as boards
from tests.conformance.support.flash import BlankFlash, cuts
from tests.conformance.support.kit import Rand, raises, scale
from tests.conformance.support.player import FAMILY, Player, start

SLOW = (
    "test_a_damaged_chunk_of_the_first_version_ends_the_game_before_it",
    "test_a_file_of_the_first_version_may_end_anywhere",
    "test_in_a_file_of_the_first_version_nothing_counts_from_a_flipped_bit_on",
)

START = (E.START, 0, 2, 61, 0, 0, 0)  # a scoreboard: any side may peg any points
FOUR = (START, (E.POINTS, 0, 3), (E.POINTS, 1, 2), (E.POINTS, 0, 5))
LOST = "only a part of the saved game can be read: check the scores"
MAKERS = (boards.SectorBoard, boards.SegmentBoard)
STEPS = scale(60, 24, 40)


class SmallFlash(BlankFlash):
    """Of sixteen slots, two of which are used when a game is stored again."""

    count = 4
    size = 2048


def peg(rand, state):
    if state.phase == OVER:
        return (E.NEXT,)
    return (E.POINTS, rand.below(2), 1 + rand.below(20))


def keyed(board, seed, steps=STEPS, entry=START, after=None):
    """Key a random game with corrections on `board`; return the Game that it has then. After each
    key `after(game)` is called."""
    rand = Rand(seed)
    player = Player(seed)
    game = Game()

    def key(what):
        if what == "undo":
            game.undo()
            board.undo()
        elif what == "redo":
            game.redo()
            board.redo()
        elif what == "rest":
            board.rest(game.state.pack())
        else:
            game.undone = RedoList()
            game.apply(what)
            board.enter(E.pack(what))
        if after:
            after(game)

    key(entry)
    for _ in range(steps):
        kind = rand.below(12)
        if kind == 0:
            for _ in range(rand.below(16)):
                if game.length > 1:
                    key("undo")
            # Cards that were dealt after an undo would be others.
            while game.can_redo() and (entry[1] or rand.below(6)):
                key("redo")
        elif kind == 1:
            key("rest")
        elif entry[1] and game.state.phase == OVER:
            break
        else:
            key(player.next(game.state) if entry[1] else peg(rand, game.state))
    for _ in range(rand.below(4)):
        if game.length > 1:
            key("undo")
    return game


def keys(game):
    return game.length, game.state.pack(), game.undone.packed(0, 9999)[1]


def same(found, game):
    """Compare a game that was read with the one that was keyed; the first may lack entries."""
    assert keys(found) == keys(game)
    first = found.first()
    assert found.packed(first, 1 << 29) == game.packed(first, 1 << 29)


def loaded(flash, kept=0):
    """Return the game on `flash`, twice the same."""
    found, trouble = GameStore(flash).load()
    assert not trouble, trouble
    again, trouble = GameStore(flash).load()
    assert not trouble and len(flash.kept) == kept
    assert keys(found) == keys(again)
    return found


def rows(seed):
    """Yield the starts of games: the scoreboard's, and with cards."""
    return [START, start(FAMILY[seed % len(FAMILY)])]


def test_a_file_of_the_first_version_has_what_was_keyed():
    for seed in range(scale(12, 1, 2)):
        for row in rows(seed):
            board = boards.FileBoard()
            game = keyed(board, seed, entry=row)
            found, trouble = stream_game(board.data)
            assert not trouble
            same(found, game)
            assert found.first() == 0


def test_sectors_of_the_first_version_have_what_was_keyed():
    for seed in range(scale(12, 1, 2)):
        for row in rows(seed):
            flash = SmallFlash()
            # Its first sector may be any, and so may its number.
            game = keyed(boards.SectorBoard(flash, seed % 4, 1000000 * seed), seed, entry=row)
            same(loaded(flash, 1), game)


def test_the_first_segments_have_what_was_keyed():
    for seed in range(scale(24, 2, 4)):
        for row in rows(seed):
            flash = BlankFlash()
            board = boards.SegmentBoard(flash, 3 + 5 * (seed % 6), 70 * (seed % 5))
            game = keyed(board, seed, entry=row)
            same(loaded(flash), game)


def in_chunks(data, lengths, flash=None):
    """Return a flash with `data`, a file of the first version, in chunks of these lengths, the
    last one again and again."""
    flash = flash or BlankFlash()
    sectors = boards.SectorBoard(flash)
    rest = data[len(boards.HEADER) :]
    for n in range(len(rest)):
        length = lengths[min(n, len(lengths) - 1)]
        if rest:
            sectors.write(rest[:length])
        rest = rest[length:]
    return flash


def test_the_first_version_may_have_written_chunks_of_any_length():
    board = boards.FileBoard()
    game = keyed(board, 3)
    most = boards.CHUNK
    for lengths in ((1,), (most,), (1, most), (199, 7, 31), (most,) * 3 + (191, 44)):
        same(loaded(in_chunks(board.data, lengths, SmallFlash()), 1), game)


def test_a_chunk_of_the_first_version_has_1_to_200_bytes():
    board = boards.FileBoard()
    game = keyed(board, 4)
    same(loaded(in_chunks(board.data, (boards.CHUNK,)), 1), game)
    for lengths in ((boards.CHUNK + 1, boards.CHUNK), (boards.CHUNK, 0, boards.CHUNK)):
        found, trouble = GameStore(in_chunks(board.data, lengths)).load()
        assert trouble and found.length < game.length


def test_the_remains_of_a_chunk_are_those_of_a_power_cut_unless_they_are_too_long():
    for length, whole in ((1, True), (203, True), (204, False), (2000, False)):
        flash = BlankFlash()
        board = boards.SectorBoard(flash)
        game = keyed(board, 7, 20)
        flash.program(board.sector, board.at, bytes((7,) * length))
        found, trouble = GameStore(flash).load()
        assert keys(found) == keys(game)
        assert trouble == ("" if whole else LOST + " (kept)")


def test_the_remains_of_a_chunk_after_which_a_new_sector_begins_are_no_damage():
    for length in (1, 100, 203):
        flash = SmallFlash()
        board = boards.SectorBoard(flash)
        game = Game()
        for n in range(40):
            entry = (E.POINTS if n % 2 else E.MINUS, 0, 1) if n else START
            game.apply(entry)
            board.enter(E.pack(entry))
            if n in (5, 20, 30):
                flash.program(board.sector, board.at, bytes((201,) * length))
                board.is_torn = True
        same(loaded(flash, 1), game)


def test_a_damaged_chunk_of_the_first_version_ends_the_game_before_it():
    """That is told, unless the power may have been cut in it."""
    whole = SmallFlash()
    board = boards.SectorBoard(whole)
    states = []
    keyed(board, 8, 4 * STEPS, after=lambda game: states.append(keys(game)))
    last, end = board.places[-1]
    assert last > 0
    for n in range(2, len(board.places) - 1, scale(1, 17, 7)):
        after, at = board.places[n + 1]
        sector, start = board.places[n] if board.places[n][0] == after else (after, 20)
        flash = whole.again()
        flash.cells[sector][start + n % (at - start)] ^= 16
        found, trouble = GameStore(flash).load()
        assert keys(found) == states[n - 2]
        is_told = sector != last or end - start > boards.CHUNK + 3
        assert trouble == (LOST + " (kept)" if is_told else ""), n


def test_sectors_of_the_first_version_count_only_back_to_a_first_one():
    flash = SmallFlash()
    states = []
    board = boards.SectorBoard(flash)
    keyed(board, 9, 4 * STEPS, after=lambda game: states.append(keys(game)))
    last, _ = board.places[-1]
    assert last > 0
    flash.cells[last][17] ^= 1  # its head was cut short
    before = len([sector for sector, _ in board.places if sector < last])
    assert keys(loaded(flash.again(), 1)) == states[before - 3]
    for number in (board.serial, board.serial + 1):
        # A head that names itself or a later one is none.
        numbers = boards.four(board.serial) + boards.four(number) + boards.four(20)
        flash.cells[last][4:20] = numbers + boards.four(crc32(numbers))
        assert keys(loaded(flash.again(), 1)) == states[before - 3]
    flash.cells[0][17] ^= 1
    found, trouble = GameStore(flash).load()
    assert not found.length and "another version" in trouble


def test_a_file_of_the_first_version_may_end_anywhere():
    board = boards.FileBoard()
    states = []
    keyed(board, 5, after=lambda game: states.append(keys(game)))
    for end in range(0, len(board.data), scale(1, 13, 3)):
        records = len([one for one in board.ends if one <= end]) - 1
        if records < 1:
            assert "no saved game" in str(raises(PegboardError, stream_game, board.data[:end]))
            continue
        found, trouble = stream_game(board.data[:end])
        assert keys(found) == states[records - 1]
        assert trouble == ("" if end in board.ends else LOST)


def test_in_a_file_of_the_first_version_nothing_counts_from_a_flipped_bit_on():
    board = boards.FileBoard()
    states = []
    keyed(board, 6, after=lambda game: states.append(keys(game)))
    for at in range(0, len(board.data), scale(1, 17, 3)):
        data = bytearray(board.data)
        data[at] ^= 1 << at % 8
        records = len([one for one in board.ends if one <= at]) - 1
        if records < 1:
            raises(PegboardError, stream_game, bytes(data))
            continue
        found, trouble = stream_game(bytes(data))
        assert keys(found) == states[records - 1] and trouble == LOST


def test_records_that_say_nothing_end_the_game_before_them():
    """Whatever their CRC-32: no program wrote such records."""
    for added, length in (
        ((b"\xee",), 4),  # no entry
        ((b"",), 4),  # the same CRC-32 once more
        ((b"\x7f",), 4),  # a state that is cut off
        ((boards.state_record(5, bytes(60))[:7],), 4),
        ((boards.UNDO,) * 4, 0),
        ((boards.UNDO,) * 5, 0),  # more than there are
        ((boards.REDO,), 4),
        ((boards.UNDO, boards.REDO, boards.REDO), 4),
    ):
        board = boards.FileBoard()
        for entry in FOUR:
            board.enter(E.pack(entry))
        for what in added:
            board.add(what)
        if not length:
            raises(PegboardError, stream_game, board.data)
            continue
        for data in (board.data, board.data + b"\0"):
            found, trouble = stream_game(data)
            assert trouble == LOST and found.length == length and not found.can_redo()


def test_records_of_segments_that_say_nothing_end_the_game_before_them():
    for added, length in (
        ((b"\xee",), 3),
        ((b"",), 3),
        ((boards.UNDO,) * 2, 1),
        ((boards.UNDO,) * 4, 0),
        # It would be in the slot before.
        ((boards.UNDO,) * 2 + (E.pack(FOUR[1]), boards.REDO), 1),
        ((boards.REDO,), 3),
    ):
        flash = BlankFlash()
        board = boards.SegmentBoard(flash, 2)
        for entry in FOUR[:3]:
            board.enter(E.pack(entry))
        for what in added:
            board.add(what)
        found, trouble = GameStore(flash).load()
        # As after a power cut.
        assert found.length == length and bool(trouble) == (not length)


def test_a_damaged_record_of_the_newest_segment_is_told():
    """Unless the power may have been cut in it."""
    whole = BlankFlash()
    board = boards.SegmentBoard(whole)
    game = keyed(board, 12, 20)
    for what in (boards.UNDO, boards.REDO) * 3:
        board.add(what)
    end = len(bytes(whole.cells[0]).rstrip(b"\xff"))
    for back, told in ((5, False), (10, False), (20, True)):
        flash = whole.again()
        flash.cells[0][end - back] ^= 1
        found, trouble = GameStore(flash).load()
        assert abs(found.length - game.length) <= 1
        assert trouble == (LOST + " (kept)" if told else "")


def test_an_early_game_ends_before_an_entry_that_the_rules_no_longer_allow():
    """Entries that were undone before it are kept; of those undone, the ones that are allowed."""
    for make in MAKERS:
        flash = BlankFlash()
        board = make(flash)
        for entry in FOUR + ((E.CARD, 17), FOUR[1]):
            board.enter(E.pack(entry))
        found, trouble = GameStore(flash).load()
        assert found.length == 4 and not found.can_redo()
        assert "check the last card" in trouble and len(flash.kept) == 1
        assert keys(loaded(flash, 1)) == keys(found)
        flash = BlankFlash()
        board = make(flash)
        for entry in FOUR + (FOUR[2], (E.CARD, 17)):
            board.enter(E.pack(entry))
        for _ in range(3):
            board.undo()
        found, trouble = GameStore(flash).load()
        assert found.length == 3 and found.undone.count == 2 and not trouble


def test_a_go_that_need_not_be_said_any_more_is_left_out():
    for make in MAKERS:
        for undone in (0, 30):
            flash = BlankFlash()
            board = make(flash)
            game = Game()
            player = Player(11)
            extra = back = 0
            entry = start(FAMILY[2])
            while game.length < 50:
                game.apply(entry)
                board.enter(E.pack(entry))
                if entry == (E.GO,) and not allows_go(game):
                    board.enter(E.pack(entry))
                    extra += 1
                    back += game.length > 50 - undone
                entry = player.next(game.state)
            assert extra > 1
            for _ in range(undone):
                game.undo()
            for _ in range(undone + back):
                board.undo()
            same(loaded(flash, len(flash.kept) or int(make is boards.SectorBoard)), game)


def allows_go(game):
    trial = Game()
    for entry in game.entries():
        trial.apply(entry)
    try:
        trial.apply((E.GO,))
    except PegboardError:
        return False
    return True


def in_slots_of_two():
    """Return a board whose match has its START in the middle, as a test may have it, and one entry
    undone: two entries in each slot, the START first in the third."""
    board = boards.SegmentBoard(SmallFlash(), 2)
    for entry in (FOUR[1],) * 4 + FOUR:
        board.enter(E.pack(entry))
    board.undo()
    return board


def test_an_early_game_without_its_beginning_goes_on_from_its_start():
    """Whatever is wrong with a slot before that."""

    def again(board, taken):
        """Store the newest slot again, as if it followed other entries of the one before."""
        slots = board._segments
        (slot, _), (_, first) = slots[-2:]
        slots[-2] = (slot, first - taken)
        board.begin(first)

    def flip(at):
        def spoil(board):
            board.log._flash.cells[0][at] = 7

        return spoil

    other = "the saved game cannot be read: another version"
    for spoil, length, told in (
        (lambda board: None, 3, LOST),
        (flip(20), 3, LOST),  # the first slot
        (flip(512 + 20), 3, ""),
        (flip(512 + 100), 3, ""),  # its record
        (flip(1024 + 20), 0, other),  # the START's
        (lambda board: again(board, 2), 3, LOST),
        (lambda board: again(board, 1), 0, other),
        (lambda board: again(board, 3), 0, other),
    ):
        board = in_slots_of_two()
        spoil(board)
        found, trouble = GameStore(board.log._flash).load()
        assert found.entries() == list(FOUR[:length]) and found.undone.count == bool(length)
        assert trouble.startswith(told) and bool(trouble) == bool(told)


def test_an_early_slot_that_leads_nowhere_ends_the_game_there():
    for before in (0, 1):
        board = in_slots_of_two()
        _, first = board._segments[-1]
        # It names itself, or one after it.
        board._segments[-2:] = [(board.log.next() + before, first), (0, first + 1)]
        board.entries[first - 1 : first] = []
        board._segments.pop()
        begin_after(board, first)
        found, trouble = GameStore(board.log._flash).load()
        assert not found.length and "another version" in trouble


def begin_after(board, first):
    """Begin a slot that follows no entries of the slot which the board has as its newest."""
    board._segments[-1] = (board._segments[-1][0], first - 1)
    board.position = first + 1
    board.begin(first, taken=0)


def test_an_early_segment_that_no_board_writes_is_none():
    for entries, count in (
        (b"\xee", 1),  # no entry
        (b"", 1),  # which would be beyond the slot
        (b"", 255),
    ):
        board = boards.SegmentBoard(SmallFlash())
        for entry in FOUR:
            board.enter(E.pack(entry))
        head = boards.TAG + boards.four(4) + bytes(8) + bytes((0, 0, count, 0))
        state = bytes(100) if entries else b"\x05" * 478
        number = board.log.next()
        data = head + len(state).to_bytes(2, "big") + state + entries
        check = boards.four(crc32(data, crc32(boards.four(number))))
        board.log.begin(number, (data + check)[:500])
        assert loaded(board.log._flash).entries() == list(FOUR)


def test_an_early_board_whose_first_segment_was_cut_short_has_no_game():
    flash = SmallFlash()
    board = boards.SegmentBoard(flash)
    board.enter(E.pack(START))
    flash.cells[0][80:512] = b"\xff" * 432
    found, trouble = GameStore(flash).load()
    assert not found.length and "another version" in trouble


def test_an_early_board_without_a_game_has_none():
    for make in MAKERS:
        flash = BlankFlash()
        board = make(flash)
        board.enter(E.pack(START))
        board.undo()
        found, trouble = GameStore(flash).load()
        assert not found.length and "another version" in trouble and len(flash.kept) == 1


def test_a_long_early_game_is_stored_again_in_an_eighth_of_the_slots():
    for make, kind, segments in (
        (boards.SectorBoard, BlankFlash, 8),
        (boards.SegmentBoard, BlankFlash, 8),
        (boards.SegmentBoard, SmallFlash, 2),
    ):
        flash = kind()
        board = make(flash)
        game = Game()
        for n in range(segments * 31 + 5):
            entry = (E.POINTS if n % 2 else E.MINUS, 0, 1) if n else START
            game.apply(entry)
            board.enter(E.pack(entry))
        found, trouble = GameStore(flash.again()).load()
        assert not trouble and found.first() == game.segments()[-segments].first > 0
        same(found, game)
        same(loaded(flash, int(make is boards.SectorBoard)), game)


def test_the_power_may_have_been_cut_on_any_early_board():
    for seed in range(scale(2, 1)):
        cut_anywhere(boards.SectorBoard, seed)
        cut_anywhere(lambda flash: boards.SegmentBoard(flash, 6), seed)


def cut_anywhere(make, seed):
    """Wherever the power of a board is cut, it has the game before the key in hand or after it."""
    whole = SmallFlash()
    whole.record()
    states = []
    spent = []

    def note(game):
        states.append(keys(game))
        spent.append(whole.spent)

    keyed(make(whole), seed, STEPS // 2, after=note)
    fuses = range(spent[0] + seed, whole.spent, scale(7, 97, 23))
    for fuse, flash in cuts(SmallFlash(), whole.log, fuses, seed):
        step = len([end for end in spent if end <= fuse])
        found, trouble = GameStore(flash.again()).load()
        assert not trouble, trouble
        assert keys(found) in states[step - 1 : step + 1], (seed, fuse)

"""The game survives a power cut: a board that starts again has it, wherever the power was cut."""

from engine_core.count.cards import card
from engine_core.game import segment, segment_reader
from engine_core.game.redo_list import RedoList
from engine_core.games.phases import OVER
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from firmware.storage.flashlog import FlashLog
from firmware.storage.game_store import GameStore
from tests.conformance.support.kit import scale, some
from tests.conformance.support.player import FAMILY, GAMES, Player, play_out, start
from tests.conformance.support.ports import Store
from tests.conformance.support.virtual_ports import Board

SLOW = ("test_each_game_is_resumed_after_a_restart",)

DEALER_TWO = (E.START, 1, 2, 61, 1, 0, 0)


def dealt(store=None):
    board = Board(store)
    board.start(DEALER_TWO)
    return board


def again(board):
    """Return another board, started at the same time from the same store."""
    other = Board(board.store.copy(), now=board.clock.now)
    ours, theirs = board.app.game, other.app.game
    assert theirs.state.pack() == ours.state.pack()
    assert theirs.length == ours.length
    assert theirs.can_redo() == ours.can_redo()
    first = max(ours.first(), theirs.first())
    for n in range(first, ours.length):
        assert theirs.entry(n) == ours.entry(n)
    return other


def look_alike(board, other):
    """Let both boards come to rest, and compare their lights."""
    # The scoreboard's side that was chosen last is not stored, nor that a claim was made without
    # ENTER, and the bar shows both.
    other.app.key_entry.side = board.app.key_entry.side
    other.app.key_entry.points = board.app.key_entry.points
    # Nor is a notice, which the next key takes away.
    board.app.screen.touch()
    for _ in range(20):
        board.run(900)
        other.run(900)
        if not board.app.screen.moving():
            break
    assert board.clock.now == other.clock.now
    assert board.strip.last == other.strip.last


def test_a_new_board_asks_for_a_game():
    board = Board()
    assert board.app.menu
    assert board.app.game.length == 0
    again(board)


def resume_everywhere(game, seed, step, entries=400):
    """Key a game; every `step` entries start another board from the store."""
    board = Board()
    board.start(start(game))
    player = Player(seed, careless=20, meddling=25)
    for n in range(entries):
        if n % step == 0 or board.app.game.state.phase == OVER:
            look_alike(board, again(board))
        if board.app.game.state.phase == OVER:
            return
        board.key_entry(player.next(board.app.game.state))
        if n % 7 == 0:
            board.app.tidy()
        if n % 11 == 10:
            board.keys("UNDO UNDO")
            again(board)
            board.keys("RIGHT RIGHT")


def test_the_game_is_resumed_after_a_restart_at_any_entry():
    resume_everywhere(FAMILY[1], 70, scale(1, 30, 12), scale(400, 40))


def test_each_game_is_resumed_after_a_restart():
    for n, game in enumerate(some(GAMES, 1, 1)):
        resume_everywhere(game, 71 + n, 29, scale(100, 20, 60))


def play(board, row, length):
    """Enter a random game, a row of GAMES, until there are `length` entries of it."""
    for entry in play_out(row, 5, most=length).entries()[board.app.game.length :]:
        board.key_entry(entry)


def test_a_quiet_moment_begins_the_next_segment_and_changes_nothing_else():
    for game in some(FAMILY[1:], 1):
        board = Board()
        board.start(start(game))
        play(board, game, 25)
        board.app.tidy()
        before = board.store.copy()
        board.app.tidy()
        assert board.store.cells == before.cells
        again(board)
        board.keys("UNDO UNDO RIGHT")
        again(board)


def test_a_segment_that_cannot_be_begun_in_a_quiet_moment_stops_nothing():
    board = Board()
    board.start(start(FAMILY[1]))
    play(board, FAMILY[1], 25)
    board.store.fails = 1
    board.store.part = 5
    board.app.tidy()
    again(board)
    play(board, FAMILY[1], 40)
    again(board)


def test_a_rank_without_its_suit_is_not_saved():
    board = dealt()
    board.keys("8D KH 9")
    other = again(board)
    assert other.app.key_entry.text() == ""
    other.keys("9D")
    assert other.app.game.length == 4


def test_an_open_menu_is_not_saved():
    board = dealt()
    board.keys("8D KH MENU RIGHT ENTER RIGHT")
    assert again(board).app.menu is None


def test_undo_to_the_start_is_saved_too():
    board = dealt()
    board.keys("8D UNDO UNDO")
    other = again(board)
    assert other.app.menu
    other.keys("UNDO RIGHT")
    assert other.app.game.length == 2


def test_g16_an_undone_start_that_begins_a_sector_is_redone_with_what_follows():
    start = (E.START, 2, 3, 121, 1, 0, 0)
    board = Board(step=60)
    board.start(start)
    board.keys("5H 6H 7H UNDO RIGHT UNDO RIGHT UNDO UNDO UNDO UNDO")
    for _ in range(18):
        board.start(start)
        board.press("UNDO")
    assert board.app.store.wants_segment(board.app.game.segment())
    board.start(start)
    board.press("UNDO")
    board.press("UNDO")  # there is no game before it, so this redoes the start
    game = board.app.game
    assert (board.app.menu, game.length, game.undone.count) == (None, 1, 3)
    again(board)


def test_the_next_game_of_a_match_is_saved():
    board = Board()
    board.start((E.START, 0, 2, 61, NO_SEAT, 0, 0))
    board.keys("S 2 9 ENTER 2 9 ENTER 3 ENTER ENTER 5 ENTER")
    other = again(board)
    assert list(other.app.game.state.scores) == [5, 0]
    other.keys("UNDO UNDO")
    assert other.app.game.state.phase == OVER


def test_a_plug_pulled_during_an_append_loses_only_that_entry():
    board = dealt()
    board.keys("8D KH 9D")
    before = board.store.copy()
    board.keys("4S")
    after = board.store
    sectors = range(Store.count)
    places = ((sector, n) for sector in sectors for n in range(len(after.cells[sector])))
    written = [place for place in places if after.read(*place, 1) != before.read(*place, 1)]
    assert written
    for count in range(len(written)):
        store = before.copy()
        for place in written[:count]:
            store.program(*place, after.read(*place, 1))
        other = Board(store)
        assert other.app.game.length == 4 and not other.app.trouble
        other.keys("5S")
        assert again(other).app.game.length == 5


def damaged_at(board, place, many=1):
    """Return a Store with the contents of `board`'s, with flipped bits `place` bytes before the
    end of the last write."""
    data = bytearray(board.store.data)
    at = len(data.rstrip(b"\xff")) - place
    for n in range(at, at + many):
        data[n] ^= 0x5A
    return Store(bytes(data))


def test_damage_is_reported_and_kept_aside_and_the_game_before_it_continues():
    board = dealt()
    board.keys("8D KH 9D 4S 7C")
    store = damaged_at(board, 13)
    other = Board(store)
    assert other.shows_refusal()
    said = [said for said in other.link.heard() if said[0] == "refused"][0][1]
    assert "damaged" in said and "kept" in said
    assert len(store.kept) == 1
    assert other.app.game.length == 3
    other.keys("4C 7C")
    assert again(other).app.game.length == 5
    # Once is enough.
    assert not again(other).app.trouble


def test_after_a_damaged_state_the_previous_one_is_used():
    board = Board()
    board.start(start(FAMILY[1]))
    play(board, FAMILY[1], 40)
    store = damaged_at(board, 100, 20)
    other = Board(store)
    assert "damaged" in other.app.trouble and store.kept
    assert 24 <= other.app.game.length <= 28
    play(other, FAMILY[1], 70)
    again(other)


class SmallStore(Store):
    """One of which a device has heap for several copies."""

    count = 4
    size = 1024


def test_garbage_is_reported_and_kept_aside_and_a_game_can_be_started():
    size = SmallStore.count * SmallStore.size
    other_version = b"PEG3" + b"\x07" * (size - 4)
    for data in (b"\x00" * size, bytes(range(256)) * (size // 256), other_version):
        store = SmallStore(data)
        board = Board(store)
        assert board.app.menu
        assert "cannot be read" in board.app.trouble
        assert store.kept == [data]
        assert [said for said in board.link.heard() if said[0] == "refused"]
        other = Board(board.store.copy())
        assert not other.app.trouble
        board.start(DEALER_TWO)
        board.keys("8D")
        assert again(board).app.game.length == 2


def by_a_newer_program(keys):
    """Return the board on which a program whose states have more numbers played a match."""
    ours = segment.LAYOUT
    segment.LAYOUT = segment_reader.LAYOUT = b"newr"
    try:
        board = Board()
        board.start((E.START, 0, 2, 61, NO_SEAT, 0, 0))
        board.keys(keys)
        return board
    finally:
        segment.LAYOUT = segment_reader.LAYOUT = ours


def test_the_first_game_of_a_newer_program_goes_on_from_its_entries():
    newer = by_a_newer_program("S 2 9 ENTER H 2 9 ENTER")
    again(newer)


def test_a_later_game_of_a_newer_program_is_named_kept_and_read_by_that_program_again():
    newer = by_a_newer_program("S 2 9 ENTER 2 9 ENTER 3 ENTER ENTER 5 ENTER")
    wanted = newer.app.game.entries()[-2:]
    store = newer.store.copy()
    older = Board(store)
    assert older.app.menu and "another version" in older.app.trouble
    assert store.kept == [newer.store.data]
    older.start(DEALER_TWO)
    assert again(older).app.game.length == 1
    ours = segment.LAYOUT
    segment.LAYOUT = segment_reader.LAYOUT = b"newr"
    try:
        assert Board(Store(store.kept[0])).app.game.entries() == wanted
    finally:
        segment.LAYOUT = segment_reader.LAYOUT = ours


def test_a_mark_of_another_version_is_named_and_rubbish_is_not():
    size = Store.count * Store.size
    for mark in (b"PEG1", b"PEG3"):
        store = Store(mark + bytes(size - 4))
        assert "another version" in Board(store).app.trouble and len(store.kept) == 1
    assert "another version" not in Board(Store(bytes(size))).app.trouble
    damaged = dealt().store.copy()
    damaged.program(0, 0, bytes(damaged.size))
    assert "another version" not in Board(damaged).app.trouble


def test_another_version_is_named_if_any_slot_is_of_it():
    for before, after in ((0, 0), (0, 1), (1, 0), (2, 3)):
        store = SmallStore()
        log = FlashLog(store)
        for data in [b""] * before + [b"zzzz" + bytes(40)] + [b""] * after:
            log.begin(log.next(), data)
        game, trouble = GameStore(store).load()
        assert not game.length and "another version" in trouble and len(store.kept) == 1


def test_a_game_with_which_the_board_failed_is_put_aside():
    board = dealt()
    board.keys("8D KH 9D")
    store = board.store.copy()
    game, trouble = GameStore(store).load(True)
    assert not game.length and "failed" in trouble and store.kept == [board.store.data]
    assert Board(store).app.menu and not Board(store).app.trouble


def test_entries_that_the_rules_do_not_allow_are_cut_off():
    for cards in ("8D", "8D 9D", "8D 9D KH"):  # the first of them is a second one
        board = dealt()
        board.keys("8D")
        segment = board.app.game.segment()
        for name in cards.split():
            segment.add(bytes([card(name)]))
        data, _ = segment.pack(segment.place + 1, RedoList())
        log = FlashLog(board.store)
        log.begin(log.next(), data)
        other = Board(board.store.copy())
        assert other.app.game.length == 2 and "damaged" in other.app.trouble
        other.keys("KH")
        assert again(other).app.game.length == 3


def test_an_entry_that_cannot_be_saved_changes_nothing():
    board = dealt()
    board.keys("8D KH 9D UNDO")
    for text in ("UNDO", "9D", "RIGHT"):
        board.store.fails = 1
        assert "saved" in board.refused(text)
    # And everything continues once it can be saved.
    again(board)
    board.keys("RIGHT 4S")
    assert board.app.game.length == 5
    again(board)


def test_an_entry_that_cannot_be_saved_keeps_the_redo():
    board = dealt()
    board.keys("8D KH 9D UNDO UNDO")
    board.store.fails = 1
    board.refused("4S")
    board.keys("RIGHT RIGHT")
    assert board.app.game.length == 4
    again(board)


def test_a_game_that_cannot_be_saved_is_not_started():
    board = Board()
    board.keys("ENTER ENTER")
    board.store.fails = 1
    assert "saved" in board.refused("ENTER")
    assert board.app.menu
    board.run(2000)
    board.keys("ENTER")
    assert board.app.game.length == 1
    # With a game on the board, that one stays.
    board.keys("5H 4H 8D")
    board.leave()
    board.keys("ENTER ENTER")
    board.store.fails = 1
    assert "saved" in board.refused("ENTER")
    board.run(2000)
    again(board)


def test_points_by_hand_that_cannot_be_saved_are_not_given():
    board = dealt()
    board.keys("8D MENU")
    board.choose("Give points")
    board.keys("A ENTER")
    board.store.fails = 1
    assert "saved" in board.refused("ENTER")
    board.run(2000)
    again(board)


def test_a_partly_saved_entry_does_not_damage_later_ones():
    for part in some(range(6), 2):
        board = dealt()
        board.keys("8D KH")
        board.store.fails = 1
        board.store.part = part
        board.keys("9D")
        assert board.app.game.length == 3
        again(board)
        board.keys("9S 4S UNDO")
        assert board.app.game.length == 4
        again(board)


def test_a_store_that_fails_for_a_while():
    board = dealt()
    board.keys("8D KH")
    board.store.fails = 6  # each time even the first write cannot be cut off
    board.store.part = 3
    for _ in range(3):
        board.refused("9D")
    board.keys("9D")
    assert board.app.game.length == 4
    again(board)


def test_a_store_that_fails_at_the_start_still_shows_the_game():
    board = dealt()
    board.keys("8D KH 9D 4S 7C")
    store = damaged_at(board, 13)
    store.fails = 1
    other = Board(store)
    assert other.app.game.length == 3
    other.keys("4S")
    again(other)

"""Unfinished games are saved, listed on the start menu's second page, and resumed with keys."""

from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.games.options import FULL_TRACK
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from engine_core.state.entries import pack
from firmware.link.link_messages import SIDES_MOST
from firmware.menus import saved_games, saved_text
from firmware.storage.archive import SAVED
from firmware.storage.archive_record import match_of
from hardware.board import BAR, SIDES
from tests.conformance.support.archives import games, opened
from tests.conformance.support.flash import PowerCut, TwoFlashes
from tests.conformance.support.kit import Rand, raises, scale, some
from tests.conformance.support.player import GAMES, play_out
from tests.conformance.support.ports import Names
from tests.conformance.support.virtual_ports import Board

SLOW = ("test_random_games_that_are_saved_and_resumed_are_the_games_that_were_not",)

SCOREBOARD = (E.START, 0, 2, 61, 0, 0, 0)
STRIDE = scale(7, 997, 97)
TRADITIONAL = (E.START, 1, 2, 121, 0, 0, 0)


def rest(board):
    """Let the board work while no key is pressed."""
    while board.app.erase_ahead():
        pass


def saved(board):
    """Open the second page of the start menu; return the saved games there."""
    if not board.app.menu:
        board.leave()
    board.press("MENU")
    return [choice for choice in board.app.menu.choices() if choice.startswith("Saved")]


def without_memory(*_):
    raise MemoryError


def with_two_games(names=None, rests=True):
    """Return a board with a scoreboard at 12 to 3 that was left for a game of Traditional."""
    board = Board(TwoFlashes(), names=names)
    board.start(SCOREBOARD)
    board.keys("S A 2 ENTER H 3 ENTER")
    if rests:
        rest(board)
    board.start(TRADITIONAL)
    board.keys("5H 8S KD")
    if rests:
        rest(board)
    return board


def test_an_unfinished_game_is_saved_and_resumed_with_keys_alone():
    for rests in (True, False):
        board = with_two_games(rests=rests)
        left = board.app.game.state.pack()
        assert saved(board) == ["Saved: Scoreboard 12, 3"]
        board.choose("Saved: Scoreboard 12, 3")
        assert not board.app.menu
        assert list(board.app.game.state.scores) == [12, 3]
        if rests:
            rest(board)
        board.keys("S 2 ENTER")
        store, board = board.store, None  # a device has no memory for both boards
        again = Board(store)
        assert list(again.app.game.state.scores) == [14, 3] and not again.app.trouble
        # The other one is saved in its place.
        assert saved(again) == ["Saved: Traditional 0, 0"]
        again.choose("Saved: Traditional 0, 0")
        assert again.app.game.state.pack() == left
        rest(again)
        assert saved(again) == ["Saved: Scoreboard 14, 3"]


def test_the_bar_is_lit_evenly_while_a_board_makes_room_to_leave_or_resume_a_game():
    lit = []

    def make_room():
        colours = [board.strip.last[at : at + 3] for at in range(0, BAR * 3, 3)]
        lit.append(len(set(colours)) == 1 and colours[0] != b"\0\0\0")

    frames = []
    for port in (None, make_room):
        board = Board(with_two_games().store, make_room=port)
        board.leave()
        frames.append(board.strip.last)
        saved(board)
        board.choose("Saved: Scoreboard 12, 3")
        assert list(board.app.game.state.scores) == [12, 3]
        frames.append(board.strip.last)
    assert lit == [True, True]
    assert frames[:2] == frames[2:]  # nothing of it is left
    board.app.make_room()
    assert board.strip.last != frames[3]
    board.app.tick()
    assert board.strip.last == frames[3]


def test_the_archive_is_created_only_in_a_quiet_moment_after_a_first_game():
    store = TwoFlashes()
    made = []

    def archive(new):
        made.append(new)
        return store.games

    store.archive = archive
    board = Board(store)
    board.start(SCOREBOARD)
    board.keys("S A ENTER")
    rest(board)
    assert not made
    saved(board)
    assert made == [False]
    board.press("UNDO")
    board.start(SCOREBOARD)
    rest(board)
    assert made == [False, True]


def test_each_saved_game_of_the_list_is_resumed_by_its_own_light():
    for place in range(3):
        board = Board(TwoFlashes())
        for points in "A 2 3 4".split():
            board.start(SCOREBOARD)
            board.keys("S " + points + " ENTER")
            rest(board)
        listed = saved(board)
        assert listed == ["Saved: Scoreboard %d, 0" % n for n in (3, 2, 1)]
        board.choose(listed[place])
        assert not board.app.menu
        assert list(board.app.game.state.scores) == [3 - place, 0]


class Busy:
    """Whether modules that list saved games are still to be imported, and whether a key waits."""

    def __init__(self):
        self.missing = True
        self.key = False

    def archive_missing(self):
        return self.missing

    def waiting(self):
        return self.key


def opened_options(busy):
    """Return a board of `with_two_games` on which MENU was pressed in the start menu, before the
    saved games could be listed."""
    left = with_two_games()
    board = Board(left.store, archive_missing=busy.archive_missing, waiting=busy.waiting)
    left = None
    assert saved(board) == []
    assert board.app.menu.choices()[0].startswith("Plain track") and board.app.menu.listing
    return board


def test_the_options_are_shown_before_the_saved_games_are_listed():
    busy = Busy()
    board = opened_options(busy)
    board.keys("RIGHT ENTER")  # an option is chosen meanwhile
    chosen = board.app.menu.choices()
    assert chosen[1].endswith(": on") and board.app.menu.listing
    board.link.heard()
    busy.missing = False
    busy.key = True
    board.run(60)
    assert board.app.menu.listing  # the key comes first
    busy.key = False
    board.run(30)
    assert not board.app.menu.listing
    assert board.app.menu.choices() == chosen + ["Saved: Scoreboard 12, 3"]
    assert [line for line in board.link.heard() if line[0] == "menu"]
    assert len(board.app.menu.lit()) == len(chosen) + 1 and board.app.menu.at == 1


def test_until_they_are_listed_the_arrows_go_round_the_options():
    busy = Busy()
    board = opened_options(busy)
    most = len(board.app.menu.choices())
    board.press("LEFT")
    assert board.app.menu.at == most - 1
    board.press("RIGHT")
    assert board.app.menu.at == 0
    busy.missing = False
    board.run(30)
    board.press("LEFT")
    assert board.app.menu.choices()[board.app.menu.at] == "Saved: Scoreboard 12, 3"


def test_who_leaves_the_options_does_not_wait_for_the_saved_games():
    for key in ("MENU", "UNDO"):
        busy = Busy()
        board = opened_options(busy)
        board.press(key)
        assert board.app.menu.title() == "Game" and not board.app.menu.listing
        busy.missing = False
        board.run(60)
        assert not board.app.menu.saved and not board.app.keeper
        assert saved(board) == ["Saved: Scoreboard 12, 3"]


def test_a_key_that_was_refused_meanwhile_is_said_again_after_the_menu():
    busy = Busy()
    board = opened_options(busy)
    board.press("S")
    assert board.app.refusal
    board.link.heard()
    busy.missing = False
    board.run(30)
    assert [line[0] for line in board.link.heard()] == ["menu", "refused"]


def test_the_holes_show_the_scores_of_the_saved_game_that_is_chosen():
    board = with_two_games()
    saved(board)
    board.press("LEFT")
    board.run(300)
    assert board.lit() == [3, 12]


def test_a_resumed_game_has_the_names_with_which_it_was_left():
    names = Names(b"Ann\nBen")
    board = with_two_games(names)
    names.data = b"Cleo\nDan"
    assert saved(board)
    (heard,) = [line for line in board.link.heard() if line[0] == "saved"]
    assert bytes.fromhex(heard[2]) == b"Ann\nBen"
    board.choose("Saved: Scoreboard 12, 3")
    assert names.data == b"Ann\nBen"
    rest(board)
    saved(board)
    (heard,) = [line for line in board.link.heard() if line[0] == "saved"]
    assert bytes.fromhex(heard[2]) == b"Cleo\nDan"


def test_a_resumed_game_has_its_names_if_there_is_no_memory_to_store_the_one_that_was_left():
    names = Names(b"Ann\nBen")
    board = with_two_games(names)
    names.data = b"Cleo\nDan"
    saved(board)
    board.app.keeper.archive.drop = without_memory
    board.choose("Saved: Scoreboard 12, 3")
    assert board.app.game.state.preset.name == "Scoreboard"
    assert names.data == b"Ann\nBen"


def test_long_names_of_a_saved_game_are_cut_to_the_length_of_a_line():
    longest = "\u00e9".encode() * 24
    board = with_two_games(Names(b"\n".join([longest] * len(SIDES))))
    assert saved(board)
    (heard,) = [line for line in board.link.heard() if line[0] == "saved"]
    cut = bytes.fromhex(heard[2])
    assert 60 <= len(cut) <= 64 and cut.decode()


def test_undo_after_a_resumed_game_goes_back_to_what_was_entered_in_it():
    board = with_two_games()
    saved(board)
    board.choose("Saved: Scoreboard 12, 3")
    board.keys("UNDO")
    assert list(board.app.game.state.scores) == [12, 0]
    board.keys("RIGHT")
    assert list(board.app.game.state.scores) == [12, 3]


def test_undo_after_a_resumed_game_never_goes_into_the_game_that_was_left():
    for cards in ("5H 8S", "5H 8S KD", "5H 8S KD 2C"):  # with the start as many entries, or not
        board = Board(TwoFlashes())
        board.start(SCOREBOARD)
        board.keys("S 2 9 ENTER 2 9 ENTER 3 ENTER ENTER S 7 ENTER")
        rest(board)
        board.start(TRADITIONAL)
        board.keys(cards)
        rest(board)
        saved(board)
        board.choose("Saved: Scoreboard 7, 0")
        board.keys("UNDO UNDO")
        assert list(board.app.game.state.scores) == [61, 0]
        board.press("UNDO")
        assert "no longer kept" in board.app.refusal[0]
        assert list(board.app.game.state.scores) == [61, 0]


def test_a_saved_game_that_cannot_be_stored_changes_nothing():
    board = with_two_games()
    before = board.app.game.state.pack()
    saved(board)
    board.store.dead = True
    board.choose("Saved: Scoreboard 12, 3")
    assert board.app.refusal and board.app.game.state.pack() == before
    board.store.dead = False
    board.choose("Saved: Scoreboard 12, 3")
    assert list(board.app.game.state.scores) == [12, 3]


def resumed(flash):
    """Return a board on `flash` on which the saved game is about to be resumed with ENTER."""
    board = Board(flash)
    saved(board)
    board.press("LEFT")
    return board


def test_a_saved_game_that_the_rules_do_not_allow_is_refused_and_changes_nothing():
    board = with_two_games()
    before, length = board.app.game.state.pack(), board.app.game.length
    archive = opened(board.store)
    same_card_twice = match_of(0, 0, b"", pack(TRADITIONAL) + b"\x05\x05")
    no_state = match_of(3, 0, b"", b"")
    for n, match in enumerate((same_card_twice, no_state)):
        data = b"\x01\x02\x09\x08" + bytes(2) + match
        archive.put(SAVED, (1, n), archive.seen, data, len(data))
    listed = saved(board)
    assert listed[:2] == ["Saved: Traditional 9, 8"] * 2
    for choice in range(2):
        board.go_to(board.app.menu.choices().index(listed[0]) + choice)
        board.press("ENTER")
        assert board.app.refusal and board.app.game.state.pack() == before
    board.keys("UNDO UNDO 2C")
    assert board.app.game.length == length + 1


def test_power_may_be_cut_at_every_operation_while_a_game_is_resumed():
    """One of the two games is then in progress, and the other one is saved, each once."""
    before = Board(TwoFlashes())
    before.start(SCOREBOARD)
    before.keys("S A 2 ENTER H 3 ENTER 4 ENTER S 5 ENTER")
    before.start(TRADITIONAL)
    before.keys("5H 8S KD")
    rest(before)
    whole = resumed(before.store.again())
    spent = whole.store.spent
    whole.press("ENTER")
    rest(whole)
    operations = whole.store.spent - spent
    assert operations > 100
    for fuse in range(0, operations, STRIDE):
        board = resumed(before.store.again(fuse))
        board.store.fuse = fuse
        raises(PowerCut, finish, board)
        after = Board(board.store.again())
        assert not after.app.trouble
        rest(after)
        both = [after.app.game.state.preset.name] + [text.split()[1] for text in saved(after)]
        assert sorted(both) == ["Scoreboard", "Traditional"], (fuse, both)


def finish(board):
    board.press("ENTER")
    rest(board)


def interrupted(row, seed):
    """Play a random game that is left for another at any entry, resumed after a power cut, undone
    in part, redone, and played to its end."""
    everything = play_out(row, seed, careless=20, meddling=40).entries()
    board = Board(TwoFlashes(seed))
    rand = Rand(seed)
    fold = Game()
    left = 2 + rand.below(len(everything) - 2)
    for entry in everything[:left]:
        board.app.enter(entry)
        fold.apply(entry)
    board.start(SCOREBOARD)
    board.keys("S 2 ENTER")
    if rand.below(2):
        rest(board)
    store, board = board.store.again(), None
    board = Board(store)
    (choice,) = saved(board)
    board.choose(choice)
    assert board.app.game.state.pack() == fold.state.pack()
    for _ in range(1 + rand.below(min(9, left - 1))):
        board.app.undo()
    while board.app.game.can_redo():
        board.app.redo()
    store, board = board.store.again(), None
    board = Board(store)
    assert board.app.game.state.pack() == fold.state.pack()
    for entry in everything[left:]:
        board.app.enter(entry)
        fold.apply(entry)
    in_memory = board.app.game.entries()
    assert in_memory == everything[-len(in_memory) :]
    assert board.app.game.state.pack() == fold.state.pack()


def test_random_games_that_are_saved_and_resumed_are_the_games_that_were_not():
    # The small journal of these flashes has no room for a game that is much longer.
    rows = [row for row in GAMES if row[2] <= 61]
    for n, row in enumerate(some(rows, 1, 4)):
        interrupted(row, 900 + n)


def test_a_finished_game_is_not_listed():
    board = Board(TwoFlashes())
    board.start(SCOREBOARD)
    board.keys("S 2 9 ENTER 2 9 ENTER 2 9 ENTER")
    assert board.app.game.state.phase == OVER
    assert saved(board) == []


def test_a_board_without_an_archive_lists_nothing_and_starts_games():
    board = Board()
    board.start(SCOREBOARD)
    assert saved(board) == []
    board.press("MENU")
    board.start(TRADITIONAL)
    assert board.app.game.state.preset.name == "Traditional"


def test_the_archive_is_closed_while_the_game_goes_on():
    board = with_two_games()
    assert board.app.keeper is None
    saved(board)
    assert board.app.keeper
    board.choose("Saved: Scoreboard 12, 3")
    rest(board)
    assert board.app.keeper is None
    assert len(opened(board.store).saved) == 1


def test_a_game_that_was_left_before_a_power_cut_is_saved_by_the_next_start():
    board = with_two_games(rests=False)
    again = Board(board.store.again())
    rest(again)
    assert len(opened(again.store).saved) == 1


def test_a_saved_game_has_no_score_beyond_the_last_hole_and_no_more_than_a_message_can_have():
    assert saved_text.numbers("1 1 %d 60" % FULL_TRACK) == (1, 1, FULL_TRACK, 60)
    assert saved_text.name("5 10 45") == "Saved: Solitaire 45"
    raises(Illegal, saved_text.numbers, "5 10")
    raises(Illegal, saved_text.numbers, "1 1 %d 60" % (FULL_TRACK + 1))
    assert len(saved_text.numbers("1 1" + " 7" * SIDES_MOST)) == 2 + SIDES_MOST
    raises(Illegal, saved_text.numbers, "1 1" + " 7" * (SIDES_MOST + 1))


def test_a_record_that_no_menu_can_show_is_not_listed():
    """Its checksums are good, but nobody can have played it."""
    board = with_two_games()
    none = bytes((FULL_TRACK + 1, 0))
    for number, (code, scores) in enumerate(
        ((99, b"\x05\x07"), (1, bytes(SIDES_MOST + 1)), (1, b""), (1, none))
    ):
        archive = opened(board.store)
        data = bytes((code, len(scores))) + scores + b"\x00\x00" + bytes((number,))
        archive.put(SAVED, (1, number), archive.seen, data, len(data))
    assert len(opened(board.store).saved) == 5
    assert saved(board) == ["Saved: Scoreboard 12, 3"]


def test_a_game_of_the_match_is_kept_when_the_next_begins_by_redo():
    board = Board(TwoFlashes())
    board.start(SCOREBOARD)
    board.keys("S 2 9 ENTER 2 9 ENTER 2 9 ENTER")
    board.app.enter((E.NEXT,))
    for _ in range(2):
        board.app.undo()
    rest(board)
    assert not games(board.store)
    board.app.redo()
    assert not board.app.archive_due  # no game was left
    board.app.redo()
    rest(board)
    assert [list(scores) for _, scores, _ in games(board.store)] == [[61, 0]]


def test_the_archive_is_closed_while_nobody_chooses_a_saved_game():
    board = with_two_games()
    assert saved(board) and board.app.keeper
    rest(board)
    assert board.app.keeper is None
    board.choose("Saved: Scoreboard 12, 3")
    assert list(board.app.game.state.scores) == [12, 3]


def test_a_saved_game_that_is_gone_is_refused_and_changes_nothing():
    board = with_two_games()
    assert saved(board)
    board.app.menu.saved = ("99 0 12 3",)
    board.go_to(len(board.app.menu.choices()) - 1)
    board.press("ENTER")
    assert board.app.refusal == ("this game is no longer saved",) and board.app.menu
    assert board.app.game.state.preset.name == "Traditional"


class Written(Names):
    """It counts how often the names are written."""

    count = 0

    def write(self, data):
        self.count += 1
        Names.write(self, data)


def test_names_are_written_only_where_the_saved_game_has_others():
    for now, count in ((b"Ann\nBen", 0), (b"Cleo\nDan", 1)):
        names = Written(b"Ann\nBen")
        board = with_two_games(names)
        names.data = now
        saved(board)
        board.choose("Saved: Scoreboard 12, 3")
        assert names.count == count and names.data == b"Ann\nBen"
    # A board that cannot store names has none, and plays on.
    board = with_two_games(Names(b"Ann\nBen"))
    board = Board(board.store.again())
    saved(board)
    board.choose("Saved: Scoreboard 12, 3")
    assert list(board.app.game.state.scores) == [12, 3] and not board.app.refusal


class Listing:
    """What `list_saved` needs of an App: a clock that goes on with each look at it, and a menu
    that always has more to list."""

    def __init__(self, keys_after):
        self.menu = self.clock = self
        self.listing = True
        self.steps = 0
        self._keys_after = keys_after
        self._now = 500

    def waiting(self):
        return self.steps >= self._keys_after

    def ms(self):
        self._now += 1
        return self._now

    def step(self, app, menu):
        self.steps += 1


def test_a_look_at_the_keys_comes_after_two_ms_of_listing_or_at_once_if_one_waits():
    real = saved_games.step
    try:
        for keys_after, steps in ((99, 2), (1, 1), (0, 0)):
            app = Listing(keys_after)
            saved_games.step = app.step
            saved_games.list_saved(app, 500)
            assert app.steps == steps
    finally:
        saved_games.step = real

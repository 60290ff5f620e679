"""An update keeps the game of a journal whose states have an earlier layout."""

from engine_core.errors import Illegal, PegboardError
from engine_core.game import segment, segment_reader
from engine_core.game.game import Game
from engine_core.game.match_base import game_from
from engine_core.game.redo_list import RedoList
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from engine_core.state import state_layout
from engine_core.state.entries import CARD, pack
from engine_core.state.old_states import converted
from engine_core.state.state import State
from firmware.storage.archive import FINISHED, SAVED
from firmware.storage.game_store import GameStore
from tests.conformance.support import earlier_journals, early_slots, version2
from tests.conformance.support.archives import Shelf, games
from tests.conformance.support.flash import BlankFlash, Flash, PowerCut, TwoFlashes, copy
from tests.conformance.support.kit import Rand, raises, scale

SCOREBOARD = (E.START, 0, 2, 61, 0, 0, 0)  # any side may peg any points
START = (4, 1, 2, 61, 0, 0, 0)
EARLIER = state_layout.LAYOUT[:1] + b"abc"  # the layout of a version with as many numbers
TAG = b"\xc4\x1f\x9f\xd2"


def recorded(slots):
    """Return the flash that a board of that version has left."""
    flash = Flash(cells=[bytearray(b"\xff" * 1024) for _ in range(4)])
    for offset, data in slots.items():
        at = offset % 1024
        flash.cells[offset // 1024][at : at + len(data)] = data
    return flash


def has_the_game(game, trouble):
    assert not trouble
    assert game.length == version2.LENGTH and not game.begun()
    assert list(game.state.scores) == version2.SCORES
    assert game.undone.count == 2
    return game


def has_the_match(game, trouble):
    assert not trouble
    assert game.length == version2.MATCH_LENGTH and game.begun() == 249
    assert list(game.state.scores) == version2.MATCH_SCORES
    assert list(game.state.games) == version2.MATCH_GAMES
    assert game.undone.count == 2


def test_the_game_of_an_earlier_layout_goes_on_after_an_update():
    flash = recorded(version2.GAME)
    has_the_game(*GameStore(flash).load())
    assert not flash.kept
    store = GameStore(flash)
    game = has_the_game(*store.load())
    game.redo(store)
    game.redo(store)
    while game.first() < game.length:
        game.undo(store)


def test_a_match_whose_first_games_are_gone_keeps_its_totals_after_an_update():
    flash = recorded(version2.MATCH)
    has_the_match(*GameStore(flash).load())
    has_the_match(*GameStore(flash).load())


def test_a_game_whose_first_entries_are_gone_goes_on_after_an_update():
    flash = recorded({offset: data for offset, data in version2.GAME.items() if offset})
    for _ in range(2):
        has_the_game(*GameStore(flash).load())


def test_of_an_earlier_layout_too_a_damaged_end_of_the_game_is_told():
    flash = recorded(version2.GAME)
    flash.cells[1][40:60] = bytes(20)  # in its newest slot
    game, trouble = GameStore(flash).load()
    assert game.length == version2.LENGTH - 1 and "damaged" in trouble
    assert len(flash.kept) == 1


def test_the_power_may_be_cut_while_an_earlier_layout_is_converted():
    for slots, check in ((version2.GAME, has_the_game), (version2.MATCH, has_the_match)):
        whole = recorded(slots)
        GameStore(whole).load()
        assert whole.spent
        for fuse in range(0, whole.spent, scale(3, 401, 37)):
            flash = copy(recorded(slots), fuse, fuse)
            raises(PowerCut, GameStore(flash).load)
            check(*GameStore(copy(flash, 0, -1)).load())


def test_a_journal_with_another_header_under_the_mark_goes_on():
    for slots, length in ((early_slots.SHORT, 9), (early_slots.LONG, 25)):
        flash = recorded(slots)
        for _ in range(2):
            game, trouble = GameStore(flash).load()
            assert game.length == length and not trouble
            assert game.can_redo() == (length == 25)


def test_the_power_may_be_cut_while_a_journal_with_another_header_is_converted():
    whole = recorded(early_slots.LONG)
    GameStore(whole).load()
    assert whole.spent
    for fuse in range(0, whole.spent, scale(7, 101)):
        flash = copy(recorded(early_slots.LONG), fuse, fuse)
        raises(PowerCut, GameStore(flash).load)
        game, trouble = GameStore(copy(flash, 0, -1)).load()
        assert game.length == 25 and not trouble


def on_a_pico(slots):
    """Return the flash of a Pico of an earlier version."""
    flash = BlankFlash()
    for offset, data in slots.items():
        at = offset % flash.size
        flash.cells[offset // flash.size][at : at + len(data)] = data
    return flash


def test_the_game_of_every_earlier_version_goes_on():
    for slots in earlier_journals.ALL:
        flash = on_a_pico(slots)
        for _ in range(2):
            store = GameStore(flash)
            game, trouble = store.load()
            assert not trouble and not flash.kept
            assert game.length == earlier_journals.LENGTH
            assert list(game.state.scores) == earlier_journals.SCORES
            assert game.undone.count == 2
        game.redo(store)
        game.redo(store)
        again, _ = GameStore(flash).load()
        assert again.length == earlier_journals.LENGTH + 2
        while again.length > again.first():
            again.undo()


def test_the_journal_of_the_first_version_is_copied_and_goes_on():
    flash = on_a_pico(earlier_journals.SECTORS)
    before = [bytes(cells) for cells in flash.cells]
    for _ in range(2):
        game, trouble = GameStore(flash).load()
        assert not trouble and flash.kept == [before]
        assert game.length == earlier_journals.STREAM_LENGTH
        assert list(game.state.scores) == earlier_journals.STREAM_SCORES
        assert game.undone.count == 2


def test_a_damaged_journal_of_the_first_version_is_told_as_far_as_it_is_good():
    flash = on_a_pico(earlier_journals.SECTORS)
    sector = [n for n in range(flash.count) if flash.cells[n][:4] == b"PEG1"][-1]
    flash.cells[sector][300] ^= 1
    game, trouble = GameStore(flash).load()
    assert 0 < game.length < earlier_journals.STREAM_LENGTH
    assert trouble.endswith("check the scores (kept)") and len(flash.kept) == 1


def test_an_early_segment_that_the_power_cut_short_is_left_out():
    for slots in earlier_journals.EARLY:
        flash = on_a_pico(slots)
        last = max(slots)
        at = last % flash.size
        data = flash.cells[last // flash.size]
        data[at + 40 : at + 512] = b"\xff" * 472
        game, trouble = GameStore(flash).load()
        assert 0 < game.length < earlier_journals.LENGTH


def test_a_first_segment_that_the_power_cut_short_is_no_other_version():
    whole = recorded({})
    store = GameStore(whole)
    game, _ = store.load()
    game.add_packed(pack(START))
    store.write(game)
    assert whole.spent
    for fuse in range(0, whole.spent, scale(1, 13)):
        flash = copy(recorded({}), fuse, fuse)
        store = GameStore(flash)
        store.load()
        raises(PowerCut, store.write, game)
        # The byte that is cut short may come to be right.
        is_whole = flash.cells == whole.cells
        found, trouble = GameStore(copy(flash, 0, -1)).load()
        assert found.length == int(is_whole) and not trouble


def test_a_flash_that_fails_while_an_earlier_layout_is_converted_loses_nothing():
    flash = recorded(version2.GAME)
    flash.dead = True
    game, trouble = GameStore(flash).load()
    assert game.length == version2.LENGTH and "could not be converted" in trouble
    flash.dead = False
    has_the_game(*GameStore(flash).load())


def by_an_earlier_program(function, *args):
    """Call `function` in a program whose states have another layout; return its result."""
    segment.LAYOUT = segment_reader.LAYOUT = EARLIER
    try:
        return function(*args)
    finally:
        segment.LAYOUT = segment_reader.LAYOUT = state_layout.LAYOUT


def played(flash, seed, steps):
    """Play the scoreboard with corrections on `flash`; return the Shelf."""
    rand = Rand(seed)
    shelf = Shelf(flash)
    shelf.start(SCOREBOARD)
    for _ in range(steps):
        kind = rand.below(14)
        if kind == 0:
            for _ in range(rand.below(40)):
                if shelf.game.length > max(1, shelf.game.first()):
                    shelf.undo()
        elif kind == 1:
            for _ in range(rand.below(30)):
                try:
                    shelf.game.redo(shelf.journal)
                except Illegal:
                    break
        elif kind == 2:
            shelf.journal.tidy(shelf.game, True)
        elif shelf.game.state.phase == OVER:
            shelf.enter((E.NEXT,))
        else:
            shelf.enter((E.POINTS, rand.below(2), 1 + rand.below(14)))
    return shelf


def same(found, game, is_small=False):
    """Compare a game with the one that was played. is_small: whether the flash may have lost the
    far end of the undone entries."""
    assert found.length == game.length and found.begun() == game.begun()
    assert found.state.pack() == game.state.pack()
    undone = game.undone.packed(0, 9999)[1]
    kept = found.undone.packed(0, 9999)[1]
    assert undone.startswith(kept) and (is_small or kept == undone)
    first = max(found.first(), game.first())
    assert found.packed(first, 1 << 29) == game.packed(first, 1 << 29)


def test_an_update_keeps_any_game_with_its_corrections():
    for seed in range(scale(16, 2, 4)):
        # In the smaller one the beginning of the match is no longer stored.
        for flash in (BlankFlash(), recorded({})):
            game = by_an_earlier_program(played, flash, seed, scale(180, 60, 90)).game
            for _ in range(2):
                found, trouble = GameStore(flash).load()
                assert not trouble and not flash.kept
                same(found, game, flash.count < 8)
                assert found.first() >= found.begun()  # of a match, its last game


def test_an_update_keeps_more_undone_entries_than_a_slot_has_room_for():
    def undone(flash):
        shelf = Shelf(flash)
        shelf.start(SCOREBOARD)
        for n in range(200):
            shelf.enter((E.MINUS if n % 2 else E.POINTS, n // 2 % 2, 1))
        for _ in range(190):
            shelf.undo()
        return shelf

    flash = BlankFlash()
    game = by_an_earlier_program(undone, flash).game
    assert game.undone.count == 190
    same(GameStore(flash).load()[0], game)
    store = GameStore(flash)
    found, _ = store.load()
    same(found, game)
    while found.can_redo():
        found.redo(store)
    assert found.length == 201


def test_a_long_game_is_stored_again_in_an_eighth_of_the_slots():
    def long_game(flash, segments):
        shelf = Shelf(flash)
        shelf.start(SCOREBOARD)
        plain = Game()
        plain.apply(SCOREBOARD)
        for n in range(28 * segments + 40):
            entry = (E.MINUS if n % 2 else E.POINTS, 0, 1)
            shelf.enter(entry)
            plain.apply(entry)
        return plain

    for kind, segments in ((BlankFlash, 8), (TwoFlashes, 2)):
        flash = kind()
        game = by_an_earlier_program(long_game, flash, segments)
        found, trouble = GameStore(flash).load()
        assert not trouble and found.first() == game.segments()[-segments].first > 0
        same(found, game)
        again, _ = GameStore(flash).load()
        same(again, game)
        while again.reach(again.first() - 1):
            pass
        assert again.first() == found.first()
        same(again, game)


def test_the_power_may_be_cut_while_a_long_game_is_stored_again():
    def long_game(flash):
        shelf = Shelf(flash)
        shelf.start(SCOREBOARD)
        for n in range(100):
            shelf.enter((E.MINUS if n % 2 else E.POINTS, 0, 1))
        return shelf

    before = TwoFlashes()
    game = by_an_earlier_program(long_game, before).game
    whole = before.again()
    GameStore(whole).load()
    assert whole.spent > 300
    for fuse in range(0, whole.spent, scale(5, 101, 31)):
        flash = before.again(fuse, fuse)
        raises(PowerCut, GameStore(flash).load)
        found, trouble = GameStore(flash.again()).load()
        assert not trouble
        same(found, game)


def test_a_segment_of_an_earlier_layout_without_the_one_before_it_goes_on():
    def without(flash):
        """Play a game whose newest segment names one that ends elsewhere."""
        shelf = Shelf(flash)
        shelf.start(SCOREBOARD)
        for n in range(70):
            shelf.enter((E.MINUS if n % 2 else E.POINTS, 0, 1))
        segment = shelf.game.segment()
        assert segment.first > 30
        segment.taken -= 1
        shelf.journal._begin(segment, shelf.game.undone)
        return shelf

    flash = BlankFlash()
    game = by_an_earlier_program(without, flash).game
    found, trouble = GameStore(flash).load()
    assert not trouble and found.first() == game.segment().first
    same(found, game)


def test_a_game_left_before_an_update_is_in_the_archive_after_it():
    def left(flash):
        shelf = Shelf(flash)
        shelf.start(SCOREBOARD)
        for _ in range(20):
            for kind in (E.POINTS, E.MINUS):
                shelf.enter((kind, 0, 9))
        shelf.enter((E.POINTS, 1, 5))
        shelf.start(SCOREBOARD)
        shelf.enter((E.POINTS, 0, 2))
        return shelf

    flash = TwoFlashes()
    game = by_an_earlier_program(left, flash).game
    shelf = Shelf(flash)
    same(shelf.game, game)
    shelf.rest()
    assert [(kind, scores) for kind, scores, _ in games(flash)] == [(SAVED, (0, 5))]
    # And only once.
    shelf = Shelf(flash)
    shelf.rest()
    assert len(games(flash)) == 1
    # UNDO does not go back to it: its state has the earlier layout.
    while shelf.game.length:
        shelf.undo()
    assert shelf.journal.abandoned(shelf.game) is None


def test_a_later_game_left_before_an_update_is_in_the_archive_with_its_converted_state():
    last = len(state_layout.NUMBERS) - 1  # a number that the version before did not have

    def without(self, *args):
        state = self.state
        self.state = state[:last] + state[last + 1 :]
        try:
            return whole(self, *args)
        finally:
            self.state = state

    flash = TwoFlashes()
    shelf = Shelf(flash)
    whole = segment.Segment.pack
    segment.LAYOUT = bytes((last,)) + b"abc"
    segment.Segment.pack = without
    try:
        shelf.start(SCOREBOARD)
        for points in (29, 29, 3):
            shelf.enter((E.POINTS, 0, points))
        shelf.enter((E.NEXT,))
        shelf.enter((E.POINTS, 1, 5))
        shelf.start(SCOREBOARD)
        shelf.enter((E.POINTS, 0, 2))
    finally:
        segment.LAYOUT = state_layout.LAYOUT
        segment.Segment.pack = whole
    shelf = Shelf(flash)
    assert not shelf.trouble and list(shelf.game.state.scores) == [2, 0]
    shelf.rest()
    found = [(kind, scores) for kind, scores, _ in games(flash)]
    assert found == [(FINISHED, (61, 0)), (SAVED, (0, 5))]


def test_a_flash_that_takes_nothing_keeps_the_game_of_an_earlier_version():
    for flash, reads in (
        (recorded(version2.GAME), True),
        (recorded(early_slots.LONG), False),
        (on_a_pico(earlier_journals.SEGMENTS), False),
    ):
        wanted = GameStore(flash.again()).load()[0]
        flash.dead = True
        store = GameStore(flash)
        game, trouble = store.load()
        assert trouble and bool(game.length) == reads
        for _ in range(2 * store._log.count):
            raises(OSError, store.write, game if game.length else started())
            store.erase_ahead()
        flash.dead = False
        found, trouble = GameStore(flash).load()
        assert not trouble
        # Its first entries, and with them who dealt first, may be gone.
        assert found.length == wanted.length and found.state.scores == wanted.state.scores


def started():
    game = Game()
    game.apply(START)
    return game


def test_a_game_that_an_earlier_version_had_yet_to_write_whole_is_the_one_before_it():
    flash = recorded({})
    store = GameStore(flash)
    game, _ = store.load()
    for entry in (START, (CARD, 17)):
        game.add_packed(pack(entry))
    segment.LAYOUT = TAG
    try:
        store.write(game)
        store._begin(game.segment(), RedoList(), b"", True)  # the power was cut after this
    finally:
        segment.LAYOUT = state_layout.LAYOUT
    game, trouble = GameStore(flash).load()
    assert game.entries() == [START, (CARD, 17)] and not trouble


def test_entries_that_are_no_longer_allowed_end_the_game_before_them():
    flash = recorded({})
    store = GameStore(flash)
    game, _ = store.load()
    for entry in (START, (CARD, 17), (CARD, 17)):
        game.add_packed(pack(entry))
    segment.LAYOUT = TAG
    try:
        store.write(game)
    finally:
        segment.LAYOUT = state_layout.LAYOUT
    game, trouble = GameStore(flash).load()
    assert game.length == 2 and "check the last card" in trouble and len(flash.kept) == 1


def test_the_state_of_an_earlier_layout_can_begin_a_match():
    state = State()
    state.begin(1, 2, 121, 0, 0, 0)
    state.phase = 3
    state.go_room = bytearray(2)
    old = state.pack()
    extra = len(state_layout.NUMBERS) - 33
    if extra:
        old = old[:33] + old[33 + extra :]
    assert converted(TAG, old) == state.pack()
    assert converted(state_layout.LAYOUT, state.pack()) == state.pack()
    assert game_from(5, 0, TAG + old).state.pack() == state.pack()


def old_state(numbers, rows):
    """Return the tag and the bytes of a state with so many numbers and rows before those of the
    match; each has a value of its own."""
    packed = bytes([1 + n for n in range(numbers)])
    for n in range(rows + len(state_layout.MATCH_ROWS)):
        row = bytes([100 + n] * (1 + n % 3))
        packed += bytes((len(row),)) + row
    return bytes((numbers,)) + b"abc", packed


def test_a_state_of_any_earlier_layout_has_our_first_numbers_and_rows():
    numbers, rows = len(state_layout.NUMBERS), len(state_layout.ROWS)
    match = len(state_layout.MATCH_ROWS)
    for count in (1, 2, 33, numbers):
        for has in (1, 2, rows - 1, rows):
            tag, packed = old_state(count, has)
            now = converted(tag, packed)
            assert now[:numbers] == packed[:count] + bytes(numbers - count)
            found, at = [], numbers
            while at < len(now):
                found.append(now[at + 1 : at + 1 + now[at]])
                at += 1 + now[at]
            kept = [bytes([100 + n] * (1 + n % 3)) for n in range(has + match)]
            assert found == kept[:has] + [b""] * (rows - has) + kept[has:]
    for count, has in ((0, rows), (numbers + 1, rows), (numbers, 0), (numbers, rows + 1)):
        raises(PegboardError, converted, *old_state(count, has))
    # Without a tag there is no number of numbers, whatever follows.
    for count in (0, 1):
        raises(PegboardError, converted, b"", old_state(count, rows)[1])


def test_the_state_of_a_later_or_an_unknown_layout_is_refused():
    packed = State().pack()
    for tag in (b"", b"\x01abc", b"\xffabc", bytes((len(state_layout.NUMBERS) + 1,)) + b"abc"):
        raises(PegboardError, converted, tag, packed)
    raises(PegboardError, converted, state_layout.LAYOUT[:1] + b"abc", packed + b"\x05")


def test_the_layout_has_only_grown():
    """A later version may only extend it: see engine_core.state.old_states."""
    assert state_layout.NUMBERS[:33] == FIRST_NUMBERS
    assert state_layout.ROWS[:20] == FIRST_ROWS
    assert state_layout.MATCH_ROWS == FIRST_MATCH_ROWS
    assert state_layout.NAMES.split(",")[: len(FIRST_PHASES)] == FIRST_PHASES


FIRST_NUMBERS = (
    "code",
    "seats",
    "target",
    "options",
    "more_options",
    "track",
    "phase",
    "deal_number",
    "dealer",
    "turn",
    "starter",
    "line_from",
    "said_go",
    "passed",
    "last_player",
    "laid_at_go",
    "hands_counted",
    "claim",
    "open_points",
    "open_by",
    "missed_points",
    "missed_by",
    "caller",
    "nobs_claimed",
    "folded",
    "pegs_moved",
    "corners_passed",
    "winner",
    "offender",
    "pile",
    "taken_card",
    "shown_by",
    "last_scorer",
)

FIRST_ROWS = (
    "scores",
    "back_pegs",
    "laid",
    "laid_by",
    "go_room",
    "crib",
    "cutters",
    "cuts",
    "low_cutters",
    "early_claims",
    "used_cards",
    "spots",
    "count_spots",
    "count_points",
    "deals_out",
    "seen_cards",
    "seen_seats",
    "formation",
    "turns",
    "standoff_cards",
)

FIRST_MATCH_ROWS = (
    "games",
    "stakes",
    "skunks",
    "double_skunks",
    "corner_wins",
    "high_hands",
    "running_points",
)

FIRST_PHASES = [
    "idle",
    "cut",
    "starter",
    "play",
    "show",
    "crib",
    "over",
    "keyed",
    "claim",
    "challenge",
    "free",
    "line",
    "turn",
    "formation",
    "drop",
    "reserve",
    "after play",
    "suits",
]

"""An update keeps the game of a journal whose states have an earlier layout."""

from engine_core.game import segment
from engine_core.game.game import Game
from engine_core.game.redo_list import RedoList
from engine_core.state import state_layout
from engine_core.state.entries import CARD, pack
from firmware.storage.game_store import GameStore
from tests.conformance.support import earlier_journals, early_slots, version2
from tests.conformance.support.flash import BlankFlash, Flash, PowerCut, copy
from tests.conformance.support.kit import raises, scale

START = (4, 1, 2, 61, 0, 0, 0)
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


def test_a_state_of_another_layout_that_no_game_has_is_refused():
    flash = recorded({})
    store = GameStore(flash)
    game, _ = store.load()
    game.apply(START)
    game.state.scores = bytearray(10)
    game.take_up((segment.Segment(1, game.state.pack(), 0),), 1)
    segment.LAYOUT = state_layout.LAYOUT[:1] + b"old"
    try:
        store.write(game)
    finally:
        segment.LAYOUT = state_layout.LAYOUT
    game, trouble = GameStore(flash).load()
    assert not game.length and "another version" in trouble and len(flash.kept) == 1

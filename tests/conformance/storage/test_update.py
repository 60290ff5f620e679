"""Games before and after an update: this program reads what one whose states have another layout
has stored."""

from engine_core.errors import Illegal
from engine_core.game import segment, segment_reader
from engine_core.game.game import Game
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from engine_core.state import state_layout
from firmware.storage.archive import FINISHED, SAVED
from firmware.storage.game_store import GameStore
from tests.conformance.support.archives import Shelf, games
from tests.conformance.support.flash import BlankFlash, Flash, PowerCut, TwoFlashes
from tests.conformance.support.kit import Rand, raises, scale

SCOREBOARD = (E.START, 0, 2, 61, 0, 0, 0)  # any side may peg any points
EARLIER = state_layout.LAYOUT[:1] + b"abc"  # the layout of a version with as many numbers


def small():
    """Return a blank flash that soon has no room for the beginning of a match."""
    return Flash(cells=[bytearray(b"\xff" * 1024) for _ in range(4)])


def back_and_forth(shelf, count):
    """Make so many entries that give a point to a side and take it away again."""
    for n in range(count):
        shelf.enter((E.MINUS if n % 2 else E.POINTS, 0, 1))


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
        for flash in (BlankFlash(), small()):
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
        back_and_forth(shelf, 100)
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
        back_and_forth(shelf, 70)
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

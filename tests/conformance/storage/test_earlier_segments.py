"""Segments of a journal before the newest: an undo goes into one, or a game that was left is
resumed from it, only if it has what the newest one names."""

from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.game.segment import Segment
from engine_core.state import entries as E
from firmware.storage.game_store import GameStore
from tests.conformance.support.flash import BlankFlash
from tests.conformance.support.kit import raises

START = (E.START, 0, 2, 61, 0, 0, 0)  # a scoreboard: any side may peg any points
POINTS = (E.POINTS, 0, 2)


def begun():
    """Return a GameStore, and a game in it that has begun."""
    store = GameStore(BlankFlash())
    game, _ = store.load()
    game.apply(START, store)
    return store, game


def with_a_segment_more(store, game):
    """Store `game`; return one that goes on from it in a segment more."""
    first = game.segment()
    store.write(game)
    second = Segment(first.count, game.state.pack(), 0)
    second.before, second.taken = first.place, first.count
    longer = Game(store.older)
    longer.take_up([second], first.count)
    return longer


def test_a_game_that_lacks_entries_is_not_resumed():
    store, left = begun()
    for taken, resumed in ((1, True), (2, False), (28, False)):
        new = store.new_game(left)
        new.segment().taken = taken
        assert (store.abandoned(new) is not None) == resumed


def test_an_undo_goes_into_the_segment_before():
    store, game = begun()
    game.segment().add(E.pack(POINTS))
    game = with_a_segment_more(store, game)
    assert game.undo(store) == POINTS
    assert game.length == 1 and game.can_redo()


def test_an_undo_leaves_out_entries_that_are_not_in_effect_in_the_segment_before():
    """Such as one whose writing was reported as failed."""
    store, game = begun()
    other = (E.POINTS, 1, 3)
    for entry in (POINTS, other):
        game.segment().add(E.pack(entry))
    longer = with_a_segment_more(store, game)
    longer.segment().first = longer.segment().taken = longer.length = 2
    assert longer.undo(store) == POINTS and longer.length == 1


def test_an_undo_into_a_segment_that_cannot_be_read_changes_nothing():
    for spoil in (
        lambda first: first.add(E.pack((E.CARD, 5))),  # a scoreboard has no cards
        lambda first: setattr(first, "state", first.state + b"no row"),
    ):
        store, game = begun()
        spoil(game.segment())
        game.segment().add(E.pack(POINTS))
        game = with_a_segment_more(store, game)
        length, before, newest = game.length, game.state.pack(), game.segment()
        raises(Illegal, game.undo, store)
        assert game.length == length and not game.can_redo() and game.state.pack() == before
        assert game.segment() is newest

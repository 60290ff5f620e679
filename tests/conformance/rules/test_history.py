"""The entries of a match in segments: each question about them, at each place (ruling G16)."""

from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.game.history import History
from engine_core.game.segment import Segment
from engine_core.state import entries as E
from tests.conformance.support.kit import raises, scale
from tests.conformance.support.player import Player, start

LENGTH = 70  # entries, in three segments


def played():
    """Return a game of LENGTH entries, and its state after each number of them."""
    game, player = Game(), Player(21, meddling=9)
    states = [game.state.pack()]
    entry = start((3, 4, 121, 0, 0), 0)
    for _ in range(LENGTH):
        game.apply(entry)
        states.append(game.state.pack())
        entry = player.next(game.state)
    assert len(game.segments()) == 3
    return game, states


def test_g16_a_game_is_taken_up_with_any_number_of_its_entries():
    known, states = played()
    for length in range(0, LENGTH + 1, scale(1, 23, 9)):
        game = Game()
        game.take_up(played()[0].segments(), length)
        assert (game.length, game.state.pack()) == (length, states[length])
        assert game.entries() == known.entries()[:length]
        assert not game.can_redo()
        # It goes on from there, and back.
        if length:
            last = game.undo()
            assert game.state.pack() == states[length - 1]
            game.apply(last)
        assert game.state.pack() == states[length]


def test_g16_packed_entries_begin_anywhere_and_end_before_the_most_bytes():
    game, _ = played()
    packed = [E.pack(entry) for entry in game.entries()]
    for first in range(0, LENGTH + 1, scale(1, 23, 9)):
        for most in range(0, 60, scale(1, 13, 7)):
            counts = [
                n for n in range(most + 1) if len(b"".join(packed[first : first + n])) <= most
            ]
            count = min(max(counts), LENGTH - first)
            found = game.packed(first, most)
            assert found == (count, b"".join(packed[first : first + count])), (first, most)


def test_g16_only_the_last_segments_are_kept_and_older_ones_are_asked_for():
    whole, states = played()
    for keep in (1, 2, 3, 4):
        older = list(whole.segments())
        asked = []

        def before(segment, older=older, asked=asked):
            asked.append(segment.first)
            earlier = [one for one in older if one.first < segment.first]
            return earlier[-1] if earlier else None

        game = Game(before)
        game.take_up(older, LENGTH)
        game.trim(keep)
        assert game.segments() == tuple(older[-keep:])
        first = older[-keep:][0].first
        assert game.first() == first
        assert game.entries() == whole.entries()[first:]
        if first:
            raises(Illegal, game.entry, first - 1)
        assert game.entry(first) == whole.entry(first)
        assert asked == []
        # All of them are back once the first entry is asked for.
        assert game.reach(first) and asked == []
        assert game.reach(0) and len(asked) == max(0, 3 - keep)
        assert game.entries() == whole.entries()


def test_g16_an_entry_that_is_no_longer_stored_cannot_be_undone():
    whole, states = played()
    game = Game()
    game.take_up(whole.segments()[1:], LENGTH)
    first = game.first()
    assert not game.reach(first - 1) and game.reach(first)
    while game.length > first:
        game.undo()
    assert game.state.pack() == states[first]
    assert "no longer kept" in str(raises(Illegal, game.undo))
    assert "nothing to undo" in str(raises(Illegal, History(list(Game().segments())).step_back))


def test_g16_one_stored_entry_before_an_empty_segment_can_be_undone():
    one, empty = Segment(5, b"", 0), Segment(6, b"", 6)
    one.add(E.pack((E.GO,)))
    history = History([one, empty], 6)
    history.step_back()
    assert (history.length, history.undone.entry(0)) == (5, (E.GO,))
    assert "no longer kept" in str(raises(Illegal, history.step_back))


def test_g16_the_entries_before_the_game_are_those_of_earlier_ones():
    game = Game()
    for entry in [start((0, 2, 121, 0, 0))] + [(E.POINTS, 0, 29)] * 5:
        game.apply(entry)
        assert game.begun() == 0
    for more in ((E.NEXT,), (E.POINTS, 1, 3), (E.POINTS, 0, 4)):
        game.apply(more)
        assert game.begun() == 6
    for begun in (6, 6, 0, 0):
        game.undo()
        assert game.begun() == begun
    for begun in (0, 6, 6, 6):
        game.redo()
        assert game.begun() == begun

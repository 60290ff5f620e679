"""After any sequence of entries, refusals, undo, redo and power cuts, the state is that of the
entries in effect.

The model is two lists: the entries that count, and those that were undone. After each step the
game must equal a fresh game with the entries of the first list.
"""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.games import phases as at
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from tests.conformance.support.battle_player import BATTLES, OPTED_BATTLES
from tests.conformance.support.player import GAMES, read_back, start

CARDS = st.integers(0, 52)
NUMBERS = st.integers(0, 255)
# By phase: the entries that a table could key, whether or not they are allowed now.
LIKELY = {
    at.PLAY: st.one_of(st.tuples(st.just(E.CARD), CARDS), st.just((E.GO,))),
    at.CLAIM: st.tuples(st.just(E.CLAIM), st.integers(0, 30)),
    at.CHALLENGE: st.one_of(st.just((E.PASS,)), st.tuples(st.just(E.MUGGINS), st.integers(0, 6))),
    at.POINTS: st.tuples(st.just(E.POINTS), st.integers(0, 4), st.integers(0, 30)),
    at.TURN: st.one_of(st.tuples(st.just(E.CARD), CARDS), st.just((E.TAKE,)), st.just((E.SHOWN,))),
    at.DROP: st.tuples(st.just(E.DROP), CARDS),
    at.OVER: st.just((E.NEXT,)),
}
CARD = st.tuples(st.just(E.CARD), CARDS)


def any_entry(draw):
    """Draw an entry of any kind, with numbers that may make no sense."""
    kind = draw(st.integers(0, len(E.KINDS) - 1))
    return (kind, *[draw(NUMBERS) for _ in range(E.KINDS[kind][1])])


def fold(entries):
    game = Game()
    for entry in entries:
        game.apply(entry)
    return game


class AnyWalk(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.game = Game()
        self.counts = []
        self.undone = []

    def enter(self, entry):
        """Apply `entry`: a refusal changes nothing, else it counts."""
        before = self.game.state.pack()
        try:
            events = self.game.apply(entry)
        except PegboardError as why:
            assert str(why)
            assert self.game.state.pack() == before
            return
        assert events
        self.counts.append(entry)
        # One or two of those that were undone are dropped, or none, or all.
        left = self.known_undone()
        assert left in [[], *[self.undone[: len(self.undone) - n] for n in range(3)]]
        self.undone = left

    def known_undone(self):
        """Return the entries that can be redone, the next one last."""
        return [self.game.undone.entry(n) for n in range(self.game.undone.count)][::-1]

    @initialize(game=st.sampled_from(GAMES + BATTLES + OPTED_BATTLES), data=st.data())
    def begin(self, game, data):
        dealer = data.draw(st.sampled_from([*range(game[1]), NO_SEAT]))
        self.enter(start(game, dealer))
        assert self.counts

    @rule(data=st.data())
    def key(self, data):
        self.enter(data.draw(LIKELY.get(self.game.state.phase, CARD)))

    @rule(cards=st.lists(CARDS, min_size=4, max_size=20, unique=True))
    def key_cards(self, cards):
        for card in cards:
            self.enter((E.CARD, card))

    @rule(data=st.data())
    def key_anything(self, data):
        self.enter(any_entry(data.draw))

    @rule(side=st.integers(0, 5), points=st.integers(1, 29))
    def give_points(self, side, points):
        self.enter((E.POINTS, side, points))

    @rule()
    def undo(self):
        if self.counts:
            assert self.game.undo() == self.counts[-1]
            self.undone.append(self.counts.pop())
        else:
            self.refuse(self.game.undo)

    @rule()
    def redo(self):
        if not self.undone:
            self.refuse(self.game.redo)
            return
        before = self.game.state.pack()
        try:
            assert self.game.redo()
        except PegboardError:
            assert self.game.state.pack() == before  # it cannot follow the last entry
            return
        self.counts.append(self.undone.pop())

    def refuse(self, function):
        with pytest.raises(PegboardError):
            function()

    @rule(data=st.data())
    def key_what_cannot_be_kept(self, data):
        class Full:
            def wants_segment(self, segment):
                return False

            def add(self, packed, segment, new, undone, dropped):
                raise OSError(28, "No space left on device")

            def undo(self, segment, undone):
                raise OSError(28, "No space left on device")

        entry = data.draw(LIKELY.get(self.game.state.phase, CARD))
        with pytest.raises((PegboardError, OSError)):
            self.game.apply(entry, Full())
        with pytest.raises((PegboardError, OSError)):
            self.game.undo(Full())

    @rule()
    def read_again(self):
        self.game = read_back(self.counts)
        self.undone = []

    @invariant()
    def it_is_the_fold_of_what_counts(self):
        assert self.game.entries() == self.counts
        assert self.game.length == len(self.counts)
        assert self.known_undone() == self.undone
        fresh = fold(self.counts)
        assert self.game.state.pack() == fresh.state.pack()
        assert self.game.state.check() == fresh.state.check()
        for entry in self.counts[-1:]:
            assert E.unpack(E.pack(entry)) == (entry, len(E.pack(entry)))
            assert E.parse(E.text(entry)) == entry


AnyWalk.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
TestAnyWalk = AnyWalk.TestCase

"""Any entries at all, allowed or not, undone and redone, at any table (rulings G10, G16).

A refused entry changes nothing; an allowed one can be undone; the entries in effect determine the
whole game.
"""

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.games.lookup import preset
from engine_core.games.options import numbers
from engine_core.games.phases import OVER
from engine_core.games.presets import BATTLEFIELD
from engine_core.games.seats import NO_SEAT
from engine_core.records.record_writer import RecordWriter
from engine_core.state import entries as E
from tests.bench.random_tables import TABLES, options_of
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.player import Player, read_back

SMALL = st.integers(0, 7)
BYTE = st.integers(0, 255)
POINTS = st.integers(0, 31)
# Every kind of entry, with numbers within reason and beyond.
ENTRIES = st.one_of(
    st.tuples(st.just(E.CARD), st.integers(0, 52)),
    st.tuples(st.just(E.DROP), st.integers(0, 52)),
    st.sampled_from([(E.GO,), (E.NEXT,), (E.PASS,), (E.TAKE,), (E.SHOWN,)]),
    st.tuples(st.sampled_from([E.POINTS, E.MINUS]), SMALL, POINTS),
    st.tuples(st.just(E.CLAIM), POINTS),
    st.tuples(st.sampled_from([E.MUGGINS, E.MOVED, E.LEAVE]), SMALL),
    st.tuples(st.just(E.PENALTY), st.integers(0, 18), SMALL, st.integers(0, 31)),
    st.tuples(st.just(E.START), st.sampled_from([0, 1, 11]), SMALL, BYTE, BYTE, SMALL, SMALL),
    st.tuples(st.just(E.POINTS), BYTE, BYTE),
)


class Family(RuleBasedStateMachine):
    """A game in which anything may be entered."""

    def __init__(self):
        super().__init__()
        self.game = Game()
        self.player = None
        self.states = [self.game.state.pack()]  # after each entry that counts
        self.entries = []

    @initialize(table=st.sampled_from(TABLES), options=BYTE, dealer=SMALL, seed=BYTE)
    def start(self, table, options, dealer, seed):
        code, seats, target, track = table
        row = preset(code)
        dealer = dealer if dealer < seats else NO_SEAT
        self.player = (BattlePlayer if row.machine == BATTLEFIELD else Player)(seed, 20, 30)
        low, more = numbers(options_of(row, seats, options), 0)
        self.key((E.START, code, seats, target, dealer, low, track, *[more] * (more > 0)))

    def key(self, entry):
        before = self.game.state.pack(), self.game.length, self.game.can_redo()
        try:
            events = self.game.apply(entry)
        except PegboardError as why:
            assert str(why)
            assert (self.game.state.pack(), self.game.length, self.game.can_redo()) == before
            return False
        assert all(isinstance(event, tuple) and isinstance(event[0], str) for event in events)
        at = before[1]
        self.entries[at:] = [entry]
        self.states[at + 1 :] = [self.game.state.pack()]
        return True

    @rule(entry=ENTRIES)
    def anything(self, entry):
        if self.key(entry):
            self.player = None  # it knows no longer what has been dealt

    @precondition(lambda self: self.player)
    @rule(most=st.integers(1, 60))
    def what_a_table_keys(self, most):
        for _ in range(most):
            if self.game.state.phase == OVER:
                break
            assert self.key(self.player.next(self.game.state))

    @rule(card=st.integers(0, 51), most=st.integers(1, 20))
    def card_after_card(self, card, most):
        """Enter cards in turn, whether they fit or not; GO if none does."""
        self.player = None
        for n in range(most):
            if not self.key((E.CARD, (card + 5 * n) % 52)):
                self.key((E.GO,))

    @rule(steps=st.integers(1, 40))
    def undo_and_redo(self, steps):
        at = self.game.length
        steps = min(steps, at)
        for n in range(steps):
            assert self.game.undo() == self.entries[at - 1 - n]
            assert self.game.state.pack() == self.states[at - 1 - n]
        for n in range(steps):
            self.game.redo()
            assert self.game.state.pack() == self.states[at - steps + n + 1]

    @rule(steps=st.integers(1, 5))
    def undo(self, steps):
        self.player = None
        for _ in range(min(steps, self.game.length - 1)):
            self.game.undo()

    @precondition(lambda self: self.game.state.phase == OVER)
    @rule()
    def next_game(self):
        assert self.key((E.NEXT,))
        assert self.game.state.phase != OVER

    @rule()
    def read_again(self):
        game = read_back(self.game.entries())
        assert game.state.pack() == self.game.state.pack()
        writer = RecordWriter()
        for entry in self.game.entries():
            writer.apply(entry)
        assert writer.lines() or self.game.length < 2

    @invariant()
    def what_counts_is_what_was_keyed(self):
        length = self.game.length
        assert self.game.entries() == self.entries[:length]
        assert self.game.state.pack() == self.states[length]

    @invariant()
    def nothing_is_out_of_bounds(self):
        state = self.game.state
        if not self.game.length:
            return
        assert all(score <= state.target for score in state.scores)
        assert state.turn < state.seats
        cards = bytes(state.laid) + bytes(state.crib)
        assert len(set(cards)) == len(cards)

    def teardown(self):
        length = self.game.length
        while self.game.length:
            self.game.undo()
            assert self.game.state.pack() == self.states[self.game.length]
        assert self.game.state.pack() == Game().state.pack()
        for _ in range(length):
            self.game.redo()
            assert self.game.state.pack() == self.states[self.game.length]


@pytest.mark.slow
def test_any_entries_in_any_game():
    run_state_machine_as_test(
        Family,
        settings=settings(
            max_examples=40,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )

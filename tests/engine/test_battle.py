"""Battlefield against second opinions: the line, and each score of whole random games."""

from collections import Counter

import pytest

from engine_core.battlefield import battle_turn
from engine_core.count.cards import NO_CARD
from engine_core.state.events import get
from tests import battle_oracle, oracle
from tests.bench import random_line
from tests.cases import mostly_slow
from tests.conformance.support.battle_player import BATTLES, BattlePlayer, Duellist
from tests.conformance.support.player import play_out

JOKER = battle_oracle.JOKER


def test_b1_random_lines_agree():
    histogram = random_line.run(8_000, seed=2)
    assert sum(histogram.values()) == 8_000
    # Each value of a window came up, alone or with a fifteen or 31.
    for worth in (2, 3, 4, 5, 6, 8, 10, 12, 15, 16):
        assert histogram.get(worth, 0) + histogram.get(worth + 2, 0), worth


def test_the_oracle_counts_the_lines_of_the_rulebook():
    from engine_core.count.cards import cards
    from tests.conformance.battlefield.test_battle_line import COMBINATIONS, TABLE

    for text, worth in TABLE + COMBINATIONS:
        assert battle_oracle.line(cards(text)) == worth, text


class Fold:
    """Computes every score of a game from the cards laid and shown, and compares it with the
    scores in the events."""

    def __init__(self):
        self.line = []
        self.due = Counter()
        self.turns = []
        self.standoffs = 0

    def see(self, played, entry, events):
        state = played.state
        self.due.clear()
        told = Counter()
        for event in events:
            getattr(self, "see_" + event[0].replace("-", "_"), self.ignore)(state, event)
            if event[0] == "score":
                told[get(event, "what"), get(event, "seat")] += get(event, "points")
        over = any(event[0] == "over" for event in events)
        if self.turns and len(self.turns[-1]) == 2:
            self.turns[-1] += (sum(told.values()),)
        if state.taken_card != NO_CARD:
            self.see_standoff(state)
        for key, points in told.items():
            # The winning score stops at the target; no later scores are reported.
            assert points == self.due[key] or (over and points < self.due[key]), (key, events)
        assert over or told == +self.due, (told, self.due, events)

    def ignore(self, state, event):
        pass

    def see_standoff(self, state):
        """Compare the cards that a standoff forbids; none of them may score."""
        due = battle_oracle.standoff(self.turns) if state.turn == self.dealer else set()
        self.standoffs += bool(due)
        assert not any(battle_oracle.line([*self.line, card]) for card in due)
        assert set(battle_turn.standoff(state)) == due

    def see_deal(self, state, event):
        self.line = []
        self.turns = []
        self.took = False
        self.dealer = get(event, "dealer")
        self.turn_card = None
        self.first = True

    def see_take(self, state, event):
        self.took = True
        assert self.line.pop() == get(event, "card")

    def see_card(self, state, event):
        seat, card = get(event, "seat"), get(event, "card")
        self.line.append(card)
        self.layer = seat
        if self.first:
            self.first = False  # it scores nothing
            return
        self.turns.append((self.took, card))
        self.took = False
        pips = sum(0 if c == JOKER else min(c // 4 + 1, 10) for c in self.line)
        if pips > 31:
            self.line = [card]
            pips = pips if card == JOKER else min(card // 4 + 1, 10)
            self.due["go", (seat - 1) % state.seats] = 1
        else:
            self.due["line", seat] = battle_oracle.line(self.line)
        assert pips == get(event, "count")

    def see_starter(self, state, event):
        self.turn_card = get(event, "card")
        pips = sum(0 if c == JOKER else min(c // 4 + 1, 10) for c in self.line)
        self.due["last card", self.layer] = 0 if pips == 31 else 1
        if self.turn_card // 4 == 10:
            self.due["knobs", self.dealer] = 2

    def see_count(self, state, event):
        what, cards = get(event, "what"), list(get(event, "cards"))
        true = 0
        if JOKER not in cards:
            if self.turn_card is None:
                assert len(cards) == 5 and what == "hand"
                # Without a turn card any four with the fifth: no knobs, and a flush needs all.
                true = oracle.show_ranks(cards) + (5 if len({c % 4 for c in cards}) == 1 else 0)
            else:
                assert len(cards) == 4
                true = oracle.show(cards, self.turn_card, what == "crib")
        assert get(event, "points") == true
        self.due[what, get(event, "seat")] += true


@pytest.mark.parametrize("game", mostly_slow(BATTLES), ids=str)
@pytest.mark.parametrize("kind", [BattlePlayer, Duellist])
def test_every_score_of_random_games_agrees_with_the_rules(game, kind):
    standoffs = 0
    for seed in range(6):
        fold = Fold()
        play_out(game, 1000 + seed, see=fold.see, kind=kind)
        standoffs += fold.standoffs
    assert standoffs or kind is BattlePlayer or game[1] > 2


@pytest.mark.slow
def test_random_games_cover_everything_that_can_happen():
    seen = Counter()

    def see(played, entry, events):
        seen.update(event[0] for event in events)
        seen.update(get(event, "what") for event in events if event[0] == "score")

    for seed in range(60):
        play_out(BATTLES[0], 2000 + seed, see=see, kind=BattlePlayer)
    for what in ("renew", "take", "shown", "cease-fire", "killed", "knobs", "line", "drop"):
        assert seen[what], what

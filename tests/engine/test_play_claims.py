"""Muggins in the play, compared with an independent check of claims and calls (ruling G14b)."""

from collections import Counter

import pytest

from engine_core.games import options as opt
from engine_core.state import entries as E
from engine_core.state.events import get
from tests import oracle
from tests.cases import slow
from tests.conformance.support.player import play_out

HELD = 4  # cards that each plays


class Fold:
    """Follows the cards in play, and computes from them the points of each claim and call."""

    def __init__(self, seats, options):
        self.seats = seats
        self.options = options
        self.seen = Counter()
        self.deal()

    def deal(self):
        self.line = []
        self.played = Counter()
        self.open = self.missed = None  # [seat, points], as far as nobody has them

    def see(self, played, entry, events):
        told = [
            (get(event, "what"), get(event, "side"), get(event, "points"))
            for event in events
            if event[0] == "score"
        ]
        kind = entry[0]
        due = None
        if kind == E.CLAIM:
            due = self.claim(entry[1])
        elif kind == E.MUGGINS:
            due = self.call(entry[1])
        over = any(event[0] == "over" for event in events)
        if due is not None and not over:
            assert told == due, (entry, told, due)
            self.seen[kind] += bool(due)
        for event in events:
            self.event(event)
        if kind in (E.CARD, E.GO) and not over:
            # Only points announced aloud are pegged by themselves.
            aloud = {"go", "hand", "crib", "nibs", "renege"}
            if any(event[0] == "dead" for event in events):
                aloud.add("last card")  # of the card before it
            assert {what for what, _, _ in told} <= aloud

    def claim(self, points):
        seat, worth = self.open
        pegged = min(points, worth)
        self.open[1] -= pegged
        due = [("play", seat, pegged)] if pegged else []
        if points > worth and self.options & opt.PENALTY_12:
            left = [(seat + n) % self.seats for n in range(1, self.seats)]
            due += [("too much", other, points - pegged) for other in left]
        return due

    def call(self, caller):
        for card in (self.missed, self.open):
            if card and card[1] and card[0] != caller:
                points, card[1] = card[1], 0
                to = card[0] if self.options & opt.GIVE_BACK else caller
                return [("muggins", to, points)]
        raise AssertionError("there was nothing to call")

    def event(self, event):
        if event[0] == "deal":
            self.deal()
        elif event[0] == "restart":
            self.line = []
        elif event[0] in ("card", "go", "dead"):
            self.missed, self.open = self.open, None
            if event[0] != "go":
                self.played[get(event, "seat")] += 1
            if event[0] == "card":
                self.line.append(get(event, "card"))
                points = oracle.play(self.line)
                last = sum(self.played.values()) == HELD * self.seats
                if last and oracle.pips(self.line) != 31:
                    points += 1
                self.open = [get(event, "seat"), points]


@pytest.mark.parametrize("more", [0, *slow(opt.GIVE_BACK, opt.PENALTY_12), opt.RENEGE_PENALTY])
@pytest.mark.parametrize(("code", "seats"), [(1, 2), (2, 3), (4, 5)])
def test_every_claim_and_call_of_random_games_agrees_with_the_table(code, seats, more):
    options = opt.MUGGINS_IN_PLAY | more
    seen = Counter()
    for seed in range(6):
        fold = Fold(seats, options)
        play_out((code, seats, 121, options, 0), 300 + seed, see=fold.see, careless=20)
        seen += fold.seen
    assert seen[E.CLAIM] > 50 and seen[E.MUGGINS] > 3

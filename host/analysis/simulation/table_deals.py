"""Whole deals of a preset, and the scores of each side in them, in order."""

from dataclasses import dataclass

import numpy as np

from engine_core.count.cards import JACK
from engine_core.games.presets import Deal

from .deals import Play, Random, show, throw


@dataclass
class Gain:
    """Points for a side, in some of the deals; sides count from the dealer's, 0, round to the
    left."""

    deals: np.ndarray
    sides: np.ndarray
    points: np.ndarray


class Deals:
    """Many deals with the dealer in the last seat, thrown and played out."""

    def __init__(self, random: Random, deals: int, table: Deal, cribs: np.ndarray):
        """cribs: the average crib by the cards thrown, [2, …]: 0 the dealer's side, 1 others."""
        seats = table.seats
        self.size = deals
        self.side_of = relative_sides(table)
        cards = random.decks(deals, sum(table.deal) + table.from_deck + 1)
        self.starter = cards[:, -1]
        self.dealt, self.kept, self.thrown = [], [], []
        first = 0
        for seat in range(seats):
            dealt = cards[:, first : first + table.deal[seat]]
            first += table.deal[seat]
            role = 0 if self.side_of[seat] == 0 else 1
            kept, thrown = throw(dealt, cribs[role], 1 - 2 * role)
            self.dealt.append(dealt)
            self.kept.append(kept)
            self.thrown.append(thrown)
        self.from_deck = cards[:, first:-1]
        self.crib = np.concatenate([*self.thrown, self.from_deck], axis=1)
        self.play = Play(np.stack(self.kept, axis=1), np.stack(self.dealt, axis=1), self.starter)
        self.hand_points = [show(kept, self.starter) for kept in self.kept]
        self.crib_points = show(self.crib, self.starter, crib=True)

    def gains(self):
        """Yield the scores, in order for each deal: nibs, the play, the hands, the crib."""
        everything = np.arange(self.size)
        nibs = everything[self.starter >> 2 == JACK]
        yield self._row(nibs, 0, np.full(nibs.size, 2))
        sides = np.array(self.side_of)
        for event in self.play.events:
            yield Gain(event.deals, sides[event.seats], event.points)
        for seat, points in enumerate(self.hand_points):
            yield self._row(everything, self.side_of[seat], points)
        yield self._row(everything, 0, self.crib_points)

    def _row(self, deals, side, points):
        return Gain(deals, np.full(deals.size, side), points.astype(np.int64))


def relative_sides(table: Deal) -> list[int]:
    """Return the side of each seat as counted from the dealer's, which is 0."""
    return [(side - table.side_of[-1]) % table.sides for side in table.side_of]


def one_card_cribs(random: Random, deals: int, table: Deal, tell, rounds=10) -> np.ndarray:
    """Return the average crib by the rank of the one card each player throws, [2, 13], iterated.

    Every one of a player's five cards is tried in turn in place of the one thrown.
    """
    cribs = np.zeros((2, 13))
    for number in range(1, rounds + 1):
        dealt = Deals(random, deals, table, cribs)
        before = cribs.copy()
        for role, seat in ((0, table.seats - 1), (1, 0)):
            others = [card for at, card in enumerate(dealt.thrown) if at != seat]
            points, times = np.zeros(13), np.zeros(13)
            for at in range(dealt.dealt[seat].shape[1]):
                card = dealt.dealt[seat][:, at : at + 1]
                crib = np.concatenate([card, *others, dealt.from_deck], axis=1)
                rank = (card >> 2)[:, 0]
                points += np.bincount(rank, show(crib, dealt.starter, True), minlength=13)
                times += np.bincount(rank, minlength=13)
            cribs[role] = (before[role] + points / times) / (1 if number == 1 else 2)
        tell(f"crib averages, round {number}: moved by {np.abs(cribs - before).max():.2f}")
    return cribs

"""Many deals at once: cards from a seed, throws, the play, and the scores in order.

Seats go from the dealer's left round to the dealer, who is the last, as in the presets. The
players are sensible but ignore the score: they throw for the highest average of hand and crib
together, and lay the card with the most points less the next player's expected points.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine_core.count.cards import JACK

from .hand_points import OVER_DECK, PAIR_AT, POINTS, RANKS, counts, index
from .play_lines import MOST, PIPS, graph


class Random:
    """Whole numbers from a seed. Only raw bits are used, because they alone are the same with
    every version of numpy."""

    def __init__(self, seed):
        self._bits = np.random.PCG64(seed)

    def below(self, most, size):
        """Return `size` numbers from 0 to `most` - 1."""
        raw = self._bits.random_raw(size) >> np.uint64(40)
        return ((raw * np.uint64(most)) >> np.uint64(24)).astype(np.int64)

    def decks(self, deals, cards, known=None):
        """Return `cards` cards for each deal, from 52 or, after `known` [deals, n], from the rest
        of the deck."""
        decks = np.tile(np.arange(52, dtype=np.uint8), (deals, 1))
        rows = np.arange(deals)
        first = 0
        if known is not None:
            first = known.shape[1]
            for at in range(first):
                found = (decks == known[:, at : at + 1]).argmax(axis=1)
                decks[rows, found] = decks[:, at]
                decks[:, at] = known[:, at]
        for at in range(first, first + cards):
            other = at + self.below(52 - at, deals)
            taken = decks[rows, other]
            decks[rows, other] = decks[:, at]
            decks[:, at] = taken
        return decks[:, : first + cards]


def throw(dealt, crib, sign):
    """Return the cards kept and thrown of each hand in `dealt`, ascending.

    crib: the average crib by PAIRS, or by rank if one card is thrown; sign: 1 if the crib belongs
    to this player's side, otherwise -1.
    """
    dealt = np.sort(dealt, axis=1)
    deals, size = dealt.shape
    unseen = 52 - size
    ranks = (dealt >> 2).astype(np.int32)
    suits = dealt & 3
    of_suit = (suits[:, :, None] == suits[:, None, :]).sum(axis=2)
    best = np.full(deals, -99.0)
    kept = np.zeros((deals, 4), dtype=np.uint8)
    thrown = np.zeros((deals, size - 4), dtype=np.uint8)
    for out in combinations(range(size), size - 4):
        keep = [at for at in range(size) if at not in out]
        rows = index(ranks[:, keep])
        points = OVER_DECK[rows].copy()
        for at in range(size):
            points -= POINTS[rows, ranks[:, at]]
        for at in keep:
            points += (ranks[:, at] == JACK) * (13 - of_suit[:, at])
        flush = (suits[:, keep] == suits[:, keep[:1]]).all(axis=1)
        points += flush * (4 * unseen + 13 - of_suit[:, keep[0]])
        if size == 6:
            cribs = crib[PAIR_AT[ranks[:, out[0]], ranks[:, out[1]]]]
        else:
            cribs = crib[ranks[:, out[0]]]
        worth = points / unseen + sign * cribs
        better = worth > best
        best = np.where(better, worth, best)
        kept[better] = dealt[better][:, keep]
        thrown[better] = dealt[better][:, list(out)]
    return kept, thrown


def show(hand, starter, crib=False):
    """Return the points of each `hand` [deals, 4] with its `starter`."""
    hand = np.sort(hand, axis=1)
    points = POINTS[index(hand >> 2), starter >> 2].astype(np.int16)
    suits = hand & 3
    flush = (suits == suits[:, :1]).all(axis=1)
    fifth = flush & (suits[:, 0] == starter & 3)
    points += fifth * 5 if crib else flush * 4 + fifth
    points += (hand == (JACK * 4 + (starter & 3))[:, None]).any(axis=1)
    return points


@dataclass
class Event:
    """Points of some of the deals at the same step of the play."""

    deals: np.ndarray
    seats: np.ndarray
    points: np.ndarray
    laid: np.ndarray  # the number of cards laid, with this one
    go: bool  # for go or the last card, not for the card itself


class Play:
    """The play of many deals in step. `events` are in order for each deal; `cards` are the cards
    each deal has laid in order, `who` their seats."""

    def __init__(self, hands, dealt, starter):
        """hands: [deals, seats, 4] cards; dealt: [deals, seats, n] cards that each player has seen
        besides the starter."""
        deals, seats, _ = hands.shape
        self._after, self._worth = graph()
        self.hands = hands
        self.seats = seats
        self.events: list[Event] = []
        self.cards = np.full((deals, seats * 4), 255, dtype=np.uint8)
        self.who = np.full((deals, seats * 4), 255, dtype=np.uint8)
        self._ranks = (hands >> 2).astype(np.int64)
        self._held = np.ones((deals, seats, 4), dtype=bool)
        unseen = np.full((deals, seats, RANKS), 4, dtype=np.int8)
        for seat in range(seats):
            unseen[:, seat] -= counts(dealt[:, seat] >> 2).astype(np.int8)
        unseen -= counts((starter >> 2)[:, None])[:, None].astype(np.int8)
        self._unseen = unseen
        self._node = np.zeros(deals, dtype=np.int64)
        self._count = np.zeros(deals, dtype=np.int64)
        self._turn = np.zeros(deals, dtype=np.int64)
        self._last = np.zeros(deals, dtype=np.int64)
        self._gone = np.zeros((deals, seats), dtype=bool)
        self._laid = np.zeros(deals, dtype=np.int64)
        going = np.arange(deals)
        while going.size:
            going = going[self._step(going)]

    def _step(self, going):
        """Play one card or go in each of `going`; return the deals whose play continues."""
        turn = self._turn[going]
        pips = PIPS[self._ranks[going, turn]]
        fits = self._held[going, turn] & (pips + self._count[going][:, None] <= MOST)
        can = fits.any(axis=1)
        self._gone[going[~can], turn[~can]] = True
        full = np.zeros(going.size, dtype=bool)
        if can.any():
            full[can] = self._lay(going[can], turn[can], fits[can])
        next_seat = self._next(going, turn, self._gone[going])
        nobody = (next_seat < 0) & ~full
        some = going[nobody]
        self._score(some, self._last[some], np.ones(some.size, dtype=np.int64), True)
        restart = going[nobody | full]
        self._node[restart] = 0
        self._count[restart] = 0
        self._gone[restart] = False
        leader = self._next(restart, self._last[restart], self._gone[restart])
        next_seat[nobody | full] = leader
        self._turn[going] = next_seat
        return next_seat >= 0

    def _lay(self, going, turn, fits):
        """Lay the best card that fits; return whether the count is 31."""
        ranks = self._ranks[going, turn]
        node = self._node[going]
        child = np.where(fits, self._after[node[:, None], ranks], 0)
        worth = self._worth[node[:, None], ranks].astype(float)
        # Rounded, so that equal cards are equal on every computer.
        value = np.round(worth + self._outlook(going, turn, ranks, child), 6)
        value = np.where(fits, value, -99)
        # Of equal ones the highest, which fits least often later.
        choice = 3 - value[:, ::-1].argmax(axis=1)
        rows = np.arange(going.size)
        rank = ranks[rows, choice]
        self._held[going, turn, choice] = False
        self._node[going] = child[rows, choice]
        self._count[going] += PIPS[rank]
        self._last[going] = turn
        at = self._laid[going]
        self.cards[going, at] = self.hands[going, turn, choice]
        self.who[going, at] = turn
        self._laid[going] = at + 1
        for seat in range(self.seats):
            others = turn != seat
            self._unseen[going[others], seat, rank[others]] -= 1
        points = worth[rows, choice].astype(np.int64)
        scored = points > 0
        self._score(going[scored], turn[scored], points[scored], False)
        return self._count[going] == MOST

    def _outlook(self, going, turn, ranks, child):
        """Return, for each card that may be laid, the expected points of a go, less the next
        player's expected points."""
        follower = (turn + 1) % self.seats
        cards = self._held[going, follower].sum(axis=1)
        unseen = self._unseen[going, turn].astype(float)
        shares = unseen / np.maximum(unseen.sum(axis=1), 1)[:, None]
        replies = np.einsum("ijk,ik->ij", self._worth[child].astype(float), shares)
        room = MOST - self._count[going][:, None] - PIPS[ranks]
        stuck = np.einsum("ijk,ik->ij", (room[:, :, None] < PIPS).astype(float), shares)
        go = np.where(room > 0, stuck ** cards[:, None], 0)
        return go - replies * cards[:, None]

    def _next(self, deals, after, gone):
        """Return the next seat after `after`, itself last, that has cards and is not `gone`."""
        found = np.full(deals.size, -1, dtype=np.int64)
        has = self._held[deals].any(axis=2) & ~gone
        rows = np.arange(deals.size)
        for step in range(self.seats, 0, -1):
            seat = (after + step) % self.seats
            found = np.where(has[rows, seat], seat, found)
        return found

    def _score(self, deals, seats, points, go):
        if deals.size:
            self.events.append(Event(deals, seats, points, self._laid[deals], go))

"""The contents of each data file."""

import numpy as np

from engine_core.count.cards import JACK, RANKS
from engine_core.games.lookup import preset

from . import crib_averages, files, kept_play, three_sides
from .deals import Random
from .hand_points import PAIRS
from .race import Race, fold
from .table_deals import Deals, one_card_cribs, relative_sides

_AT_ONCE = 20_000  # deals
_SAMPLED = 3000  # plays stored whole
_MOST = 30  # a hand has fewer points


class Averages:
    """Average points by what they were scored for, gathered while the deals are counted."""

    def __init__(self, table):
        self.sides = relative_sides(table)
        self.deals = 0
        self.nibs = self.crib = 0
        self.hands = np.zeros(table.seats)
        self.play = np.zeros(table.seats)

    def add(self, dealt):
        self.deals += dealt.size
        self.nibs += 2 * int((dealt.starter >> 2 == JACK).sum())
        self.crib += int(dealt.crib_points.sum())
        for seat, points in enumerate(dealt.hand_points):
            self.hands[seat] += points.sum()
        for event in dealt.play.events:
            self.play += np.bincount(event.seats, event.points, minlength=len(self.play))

    def by_side(self):
        """Return the rows of each side, the dealer's first."""
        out = []
        for side in range(max(self.sides) + 1):
            seats = [seat for seat, own in enumerate(self.sides) if own == side]
            row = {"play": sum(self.play[seats]), "hand": sum(self.hands[seats])}
            if side == 0:
                row.update(crib=self.crib, nibs=self.nibs)
            row["total"] = sum(row.values())
            out.append(
                {name: round(float(points) / self.deals, 3) for name, points in row.items()}
            )
        return out


def _simulate(random, deals, table, cribs, tell, each=lambda dealt: None):
    race, averages = Race(table.sides), Averages(table)
    while race.deals < deals:
        dealt = Deals(random, min(_AT_ONCE, deals - race.deals), table, cribs)
        race.add(dealt)
        averages.add(dealt)
        each(dealt)
        if race.deals % (10 * _AT_ONCE) == 0:
            tell(f"{race.deals:,} of {deals:,} deals")
    return race, averages


class ShowCounts:
    """How often each hand and crib had each number of points, and some whole plays."""

    def __init__(self):
        self.hands = np.zeros((2, _MOST), dtype=np.int64)
        self.cribs = np.zeros((13, _MOST), dtype=np.int64)
        self.plays: list[str] = []

    def add(self, dealt):
        pone, dealer = dealt.hand_points
        self.hands[0] += np.bincount(dealer, minlength=_MOST)
        self.hands[1] += np.bincount(pone, minlength=_MOST)
        np.add.at(self.cribs, (dealt.starter >> 2, dealt.crib_points), 1)
        if not self.plays:
            self.plays = plays(dealt.play, _SAMPLED)


def plays(play, most):
    """Return the first `most` plays as text: a letter for each card, a for no point, b for one and
    so on; capitals are the dealer's; a dot follows if the same player then gets 1 for go."""
    letters = [["aA"[int(seat)] for seat in row] for row in play.who[:most]]
    for event in play.events:
        some = event.deals < most
        for deal, seat, points, laid in zip(
            event.deals[some], event.seats[some], event.points[some], event.laid[some], strict=True
        ):
            if event.go:
                letters[deal][laid - 1] += "."
            else:
                letters[deal][laid - 1] = chr(ord("aA"[seat]) + points)
    return ["".join(row) for row in letters]


def two_handed(seed: int, deals: int, times: int, tell) -> dict:
    """Return the fields of the two-handed file: from `deals` deals, and `times` plays of each set
    of four ranks. `tell` is called with lines of text about the progress."""
    random = Random(seed)
    table = preset(1).deal_for(2)
    cribs = crib_averages.settle(tell)
    counts = ShowCounts()
    race, averages = _simulate(random, deals, table, cribs.average, tell, counts.add)
    by_hand = kept_play.averages(random, times, cribs.average, tell)
    names = [RANKS[low] + RANKS[high] for low, high in PAIRS]
    return {
        "averages": averages.by_side(),
        "rounds": cribs.rounds,
        "pairs": names,
        "cribs": [[round(float(points), 4) for points in row] for row in cribs.average],
        "flushes": [[round(float(chance), 5) for chance in row] for row in cribs.flush],
        "crib_chances": files.shares(cribs.chances),
        "keeps": files.floats(cribs.kept),
        "pegs": files.numbers(np.rint(by_hand * 1000)),
        "hand_points": counts.hands.tolist(),
        "crib_points": counts.cribs.tolist(),
        "plays": " ".join(counts.plays),
        "chances": {str(target): files.shares(fold(race, target)) for target in _targets(1)},
    }


def four_handed(seed: int, deals: int, tell) -> dict:
    """Return the fields of the file of four players in partnerships."""
    random = Random(seed)
    table = preset(3).deal_for(4)
    cribs = one_card_cribs(random, 50_000, table, tell)
    race, averages = _simulate(random, deals, table, cribs, tell)
    return {
        "averages": averages.by_side(),
        "cribs": cribs.round(2).tolist(),
        "chances": {str(target): files.shares(fold(race, target)) for target in _targets(3)},
    }


def three_handed(seed: int, deals: int, tell) -> dict:
    """Return the fields of the three-handed file."""
    random = Random(seed)
    table = preset(2).deal_for(3)
    cribs = one_card_cribs(random, 50_000, table, tell)
    race, averages = _simulate(random, deals, table, cribs, tell)
    return {
        "averages": averages.by_side(),
        "cribs": cribs.round(2).tolist(),
        "grid": {str(target): three_sides.grid(target) for target in _targets(2)},
        # The third side has the rest.
        "chances": {str(target): _on_grid(race, target, tell) for target in _targets(2)},
    }


def _on_grid(race, target, tell):
    return files.shares(three_sides.on_grid(three_sides.fold(race, target, tell), target))


def _targets(code):
    return sorted(preset(code).targets)

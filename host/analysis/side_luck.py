"""The luck and the skill of a side of a two-handed game, each computed from its own parts.

Every count of points (the play, nibs, a hand, a crib) is followed from the average of the players
in the computed tables, their par, to the points that were pegged:

- `dealt`: what those players' throw from the same cards is worth, above par;
- `own`, `others`: what the throws and plays of the two changed for this side, against what those
  players would throw and lay, by what each could know then;
- `met`: what the cards that the other really held changed for it, above the average of all that
  they might have been;
- `cut`: the starter, above the average starter.

Luck is dealt, met and cut; skill is the rest. Nothing here is a remainder, except in a deal whose
cards were not all seen in the play, or whose play was not one of cards alone: what its play
brought beyond par is luck. A count that ends the game is taken for the share that was pegged.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.count import show

from . import tables
from .decisions import Counted, Deal
from .game_figures import par
from .play_luck import Steps, play_steps
from .play_out import PlayOut
from .portable import cache
from .tables import DEALER, PONE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NamedTuple

    from .play_luck import Choices

    # By deal and seat: the rows of host.analysis.throws.ranked for the six cards.
    Rows = Mapping[tuple[int, int], tuple[dict, ...]]

    class Luck(NamedTuple):
        """dealt: the value of the cards dealt, above the average; cut: the gain from the starter,
        above the average starter; met: the gain from the cards of the other, above the average of
        those that were possible."""

        dealt: float
        cut: float
        met: float

    class Skill(NamedTuple):
        """par: of average players in as many deals; own, others: what the decisions of this side
        and of the other changed; beside: penalties, muggins, and points by hand. All are points of
        this side."""

        par: float
        own: float
        others: float
        beside: float

    class Part(NamedTuple):
        """A count of points as the sum of its parts, as above."""

        par: float
        dealt: float
        own: float
        others: float
        met: float
        cut: float
else:
    Luck = namedtuple("Luck", ("dealt", "cut", "met"))
    Skill = namedtuple("Skill", ("par", "own", "others", "beside"))
    Part = namedtuple("Part", ("par", "dealt", "own", "others", "met", "cut"))

_DECK = range(52)
_HAND = 4
_NIBS = 2
_NIBS_PAR = _NIBS * 4 / 52


def luck_and_skill(
    deals: list[Deal], seat: int, rows: "Rows", choices: "Choices"
) -> tuple[Luck, Skill]:
    """Return the luck and the skill of a seat. Together they are the points it has pegged.

    deals: of the game; rows: for the throws that are known; choices: for the plays that were
    reviewed.
    """
    usual = PlayOut()
    parts = [part for deal in deals for part in parts_of(deal, seat, rows, choices, usual)]
    return sums_of(deals, seat, parts)


def sums_of(deals: list[Deal], seat: int, parts: "list[Part]") -> tuple[Luck, Skill]:
    """Return what `luck_and_skill` does, from the parts of all deals."""
    sums = _part(0.0)
    for part in parts:
        sums = Part(*[one + more for one, more in zip(sums, part)])
    beside = float(sum([_beside(deal, seat) for deal in deals]))
    luck = Luck(sums.dealt, sums.cut, sums.met)
    return luck, Skill(sums.par, sums.own, sums.others, beside)


def parts_of(
    deal: Deal, seat: int, rows: "Rows", choices: "Choices", usual: PlayOut
) -> "list[Part]":
    """Return the counts of a deal as their parts; the arguments are those of `luck_and_skill`,
    and the plays of the players of the tables."""
    role = DEALER if deal.dealer == seat else PONE
    own = _Throw(deal, seat, role, rows)
    other = _Throw(deal, 1 - seat, 1 - role, rows)
    found = []
    if role == DEALER and deal.has_starter():
        found.append(_part(_NIBS_PAR, cut=deal.scored.get((seat, "nibs"), 0) - _NIBS_PAR))
    found.append(_play(deal, seat, role, own, other, play_steps(deal, seat, choices, usual)))
    for count in deal.counts:
        if count.seat == seat:
            part = _hand(deal, role, count, own)
            if count.what == "crib":
                part = _crib(deal, count, own, other)
            share = count.gained / count.points if count.points else 1.0
            found.append(Part(*[share * value for value in part]))
    return found


def _part(par, dealt=0.0, own=0.0, others=0.0, met=0.0, cut=0.0):
    return Part(par, dealt, own, others, met, cut)


def _beside(deal, seat):
    """Return the points that cards do not explain, and what was missed of those that they do."""
    found = deal.beside.get(seat, 0)
    for what in ("hand", "crib"):
        true = [count.gained for count in deal.counts if (count.seat, count.what) == (seat, what)]
        found += deal.scored.get((seat, what), 0) - sum(true)
    return found


class _Throw:
    """A throw as far as it is known: `chosen` and `usual`, its row and that of the players of the
    tables, who go by the hand and the crib alone; None if it is not known."""

    def __init__(self, deal: Deal, seat: int, role: int, rows: "Rows"):
        self.seat, self.role = seat, role
        self.kept = deal.hand(seat)
        self.thrown = deal.thrown.get(seat, ())
        found = rows.get((deal.number, seat), ())
        sign = 1 if role == DEALER else -1
        self.chosen = self.usual = None
        if found:
            self.usual = max(found, key=lambda row: row["hand"] + sign * row["crib"])
            self.chosen = next(row for row in found if set(row["throw"]) == set(self.thrown))

    def change(self, what: str) -> float:
        """Return how much more the row of the chosen throw has than the usual one."""
        if self.chosen is None or self.usual is None:
            return 0.0
        return self.chosen[what] - self.usual[what]

    def pegs(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the average points of the play of this player and of the other, with the usual
        throw and with the chosen one; the hand must be known."""
        chosen = self._pegs(self.kept)
        if self.usual is None:
            return chosen, chosen
        six = self.kept + self.thrown
        return self._pegs([card for card in six if card not in self.usual["throw"]]), chosen

    def _pegs(self, cards):
        first, second, third, fourth = sorted([card >> 2 for card in cards])
        return tables.peg_averages(self.role, (first, second, third, fourth))


def _hand(deal: Deal, role: int, count: Counted, own: _Throw) -> Part:
    average = par()[role]["hand"]
    if len(count.cards) != _HAND:
        return _part(average, met=count.points - average)
    worth = _over_starters(count, own)
    change = own.change("hand")
    return Part(average, worth - change - average, change, 0.0, 0.0, count.points - worth)


def _crib(deal: Deal, count: Counted, own: _Throw, other: _Throw) -> Part:
    average = par()[DEALER]["crib"]
    if len(count.cards) != _HAND:
        return _part(average, met=count.points - average)
    dealt = 0.0 if own.usual is None else own.usual["crib"] - average
    change, others = own.change("crib"), other.change("crib")
    worth = _over_starters(count, own)
    met = worth - average - dealt - change - others
    return Part(average, dealt, change, others, met, count.points - worth)


def _over_starters(count, own):
    """Return the average of these cards over the starters that this seat could not rule out."""
    held = own.kept + own.thrown + count.cards
    is_crib = count.what == "crib"
    points = [show.count(list(count.cards), card, is_crib) for card in _DECK if card not in held]
    return sum(points) / len(points)


def _play(deal: Deal, seat: int, role: int, own: _Throw, other: _Throw, steps: Steps) -> Part:
    average = par()[role]["play"]
    if steps.begun is None:
        average *= _pegged_by(len(deal.laid), role)
        met = deal.scored_in_play(seat) - average - steps.own - steps.others
        return _part(average, 0.0, steps.own, steps.others, met)
    usual, chosen = own.pegs()
    their_usual, their_chosen = other.pegs()
    dealt, change = usual[0] - average, chosen[0] - usual[0]
    others = their_chosen[1] - their_usual[1]
    met = steps.begun - average - dealt - change - others + steps.met
    return _part(average, dealt, change + steps.own, others + steps.others, met)


@cache
def _pegged_by(laid: int, role: int) -> float:
    """Return the share of its points that this role pegs in the play with so many cards laid."""
    whole = early = 0
    for _, scored in tables.plays():
        for at, one, points, is_go in scored:
            if one == role:
                whole += points
                early += points * (at < laid or (at == laid and not is_go))
    return early / whole

"""The chance to win from deal to deal, and the deals in which it turned."""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING

from . import tables
from .decisions import Deal
from .game_figures import par
from .tables import DEALER, PONE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NamedTuple

TURN_LEAST = 0.10  # of the chance
_TURNS_MOST = 3


if TYPE_CHECKING:

    class Turn(NamedTuple):
        """deal: the one in which the chance changed; change: of the first side's chance, from -1
        to 1; what, seat, points: the hand, crib or play (`play`) furthest from its average; or
        `won`, the seat that won in this deal, and 0."""

        deal: int
        change: float
        what: str
        seat: int
        points: int
else:
    Turn = namedtuple("Turn", ("deal", "change", "what", "seat", "points"))


def curve(deals: "Sequence[Deal]", target: int, scores: "Sequence[int]") -> list[float]:
    """Return the first side's chance before each deal of a two-handed game, and at the end;
    scores: of both sides now."""
    found = [_before(target, deal.scores, deal.dealer) for deal in deals]
    if deals:
        found.append(_before(target, scores, 1 - deals[-1].dealer))
    return found


def _before(target, scores, dealer):
    for side in (0, 1):
        if scores[side] >= target:
            return float(side == 0)
    chance = tables.before_deal(target)[scores[dealer]][scores[1 - dealer]]
    return chance if dealer == 0 else 1 - chance


def turns(deals: "Sequence[Deal]", chances: "Sequence[float]") -> list[Turn]:
    """Return the deals that changed the chance most, in order; chances: from `curve`."""
    changes = [(after - before, n) for n, (before, after) in enumerate(_pairs(chances))]
    most = sorted(changes, key=lambda one: -abs(one[0]))[:_TURNS_MOST]
    return [
        Turn(deals[n].number, change, *_reason(deals[n], change, chances[n + 1]))
        for change, n in sorted(most, key=lambda one: one[1])
        if abs(change) >= TURN_LEAST
    ]


def _pairs(values):
    return zip(values, values[1:])


def _reason(deal, change, after) -> tuple[str, int, int]:
    """Return the cause of the change: the count or the play furthest from its average, in the
    direction of the change."""
    if after in (0.0, 1.0):
        return "won", int(after == 0.0), 0
    sign = 1 if change > 0 else -1
    found = []
    for seat in (0, 1):
        role = DEALER if deal.dealer == seat else PONE
        ours = sign if seat == 0 else -sign
        for count in deal.counts:
            if count.seat == seat:
                over = count.gained - par()[role][count.what]
                found.append((ours * over, count.what, seat, count.points))
        pegged = deal.pegged.get(seat, 0)
        found.append((ours * (pegged - par()[role]["play"]), "play", seat, pegged))
    _, what, seat, points = max(found)
    return what, seat, points

"""The luck of a side of a two-handed game, separate from the effect of its decisions.

Par is the average of the players in the computed tables, by role, in the play, the hand and the
crib; if the game ends within a deal, for the part that was played. Points less par are luck and
skill together.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine_core.count import show
from engine_core.count.cards import JACK

from .decisions import Deal
from .game_figures import par
from .tables import DEALER, PONE

_DECK = range(52)
_LAID = 8  # cards of a play
_NIBS = 2
_NIBS_PAR = _NIBS * 4 / 52


class Luck(NamedTuple):
    """dealt: the value of the cards dealt, above the average; cut: the gain from the starter,
    above the average starter; other: the rest, due to the other player's cards."""

    dealt: float
    cut: float
    other: float


def par_of(deals: Iterable[Deal], seat: int) -> float:
    """Return the points of an average player in these deals, by play, hands, cribs and nibs."""
    found = 0.0
    for deal in deals:
        role = DEALER if deal.dealer == seat else PONE
        ended = bool(deal.counts)
        found += par()[role]["play"] * (1.0 if ended else len(deal.laid) / _LAID)
        if role == DEALER and deal.has_starter():
            found += _NIBS_PAR
        for count in deal.counts:
            if count.seat == seat:
                found += par()[role][count.what] * _share(count)
    return found


def _share(count):
    """Return the share of the count that was pegged: the last one of a game may pass the
    target."""
    return count.gained / count.points if count.points else 1.0


def luck_of(deals: Iterable[Deal], seat: int, best: dict[int, dict], whole: float) -> Luck:
    """Return the parts of `whole`, all the luck of this seat.

    best: by deal, the row of the best throw, if known. Without it the value of the cards dealt is
    that of the four that were kept.
    """
    dealt = cut = 0.0
    for deal in deals:
        if deal.dealer == seat and deal.has_starter():
            cut += (_NIBS if deal.starter >> 2 == JACK else 0) - _NIBS_PAR
        for count in deal.counts:
            if count.seat != seat or len(count.cards) != 4:
                continue
            share = _share(count)
            worth = _over_starters(deal, seat, count)
            cut += share * (count.points - worth)
            dealt += share * (_dealt(deal, seat, count, best, worth))
    return Luck(dealt, cut, whole - dealt - cut)


def _over_starters(deal, seat, count):
    """Return the average of these cards over the starters that this seat could not rule out."""
    held = {*deal.hand(seat), *deal.thrown.get(seat, ()), *count.cards}
    is_crib = count.what == "crib"
    points = [show.count(list(count.cards), card, is_crib) for card in _DECK if card not in held]
    return sum(points) / len(points)


def _dealt(deal, seat, count, best, worth):
    role = DEALER if deal.dealer == seat else PONE
    average = par()[role][count.what]
    row = best.get(deal.number)
    if row:
        return row[count.what] - average
    return worth - average if count.what == "hand" else 0.0

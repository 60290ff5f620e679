"""The show: the points of a hand or crib with the starter, and the reasons for them.

`count` returns the points and `explain` the items as a player says them. Neither uses the other,
so each checks the other.
"""

from ..compat import MICROPYTHON
from . import reasons
from .cards import JACK, JOKER, NO_CARD, SUITLESS, VALUE
from .rank_points import rank_points
from .scoring import STANDARD, Scoring

HAND_FLUSH_LEAST = 3  # cards of a hand, besides the starter (G24)


def _suit_points(hand, starter, crib):
    if hand[0] >= SUITLESS:
        return 0
    points = 1 if starter is not None and JACK * 4 + (starter & 3) in hand else 0
    if len(hand) < HAND_FLUSH_LEAST:
        return points
    suit = hand[0] & 3
    for c in hand:
        if c & 3 != suit:
            return points
    if starter is not None and starter & 3 == suit:
        return points + len(hand) + 1
    return points if crib else points + len(hand)


def _count(
    hand: list[int], starter: int | None = None, crib: bool = False, scoring: Scoring = STANDARD
) -> int:
    """Return the points of `hand` with `starter` (rulings G6, G7; N2 to N4 by `scoring`).

    hand: up to seven distinct cards; starter: a card, or None to count the hand alone; crib:
    whether a flush needs every card. A joker makes the count 0 (B7). Cards of unknown suit count
    without flush and nobs.
    """
    if JOKER in hand or starter == JOKER:
        return 0
    return rank_points(hand, starter, scoring) + _suit_points(hand, starter, crib)


if MICROPYTHON:
    count = _count
else:
    from .rank_points_cache import KEY as _KEY
    from .rank_points_cache import points_by_key as _points

    # The joker has a suit of its own, so that it never completes a flush.
    _SUIT = bytes([c & 3 for c in range(52)] + [4])
    # By starter: the card that is nobs.
    _NOBS = bytes([JACK * 4 + (c & 3) for c in range(52)] + [NO_CARD])

    def count(
        hand: list[int],
        starter: int | None = None,
        crib: bool = False,
        scoring: Scoring = STANDARD,
    ) -> int:
        if starter is None or len(hand) != 4 or scoring is not STANDARD:
            return _count(hand, starter, crib, scoring)
        a, b, c, d = hand
        points = _points[_KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[starter]]
        if a >= SUITLESS:
            return points
        suit = _SUIT[a]
        if suit == _SUIT[b] and suit == _SUIT[c] and suit == _SUIT[d]:
            if suit == _SUIT[starter]:
                points += 5
            elif not crib and starter != JOKER:
                points += 4
        if _NOBS[starter] in hand and JOKER not in hand:
            return points + 1
        return points

    count.__doc__ = _count.__doc__


def explain(
    hand: list[int], starter: int | None = None, crib: bool = False, scoring: Scoring = STANDARD
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the items of a count, in the order in which a player says them.

    Each is `(reason, points, cards)`: a code of `engine_core.count.reasons`, its points, and its
    cards. The arguments are those of `count`, and the points add up to what `count` returns.
    """
    everything = list(hand) if starter is None else list(hand) + [starter]
    if JOKER in everything:
        return []
    items = []
    _add_totals(items, everything, scoring.totals)
    by_rank = [[] for _ in range(13)]
    for c in everything:
        by_rank[c >> 2 & 31].append(c)
    for same in by_rank:
        if len(same) > 1:
            items.append(
                (
                    reasons.OF_A_KIND[len(same)],
                    len(same) * (len(same) - 1) // 2 * scoring.pair,
                    tuple(same),
                )
            )
    _add_runs(items, by_rank, scoring.run_of_three)
    _add_suits(items, hand, starter, crib)
    return items


def _add_totals(items, cards, totals):
    sums = [0]  # by set of cards, with one bit for each card
    for c in cards:
        value = VALUE[c]
        sums += [pips + value for pips in sums]
    places = range(len(cards))
    for total in totals:
        chosen = -1
        reason = reasons.TOTALS[total]
        # To find them so takes a Pico half the time of a loop over all sums.
        for _ in range(sums.count(total)):
            chosen = sums.index(total, chosen + 1)
            some = [cards[i] for i in places if chosen >> i & 1]
            items.append((reason, 2, tuple(some)))


def _add_runs(items, by_rank, run_of_three):
    first = 0
    while first < 13:
        after = first
        while after < 13 and by_rank[after]:
            after += 1
        if after - first >= 3:
            runs = [()]
            for rank in range(first, after):
                runs = [run + (c,) for run in runs for c in by_rank[rank]]
            worth = after - first if after - first > 3 else run_of_three
            for run in runs:
                items.append((reasons.RUN, worth, run))
        first = after + 1


def _add_suits(items, hand, starter, crib):
    if hand[0] >= SUITLESS:
        return
    suits = [c & 3 for c in hand]
    if len(suits) >= HAND_FLUSH_LEAST and suits == [suits[0]] * len(suits):
        if starter is not None and starter & 3 == suits[0]:
            items.append((reasons.FLUSH, len(suits) + 1, tuple(hand) + (starter,)))
        elif not crib:
            items.append((reasons.FLUSH, len(suits), tuple(hand)))
    if starter is not None and JACK * 4 + (starter & 3) in hand:
        items.append((reasons.NOBS, 1, (JACK * 4 + (starter & 3),)))

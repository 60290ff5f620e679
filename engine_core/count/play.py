"""The points of a card in the play, without go and last card.

`cards` is always the cards laid since the count last restarted, oldest first: no combination
extends across a restart (ruling G8).
"""

from ..compat import const
from . import reasons
from .cards import JOKER, VALUE
from .scoring import STANDARD, Scoring

COUNT_MOST = const(31)


def total(cards: list[int] | bytearray) -> int:
    """Return the count: the sum of the values of `cards`."""
    pips = 0
    for c in cards:
        pips += VALUE[c]
    return pips


def points(cards: list[int] | bytearray, scoring: Scoring = STANDARD) -> int:
    """Return the points of the last of `cards`, with the 2 for 31 (rulings G2, G8, G9)."""
    same = alike(cards)
    run = run_length(cards)
    flush = flush_length(cards) if scoring.play_flush else 0
    return (
        (2 if total(cards) in scoring.counts else 0)
        + same * (same - 1) // 2 * scoring.pair
        + (scoring.run_of_three if run == 3 else run)
        + (flush if flush >= scoring.play_flush else 0)
    )


def explain(
    cards: list[int] | bytearray, scoring: Scoring = STANDARD
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the items `(reason, points, cards)` whose points add up to `points(cards)`."""
    items = []
    count = total(cards)
    if count in scoring.counts:
        items.append((reasons.TOTALS[count], 2, tuple(cards)))
    same = alike(cards)
    if same > 1:
        items.append(
            (reasons.OF_A_KIND[same], same * (same - 1) // 2 * scoring.pair, tuple(cards[-same:]))
        )
    run = run_length(cards)
    if run:
        worth = scoring.run_of_three if run == 3 else run
        items.append((reasons.RUN, worth, tuple(cards[-run:])))
    flush = flush_length(cards) if scoring.play_flush else 0
    if flush and flush >= scoring.play_flush:
        items.append((reasons.FLUSH, flush, tuple(cards[-flush:])))
    return items


def alike(cards: list[int] | bytearray) -> int:
    """Return how many cards at the end have the same rank; 1 if the last two differ."""
    n = len(cards)
    if not n:
        return 0
    same = 1
    while same < n and same < 4 and cards[n - 1 - same] >> 2 == cards[n - 1] >> 2:
        same += 1
    return same


def run_length(cards: list[int] | bytearray) -> int:
    """Return the length of the longest run at the end, in any order; 0 if less than 3 (G8)."""
    longest = seen = size = 0
    low = 12
    high = 0
    at = len(cards)
    while at:
        at -= 1
        if cards[at] == JOKER:
            break
        rank = cards[at] >> 2 & 31
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        size += 1
        if rank < low:
            low = rank
        if rank > high:
            high = rank
        if size >= 3 and high - low == size - 1:
            longest = size
    return longest


def flush_length(cards: list[int] | bytearray) -> int:
    """Return how many cards at the end are of one suit."""
    n = len(cards)
    same = 0
    while same < n and cards[n - 1 - same] & 3 == cards[n - 1] & 3:
        same += 1
    return same

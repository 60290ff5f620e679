"""The chances of a hand's points, from those of its cards that are on the table."""

from engine_core.count import show
from engine_core.count.cards import JACK, VALUE

from . import tables
from .portable import (
    KEY,
    cache,
    comb,
    combinations_with_replacement,
    lru_cache,
    points_by_key,
)
from .show_chance import certain

_HAND = 4
_DECK = [4] * tables.RANKS


@lru_cache(maxsize=64)
def hand_chances(
    role: int, starter: int, played: tuple[int, ...], seen: tuple[int, ...], room: int
) -> list[float]:
    """Return the chance of each number of points of the four cards that this role kept.

    played: those of them on the table; seen: every card on the table, with the starter, ascending;
    room: the most room below 31 at which this player has said go, 0 without a go. Each hand is
    weighted by how often a player of this role keeps it, and by the ways to deal it from the cards
    that are not on the table.
    """
    if len(played) == _HAND:
        points = show.count(list(played), starter)
        return certain(points)
    left = [4] * tables.RANKS
    for card in seen:
        left[card >> 2] -= 1
    key = KEY[starter] + sum([KEY[card] for card in played])
    nobs = JACK * 4 + (starter & 3)
    out = [0.0] * (tables.MOST + 1)
    for more, weight, more_key in likely_hands(
        role, tuple([card >> 2 for card in played]), left, room
    ):
        points = points_by_key[key + more_key]
        jack = _nobs(nobs, played, more, seen, left)
        flush = _flush(played, more, starter, seen, left)
        out[points] += weight * (1 - jack)
        out[points + 1] += weight * jack
        if flush:
            worth = 5 if starter & 3 == played[0] & 3 else 4
            for at, share in ((points, 1 - jack), (points + 1, jack)):
                out[at] -= weight * share * flush
                out[at + worth] += weight * share * flush
    whole = sum(out)
    if not whole:  # no hand allows these plays: somebody has made a mistake
        return tables.hand_chances(role)
    return [share / whole for share in out]


def likely_hands(
    role: int, played: tuple[int, ...], left: list[int], room: int, every: bool = False
) -> list[tuple[tuple[int, ...], float, int]]:
    """Return the ranks, ascending, that may be left in the hand of this role, each set with its
    weight: how often a player of this role keeps such a hand, as far as it can be dealt; and with
    the sum of the KEYs of its ranks.

    played: the ranks laid from it; left: by rank, how many cards it can have; room: as in
    `hand_chances`. The weights do not add up to 1. Hands that nobody keeps are left out, unless
    `every` hand counts as often as it can be dealt.
    """
    ranks = [rank for rank in range(tables.RANKS) if left[rank] and VALUE[rank * 4] > room]
    sets = _sets(ranks, left, _HAND - len(played))
    if every:
        return [(more, float(ways), key) for more, ways, key in sets]
    shares = _shares(role)
    before = sum([KEY[rank * 4] for rank in played])
    found = []
    for more, ways, key in sets:
        # Of the hands with these ranks, as many as the cards that were seen leave.
        weight = shares[before + key] * ways
        if weight:
            found.append((more, weight, key))
    return found


def _sets(ranks, left, size):
    """Return the sets of so many ranks, ascending, each with how many choices of cards have them,
    with `left` of each rank, and the sum of its KEYs."""
    by_size = [[((), 1, 0)]] + [[] for _ in range(size)]
    for rank in ranks:
        of = left[rank]
        # The larger first: they grow from the smaller ones that do not have this rank yet.
        for after in range(size, 0, -1):
            for many in range(1, min(of, after) + 1):
                more, ways, key = (rank,) * many, comb(of, many), many * KEY[rank * 4]
                by_size[after] += [
                    (before + more, ways * known, key + sum_)
                    for before, known, sum_ in by_size[after - many]
                ]
    return by_size[size]


@cache
def _shares(role):
    """Return how often this role keeps each of the hands with four ranks, by the sum of their
    KEYs."""
    keeps = tables.keep_chances(role)
    ways = {key: ways for _, ways, key in _sets(range(tables.RANKS), _DECK, _HAND)}
    found = {}
    for at, ranks in enumerate(combinations_with_replacement(range(tables.RANKS), _HAND)):
        key = sum([KEY[rank * 4] for rank in ranks])
        found[key] = keeps[at] / ways[key]
    return found


def _nobs(card, played, more, seen, left):
    """Return the chance that `card` is in the hand, whose unplayed cards have the ranks `more`."""
    if card in seen:
        return float(card in played)
    return more.count(JACK) / left[JACK] if left[JACK] else 0.0


def _flush(played, more, starter, seen, left):
    """Return the chance that the cards not yet played have the suit of those that are."""
    if not played or len(set(more)) < len(more):
        return 0.0
    suit = played[0] & 3
    if any([card & 3 != suit for card in played]):
        return 0.0
    chance = 1.0
    for rank in more:
        if rank * 4 + suit in seen:
            return 0.0
        chance /= left[rank]
    return chance

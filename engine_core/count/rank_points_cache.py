"""A cache of rank points, for CPython only: each set of ranks is counted once.

A key is the number of cards of each rank, one base-5 digit for each rank, so the keys of cards
add up to the key of a hand. There are 6,175 keys of five cards, besides those with a joker, which
kills the hand (ruling B7).
"""

from .cards import JOKER, SUITLESS
from .rank_points import rank_points

_JOKER_KEY = 5**13
_KEYS = [5 ** (c // 4) for c in range(52)]
KEY = _KEYS + [_JOKER_KEY] * (SUITLESS - JOKER) + _KEYS


class RankPoints(dict):
    """Points by key, computed at the first look-up."""

    def __missing__(self, key: int) -> int:
        hand = []
        for rank in range(13):
            hand += [rank * 4] * (key // 5**rank % 5)
        points = self[key] = 0 if key >= _JOKER_KEY else rank_points(hand)
        return points


points_by_key: RankPoints = RankPoints()

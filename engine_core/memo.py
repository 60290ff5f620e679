"""CPython only: rank points by what ranks there are, so that each set is worked out once.

A key is the number of cards of each rank, one digit of base 5 a rank, so the keys of cards add
up to the key of a hand. There are 6,175 keys of five cards.
"""

from .cards import JOKER
from .tally import rank_points

_JOKER_KEY = 5**13
KEY = [5 ** (c // 4) for c in range(52)] + [_JOKER_KEY]


class RankPoints(dict):
    """Points by key, filled in as they are asked for."""

    def __missing__(self, key: int) -> int:
        hand = [JOKER] * (key // _JOKER_KEY)
        for rank in range(13):
            hand += [rank * 4] * (key // 5**rank % 5)
        points = self[key] = rank_points(hand)
        return points


points_by_key = RankPoints()

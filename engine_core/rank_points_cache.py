"""CPython only: rank points by what ranks there are, so that each set is worked out once.

A key is the number of cards of each rank, one digit of base 5 a rank, so the keys of cards add
up to the key of a hand. There are 6,175 keys of five cards; those with a joker, which kills the
hand (ruling B7), come on top.
"""

from .rank_points import rank_points

_JOKER_KEY = 5**13
KEY = [5 ** (c // 4) for c in range(52)] + [_JOKER_KEY]


class RankPoints(dict):
    """Points by key, filled in as they are asked for."""

    def __missing__(self, key: int) -> int:
        hand = []
        for rank in range(13):
            hand += [rank * 4] * (key // 5**rank % 5)
        points = self[key] = 0 if key >= _JOKER_KEY else rank_points(hand)
        return points


points_by_key = RankPoints()

"""What the analysis needs of CPython's library, and does without it on MicroPython in a page."""

from engine_core.compat import MICROPYTHON, TYPE_CHECKING
from engine_core.count.rank_points_cache import KEY, points_by_key

if TYPE_CHECKING or not MICROPYTHON:
    from functools import cache, lru_cache
    from itertools import combinations, combinations_with_replacement
    from math import comb
    from operator import mul

    def dot(values, others, first):
        """Return the sum of the products of all `values` with the `others` from `first` on."""
        return sum(map(mul, values, others[first : first + len(values)]))

    def places(tuples):
        """Return the place of each tuple in an iterable."""
        return {one: at for at, one in enumerate(tuples)}

else:
    _RESULTS_MOST = 256  # of a function; the tables' own are fewer

    def cache(function):
        known = {}

        def cached(*values):
            key = str(values) if values else ""  # see _Places
            if key not in known:
                if len(known) >= _RESULTS_MOST:
                    known.clear()
                known[key] = function(*values)
            return known[key]

        return cached

    def lru_cache(maxsize):
        return cache

    def combinations_with_replacement(values, count):
        values = list(values)
        if not count:
            yield ()
            return
        for n in range(len(values)):
            for rest in combinations_with_replacement(values[n:], count - 1):
                yield (values[n],) + rest

    def combinations(values, count):
        values = list(values)
        if not count:
            yield ()
            return
        for n in range(len(values)):
            for rest in combinations(values[n + 1 :], count - 1):
                yield (values[n],) + rest

    class _Places:
        """Tuples of small numbers have only a few different hashes there, and a dict of many takes
        a thousand times as long as one of integers."""

        def __init__(self, tuples):
            self._at = {_number(one): at for at, one in enumerate(tuples)}

        def __getitem__(self, numbers):
            return self._at[_number(numbers)]

        def __len__(self):
            return len(self._at)

    def _number(numbers):
        found = 0
        for number in numbers:
            found = found << 4 | number
        return found

    places = _Places

    def comb(of, count):
        ways = 1
        for n in range(count):
            ways = ways * (of - n) // (n + 1)
        return ways

    def dot(values, others, first):
        found = 0.0
        for value in values:
            found += value * others[first]
            first += 1
        return found

    class _Points:
        """A dict there does not ask __missing__."""

        def __getitem__(self, key):
            found = _counted.get(key)
            return _counted.__missing__(key) if found is None else found

    _counted = points_by_key
    points_by_key = _Points()


__all__ = (
    "KEY",
    "cache",
    "comb",
    "combinations",
    "combinations_with_replacement",
    "dot",
    "lru_cache",
    "places",
    "points_by_key",
)

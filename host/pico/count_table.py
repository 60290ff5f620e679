"""The table by which an image of MicroPython counts a hand with its starter, made from the rules.

Each rank has a key, and the sum of five keys, one for each card, says how many points the cards
have: two hands have the same sum only where they have the same points. So few of the sums occur
that the rows of the table, of 256 sums each, are laid over one another: a sum's points are at
`POINTS[ROW[sum >> 8] + (sum & 255)]`.
"""

import functools
import itertools
import operator
from collections.abc import Iterable

from engine_core.cards import JOKER, SUITLESS
from engine_core.rank_points import rank_points

MODULE = "engine_core/five_card_table.py"
_RANKS = range(13)
_SUITS = 4
_CARDS = 5
_ROW_BITS = 8
_JOKER_KEY = 1 << 20  # more than any five cards without it add up to


@functools.cache
def source() -> str:
    """Return the source of the module that has the table."""
    keys, points = _keys()
    rows, laid = _lay(points)
    by_card = [keys[card // _SUITS] for card in range(len(_RANKS) * _SUITS)]
    # The joker follows, then numbers that no card has, then the cards of unknown suit.
    by_card = (*by_card, *[_JOKER_KEY] * (SUITLESS - JOKER), *by_card)
    return f"KEY = {by_card}\nROW = {rows}\nPOINTS = {laid!r}\n"


def hands() -> list[tuple[int, ...]]:
    """Return every choice of five ranks that a pack has, each in ascending order."""
    chosen = itertools.combinations_with_replacement(_RANKS, _CARDS)
    return [ranks for ranks in chosen if ranks[0] != ranks[-1]]


def _keys() -> tuple[list[int], dict[int, int]]:
    """Return the key of each rank, the least that serves, and the points of each sum."""
    known = {ranks: rank_points([rank * _SUITS for rank in ranks]) for ranks in hands()}
    keys: list[int] = []
    by_sum: dict[int, int] = {}
    for rank in _RANKS:
        # The hands whose highest rank this is: what the other cards add up to, how many cards
        # are of this rank, and the points.
        added = [
            (sum(keys[r] for r in ranks if r != rank), ranks.count(rank), points)
            for ranks, points in known.items()
            if ranks[-1] == rank
        ]
        # Keys that do not serve: what gives a hand with one card of the rank another's sum.
        single = [(rest, points) for rest, count, points in added if count == 1]
        taken = _taken(single, _places(by_sum))
        key = keys[-1] + 1 if keys else 0
        while taken >> key & 1 or (sums := _sums(added, key, by_sum)) is None:
            key += 1
        keys.append(key)
        by_sum |= sums
    return keys, by_sum


def _taken(values: Iterable[tuple[int, int]], there: dict[int, int]) -> int:
    """Return a number with a bit for each shift by which one of `values`, (place, value), comes
    to a place that has another value in `there`. So all shifts are tried at once."""
    every = functools.reduce(operator.or_, there.values(), 0)
    taken = 0
    for place, value in values:
        taken |= (every ^ there.get(value, 0)) >> place
    return taken


def _places(values: dict[int, int]) -> dict[int, int]:
    """Return for each value a number with a bit for each place of `values` that has it."""
    found: dict[int, bytearray] = {}
    size = max(values, default=0) // 8 + 1
    for place, value in values.items():
        found.setdefault(value, bytearray(size))[place >> 3] |= 1 << (place & 7)
    return {value: int.from_bytes(bits, "little") for value, bits in found.items()}


def _first_clear(bits: int) -> int:
    """Return the number of the lowest bit that is not set."""
    return (~bits & bits + 1).bit_length() - 1


def _sums(
    added: list[tuple[int, int, int]], key: int, others: dict[int, int]
) -> dict[int, int] | None:
    """Return the points of the sums that come of `key`; None where two of them differ."""
    found: dict[int, int] = {}
    for rest, count, points in added:
        total = rest + count * key
        if others.get(total, points) != points or found.setdefault(total, points) != points:
            return None
    return found


def _lay(points: dict[int, int]) -> tuple[tuple[int, ...], bytes]:
    """Return where each row begins, and the rows laid over one another, the fullest first."""
    rows: dict[int, dict[int, int]] = {}
    for total, value in sorted(points.items()):
        rows.setdefault(total >> _ROW_BITS, {})[total & (1 << _ROW_BITS) - 1] = value
    laid: dict[int, int] = {}
    there: dict[int, int] = {}
    starts = [0] * (max(rows) + 1)
    for number, row in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        start = _first_clear(_taken(row.items(), there))
        for at, value in row.items():
            laid[start + at] = value
            there[value] = there.get(value, 0) | 1 << (start + at)
        starts[number] = start
    return tuple(starts), bytes(laid.get(at, 0) for at in range(max(laid) + 1))

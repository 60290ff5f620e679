"""The average crib by the two ranks thrown: best throws, iterated until they settle.

Goes through all 18,395 hands of six ranks, weighted by how many real hands each stands for.
Each player throws the cards for the highest sum of hand and crib (for the pone, hand less crib) by
the averages of the last round; the new throws give new averages. Suits enter as their expectation:
nobs exactly, by symmetry; the flush of a suited throw separately, see `flush`.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine_core.count.cards import JACK

from .hand_points import (
    PAIR_AT,
    PAIRS,
    POINTS,
    RANKS,
    SET_AT,
    SETS_OF_FOUR,
    SETS_OF_SIX,
    counts,
    index,
    ways,
)

DEALER, PONE = 0, 1
MOST = 29  # points of one hand
SETTLED = 0.002  # points; below it a few equal throws alternate
_SIX = counts(SETS_OF_SIX)
_WAYS = ways(_SIX)


@dataclass
class CribAverages:
    """All by role of the player whose throw it is, 0 the dealer, and by place in PAIRS."""

    average: np.ndarray  # [2, 91] points, no flush
    chances: np.ndarray  # [2, 91, 30] chance of each number of points, no flush
    flush: np.ndarray  # [2, 91] chance of the flush's five points when the throw is suited
    kept: np.ndarray  # [2, 1820] chance that a player keeps each of SETS_OF_FOUR
    rounds: int  # until nothing moved by more than `SETTLED`


def _hand_averages():
    """Return for each of the fifteen throws from each six the average hand over 46 starters,
    the pair thrown and the row of the cards kept."""
    averages, thrown, kept = [], [], []
    for out in combinations(range(6), 2):
        keep = [at for at in range(6) if at not in out]
        rows = index(SETS_OF_SIX[:, keep])
        points = (POINTS[rows].astype(np.int64) * (4 - _SIX)).sum(axis=1)
        jacks = (SETS_OF_SIX[:, keep] == JACK).sum(axis=1)
        # A starter other than a jack has the suit of a given jack one time in four.
        nobs = jacks * (46 - 4 + _SIX[:, JACK]) / 4
        averages.append((points + nobs) / 46)
        thrown.append(PAIR_AT[SETS_OF_SIX[:, out[0]], SETS_OF_SIX[:, out[1]]])
        kept.append(rows)
    return np.array(averages), np.array(thrown), np.array(kept)


def _rows_with():
    """Return the row of POINTS for each two pairs thrown together, and whether a deck has it."""
    four = np.array([[sorted(a + b) for b in PAIRS] for a in PAIRS], dtype=np.int64)
    possible = four[:, :, 0] != four[:, :, 3]
    same = np.array([[a == b and a[0] == a[1] for b in PAIRS] for a in PAIRS])
    return four @ np.array([13**3, 13**2, 13, 1]), possible | same, four


_ROWS, _POSSIBLE, _FOUR = _rows_with()


def _starters(pair, thrown):
    """Return the chance of each throw of the other player with each rank of starter [91, 13],
    when this player has thrown `pair` and the other throws `thrown` from each six."""
    missing = counts(np.array([PAIRS[pair]]))[0]
    weight = ways(_SIX, missing).astype(float)
    left = np.clip(4 - _SIX - missing, 0, 4) * weight[:, None]
    order = np.argsort(thrown, kind="stable")
    first = np.searchsorted(thrown[order], np.arange(len(PAIRS)))
    ends = np.searchsorted(thrown[order], np.arange(len(PAIRS)), side="right")
    sums = np.concatenate([np.zeros((1, RANKS)), np.cumsum(left[order], axis=0)])
    chances = sums[ends] - sums[first]
    return chances / chances.sum()


def _average(pair, thrown):
    """Return the crib's average without a flush."""
    chances = _starters(pair, thrown)
    points = (chances * POINTS[_ROWS[pair]]).sum()
    jacks = (_FOUR[pair] == JACK).sum(axis=1)
    others = chances.sum(axis=1) - chances[:, JACK]
    return points + (jacks * others).sum() / 4


def _distribution(pair, thrown):
    """Return the chance of each number of points, and that all five ranks differ."""
    chances = _starters(pair, thrown)
    out = np.zeros(MOST + 1)
    points = POINTS[_ROWS[pair]]
    jacks = (_FOUR[pair] == JACK).sum(axis=1)
    nobs = np.repeat(jacks[:, None] / 4, RANKS, axis=1)
    nobs[:, JACK] = 0
    np.add.at(out, points, chances * (1 - nobs))
    np.add.at(out, points[nobs > 0] + 1, (chances * nobs)[nobs > 0])
    distinct = 0.0
    for other in range(len(PAIRS)):
        ranks = set(_FOUR[pair, other].tolist())
        if len(ranks) == 4:
            distinct += sum([chances[other, s] for s in range(RANKS) if s not in ranks])
    return out, distinct


def settle(tell=lambda text: None, most_rounds=40) -> CribAverages:
    """Iterate until the averages settle. `tell` is called with a line of text after each round."""
    hand, pairs, rows = _hand_averages()
    average = np.zeros((2, len(PAIRS)))
    places = np.arange(len(SETS_OF_SIX))
    rounds, moved = 0, 1.0
    while moved > SETTLED and rounds < most_rounds:
        rounds += 1
        best = _best(hand, pairs, average)
        thrown = [pairs[choice, places] for choice in best]
        new = np.array(
            [
                [_average(pair, thrown[1 - role]) for pair in range(len(PAIRS))]
                for role in (DEALER, PONE)
            ]
        )
        moved = float(np.abs(new - average).max())
        # Half the change from the second round on: two throws of equal value would
        # otherwise alternate forever.
        average = new if rounds == 1 else (average + new) / 2
        tell(f"crib averages, round {rounds}: moved by {moved:.4f}")
    best = _best(hand, pairs, average)
    thrown = [pairs[choice, places] for choice in best]
    tell("crib averages: how often each number of points")
    chances = np.zeros((2, len(PAIRS), MOST + 1))
    flush = np.zeros((2, len(PAIRS)))
    kept = np.zeros((2, len(SETS_OF_FOUR)))
    for role in (DEALER, PONE):
        for pair in range(len(PAIRS)):
            chances[role, pair], distinct = _distribution(pair, thrown[1 - role])
            # Three more cards must have the suit.
            flush[role, pair] = distinct / 64 if PAIRS[pair][0] != PAIRS[pair][1] else 0
        at = SET_AT[rows[best[role], places]]
        kept[role] = np.bincount(at, weights=_WAYS, minlength=len(SETS_OF_FOUR)) / _WAYS.sum()
    average = chances @ np.arange(MOST + 1)
    return CribAverages(average, chances, flush, kept, rounds)


def _best(hand, pairs, average):
    return [
        (hand + sign * average[role][pairs]).argmax(axis=0) for role, sign in ((0, 1), (1, -1))
    ]

"""The play as a graph: from each line of cards since the count restarted, what a rank is worth.

Lines that cannot differ in what later cards score are one node: those with the same count and
the same last cards that can still be part of a pair or a run. The points are the engine's.
"""

from functools import cache

import numpy as np

from engine_core.count import play
from engine_core.count.cards import VALUE

from .hand_points import RANKS

MOST = 31
PIPS = np.array([VALUE[rank * 4] for rank in range(RANKS)], dtype=np.int8)
_PIPS = PIPS.tolist()
_BELOW = [sum(_PIPS[:rank]) for rank in range(RANKS + 1)]  # what all lower ranks count together


def _relevant(line, room):
    """Return the last cards of `line` that later ones can still score with, below 31 by `room`."""
    if line[-1:] == line[-2:-1]:
        return line[-play.alike([rank * 4 for rank in line]) :]
    longest = line[-1:]
    low = high = line[-1]
    pips = 0
    for at in range(len(line) - 1, -1, -1):
        rank = line[at]
        if rank in line[at + 1 :]:
            break
        low, high = min(low, rank), max(high, rank)
        pips += _PIPS[rank]
        if _BELOW[high + 1] - _BELOW[low] - pips <= room:  # what the ranks between them count
            longest = line[at:]
    return longest


@cache
def graph():
    """Return `(next_node, points)`, arrays by node and rank. Node 0 is the empty line; a rank
    that would pass 31 leads to -1 and scores 0."""
    nodes = {}
    lines: list[tuple[int, ...]] = [()]
    after, points = [], []
    for line in lines:
        count = sum([_PIPS[rank] for rank in line])
        row_after, row_points = [-1] * RANKS, [0] * RANKS
        for rank in range(RANKS):
            room = MOST - count - _PIPS[rank]
            if room < 0 or line.count(rank) == 4:
                continue
            longer = line + (rank,)
            row_points[rank] = play.points([r * 4 for r in longer])
            key = (room, _relevant(longer, room) if room else ())
            if key not in nodes:
                nodes[key] = len(lines)
                lines.append(longer)
            row_after[rank] = nodes[key]
        after.append(row_after)
        points.append(row_points)
    return np.array(after, dtype=np.int32), np.array(points, dtype=np.int8)

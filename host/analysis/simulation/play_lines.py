"""The play as a graph: the points of each rank after each line of cards since the count restarted.

Lines that cannot differ in what later cards score are one node: those with the same count and
the same last cards that can still be part of a pair or a run. The points are the engine's.
"""

from functools import cache

import numpy as np

from engine_core.count import play

from ..play_lines import MOST, RANKS, relevant
from ..play_lines import PIPS as _PIPS

PIPS = np.array(_PIPS, dtype=np.int8)


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
            key = (room, relevant(longer, room) if room else ())
            if key not in nodes:
                nodes[key] = len(lines)
                lines.append(longer)
            row_after[rank] = nodes[key]
        after.append(row_after)
        points.append(row_points)
    return np.array(after, dtype=np.int32), np.array(points, dtype=np.int8)

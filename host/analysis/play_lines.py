"""The lines of the play, by rank: the points of a card on each, and the resulting line.

A line is a number. Lines that cannot differ in what later cards score are one: those with the
same count, and the same last cards that can still be part of a pair or a run. They are computed as
needed. Suits do not matter in the play.
"""

from engine_core.count import play
from engine_core.count.cards import VALUE

RANKS = 13
MOST = 31
EMPTY = 0  # the line before the first card, and after a restart
PIPS = [VALUE[rank * 4] for rank in range(RANKS)]
_BELOW = [sum(PIPS[:rank]) for rank in range(RANKS + 1)]  # the sum of all lower ranks
_SCORING_COUNTS = (15, MOST)

_lines: list[tuple[int, tuple[int, ...]]] = [(0, ())]  # count and last cards
_numbers: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): EMPTY}
_rows: list["list[tuple[int, int] | None] | None"] = [None]


def count(line: int) -> int:
    """Return the count of the line."""
    return _lines[line][0]


def row(line: int) -> "list[tuple[int, int] | None]":
    """Return for each rank its points on this line, without go and last card, and the resulting
    line; None if it would pass 31."""
    found = _rows[line]
    if found is None:
        found = _rows[line] = [_laid(line, rank) for rank in range(RANKS)]
    return found


def fits(line: int, rank: int) -> bool:
    """Return whether a card of this rank can be laid on the line."""
    return _lines[line][0] + PIPS[rank] <= MOST


def line_of(ranks: "list[int]") -> int:
    """Return the line of these ranks, the oldest first; they must not pass 31."""
    line = EMPTY
    for rank in ranks:
        found = row(line)[rank]
        if found is None:
            raise ValueError("these cards pass 31")
        line = found[1]
    return line


def _laid(line: int, rank: int) -> "tuple[int, int] | None":
    before, last = _lines[line]
    after = before + PIPS[rank]
    if after > MOST:
        return None
    longer = (*last, rank)
    cards = [one * 4 for one in longer]
    same = play.alike(cards)
    points = same * (same - 1) + play.run_length(cards) + 2 * (after in _SCORING_COUNTS)
    key = (after, relevant(longer, MOST - after) if after < MOST else ())
    if key not in _numbers:
        _numbers[key] = len(_lines)
        _lines.append(key)
        _rows.append(None)
    return points, _numbers[key]


def relevant(line: tuple[int, ...], room: int) -> tuple[int, ...]:
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
        pips += PIPS[rank]
        if _BELOW[high + 1] - _BELOW[low] - pips <= room:  # the sum of the ranks between them
            longest = line[at:]
    return longest

"""The lines of the play, by rank: the points of a card on each, and the resulting line.

A line is a number. Lines that cannot differ in what later cards score are one: those with the
same count, and the same last cards that can still be part of a pair or a run. They are computed as
needed. Suits do not matter in the play.
"""

from engine_core.count.cards import VALUE

RANKS = 13
MOST = 31
EMPTY = 0  # the line before the first card, and after a restart
PIPS = [VALUE[rank * 4] for rank in range(RANKS)]
_BELOW = [sum(PIPS[:rank]) for rank in range(RANKS + 1)]  # the sum of all lower ranks
_FIFTEEN = 15
_RUN_LEAST = 3
_UNKNOWN = -1

_lines: list[tuple[int, tuple[int, ...]]] = [(0, ())]  # count and last cards
_numbers: dict[int, int] = {}
_rows: "list[list[int]]" = [[_UNKNOWN] * RANKS]  # by line and rank: as `laid`
_replies: "dict[int, tuple[int, int]]" = {}
_SHIFT = 5  # bits of the points in `laid`, and of a count


def count(line: int) -> int:
    """Return the count of the line."""
    return _lines[line][0]


def fits(line: int, rank: int) -> bool:
    """Return whether a card of this rank can be laid on the line."""
    return _lines[line][0] + PIPS[rank] <= MOST


def laid(line: int, rank: int) -> tuple[int, int]:
    """Return the points of a card that fits, without go and last card, and the resulting line."""
    found = _rows[line][rank]
    if found == _UNKNOWN:
        found = _rows[line][rank] = _points(line, rank) + (_after(line, rank) << _SHIFT)
    return found & (1 << _SHIFT) - 1, found >> _SHIFT


def replies(line: int) -> tuple[int, int]:
    """Return the sum of the points of the thirteen ranks on this line, of those that fit, and how
    many do not."""
    found = _replies.get(line)
    if found is None:
        room = MOST - _lines[line][0]
        fitting = [rank for rank in range(RANKS) if PIPS[rank] <= room]
        scored = sum([_points(line, rank) for rank in fitting])
        found = _replies[line] = scored, RANKS - len(fitting)
    return found


def line_of(ranks: "list[int]") -> int:
    """Return the line of these ranks, the oldest first. Raises ValueError if they pass 31."""
    line = EMPTY
    for rank in ranks:
        if not fits(line, rank):
            raise ValueError("these cards pass 31")
        line = laid(line, rank)[1]
    return line


def _points(line, rank):
    before, last = _lines[line]
    after = before + PIPS[rank]
    points = 2 if after in (_FIFTEEN, MOST) else 0
    if not last:
        return points
    if last[-1] == rank:
        same = 1
        for one in reversed(last):
            if one != rank:
                break
            same += 1
        return points + same * (same - 1)
    return points + _run(last, rank)


def _run(last, rank):
    """Return the length of the longest run that ends with this rank on the last cards, 0 if there
    is none."""
    low = high = rank
    seen, size, longest = 1 << rank, 1, 0
    for one in reversed(last):
        if seen >> one & 1:
            break
        seen |= 1 << one
        size += 1
        low, high = min(low, one), max(high, one)
        if size >= _RUN_LEAST and high - low == size - 1:
            longest = size
    return longest


def _after(line, rank):
    """Return the line after this rank."""
    before, last = _lines[line]
    after = before + PIPS[rank]
    kept = relevant(last + (rank,), MOST - after) if after < MOST else ()
    key = after
    for one in kept:
        key = key << 4 | one + 1
    number = _numbers.get(key)
    if number is None:
        number = _numbers[key] = len(_lines)
        _lines.append((after, kept))
        _rows.append([_UNKNOWN] * RANKS)
    return number


def relevant(line: tuple[int, ...], room: int) -> tuple[int, ...]:
    """Return the last cards of `line` that later ones can still score with, below 31 by `room`."""
    if line[-1:] == line[-2:-1]:
        first = len(line) - 1
        while first and line[first - 1] == line[-1]:
            first -= 1
        return line[first:]
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

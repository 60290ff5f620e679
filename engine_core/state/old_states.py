"""States that earlier versions of the program have packed.

A layout only grows, so an old state has the first of our numbers, of our rows and of our phases.
A number that it lacks is 0, and a row that it lacks is empty.
"""

from ..errors import PegboardError
from .state_layout import LAYOUT, MATCH_ROWS, NUMBERS, ROWS

# How many numbers there are, by tags that do not begin with it.
_COUNTS = {b"\xc4\x1f\x9f\xd2": 33}


def converted(tag: bytes, packed: bytes) -> bytes:
    """Return the state `packed`, whose layout has this tag, as State.pack returns it now.

    Raises PegboardError if it is not a state of this version or an earlier one.
    """
    if tag == LAYOUT:
        return packed
    count = _COUNTS.get(tag, tag[0] if tag else 0)
    ends = []  # of the rows
    at = count
    while at < len(packed):
        at += 1 + packed[at]
        ends.append(at)
    rows = len(ends) - len(MATCH_ROWS)  # without those of the match, which are last
    if at != len(packed) or not 0 < count <= len(NUMBERS) or not 0 < rows <= len(ROWS):
        raise PegboardError("this is the state of another version")
    split = ends[rows - 1]
    more_numbers = bytes(len(NUMBERS) - count)
    more_rows = bytes(len(ROWS) - rows)
    return packed[:count] + more_numbers + packed[count:split] + more_rows + packed[split:]

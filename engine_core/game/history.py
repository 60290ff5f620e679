"""The entries of a match in segments, and how many of them are in effect (ruling G16)."""

from ..compat import TYPE_CHECKING
from ..errors import Illegal
from .redo_list import RedoList

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..state.entries import Entry
    from .segment import Segment


class History:
    """`length` is the number of entries of the match in effect, and `undone` has those that were
    undone.

    older: called with the first segment in memory; returns the one before it, or None.
    """

    def __init__(
        self,
        segments: "list[Segment]",
        length: int = 0,
        older: "Callable[[Segment], Segment | None] | None" = None,
    ):
        self.length: int = length
        self.undone: RedoList = RedoList()
        self._segments = segments
        self._older = older

    def add_packed(self, packed: bytes, new: "Segment | None" = None) -> None:
        """Add an entry, packed; `new`: the segment that it begins."""
        if new:
            self._segments.append(new)
        self._segments[-1].add(packed)
        self.length += 1

    def step_back(self) -> None:
        """Undo the last entry. Raises Illegal if there is none, or it is no longer stored."""
        if not self.length:
            raise Illegal("there is nothing to undo")
        while not self._segments[-1].count:
            if not self.reach(self.length - 1):
                raise Illegal("the entries before this one are no longer kept")
            self._segments.pop()
        self.undone.push(self._segments[-1].pop())
        self.length -= 1

    def can_redo(self) -> bool:
        """Return whether there is an undone entry to redo."""
        return self.undone.count > 0

    def first(self) -> int:
        """Return how many of the oldest entries of the match are not in memory."""
        return self._segments[0].first

    def begun(self) -> int:
        """Return how many entries of the match came before the current game."""
        segment = self.segment()
        if segment.count or segment.begun < self.length:
            return segment.begun
        # The start of a game was undone: the current one is the game before.
        self.reach(self.length - 1)
        for other in reversed(self._segments):
            if other.count:
                return other.begun
        return segment.begun

    def reach(self, n: int) -> bool:
        """Bring entry number `n` into memory; return False if it is no longer stored."""
        while n < self.first():
            segment = self._older(self._segments[0]) if self._older else None
            if not segment:
                return False
            self._segments.insert(0, segment)
        return True

    def entry(self, n: int) -> "Entry":
        """Return entry number `n`, from 0, if it is in memory; undone ones come after `length`.

        Raises Illegal if it is not in memory.
        """
        if n >= self.length:
            return self.undone.entry(n - self.length)
        for segment in reversed(self._segments):
            if segment.first <= n:
                return segment.entry(n - segment.first)
        raise Illegal("that entry is no longer kept")

    def entries(self) -> "list[Entry]":
        """Return the entries in effect that are in memory, oldest first."""
        found = []
        ends = [segment.first for segment in self._segments[1:]] + [self.length]
        for segment, end in zip(self._segments, ends):
            found.extend(segment.entries(end - segment.first))
        return found

    def packed(self, first: int, most: int) -> tuple[int, bytes]:
        """Return `(count, data)`: packed entries from number `first` on, which counts from 0.

        most: the most bytes of data. Entry `first` must be in memory.
        """
        data = b""
        at = first
        for segment in self._segments:
            if segment.first <= at < segment.first + segment.count:
                count, more = segment.packed(at - segment.first, most - len(data))
                data += more
                at += count
        return at - first, data

    def segment(self) -> "Segment":
        """Return the segment that the next entry goes into."""
        return self._segments[-1]

    def segments(self) -> "tuple[Segment, ...]":
        """Return the segments in memory, oldest first."""
        return tuple(self._segments)

    def add_segment(self, segment: "Segment") -> None:
        """Let the next entry be the first of `segment`."""
        self._segments.append(segment)

    def trim(self, keep: int) -> None:
        """Free all segments except the last `keep`; undo loads them again."""
        while len(self._segments) > keep:
            del self._segments[0]

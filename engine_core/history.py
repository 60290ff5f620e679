"""The entries of a match in segments, and how many of them are in effect (ruling G16)."""

from .compat import TYPE_CHECKING
from .errors import Illegal

if TYPE_CHECKING:
    from collections.abc import Callable

    from .segment import Segment


class History:
    """`length` is the number of entries of the match in effect. Those after it were undone, and
    can be redone until another is added.

    older: called with the first segment in memory; returns the one before it, or None.
    """

    def __init__(
        self,
        segments: "list[Segment]",
        length: int = 0,
        older: "Callable[[Segment], Segment | None] | None" = None,
    ):
        self.length = length
        self._segments = segments
        self._older = older

    def add_packed(self, packed: bytes, new: "Segment | None" = None) -> None:
        """Add an entry, packed, in place of those that were undone; `new`: the segment that it
        begins. Raises Illegal if it would be in a segment that is not in memory."""
        if self.length < self.first():
            raise Illegal("that entry is no longer kept")
        self.truncate()
        if new:
            self._segments.append(new)
        self._segments[-1].add(packed)
        self.length += 1

    def step_back(self) -> None:
        """Undo the last entry, which need not be in memory. Raises Illegal if there is none."""
        if not self.length:
            raise Illegal("there is nothing to undo")
        self.length -= 1

    def step_forward(self) -> None:
        """Redo the entry that was undone last. Raises Illegal if there is none."""
        if not self.can_redo():
            raise Illegal("there is nothing to redo")
        self.length += 1

    def truncate(self) -> None:
        """Drop the entries that were undone."""
        segment = self.segment()
        segment.cut(self.length - segment.first)
        while self._segments[-1] is not segment:
            self._segments.pop()

    def can_redo(self) -> bool:
        """Return whether there is an undone entry to redo."""
        return self.length < self.total()

    def total(self) -> int:
        """Return the number of entries, including those that were undone."""
        return self._segments[-1].first + self._segments[-1].count

    def first(self) -> int:
        """Return how many of the oldest entries of the match are not in memory."""
        return self._segments[0].first

    def begun(self) -> int:
        """Return how many entries of the match came before the current game."""
        return self.segment().begun

    def reach(self, n: int) -> bool:
        """Bring entry number `n` into memory; return False if it is no longer stored."""
        while n < self.first():
            segment = self._older(self._segments[0]) if self._older else None
            if not segment:
                return False
            self._segments.insert(0, segment)
        return True

    def entry(self, n: int) -> tuple:
        """Return entry number `n`, from 0, if it is in memory; undone ones come after `length`.

        Raises Illegal if it is not in memory.
        """
        for segment in reversed(self._segments):
            if segment.first <= n:
                return segment.entry(n - segment.first)
        raise Illegal("that entry is no longer kept")

    def entries(self) -> list:
        """Return the entries in effect that are in memory, oldest first."""
        return [self.entry(n) for n in range(self.first(), self.length)]

    def packed(self, first: int, most: int) -> tuple:
        """Return `(count, data)`: packed entries from number `first` on, which counts from 0.

        most: the most bytes of data. Undone entries count too. Entry `first` must be in memory.
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
        for segment in reversed(self._segments):
            if segment.first <= self.length:
                return segment
        return self._segments[0]

    def segments(self) -> "tuple[Segment, ...]":
        """Return the segments in memory, oldest first."""
        return tuple(self._segments)

    def add_segment(self, segment: "Segment") -> None:
        """Let the next entry be the first of `segment`. There must be nothing to redo."""
        self._segments.append(segment)

    def trim(self, keep: int) -> None:
        """Free all segments except the current one and `keep` before it; undo loads them again."""
        while len(self._segments) > keep and self._segments[keep].first <= self.length:
            del self._segments[0]

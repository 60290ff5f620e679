"""Entries that were undone, the next one to redo first (ruling G16)."""

from .compat import const
from .entries import part, size, unpack

_SPARE = const(16)  # bytes, before the first entry


class RedoList:
    """`count` is the number of entries, packed in a row.

    A store may have the end of the list in a slot of its own: `place` is that slot, 0 for none. Of
    the `total` bytes that it leads to, the last `stored` still belong to the list.
    """

    def __init__(self, packed: bytes = b""):
        self._log = bytearray(packed)
        self._at = 0  # of the first entry
        self._lacking = 0  # entries dropped that are not known yet, see `extend`
        self.count = 0
        while self._at < len(packed):
            self._at += size(packed[self._at])
            self.count += 1
        self._at = 0
        self.place = 0
        self.stored = 0
        self.total = 0

    def __len__(self) -> int:
        """Return the number of bytes."""
        return len(self._log) - self._at

    def push(self, packed: bytes) -> None:
        """Put a packed entry before the others."""
        if self._at < len(packed):
            self._log = bytearray(_SPARE) + self._log[self._at :]
            self._at = _SPARE
        self._at -= len(packed)
        self._log[self._at : self._at + len(packed)] = packed
        self.count += 1

    def drop(self, count: int) -> None:
        """Drop the first `count` entries."""
        for _ in range(count):
            if self.count:
                self._at += size(self._log[self._at])
                self.count -= 1
            else:
                self._lacking += 1
        self.stored = min(self.stored, len(self))
        if not self.count:
            self.place = self.stored = self.total = 0

    def extend(self, packed: bytes, place: int, total: int) -> None:
        """Add the entries that slot `place` has, less those that were dropped meanwhile."""
        more = RedoList(packed)
        more.drop(self._lacking)
        self._lacking = 0
        self._log += more.packed(0, len(more))[1]
        self.count += more.count
        if more.count:
            self.place = place
            self.stored = len(more)
            self.total = total

    def entry(self, n: int) -> tuple:
        """Return entry number `n`, from 0."""
        return unpack(self._log, self._start(n))[0]

    def bytes_of(self, n: int) -> bytes:
        """Return entry number `n` packed; b"" if there is none."""
        if n >= self.count:
            return b""
        at = self._start(n)
        return bytes(self._log[at : at + size(self._log[at])])

    def packed(self, n: int, most: int) -> tuple:
        """Return `(count, data)`: the packed entries from number `n` on, at most `most` bytes."""
        return part(self._log, self._start(n), self.count - n, most)

    def unstored(self) -> bytes:
        """Return the entries that are in no slot of their own, packed."""
        return bytes(self._log[self._at : len(self._log) - self.stored])

    def last_unstored(self, most: int) -> "RedoList":
        """Return the last entries of `unstored`, at most `most` bytes, as a list before the
        stored ones."""
        packed = self.unstored()
        at = 0
        while len(packed) - at > most:
            at += size(packed[at])
        part = RedoList(packed[at:])
        part.place = self.place
        part.stored = 0
        part.total = self.total - self.stored
        return part

    def is_stored(self, length: int, place: int) -> None:
        """Note that the last `length` bytes of `unstored` are now in the slot `place`."""
        self.stored += length
        self.total = self.stored
        self.place = place

    def mark(self) -> tuple:
        """Return what `restore` needs to bring back the entries that are dropped from now on."""
        return self._at, self.count, self.stored, self.place, self.total

    def restore(self, mark: tuple) -> None:
        """Bring back the entries dropped since `mark`, if none was pushed."""
        self._at, self.count, self.stored, self.place, self.total = mark

    def _start(self, n):
        at = self._at
        for _ in range(n):
            at += size(self._log[at])
        return at

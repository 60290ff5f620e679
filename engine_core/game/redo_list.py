"""Entries that were undone, the next one to redo first, and those left out of them (G16b).

As bytes it is the entries in a row, as engine_core.state.entries packs them. One that was left out
stays where it was, with two more bytes before it: LEAVE_OUT, and how it was left out:

    0     the entry before it, or the last one in effect, replaced it or is the one after it
    64    a separate key left it out; plus the number of entries after it that it had replaced
"""

from ..compat import TYPE_CHECKING, const
from ..errors import PegboardError
from ..state.entries import LEAVE_OUT, size, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..state.entries import Entry

_SPARE = const(16)  # bytes, kept free before the first entry
_BY_KEY = const(64)
_LEFT_MOST = const(24)  # bytes of entries that keys have left out and can still bring back
_REPLACED = LEAVE_OUT + b"\0"


class RedoList:
    """`count` is the number of entries that can be redone.

    A store may have the end of the list in a separate slot: `place` is that slot, 0 for none. Of
    the `total` bytes that it leads to, the last `stored` still belong to the list.
    """

    def __init__(self, packed: bytes = b""):
        self._log = bytearray(packed)
        self._at = 0  # of the first entry
        self.count: int = 0
        at = 0
        while at < len(packed):
            self.count += not self._is_out(at)
            at = self._after(at)
        self.place: int = 0
        self.stored: int = 0
        self.total: int = 0

    def __len__(self) -> int:
        """Return the number of bytes."""
        return len(self._log) - self._at

    # Changes ------------------------------------------------------------------------------

    def push(self, packed: bytes) -> None:
        """Put a packed entry before the others."""
        self._put(packed)
        self.count += 1

    def taken_by(self, packed: bytes, follows: "Callable[[Entry], bool]") -> int:
        """Return how many entries `take` is to take for a packed entry that is now in effect.

        The next one, which it repeats or replaces; none if it goes before that, since it is of
        another kind; or two if it is the one after it. follows: whether the rules allow an entry
        now.
        """
        if not self.count or packed == self.bytes_of(0):
            return min(self.count, 1)
        entry = self.entry(0)
        if entry[0] != unpack(packed)[0][0] and follows(entry):
            return 0
        return 2 if packed == self.bytes_of(1) and not follows(self.entry(1)) else 1

    def take(self, count: int, packed: bytes) -> None:
        """Remove the first `count` entries for `packed`, which is now in effect. Those that differ
        from it are left out; earlier ones that were left out are forgotten."""
        self._forget()
        taken = []
        for _ in range(min(count, self.count)):
            self._forget()
            taken.append(self._pop())
        if taken and taken[-1] == packed:
            taken.pop()
        elif taken:
            self._forget()
        for each in reversed(taken[-2:]):
            self._put(_REPLACED + each)

    def leave_out(self) -> None:
        """Leave out the next entry. The one that it had replaced, if any, is then the next."""
        left = self._lead() if self.left_by_key() else b""
        self._forget()
        packed = self._pop()
        replaced = []
        while self._is_out(self._at):
            self._at += len(_REPLACED)
            replaced.append(self._pop(0))
        for each in reversed(replaced):
            self.push(each)
        left += LEAVE_OUT + bytes((_BY_KEY + len(replaced),)) + packed
        while len(left) > _LEFT_MOST:
            left = left[2 + size(left[2]) :]
        self._put(left)

    def bring_back(self) -> None:
        """Bring back the entry that `leave_out` last left out, if `left_by_key()`."""
        left = self._lead()
        self._forget()
        last = at = 0
        while at < len(left):
            last = at
            at += 2 + size(left[at + 2])
        replaced = [self._pop() for _ in range(left[last + 1] - _BY_KEY)]
        for each in reversed(replaced):
            self._put(_REPLACED + each)
        self.push(left[last + 2 :])
        self._put(left[:last])

    def left_by_key(self) -> bool:
        """Return whether `leave_out` was called last, so that `bring_back` can undo it."""
        return self._is_out(self._at) and self._log[self._at + 1] >= _BY_KEY

    def mark(self) -> tuple[bytes, int, int, int, int, int]:
        """Return a value with which `restore` undoes the next change."""
        end = self._live(3)
        front = bytes(self._log[self._at : end])
        return front, len(self._log) - end, self.count, self.stored, self.place, self.total

    def restore(self, mark: tuple[bytes, int, int, int, int, int]) -> None:
        """Bring back the list as it was at `mark`."""
        front, rest, self.count, self.stored, self.place, self.total = mark
        self._log = bytearray(front) + self._log[len(self._log) - rest :]
        self._at = 0

    # Contents -----------------------------------------------------------------------------

    def entry(self, n: int) -> "Entry":
        """Return entry number `n`, from 0."""
        return unpack(self._log, self._live(n))[0]

    def left_out(self) -> "tuple[Entry, ...]":
        """Return the entries that the last entry or key has left out, in order."""
        return self._out(self._at)

    def replaced(self) -> "tuple[Entry, ...]":
        """Return the entries that the next one has replaced and will replace again."""
        return self._out(self._after(self._live(0))) if self.count else ()

    def bytes_of(self, n: int) -> bytes:
        """Return entry number `n` packed; b"" if there is none."""
        if n >= self.count:
            return b""
        at = self._live(n)
        return bytes(self._log[at : self._after(at)])

    def parts(self) -> int:
        """Return the number of entries, with those left out."""
        return self._parts(self._at, len(self._log), 1 << 29)[0]

    def packed(self, n: int, most: int) -> tuple[int, bytes]:
        """Return `(count, data)`: the bytes from entry number `n` on, with those left out counted
        too, and at most `most` bytes."""
        at = self._at
        for _ in range(n):
            at = self._after(at)
        return self._parts(at, len(self._log), most)

    # In a store ---------------------------------------------------------------------------

    def extend(self, packed: bytes, place: int, total: int) -> None:
        """Add the entries in slot `place`."""
        more = RedoList(packed)
        self._log += packed
        self.count += more.count
        if len(more):
            self.place = place
            self.stored = len(more)
            self.total = total

    def unstored(self) -> bytes:
        """Return the bytes that are not in a separate slot."""
        return bytes(self._log[self._at : len(self._log) - self.stored])

    def last_unstored(self, most: int) -> "RedoList":
        """Return the end of `unstored`, at most `most` bytes, as a list before the stored ones."""
        at = self._at
        end = len(self._log) - self.stored
        while end - at > most:
            at = self._after(at)
        part = RedoList(bytes(self._log[at:end]))
        part.place = self.place
        part.stored = 0
        part.total = self.total - self.stored
        return part

    def is_stored(self, length: int, place: int) -> None:
        """Note that the last `length` bytes of `unstored` are now in the slot `place`."""
        self.stored += length
        self.total = self.stored
        self.place = place

    # Bytes --------------------------------------------------------------------------------

    def _put(self, packed):
        if self._at < len(packed):
            spare = _SPARE + len(packed)
            self._log = bytearray(spare) + self._log[self._at :]
            self._at = spare
        self._at -= len(packed)
        self._log[self._at : self._at + len(packed)] = packed

    def _pop(self, counts=1):
        """Remove the entry at the front and return it; `counts`: whether it is in `count`."""
        packed = bytes(self._log[self._at : self._after(self._at)])
        self._cut(self._at + len(packed))
        self.count -= counts
        return packed

    def _cut(self, at):
        self._at = at
        self.stored = min(self.stored, len(self))
        if not len(self):
            self.place = self.stored = self.total = 0

    def _forget(self):
        """Remove the entries at the front that were left out."""
        self._cut(self._live(0))

    def _lead(self):
        return bytes(self._log[self._at : self._live(0)])

    def _is_out(self, at):
        return at < len(self._log) and self._log[at] == LEAVE_OUT[0]

    def _live(self, n):
        """Return the offset of entry number `n`, or of the end."""
        at = self._at
        while self._is_out(at) or (n and at < len(self._log)):
            n -= not self._is_out(at)
            at = self._after(at)
        return at

    def _out(self, at):
        found = []
        while self._is_out(at):
            found.append(unpack(self._log, at + 2)[0])
            at = self._after(at)
        return tuple(found)

    def _after(self, at):
        """Return the offset after the entry at `at`. Raises PegboardError if there is none."""
        if self._is_out(at):
            at += 2
        length = size(self._log[at]) if at < len(self._log) else 0
        if not length:
            raise PegboardError("there is no undone entry at byte " + str(at))
        return at + length

    def _parts(self, at, end, most):
        start = at
        count = 0
        while at < end:
            after = self._after(at)
            if after - start > most:
                break
            at = after
            count += 1
        return count, bytes(self._log[start:at])

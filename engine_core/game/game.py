"""A game: entries in, events out. Everything else is computed from the entries (ruling G16)."""

from ..compat import TYPE_CHECKING, const, crc32, later
from ..errors import OF_ANOTHER_VERSION, Illegal, PegboardError
from ..games import phases as at
from ..state.entries import BRING_BACK, LEAVE_OUT, pack, text
from ..state.state import State
from .fold import fold
from .history import History
from .redo_list import RedoList
from .segment import Segment

# The most entries in a segment, and so the most that an undo has to apply again.
_MOST = const(28)
_STOPPED = "cannot redo %s: %s. Enter another, or leave it out with the left arrow"
# States that are remembered, to which an undo goes back: those after each of the last entries, and
# before them after each fourth.
_LAST = const(3)
_EVERY = const(4)
_REMEMBERED = const(9)
_NEAR = const(12)  # entries before the last, of which each fourth state is remembered when folded

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from ..pegs import manual_points
    from ..state.entries import Entry
    from ..state.events import Event
    from . import game_start

    class Store(Protocol):
        """Saves entries: see firmware.storage.game_store."""

        def wants_segment(self, segment: Segment) -> bool: ...
        def add(
            self,
            packed: bytes,
            segment: Segment,
            new: Segment | None,
            undone: RedoList,
            taken: int,
        ) -> None: ...
        def undo(self, segment: Segment, undone: RedoList) -> None: ...
        def change(self, what: bytes, segment: Segment, undone: RedoList) -> None: ...

else:
    game_start = later("engine_core.game.game_start")
    manual_points = later("engine_core.pegs.manual_points")


class Game(History):
    """The entries of a match, the state that results from them, undo and redo.

    `state` is to be read, not changed; `length` is the number of entries in effect. Undone entries
    stay in `undone` even when another one is applied, see `apply`. Entries are grouped in
    segments, each with the state before it, so an undo applies only the entries of one segment
    again. Each game of a match begins a segment.

    older: called with the first segment in memory; returns the one before it, or None.
    state: becomes the state of this game, with which it begins anew; otherwise another is made.
    """

    def __init__(
        self,
        older: "Callable[[Segment], Segment | None] | None" = None,
        state: "State | None" = None,
    ):
        if state:
            state.reset()
        self.state: State = state or State()
        # (length, packed state), of increasing lengths.
        self._remembered: list[tuple[int, bytes]] = []
        super().__init__([Segment(0, self.state.pack(), 0)], 0, older)

    def apply(
        self, entry: "Entry", store: "Store | None" = None, left: "int | None" = None
    ) -> "list[Event]":
        """Apply `entry` and return its events. Raises PegboardError and then changes nothing.

        Of the entries that were undone it redoes, replaces or leaves out those that
        `RedoList.taken_by` counts; the last event says which it left out (G16b). The others can
        still be redone; `left` says how many, if that is known.

        store: saves the entry if it is allowed, see firmware.storage.game_store. If it raises
        OSError, that is raised here, and nothing has changed either.
        """
        events = []
        packed = pack(entry)
        segment = self.segment()
        new = None
        if (
            segment.count >= _MOST
            or self.state.phase == at.OVER
            or (store and store.wants_segment(segment))
        ):
            begun = self.length if self.state.phase == at.OVER else segment.begun
            new = Segment(self.length, self.state.pack(), begun)
        fold(self.state, entry, events)
        undone = self.undone
        mark = ()
        taken = 0
        if len(undone):
            mark = undone.mark()
            taken = undone.taken_by(packed, self._follows) if left is None else undone.count - left
            undone.take(taken, packed)
            if undone.left_out():
                events.append(("left_out", undone.left_out()))
        if store:
            try:
                store.add(packed, segment, new, undone, taken)
            except OSError:
                if mark:
                    undone.restore(mark)
                self._refold()
                raise
        self.add_packed(packed, new)
        return events

    def _follows(self, entry):
        """Return whether the rules allow `entry` now."""
        # Tried with this state: for another one a Pico may have no memory.
        packed = self.state.pack()
        try:
            fold(self.state, entry, [])
        except PegboardError:
            return False
        finally:
            self.state.restore(packed)
        return True

    def undo(self, store: "Store | None" = None) -> "Entry":
        """Undo the last entry and return it; or if `leave_out` was called last, bring back what it
        left out, and return that. It is the next one to redo.

        Raises Illegal if there is no entry; OSError as `apply`. If the entry had replaced another,
        that one is in the list after it, and `leave_out` makes it the next (G16b).
        """
        if self.undone.left_by_key():
            self._change(BRING_BACK, store)
            return self.undone.entry(0)
        segments = self._segments[:]
        self.step_back()
        self._forget(self.length)
        try:
            self._refold()
            if store:
                store.undo(self.segment(), self.undone)
        except OF_ANOTHER_VERSION:
            self._undo_failed(segments)
            raise Illegal("the entries before this one cannot be read")  # noqa: B904
        except OSError:
            self._undo_failed(segments)
            raise
        return self.undone.entry(0)

    def _undo_failed(self, segments):
        """Apply the entry again that was just undone; segments: those before."""
        packed = self.undone.bytes_of(0)
        self._segments[-1].add(packed)
        self.undone.take(1, packed)
        self.length += 1
        self._segments += [one for one in segments if one.first >= self.length]
        self._refold()

    def leave_out(self, store: "Store | None" = None) -> "list[Event]":
        """Leave out the next undone entry, and return the event that says so (G16b).

        Raises Illegal if there is none; OSError as `apply`.
        """
        if not self.can_redo():
            raise Illegal("there is nothing to leave out: UNDO that entry and all after it first")
        events = []
        events.append(("left_out", (self.undone.entry(0),)))
        self._change(LEAVE_OUT, store)
        return events

    def _change(self, what, store):
        """Change the undone entries by `what`, LEAVE_OUT or BRING_BACK, and save that."""
        mark = self.undone.mark()
        self.undone.leave_out() if what == LEAVE_OUT else self.undone.bring_back()
        if store:
            try:
                store.change(what, self.segment(), self.undone)
            except OSError:
                self.undone.restore(mark)
                raise

    def redo(self, store: "Store | None" = None) -> "list[Event]":
        """Apply the entry that was undone last again, and return its events.

        Raises Illegal if there is none, or if it cannot follow what was entered in the meantime.
        OSError as `apply`.
        """
        if not self.can_redo():
            raise Illegal("there is nothing to redo")
        entry = self.undone.entry(0)
        try:
            return self.apply(entry, store, self.undone.count - 1)
        except PegboardError as why:
            # MicroPython has no `from`.
            raise Illegal(_STOPPED % (text(entry), why))  # noqa: B904

    def remember(self) -> None:
        """Remember the state after the last entry, so that undoing the next one is fast."""
        self._forget(self.length - 1)
        self._add_remembered(self.length)

    def _add_remembered(self, length):
        """Remember the state, which is that after `length` entries."""
        states = self._remembered
        if len(states) >= _LAST and states[-_LAST][0] % _EVERY:
            del states[-_LAST]
        del states[: 1 - _REMEMBERED]
        states.append((length, self.state.pack()))

    def check(self) -> int:
        """Return `state.check()`, faster if the last entry is remembered: on a Pico packing a
        state takes 2 ms."""
        if self._remembered and self._remembered[-1][0] == self.length:
            return crc32(self._remembered[-1][1])
        return self.state.check()

    def _forget(self, length):
        """Forget the states after more than `length` entries."""
        while self._remembered and self._remembered[-1][0] > length:
            self._remembered.pop()

    def next_segment(self) -> Segment:
        """Return an empty segment that starts at the current state, for `add_segment`."""
        return Segment(self.length, self.state.pack(), self.segment().begun)

    def take_up(self, segments: "list[Segment] | tuple[Segment, ...]", length: int) -> None:
        """Become the game with these segments, with `length` entries of the match in effect and
        none to redo.

        Raises PegboardError if the rules do not allow them; the game is then not usable.
        """
        self._segments = list(segments)
        self.length = length
        self.undone = RedoList()
        self._remembered = []
        while self._segments[-1].first > length:
            self._segments.pop()
        self._segments[-1].cut(length - self._segments[-1].first)
        self._refold(False)

    def _refold(self, remembers=True):
        """Restore the state after the first `length` entries, none of which is forgotten."""
        segment = self.segment()
        length, packed = segment.first, segment.state
        if self._remembered and self._remembered[-1][0] >= length:
            length, packed = self._remembered[-1]
        self.state.restore(packed)
        for entry in list(segment.entries(segment.count))[length - segment.first :]:
            fold(self.state, entry, [])
            length += 1
            if remembers and length % _EVERY == 0 and length > self.length - _NEAR:
                self._add_remembered(length)

"""A game: entries in, events out. Everything else is computed from the entries (ruling G16)."""

from . import phases as at
from .compat import TYPE_CHECKING, const, crc32, later
from .entries import BY_HAND, NEXT, START, pack, text, unpack
from .errors import Illegal, PegboardError
from .history import History
from .machines import machine
from .redo_list import RedoList
from .segment import Segment
from .state import State

# The most entries in a segment, and so the most that an undo has to apply again.
_MOST = const(28)
_REMEMBERED = const(3)  # states of earlier entries, to which an undo goes back at once

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from . import game_start, manual_points

    class Store(Protocol):
        """Saves entries: see firmware.game_store."""

        def wants_segment(self, segment: Segment) -> bool: ...
        def add(
            self,
            packed: bytes,
            segment: Segment,
            new: Segment | None,
            undone: RedoList,
            dropped: int,
        ) -> None: ...
        def undo(self, segment: Segment, undone: RedoList) -> None: ...

else:
    game_start = later("engine_core.game_start")
    manual_points = later("engine_core.manual_points")


class Game(History):
    """The entries of a match, the state that results from them, undo and redo.

    `state` is to be read, not changed; `length` is the number of entries in effect. Undone entries
    are kept in `undone`, also when another one is applied, see `apply`. Entries are grouped in
    segments, each with the state before it, so an undo applies only the entries of one segment
    again. Each game of a match begins a segment.

    older: called with the first segment in memory; returns the one before it, or None.
    """

    def __init__(self, older: "Callable[[Segment], Segment | None] | None" = None):
        self.state = State()
        self._replaced = b""  # the undone entry that the last one replaced, packed
        self._remembered = []  # (length, packed state), of increasing lengths
        super().__init__([Segment(0, self.state.pack(), 0)], 0, older)

    def apply(self, entry: tuple, store: "Store | None" = None, left: "int | None" = None) -> list:
        """Apply `entry` and return its events. Raises PegboardError and then changes nothing.

        Of the entries that were undone, the one that this entry replaces is dropped, and the
        others can still be redone; `left` says how many, if that is known (G16).

        store: saves the entry if it is allowed, see firmware.game_store. If it raises OSError,
        that is raised here, and nothing has changed either.
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
        mark = undone.mark()
        replaced = b""
        if undone.count:
            dropped = self._dropped(packed) if left is None else undone.count - left
            replaced = undone.bytes_of(0) if dropped == 1 else b""
            undone.drop(dropped)
        if store:
            try:
                store.add(packed, segment, new, undone, mark[1] - undone.count)
            except OSError:
                undone.restore(mark)
                self._refold()
                raise
        self._replaced = replaced
        self._forget(self.length)
        self.add_packed(packed, new)
        return events

    def _dropped(self, packed):
        """Return how many undone entries are dropped for this one, which is in effect already.

        It may be the next one itself, or the one after it, without the one between. If it is of
        the same kind as the next one, it replaces that; also if the next one cannot follow it.
        Otherwise it goes before the next one, as does the entry that was replaced just before.
        """
        undone = self.undone
        first = undone.bytes_of(0)
        if packed == first:
            return 1
        if packed == undone.bytes_of(1):
            return 2
        if packed == self._replaced:
            return 0
        entry = undone.entry(0)
        if entry[0] == START:
            # Another game: what was entered in this one has no meaning there.
            same = packed[1:3] == first[1:3]
            return 1 if same else undone.count
        if entry[0] == unpack(packed)[0][0]:
            return 1
        trial = State()
        trial.restore(self.state.pack())
        try:
            fold(trial, entry, [])
            return 0
        except PegboardError:
            return 1

    def undo(self, store: "Store | None" = None) -> tuple:
        """Undo the last entry and return it. Raises Illegal if there is none; OSError as `apply`.

        It is the next one to redo.
        """
        segments = self._segments[:]
        self.step_back()
        if store:
            try:
                store.undo(self.segment(), self.undone)
            except OSError:
                self._segments[-1].add(self.undone.bytes_of(0))
                self.undone.drop(1)
                self.length += 1
                self._segments += [one for one in segments if one.first >= self.length]
                raise
        self._replaced = b""
        self._forget(self.length)
        if self._remembered and self._remembered[-1][0] == self.length:
            self.state.restore(self._remembered[-1][1])
        else:
            self._refold()
        return self.undone.entry(0)

    def redo(self, store: "Store | None" = None) -> list:
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
            raise Illegal("cannot redo " + text(entry) + ": " + str(why))  # noqa: B904

    def remember(self) -> None:
        """Remember the state after the last entry, so that undoing the next one is fast."""
        self._forget(self.length - 1)
        del self._remembered[: 1 - _REMEMBERED]
        self._remembered.append((self.length, self.state.pack()))

    def check(self) -> int:
        """Return what `state.check()` does, faster if the last entry is remembered: on a Pico
        packing a state takes 2 ms."""
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
        self._refold(0)

    def _refold(self, most=_REMEMBERED):
        """Restore the state after the first `length` entries, and remember the last `most`."""
        segment = self.segment()
        self.state.restore(segment.state)
        self._remembered = []
        left = segment.count
        for entry in segment.entries(left):
            if left < most:
                self._remembered.append((self.length - left, self.state.pack()))
            left -= 1
            fold(self.state, entry, [])


def fold(state: State, entry: tuple, events: list) -> None:
    """Apply a valid `entry` to `state` and append its events to `events`.

    Raises PegboardError and then changes nothing.
    """
    kind = entry[0]
    if kind == START:
        game_start.start(state, entry[1:], events)
    elif state.phase == at.IDLE:
        raise Illegal("choose a game first")
    elif kind == NEXT:
        _next(state, events)
    elif state.phase == at.OVER:
        raise Illegal("the game is over: ENTER for the next one, UNDO to go back")
    elif kind in BY_HAND and state.phase != at.POINTS:
        own = machine(state.preset.machine)
        (own.deal if manual_points.apply(state, entry, events) else own.fold)(state, events)
    else:
        machine(state.preset.machine).apply(state, entry, events)


def _next(state, events):
    if state.phase != at.OVER:
        raise Illegal("this game is not over yet")
    dealer = machine(state.preset.machine).next_dealer(state)
    state.begin(
        state.code,
        state.seats,
        state.target,
        dealer,
        state.options,
        state.track,
        state.more_options,
    )
    events.append(("next", dealer))
    machine(state.preset.machine).begin(state, events)

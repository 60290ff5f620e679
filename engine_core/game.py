"""A game: entries in, events out. Everything else is computed from the entries (ruling G16)."""

from . import phases as at
from .compat import TYPE_CHECKING, const, later
from .entries import BY_HAND, NEXT, NO_SEAT, PARTNERS, START, pack
from .errors import Illegal
from .history import History
from .machines import machine
from .options import FULL_TRACK, PAYOFF_BITS, PAYOFFS, PLAIN, joined
from .preset_types import preset
from .segment import Segment
from .state import State

# The most entries in a segment, and so the most that an undo has to apply again.
_MOST = const(28)

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from . import manual_points

    class Store(Protocol):
        """Saves entries: see firmware.game_store."""

        def wants_segment(self, segment: Segment) -> bool: ...
        def add(
            self, packed: bytes, segment: Segment, counted: int, new: Segment | None
        ) -> None: ...

else:
    manual_points = later("engine_core.manual_points")


class Game(History):
    """The entries of a match, the state that results from them, undo and redo.

    `state` is to be read, not changed; `length` is the number of entries in effect. Undone entries
    are kept until another is applied. Entries are grouped in segments, each with the state before
    it, so an undo applies only the entries of one segment again. Each game of a match begins a
    segment.

    older: called with the first segment in memory; returns the one before it, or None.
    """

    def __init__(self, older: "Callable[[Segment], Segment | None] | None" = None):
        self.state = State()
        super().__init__([Segment(0, self.state.pack(), 0)], 0, older)

    def apply(self, entry: tuple, store: "Store | None" = None) -> list:
        """Apply `entry` and return its events. Raises PegboardError and then changes nothing.

        store: saves the entry if it is allowed, see firmware.game_store. If it raises OSError,
        that is raised here, and nothing has changed either.
        """
        events = []
        packed = pack(entry)
        segment = self.segment()
        new = None
        if (
            self.length - segment.first >= _MOST
            or self.state.phase == at.OVER
            or (store and store.wants_segment(segment))
        ):
            begun = self.length if self.state.phase == at.OVER else segment.begun
            new = Segment(self.length, self.state.pack(), begun)
        fold(self.state, entry, events)
        if store:
            try:
                store.add(packed, segment, self.length - segment.first, new)
            except OSError:
                self._refold()
                raise
        self.add_packed(packed, new)
        return events

    def undo(self) -> tuple:
        """Undo the last entry and return it. Raises Illegal if there is none."""
        if self.length:
            reached = self.reach(self.length - 1)
            if not reached:
                raise Illegal("the entries before this one are no longer kept")
        self.step_back()
        self._refold()
        return self.entry(self.length)

    def redo(self) -> list:
        """Apply the entry that was undone last again, and return its events. Raises Illegal."""
        events = []
        if self.can_redo():
            fold(self.state, self.entry(self.length), events)
        self.step_forward()
        return events

    def next_segment(self) -> Segment:
        """Return an empty segment that starts at the current state, for `add_segment`."""
        return Segment(self.length, self.state.pack(), self.segment().begun)

    def take_up(self, segments: "list[Segment] | tuple[Segment, ...]", length: int) -> None:
        """Become the game with these segments, with `length` entries of the match in effect.

        Raises PegboardError if the rules do not allow them; the game is then not usable.
        """
        self._segments = list(segments)
        self.length = length
        self._refold()

    def _refold(self):
        """Restore the state after the first `length` entries."""
        segment = self.segment()
        self.state.restore(segment.state)
        for entry in segment.entries(self.length - segment.first):
            fold(self.state, entry, [])


def fold(state: State, entry: tuple, events: list) -> None:
    """Apply a valid `entry` to `state` and append its events to `events`.

    Raises PegboardError and then changes nothing.
    """
    kind = entry[0]
    if kind == START:
        _start(state, entry[1:], events)
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


def _start(state, numbers, events):
    code, seats, target, dealer, options, track = numbers[:6]
    more = numbers[6] if len(numbers) > 6 else 0
    if state.phase != at.IDLE:
        raise Illegal("a game has already started")
    row = preset(code)
    if not row.plays_to(target):
        raise Illegal(row.name + " cannot be played to " + str(target))
    seating = row.deal_for(seats)
    if dealer == PARTNERS and (seats != 4 or seating.sides != 2):
        raise Illegal("only four players on two sides can cut for partners")
    if dealer not in (NO_SEAT, PARTNERS) and dealer >= seats:
        raise Illegal("there is no seat " + str(dealer + 1))
    if joined(options, more) & ~sum(row.options):
        raise Illegal(row.name + " has no such option")
    payoff = more & PAYOFF_BITS
    if payoff >= len(PAYOFFS) or (payoff and not row.has_payoffs):
        raise Illegal(row.name + " has no such payoff")
    if track not in row.tracks or (track != PLAIN and target != FULL_TRACK):
        raise Illegal(row.name + " cannot be played on that track")
    state.begin(code, seats, target, dealer, options, track, more)
    events.append(("start", row.name, seats, target))
    machine(row.machine).begin(state, events)


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

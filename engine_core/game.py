"""A game: entries in, events out. Everything else is folded from the entries (ruling G16)."""

from array import array

from . import phases as at
from .compat import TYPE_CHECKING, const, later
from .entries import BY_HAND, NEXT, NO_SEAT, PARTNERS, START, pack, unpack
from .errors import Illegal
from .machines import machine
from .options import FULL_TRACK, PAYOFF_BITS, PAYOFFS, PLAIN
from .presets import preset
from .state import State

# From one state that is kept to the next, entries. An undo folds no more than these.
_EVERY = const(32)

if TYPE_CHECKING:
    from collections.abc import Callable

    from . import manual_points
else:
    manual_points = later("engine_core.manual_points")


class Game:
    """The entries of a game, the state they come to, and the way back.

    `state` is to be read, not changed. Entries that were undone are kept until another is
    applied. Now and then the state is kept too, packed, so undo folds what came after it alone.
    """

    def __init__(self):
        self.state = State()
        self.length = 0  # entries that count
        self._log = bytearray()
        self._ends = array("I")  # of each entry in the log, those undone included
        self._kept = [(0, self.state.pack())]

    def apply(self, entry: tuple, keep: "Callable[[tuple], None] | None" = None) -> list:
        """Fold `entry` in and return its events. Raises PegboardError, having changed nothing.

        keep: called with an entry that is allowed; an OSError of it is raised here, and nothing
        is changed then either.
        """
        events = []
        packed = pack(entry)
        fold(self.state, entry, events)
        if keep:
            try:
                keep(entry)
            except OSError:
                self._refold()
                raise
        if self.can_redo():
            self._ends = self._ends[: self.length]
            self._log = self._log[: self._ends[-1] if self.length else 0]
        self._log += packed
        self._ends.append(len(self._log))
        self._count_in()
        return events

    def undo(self) -> tuple:
        """Take the last entry back and return it. Raises Illegal if there is none."""
        if not self.length:
            raise Illegal("there is nothing to undo")
        self.length -= 1
        self._refold()
        return self.entry(self.length)

    def redo(self) -> list:
        """Fold in again what was undone last, and return its events. Raises Illegal."""
        if not self.can_redo():
            raise Illegal("there is nothing to redo")
        events = []
        fold(self.state, self.entry(self.length), events)
        self._count_in()
        return events

    def can_redo(self) -> bool:
        """Return whether an entry that was undone can be had back."""
        return self.length < len(self._ends)

    def total(self) -> int:
        """Return the number of entries, those that were undone included."""
        return len(self._ends)

    def entry(self, n: int) -> tuple:
        """Return the entry number `n`, from 0; those undone come after `length`."""
        return unpack(self._log, self._ends[n - 1] if n else 0)[0]

    def entries(self) -> list:
        """Return the entries that count, oldest first."""
        return [self.entry(n) for n in range(self.length)]

    def packed(self, first: int, most: int) -> tuple:
        """Return `(count, data)`: as many entries from number `first` on, from 0, as `most` bytes
        hold, packed one after another; those undone included."""
        at = self._ends[first - 1] if first else 0
        end = first
        while end < len(self._ends) and self._ends[end] - at <= most:
            end += 1
        return end - first, bytes(self._log[at : self._ends[end - 1]])

    def newest_kept(self) -> tuple:
        """Return `(entries, packed)`: the state that was kept last, and how many led to it."""
        return self._kept[-1]

    def take_up(self, log: bytearray, ends: array, length: int, kept: list) -> None:
        """Become the game whose entries are packed in `log`, each up to its place in `ends`; the
        first `length` of them count. `kept`: what `newest_kept` gave on the way, oldest first.

        Raises PegboardError where the rules do not allow what came after those; what the game is
        then is not for use.
        """
        self._log = log
        self._ends = ends
        self.length = length
        self._kept += kept
        self._refold()

    def _refold(self):
        """Have the state that the first `length` entries come to."""
        while self._kept[-1][0] > self.length:
            self._kept.pop()
        first, packed = self._kept[-1]
        self.state.restore(packed)
        for n in range(first, self.length):
            fold(self.state, self.entry(n), [])

    def _count_in(self):
        self.length += 1
        if self.length >= self._kept[-1][0] + _EVERY:
            self._kept.append((self.length, self.state.pack()))


def fold(state: State, entry: tuple, events: list) -> None:
    """Fold `entry`, which `pack` takes, into `state`, and append what came of it to `events`.

    Raises PegboardError, having changed nothing.
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
    elif kind in BY_HAND and state.phase != at.KEYED:
        own = machine(state.preset.machine)
        (own.deal if manual_points.apply(state, entry, events) else own.fold)(state, events)
    else:
        machine(state.preset.machine).apply(state, entry, events)


def _start(state, numbers, events):
    code, seats, target, dealer, options, track = numbers[:6]
    more = numbers[6] if len(numbers) > 6 else 0
    if state.phase != at.IDLE:
        raise Illegal("a game is on the board")
    row = preset(code)
    if not row.plays_to(target):
        raise Illegal(row.name + " is not played to " + str(target))
    seating = row.deal_for(seats)
    if dealer == PARTNERS and (seats != 4 or seating.sides != 2):
        raise Illegal("only four can cut for partners")
    if dealer not in (NO_SEAT, PARTNERS) and dealer >= seats:
        raise Illegal("there is no seat " + str(dealer + 1))
    if options & ~sum(row.options):
        raise Illegal(row.name + " has no such option")
    if more & ~PAYOFF_BITS or more >= len(PAYOFFS) or (more and not row.has_payoffs):
        raise Illegal(row.name + " has no such payoff")
    if track not in row.tracks or (track != PLAIN and target != FULL_TRACK):
        raise Illegal(row.name + " is not played on that track")
    state.begin(code, seats, target, dealer, options, track, more)
    events.append(("start", row.name, seats, target))
    machine(row.machine).begin(state, events)


def _next(state, events):
    if state.phase != at.OVER:
        raise Illegal("this game is not over")
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

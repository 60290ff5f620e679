"""Stores abandoned games in the archive, a step at a time, while no key is pressed.

A game that is abandoned for another one stays in the journal, before the one in progress. So
nothing is lost if the power is cut before it is in the archive: the next start finds it there.
"""

from binascii import unhexlify

from engine_core.compat import const
from engine_core.errors import PegboardError
from engine_core.game.fold import fold
from engine_core.games.phases import OVER
from engine_core.state.old_states import converted
from engine_core.state.state import State

from ..ticks import since
from .archive import FINISHED, SAVED, Archive
from .archive_record import game_bytes, match_of, packed, start_of

SAVED_MOST = const(4)  # saved games; when there is one more, the oldest is dropped

_OPEN_MS = const(30000)  # ms for which the archive stays open after a request
_ENTRIES_MOST = const(9999)  # bytes
_COMPARED = const(14)  # bytes of entries
_IDENTITY = const(4)  # bytes


class ArchiveKeeper:
    """`store` is the GameStore of the game in progress, `flash` the port of the archive, and
    `nonce` the App's."""

    def __init__(self, store, flash, nonce: str):
        self.archive = Archive(flash, _identity(nonce))
        self._store = store
        self._step = ArchiveKeeper._open
        self.asked = None  # when a laptop last requested anything of the archive, in ms

    def is_open(self) -> bool:
        """Return whether the archive can be used."""
        return self._step is not ArchiveKeeper._open

    def work(self, game, names: bytes) -> bool:
        """Do one step, for the game in progress and the names of the sides; return whether there
        are more. Raises OSError."""
        if self._step and not self._step(self, game, names):
            self._step = _NEXT[self._step]
        return self._step is not None

    def finish(self, game, names: bytes) -> None:
        """Do all remaining steps. Raises OSError."""
        while self.work(game, names):
            pass

    def again(self) -> None:
        """Let `work` look for abandoned games once more; the archive stays open."""
        self._step = ArchiveKeeper._drop_copy

    def _open(self, game, names):
        return self.archive.open_next()

    def _drop_copy(self, game, names):
        """Drop the saved copy of the game in progress, which has been resumed."""
        found = self._slots(game.segment().place, game.segment().count)
        if not found or not game.length:
            return False
        first = found[1].segment
        ours = self._match(*found)
        for head in self.archive.saved:
            data = self.archive.read(head, 0, self.archive.size(head))
            theirs = game_bytes(data)
            length = start_of(ours) + _COMPARED
            if head.key == (first.before, first.taken):
                same = ours[:length] == theirs[:length]
            else:
                # Resumed, but the power was cut before that was noted.
                same = len(theirs) > length and ours[: len(theirs)] == theirs
            if same:
                self.archive.drop(head)
        return False

    def _keep(self, game, names):
        """Store the oldest abandoned game that is not in the archive; return whether there was
        one."""
        found = self._oldest_left(game)
        if not found:
            return False
        slots, first = found
        state = self._state_after(*slots[-1])
        match = self._match(slots, first)
        data = packed(state, names, match)
        key = (first.segment.before, first.segment.taken)
        seen = slots[-1][0]
        over = state.phase == OVER
        start = len(data) - len(match) + start_of(match)
        self.archive.put(FINISHED if over else SAVED, key, seen, data, start)
        while len(self.archive.saved) > SAVED_MOST:
            self.archive.drop(self.archive.saved[-1])
        return True

    def _carry(self, game, names):
        return self.archive.carry()

    def _tidy(self, game, names):
        self.archive.tidy()
        return False

    def _oldest_left(self, game):
        """Return the slots of that game, as `_slots` returns them; None if there is none."""
        found = None
        segment = _first_segment(game, self._store)
        newest = max(game.segment().place, segment.before if segment else 0)
        # Otherwise the journal has been created again since then.
        seen = self.archive.seen if self.archive.seen <= newest else 0
        while segment and segment.before > seen:
            slots = self._slots(segment.before, segment.taken)
            if not slots:
                break
            segment = slots[1].segment
            entered = sum([taken for _, taken in slots[0]])
            if entered > (0 if segment.first else 1):  # not only a START, or an undone NEXT
                found = slots
        return found

    def _slots(self, place, taken):
        """Return `(slots, first)` of the game whose last `taken` entries are in slot `place` of
        the journal: the number of each slot and how many of its entries are in effect, the oldest
        first, and the Reader of that one. Return None if they are no longer all there."""
        slots = []
        first = None
        begun = -1
        while not first or first.segment.first > begun:
            after = first.segment if first else None
            first = self._store.read(place, True)
            if not first or first.more or first.segment.count < taken:
                return None
            if after and first.segment.first + taken != after.first:
                return None
            begun = first.segment.begun
            slots.insert(0, (place, taken))
            place, taken = first.segment.before, first.segment.taken
        return slots, first

    def _match(self, slots, first):
        """Return the game in these slots, from `_slots`, in the form of match_base."""
        entries = b""
        for place, taken in slots:
            segment = self._store.read(place, True).segment
            segment.cut(taken)
            entries += segment.packed(0, _ENTRIES_MOST)[1]
        begin = first.segment.state
        if first.segment.first:
            begin = converted(first.layout, begin)
        return match_of(first.segment.first, first.segment.begun, begin, entries)

    def _state_after(self, place, taken):
        """Return the State after the first `taken` entries of slot `place`."""
        found = self._store.read(place, True)
        state = State()
        if found.segment.first:
            state.restore(converted(found.layout, found.segment.state))
        for entry in found.segment.entries(taken):
            fold(state, entry, [])
        return state


_NEXT = {
    ArchiveKeeper._open: ArchiveKeeper._drop_copy,
    ArchiveKeeper._drop_copy: ArchiveKeeper._keep,
    ArchiveKeeper._keep: ArchiveKeeper._carry,
    ArchiveKeeper._carry: ArchiveKeeper._tidy,
    ArchiveKeeper._tidy: None,
}
# Errors of a game of another version, and of a heap without a free block of that length.
FAILURES = (PegboardError, LookupError, TypeError, ArithmeticError, OSError, MemoryError)


def opened(app, new: bool = False):
    """Return the ArchiveKeeper of `app`, whose archive may not be open yet; None if it has no
    archive. `new`: whether it may be created, which takes seconds. Raises OSError."""
    if not app.keeper:
        make = getattr(app.store.flash, "archive", None)
        app.keeper = ArchiveKeeper(app.store, make(new), app.reporter.hello[3]) if make else None
    return app.keeper


def work(app) -> bool:
    """Do one step for `app`; return whether there are more. After a failure it tries again when
    another game begins."""
    try:
        first = None if app.keeper else _first_segment(app.game, app.store)
        # The first game of a board has none before it.
        keeper = opened(app, True) if app.keeper or (first and first.before) else None
        if keeper and keeper.work(app.game, names_of(app)):
            return True
        asked = keeper.asked if keeper else None
        if keeper and asked is not None and since(app.clock.ms(), asked) < _OPEN_MS:
            keeper.again()
            return False
    except FAILURES:
        pass
    app.archive_due = False
    close(app)
    return False


def close(app) -> None:
    """Free the memory of the archive."""
    app.keeper = None


def names_of(app) -> bytes:
    """Return the names of the sides of `app`, as its port stores them."""
    return bytes(app.names.read()) if app.names else b""


def _first_segment(game, store):
    """Return the segment with which `game` began; None if it is no longer stored."""
    for segment in game.segments():
        if segment.first == game.begun():
            return segment
    segment = game.segments()[0]
    while segment.first > game.begun():
        found = store.read(segment.before)
        if not found or found.segment.first + segment.taken != segment.first:
            return None
        segment = found.segment
    return segment


def _identity(nonce):
    try:
        found = unhexlify(nonce)
    except ValueError:
        found = b""
    return (found + bytes(_IDENTITY))[:_IDENTITY]

"""The journal in the flash: every entry is stored before the lights show it as accepted."""

from engine_core.compat import TYPE_CHECKING, const, later
from engine_core.errors import OF_ANOTHER_VERSION, PegboardError
from engine_core.game.game import Game
from engine_core.game.redo_list import RedoList
from engine_core.game.segment import RECORD_MOST, record
from engine_core.game.segment_reader import Reader
from engine_core.games.phases import OVER
from engine_core.state.entries import KEEP, UNDO

from . import saved_game
from .flashlog import FlashLog

# Most corrections are made soon, and few entries are undone.
if TYPE_CHECKING:
    from . import undone_slots
else:
    undone_slots = later("firmware.storage.undone_slots")

# Entries of a segment after which the next one is begun early: an undo may apply all but the last
# again. The first segment has fewer, as applying the start of a game takes longer.
_EARLY = const(18)
_EARLY_FIRST = const(14)
_IN_MEMORY = const(2)  # segments in memory; older ones are read for an undo
_UNDONE_MOST = const(48)  # bytes of undone entries that are stored with the others
_FAILED = "the board failed with the saved game"


class GameStore:
    """`flash` is the port of firmware.storage.flashlog. It also has `keep()`, which copies all of
    it to a safe place and returns a text to add to the message about that. It may have
    `archive(new)`, which returns the port of another flash, for saved games; `new` tells whether
    that may be created.

    An OSError of the flash is passed on; the journal is then unchanged.
    """

    def __init__(self, flash):
        self.flash = flash
        self._log = FlashLog(flash)
        self._tail = None  # the segment in the newest slot
        self._chain = 0

    # At power-on --------------------------------------------------------------------------

    def load(self, aside: bool = False):
        """Return the saved Game, and a text about its fault, or "". If `aside`, return a Game
        without entries, and copy everything stored to a safe place.

        Unreadable data are copied before anything is written.
        """
        game, trouble = (Game(self.older), _FAILED) if aside else saved_game.find(self, self._log)
        if trouble:
            trouble += self._keep(game)
        return game, trouble

    def go_on(self, segment, chain: int) -> None:
        """Continue after the records of `segment`, whose slot is the newest; None: in a new slot.
        chain: for the next record."""
        self._tail = segment
        self._chain = chain

    def _keep(self, game):
        """Copy the contents of the flash to a safe place, and store its readable part again.
        Return the text to add to the message about that."""
        try:
            told = self.flash.keep()
            self.write(game)
            return told
        except OSError:
            return ""  # everything is still there, and will be overwritten last

    # During a game ------------------------------------------------------------------------

    def older(self, segment):
        """Return the segment before `segment`, or None if it is no longer stored."""
        before = self._segment(segment.before) if segment.first else None
        if not before or before.first + segment.taken != segment.first:
            return None
        if before.count < segment.taken:
            return None
        before.cut(segment.taken)
        if segment.first == segment.begun and not self._leads_to(before, segment):
            return None  # a saved game was resumed after a game with as many entries
        return before

    def _leads_to(self, before, segment) -> bool:
        """Return whether the entries up to the end of `before` lead to the state with which
        `segment` begins."""
        game = Game()
        try:
            game.take_up([before], segment.first)
        except OF_ANOTHER_VERSION:
            return False
        return game.state.pack() == segment.state

    def new_game(self, left, state=None):
        """Return a Game without entries, from which `abandoned` returns to the game `left`.
        state: as in Game."""
        game = Game(self.older, state)
        ours, theirs = game.segment(), left.segment()
        if left.length:
            ours.before = theirs.place
            ours.taken = theirs.count
        else:
            ours.before = theirs.before
            ours.taken = theirs.taken
        return game

    def abandoned(self, game):
        """Return the Game that was abandoned when `game` began, or None. It is then the saved one.
        Raises OSError."""
        first = game.segment()
        segment = self._segment(first.before) if not first.first else None
        if not segment or segment.count < first.taken:
            return None
        left = Game(self.older)
        try:
            left.take_up([segment], segment.first + first.taken)
        except OF_ANOTHER_VERSION:
            return None
        self._begin(segment, left.undone)
        return left

    def wants_segment(self, segment) -> bool:
        """Return whether the next entry needs a new segment after `segment`."""
        if not segment.place:
            return False
        return segment is not self._tail or self._log.room() < RECORD_MOST

    def add(self, packed, segment, new, undone, taken) -> None:
        """Store a packed entry as the first of the segment `new`, or if that is None, in
        `segment`. `taken` entries have just left `undone` for it."""
        if new:
            if new.first:
                new.before = segment.place
                new.taken = segment.count
            else:  # the start was undone: the game before stays the one that was left
                new.before = segment.before
                new.taken = segment.taken
            self._begin(new, undone, packed)
        elif not segment.place:
            self._begin(segment, undone, packed)
        elif taken or undone.count:
            self._append(KEEP + bytes((taken,)) + packed)
        else:
            self._append(packed)

    def undo(self, segment, undone) -> None:
        """Store that the last entry of `segment` was undone; it is now the first of `undone`."""
        self.change(UNDO, segment, undone)

    def change(self, what, segment, undone) -> None:
        """Store a change of `undone`. what: the bytes of a record, such as LEAVE_OUT."""
        if segment is self._tail and self._log.room() >= RECORD_MOST:
            self._append(what)
        else:
            self._begin(segment, undone)

    def tidy(self, game, trim: bool) -> None:
        """Begin a segment early, so that no key has to wait for it; if `trim`, free older segments
        in memory."""
        segment = game.segment()
        if (
            segment is self._tail
            and segment.count >= (_EARLY if segment.first else _EARLY_FIRST)
            and not game.can_redo()
            and game.state.phase != OVER
        ):
            new = game.next_segment()
            new.before = segment.place
            new.taken = segment.count
            try:
                self._begin(new, game.undone)
                game.add_segment(new)
            except OSError:
                pass  # the entries themselves are stored already
        if trim:
            game.trim(_IN_MEMORY)
        game.remember()

    def erase_ahead(self) -> bool:
        """Erase the sector that comes next if it is not blank; return whether it was erased."""
        return self._log.tidy()

    def write(self, game) -> None:
        """Replace everything stored by the part of `game` in memory. Raises OSError."""
        place = taken = 0
        last = game.segment()
        game.undone.stored = game.undone.place = game.undone.total = 0
        for segment in game.segments():
            if place:
                segment.before = place
                segment.taken = taken
            if segment is last:
                self._begin(segment, game.undone)
            else:
                self._begin(segment, RedoList(), b"", True)
            place = segment.place
            taken = segment.count

    def read(self, number: int, any_layout: bool = False):
        """Return the Reader of the slot with this number, or None if there is none."""
        data = self._log.read(number)
        try:
            return Reader(data, number, any_layout) if data is not None else None
        except PegboardError:
            return None

    def undone_in(self, number: int) -> bytes:
        """Return the packed undone entries in the slot with this number and in those before."""
        return undone_slots.packed_in(number, self.read)

    def _segment(self, number):
        found = self.read(number)
        return found.segment if found else None

    def _begin(self, segment, undone, added=b"", more=False):
        """Store `segment` in the next slot, with the entries that can be redone after it."""
        if len(undone.unstored()) > _UNDONE_MOST:
            self._tail = None  # no longer the newest slot
            undone_slots.write(self._log, undone, _UNDONE_MOST)
        number = self._log.next()
        data, chain = segment.pack(number, undone, added, more)
        self._log.begin(number, data)
        segment.place = number
        self._tail = segment
        self._chain = chain

    def _append(self, what):
        data, chain = record(what, self._chain)
        self._log.append(data)
        self._chain = chain

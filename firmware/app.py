"""The board's program: it reads keys, and updates the lights, the journal and the link."""

from engine_core.compat import TYPE_CHECKING, const, later
from engine_core.errors import PegboardError
from engine_core.game.machines import machine
from engine_core.games.lookup import preset
from engine_core.state import entries

from .keys import keymap
from .keys.held_key import HeldKey
from .keys.key_entry import KeyEntry
from .keys.key_scanner import NO_KEY, KeyScanner
from .lights import bar_refusal
from .lights.screen import Screen
from .link.board_messages import from_board
from .link.inbox import Inbox
from .link.link_messages import PROTOCOL
from .link.reporter import Reporter
from .menus import key_actions
from .storage.game_store import GameStore
from .ticks import since
from .version import PROGRAM

# Not needed during a game.
if TYPE_CHECKING:
    from engine_core.games import options

    from .menus import saved_games, start_menu
    from .ports import Ports
    from .storage import archive_keeper
else:
    archive_keeper = later("firmware.storage.archive_keeper")
    options = later("engine_core.games.options")
    saved_games = later("firmware.menus.saved_games")
    start_menu = later("firmware.menus.start_menu")

_REDO_MS = const(20)  # of redoing, between two looks at the keys


class App:
    """`tick` does everything that is due now and returns at once.

    `game`, `menu` (None while the game is shown), `key_entry`, `trouble` (a text if the saved
    game was damaged), `refusal` (the fields of the last `refused` message until another key),
    `waiting` and `archive_missing` (as in Ports) are read-only for others. `changed` is set to
    True whenever the game changes or a menu is opened or closed; its reader sets it to False.
    """

    def __init__(self, ports: "Ports"):
        clock = self.clock = ports.clock
        self.screen = (ports.make_screen or Screen)(ports.strip, clock.ms(), ports.brightness)
        layout = getattr(self.screen, "layout", "")
        program = (PROGRAM, layout) if layout else (PROGRAM,) if PROGRAM else ()
        hello = from_board("hello", PROTOCOL, ports.engine, ports.nonce, int(ports.lost), *program)
        self.reporter = Reporter(self, ports.link, hello, clock.ms())
        self.names = ports.names
        self._keys = None if ports.scanner else ports.keys
        self.changed = False
        self._report_later = False  # whether a line was received in place of reporting
        self.waiting = ports.waiting or bool  # which returns False
        self.archive_missing = ports.archive_missing or bool
        self._make_room = ports.make_room
        self._inbox = Inbox(self, ports.link, ports.log, self.waiting)
        self._scanner = ports.scanner or KeyScanner()
        self._held = HeldKey()
        self.redoing = False  # whether all that was undone is being redone
        self.store = GameStore(ports.flash)
        self.keeper = None  # an ArchiveKeeper, while the archive is in use
        self.archive_due = True  # whether a game may have been left that is not in the archive
        self.key_entry = KeyEntry()
        # Kept until a key is pressed, so that a laptop connected later shows it too.
        self.game, self.trouble = self.store.load(ports.aside)
        self.refusal = ()
        self.menu = _menu_before(self.game)
        self.screen.settle(self.game.state)
        if self.trouble:
            self.screen.refuse(clock.ms())

    def tick(self) -> None:
        """Read the keys, and show what has changed."""
        now = self.clock.ms()
        if self._keys:
            self._scanner.update(self._keys.scan(), now)
        # One key in a tick, so that the lights show each key before the next is read.
        key = self._scanner.get()
        if key != NO_KEY:
            self.press(key)
        elif self._held.is_due(self._scanner, now) and not self.menu:
            self._attempt(key_actions.held_game_key, self._held.key, self._held.place)
        elif self.redoing:
            self._redo_all(now)
        self.screen.show(self, now)
        if key != NO_KEY or not self.screen.answered():
            return  # everything else waits until the lights have changed
        if self.menu and self.menu.listing and not self.archive_missing():
            saved_games.list_saved(self, now)
        # A key that comes meanwhile waits for one of these pieces, which take 2 ms at most.
        # If both are due, receive and report in turn.
        self._report_later = self._inbox.receive() and not self._report_later
        if not self._report_later and not self.waiting():
            self.reporter.step(self.clock, self.waiting)
            self._inbox.step()

    def tidy(self) -> None:
        """Do work that can wait until the lights have changed; it takes a few ms at most."""
        self.store.tidy(self.game, trim=not self.reporter.sending_snapshot())

    def erase_ahead(self) -> bool:
        """Do a piece of the work that can wait until no key has been pressed for a while: erase
        the journal's next sector if needed, which takes 45 ms with interrupts off, or continue
        storing abandoned games. Return whether there may be more."""
        if self.store.erase_ahead():
            return True
        return self.archive_due and self.may_open_archive() and archive_keeper.work(self)

    def may_open_archive(self) -> bool:
        """Return whether there may be room for the archive: not beside the menu of a game."""
        return not self.menu or self.menu.kind != "game"

    def make_room(self) -> None:
        """Free memory before a game is left or resumed, as the port does. That and what follows
        take up to two seconds where it is needed, so the bar is lit meanwhile."""
        if self._make_room:
            self.screen.wait()
            self._make_room()

    def press(self, key: int) -> None:
        """Handle a press of the key with this number. A refused key changes only the bar."""
        self.reporter.flush()
        self.trouble = ""
        refused, self.refusal = self.refusal, ()
        self.redoing = False
        if key == keymap.ENTER and not self.menu and self.screen.has_next_count():
            self.next_count()
            return
        self.screen.touch()
        if self.menu:
            self._held.forget()
            self._attempt(key_actions.menu_key, key)
            return
        state = self.game.state
        self._held.press(key, self.clock.ms(), (state.deal_number, state.line_from))
        self._attempt(key_actions.game_key, key, refused)

    def _redo_all(self, now):
        """Redo entries for some ms, as far as they are allowed; the next tick continues."""
        while self.redoing and since(self.clock.ms(), now) < _REDO_MS:
            self._attempt(App.redo)
            self.redoing = self.game.can_redo() and not self.refusal
            if self.redoing:
                self.reporter.flush()

    def _attempt(self, action, *what):
        """Call a function of firmware.menus.key_actions, and show the refusal if it raises."""
        try:
            action(self, *what)
        except PegboardError as why:
            self._refuse(str(why), bar_refusal.pattern_of(why))
        except OSError as why:
            self._refuse("this could not be saved (" + str(why) + "), so nothing has changed")

    def enter(self, entry) -> None:
        """Apply an entry as if it had been made with keys. Raises Illegal, or OSError if it cannot
        be saved; both have changed nothing."""
        self.reporter.flush()
        if entry[0] == entries.START:
            self._start(entry)
        else:
            self.apply(entry)

    def apply(self, entry) -> None:
        """Apply an entry of the game in progress, when no change is waiting to be sent. Raises as
        `enter` does."""
        self.screen.move_pegs()
        events = self.game.apply(entry, self.store)
        self._entered(entry, events)

    def restore(self, game) -> None:
        """Replace the game, and everything stored, by `game`. Raises OSError."""
        self.store.write(game)
        self._show(game)

    def back_to_abandoned(self) -> bool:
        """Return to the game that was abandoned for this one; return False if it is not stored."""
        left = self.store.abandoned(self.game)
        if left:
            self._show(left)
        return left is not None

    def _show(self, game):
        self.game = game
        self.key_entry = KeyEntry()
        self.screen.settle(game.state)
        self.menu = _menu_before(game)
        self.reporter.start_snapshot()
        self.archive_due = True

    def next_count(self) -> None:
        """Show the points of the next hand of the show."""
        self.screen.next_count()
        self.reporter.send(from_board("step"))

    def recall(self, counts: list) -> None:
        """Show the counts of the last show again; counts: as from firmware.menus.last_counts."""
        self.screen.recall(self.game.state, counts)
        self.reporter.flush()  # the menu that was open is closed
        self.reporter.send(from_board("counts"))

    def open_menu(self, menu) -> None:
        """Show `menu`, or the game if it is None."""
        left = self.menu.kind if self.menu else ""
        self.menu = menu
        if (menu.kind if menu else "") != left:
            self.changed = True  # so that memory that is no longer needed is free for the next key
            if self.keeper:
                archive_keeper.close(self)
        self.reporter.menu_changed()

    def _start(self, entry):
        # Import the machine here rather than deep within `apply`: a Pico's stack is 8 KB, and each
        # nested import takes more than 0.5 KB of it.
        machine(preset(entry[1]).machine)
        # If the start was undone, the entries after it can be redone in the same game.
        again = not self.game.length and self.game.can_redo()
        game = self.game if again else self.store.new_game(self.game)
        events = game.apply(entry, self.store)
        self.game = game
        self.key_entry = KeyEntry()
        self.screen.settle(self.game.state)
        if again:
            self.reporter.key_entry_changed()
        else:
            self.reporter.game_changed("new")
        self._entered(entry, events)
        self.open_menu(None)

    def _entered(self, entry, events):
        self.archive_due = self.archive_due or entry[0] in (entries.START, entries.NEXT)
        self.screen.add(self.game.state, events)
        self._changed("entry", entry)

    def undo(self) -> None:
        """Undo the last entry, or bring back what `leave_out` has just left out. Raises Illegal if
        there is none, OSError if that is not saved."""
        self.game.undo(self.store)
        self.screen.settle(self.game.state)
        self._changed("undo")
        if not self.game.length:
            self.open_menu(_menu_before(self.game))

    def leave_out(self) -> None:
        """Leave out the next undone entry. Raises as `redo` does."""
        entry = self.game.entry(self.game.length) if self.game.can_redo() else None
        events = self.game.leave_out(self.store)
        self.screen.settle(self.game.state)
        self.screen.add(self.game.state, events)
        self._changed("left_out", entry)

    def redo(self) -> None:
        """Redo the last undone entry. Raises Illegal if there is none, or it cannot follow what
        was entered in the meantime, OSError as `undo`."""
        # Read it before it is redone: as the first undone entry it is found much faster.
        entry = self.game.entry(self.game.length) if self.game.can_redo() else None
        events = self.game.redo(self.store)
        self.screen.settle(self.game.state)
        self.screen.add(self.game.state, events)
        if self.game.begun() == self.game.length - 1:
            self.archive_due = True
        self._changed("redo", entry)

    def _changed(self, what, entry=None):
        self.changed = True
        self.reporter.game_changed(what, entry)

    def _refuse(self, why, pattern=bar_refusal.PLAIN):
        self._held.forget()
        self.screen.refuse(self.clock.ms(), pattern)
        self.refusal = (why, pattern) if pattern else (why,)
        self.reporter.refused()


def _menu_before(game):
    """Return the menu that begins `game`, with the options of its start if that was undone; None
    if it has begun."""
    if game.length:
        return None
    undone = game.entry(0) if game.can_redo() else None
    if not undone or undone[0] != entries.START:  # another entry only in a damaged journal
        return start_menu.StartMenu()
    return start_menu.StartMenu(options.entry_options(undone))

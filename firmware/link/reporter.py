"""Sends the board's messages on its link: changes after their light, and a snapshot on request."""

from engine_core.compat import TYPE_CHECKING, const, later
from engine_core.state import entries

from ..ticks import after, since
from . import link_line
from .board_messages import from_board, key_entry_message, menu_message, state_message

# Loaded after the first light.
if TYPE_CHECKING:
    from . import snapshot
else:
    snapshot = later("firmware.link.snapshot")

BEAT_MS = const(1000)
# How long sending a snapshot may take in one tick, in which no key is read.
_SNAPSHOT_MS = const(1)
# The least time between the starts of two snapshots, so that a laptop that asks again and
# again fills neither the link nor the heap.
_AGAIN_MS = const(100)


class Reporter:
    """Sends messages about `app` on the port `link`; each snapshot begins with `hello`."""

    def __init__(self, app, port, hello, now):
        self._app = app
        self._link = port
        self.hello = hello
        self._sent = 0  # lines
        self._beat = now
        self._changes = []  # the changes since the last frame, each a name and an entry
        self._key_entry_due = False  # whether the key entry has changed since then
        self._menu_due = False  # whether the menu has changed
        self._refusal_due = False  # whether a key or an entry has been refused
        self._room = True  # whether the link had room for the last message of a snapshot
        self._first = 0  # how many entries of the match come before those that a laptop knows
        self._snapshot = None
        self._begun = after(now, -_AGAIN_MS)  # when the last snapshot began, in ms
        self._due = True  # whether a snapshot begins with the next step
        self._far = False

    def send(self, message: list) -> bool:
        """Send `message` as the next line; return False if the link has no room for it. The laptop
        notices by the next line's number that one is missing."""
        self._sent += 1
        return self._link.write(link_line.encode(self._sent, message)) is not False

    def try_send(self, message: list) -> bool:
        """Send `message` if the link has room for it; return whether it had. It may be sent again
        later."""
        taken = self.send(message)
        if not taken:
            self._sent -= 1
        return taken

    def game_changed(self, what: str, entry: "tuple | None" = None) -> None:
        """Note that the game has changed, by `entry` if it is applied; it will be sent with the
        resulting state."""
        if what == "new":
            self._first = 0
        if self._due:
            pass  # the snapshot will include it
        elif self._snapshot and not self._snapshot.complete():
            self._snapshot.changed(what)
        elif self._app.game.length < self._first:
            self.start_snapshot()  # the entries that the laptop has begin after that
        else:
            self._changes.append((what, entry))

    def key_entry_changed(self) -> None:
        """Note that the key entry has changed."""
        self._key_entry_due = True

    def start_snapshot(self, far: bool = True) -> None:
        """Send everything about the board, from the next tick on. `far`: from the beginning of the
        current game."""
        self._due = True
        self._far = far
        self._changes = []

    def sending_snapshot(self) -> bool:
        """Return whether more of a snapshot can be sent immediately."""
        return (self._due or self._snapshot is not None) and self._room

    def menu_changed(self) -> None:
        """Note that another menu is open, that the menu has changed, or that the game is shown."""
        self._menu_due = True

    def refused(self) -> None:
        """Note that `app.refusal` has a new reason."""
        self._refusal_due = True

    def flush(self) -> None:
        """Send the changes. Call it before another change."""
        if not self._incomplete():  # otherwise the snapshot will include whatever has changed
            self._send_changes()
        if self._refusal_due:
            self._refusal_due = False
            self.send(from_board("refused", *self._app.refusal))

    def _send_changes(self):
        if self._key_entry_due:
            self._key_entry_due = False
            self.send(key_entry_message(self._app))
        for what, entry in self._changes:
            text = entries.text(entry) if entry else ""
            self.send(from_board("new") if what == "new" else state_message(self._app, what, text))
        self._changes = []
        if self._menu_due:
            self._menu_due = False
            self.send(menu_message(self._app))

    def step(self, clock, waiting) -> None:
        """Send everything due: changes, some lines of a snapshot, and the beat. The rest is sent
        in a later step if `waiting()` says so."""
        self.flush()
        if waiting():
            return
        now = clock.ms()
        if self._due and not 0 <= since(now, self._begun) < _AGAIN_MS:
            self._due = False
            self._begun = now
            self._snapshot = snapshot.Snapshot(self._app, self.hello, self._far)
            if since(clock.ms(), now) >= _SNAPSHOT_MS:
                return  # it had to be loaded
        while self._snapshot and not self._due and self._send_next(self._snapshot, waiting):
            if waiting() or since(clock.ms(), now) >= _SNAPSHOT_MS:
                break
        if since(now, self._beat) >= BEAT_MS:
            self._beat = now
            self.try_send(from_board("beat", self._app.game.length))

    def _incomplete(self):
        """Return whether a snapshot is due, or not complete yet."""
        return self._due or (self._snapshot is not None and not self._snapshot.complete())

    def _send_next(self, snapshot, waiting):
        """Send the next message of `snapshot`; return False if the link has no room for it, or if
        `waiting()` says that a key comes first."""
        read = snapshot.reads() if self._room else False
        if read:
            return False  # reading has taken some ms
        snapshot.check()
        message = snapshot.next()
        if message is None:
            self._first = snapshot.first
            self._snapshot = None
            self.flush()
            return True
        if waiting():
            return False
        self._room = self.try_send(message)
        if self._room:
            snapshot.sent()
            if message[0] == "key_entry":
                self._key_entry_due = False
            elif message[0] == "menu":
                self._menu_due = False
        return self._room

"""What the board sends on its link: changes after their light, and a snapshot when asked."""

from engine_core.compat import const

from . import link_line
from .link_messages import from_board
from .snapshot import Snapshot, key_entry_message, menu_message, state_message
from .ticks import since

BEAT_MS = const(1000)
# How long a snapshot may keep one tick from its keys.
_SNAPSHOT_MS = const(2)


class Reporter:
    """Sends messages about `app` on the port `link`; each snapshot begins with `hello`."""

    def __init__(self, app, port, hello, now):
        self._app = app
        self._link = port
        self._hello = hello
        self._sent = 0  # lines
        self._beat = now
        self._changes = []  # what has changed since the last light: its name, and a text
        self._key_entry_due = False  # whether what is keyed has changed since then
        self._menu_due = False  # whether the menu has
        self._room = True  # whether the link took the last message of a snapshot
        self._first = 0  # how many entries of the match came before what a laptop knows
        self.start_snapshot(False)

    def send(self, message: list) -> bool:
        """Send `message` as the next line; return False where the link has no room for it. The
        laptop sees by the number of the next line that one is missing."""
        self._sent += 1
        return self._link.write(link_line.encode(self._sent, message)) is not False

    def try_send(self, message: list) -> bool:
        """Send `message` if the link has room; return whether it had. It may be sent later."""
        taken = self.send(message)
        if not taken:
            self._sent -= 1
        return taken

    def game_changed(self, what: str, text: str = "") -> None:
        """Note that the game has changed; it is sent with the state it came to."""
        snapshot = self._incomplete()
        if what == "new":
            self._first = 0
        if snapshot:
            snapshot.changed(what)
        elif self._app.game.length < self._first:
            self.start_snapshot()  # what the laptop has begins after that
        else:
            self._changes.append((what, text))

    def key_entry_changed(self) -> None:
        """Note that what is keyed of an entry has changed."""
        self._key_entry_due = True

    def start_snapshot(self, far: bool = True) -> None:
        """Send all of the board, from the next tick on; `far`: from the beginning of the game that
        is played now."""
        self._snapshot = Snapshot(self._app, self._hello, far)
        self._changes = []

    def sending_snapshot(self) -> bool:
        """Return whether more of a snapshot can be sent at once."""
        return self._snapshot is not None and self._room

    def menu_changed(self) -> None:
        """Send where the menu is, or that a game is on show."""
        self._menu_due = True
        self.flush()

    def flush(self) -> None:
        """Send what has changed. To be called before another change."""
        if self._incomplete():
            return
        if self._key_entry_due:
            self._key_entry_due = False
            self.send(key_entry_message(self._app))
        for what, text in self._changes:
            self.send(from_board("new") if what == "new" else state_message(self._app, what, text))
        self._changes = []
        if self._menu_due:
            self._menu_due = False
            self.send(menu_message(self._app))

    def step(self, clock) -> None:
        """Send what is due: changes, some lines of a snapshot, a beat."""
        self.flush()
        now = clock.ms()
        sent = True
        while sent and self._snapshot and since(clock.ms(), now) < _SNAPSHOT_MS:
            sent = self._send_next(self._snapshot)
        if since(now, self._beat) >= BEAT_MS:
            self._beat = now
            self.try_send(from_board("beat", self._app.game.length))

    def _incomplete(self):
        """Return the snapshot that is not whole yet, or None: what changes becomes part of it."""
        return None if self._snapshot is None or self._snapshot.complete() else self._snapshot

    def _send_next(self, snapshot):
        """Send what comes next of `snapshot`; return False where the link has no room for it."""
        read = snapshot.reads() if self._room else False
        if read:
            return False  # that has taken some ms
        snapshot.check()
        message = snapshot.next()
        if message is None:
            self._first = snapshot.first
            self._snapshot = None
            self.flush()
            return True
        self._room = self.try_send(message)
        if self._room:
            snapshot.sent()
            if message[0] == "key_entry":
                self._key_entry_due = False
            elif message[0] == "menu":
                self._menu_due = False
        return self._room

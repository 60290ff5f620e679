"""What the board says on its link: news after the light, and all of it, bit by bit, when asked."""

from engine_core import entries
from engine_core.compat import const

from . import link_line
from .ticks import since

PROTOCOL = const(1)
_BEAT_MS = const(1000)
# How long the telling of a whole game may keep one tick from its keys.
_TELL_MS = const(2)


class Teller:
    """Says things of `app` on the port `link`. `about` follows the protocol's number in hello."""

    def __init__(self, app, port, about, now):
        self._app = app
        self._link = port
        self._about = list(about)
        self._said = 0
        self._beat = now
        self._news = []  # what has changed since the last light: its name, and a text
        self._typed = False  # whether what is keyed has changed since then
        self._menu = False  # whether the menu has
        self._next = 0  # line of the whole that is told next, or None

    def say(self, message: list) -> bool:
        """Say `message`, as the next line; return False where the link has no room for it. That
        it is missing is seen by its number."""
        self._said += 1
        return self._link.write(link_line.encode(self._said, message)) is not False

    def offer(self, message: list) -> bool:
        """Say `message` if the link has room; return whether it had. It may be said later."""
        taken = self.say(message)
        if not taken:
            self._said -= 1
        return taken

    def news(self, what: str, text: str = "") -> None:
        """Note that the game has changed; it is said with the state it came to."""
        self._news.append((what, text))

    def typed(self) -> None:
        """Note that what is keyed of an entry has changed."""
        self._typed = True

    def tell_all(self) -> None:
        """Tell, from the next tick on, all that one who knows nothing must hear."""
        self._next = 0

    def menu(self) -> None:
        """Say where the menu is, or that a game is on show."""
        self._menu = True
        self.flush()

    def flush(self) -> None:
        """Say the news. To be called before another change."""
        if self._next is not None:
            # An entry makes wrong what has been told of the whole; the rest is said after it.
            if self._news:
                self._next = 0
                self._news = []
            return
        if self._typed:
            self._typed = False
            self.say(self._typed_text())
        for what, text in self._news:
            self.say(["new"] if what == "new" else self._state(what, text))
        self._news = []
        if self._menu:
            self._menu = False
            self.say(self._menu_place())

    def go_on(self, clock) -> None:
        """Say what is due: news, some lines of the whole, a beat."""
        self.flush()
        now = clock.ms()
        while self._next is not None and since(clock.ms(), now) < _TELL_MS:
            if not self._tell(self._next):
                break
        if since(now, self._beat) >= _BEAT_MS:
            self._beat = now
            self.offer(["beat", self._app.game.length])

    def _tell(self, n):
        """Tell line `n` of the whole; return False where the link has no room for it now."""
        message = self._line(n)
        if message is None:
            self._next = None
            self.flush()
        elif self.offer(message):
            self._next = n + 1
        else:
            return False
        return True

    def _line(self, n):
        """Return line `n` of the whole, or None after the last: hello, each entry, an undo for
        each that was undone, the rest."""
        game = self._app.game
        if n == 0:
            return ["hello", PROTOCOL] + self._about
        if n <= game.total():
            return ["entry", n, entries.text(game.entry(n - 1))]
        n -= 2 * game.total() - game.length
        if n <= 0:
            return ["undo", game.length - n]
        if n == 1:
            self._typed = False
            return self._typed_text()
        if n == 2:
            return self._state("now", "")
        if n == 3:
            self._menu = False
            return self._menu_place()
        return ["refused", self._app.trouble] if n == 4 and self._app.trouble else None

    def _menu_place(self):
        menu = self._app.menu
        return ["menu"] if menu is None else ["menu", menu.kind] + menu.told()

    def _typed_text(self):
        typed = self._app.typed
        return ["typed", typed.side, typed.text()]

    def _state(self, what, text):
        game = self._app.game
        return [what, game.length, text, list(game.state.scores), game.state.check()]

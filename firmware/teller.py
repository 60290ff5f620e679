"""What the board says on its link: news after the light, and all of it, bit by bit, when asked."""

from engine_core import entries
from engine_core.compat import const

from . import link
from .ticks import since

PROTOCOL = const(1)
_BEAT_MS = const(1000)
# How long the telling of a whole game may keep one tick from its keys.
_TELL_MS = const(3)


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
        self._next = 0  # line of the whole that is told next, or None

    def say(self, message: list) -> None:
        """Say `message`, as the next line."""
        self._said += 1
        self._link.write(link.encode(self._said, message))

    def news(self, what: str, text: str = "") -> None:
        """Note that the game has changed; it is said with the state it came to."""
        self._news.append((what, text))

    def typed(self) -> None:
        """Note that what is keyed of an entry has changed."""
        self._typed = True

    def tell_all(self) -> None:
        """Tell, from the next tick on, all that one who knows nothing must hear."""
        self._next = 0

    def flush(self) -> None:
        """Say the news. To be called before another change."""
        if self._news and self._next is not None:
            # What has been told so far is no longer so.
            self._next = 0
        if self._typed:
            self._typed = False
            self._say_typed()
        for what, text in self._news:
            if self._next is None:
                self.say(["new"] if what == "new" else self._state(what, text))
        self._news = []

    def menu(self) -> None:
        """Say where the menu is, or that a game is on show."""
        self.flush()
        menu = self._app.menu
        if menu is None:
            self.say(["menu"])
        else:
            self.say(["menu", menu.kind] + menu.told())

    def go_on(self, clock) -> None:
        """Say what is due: news, some lines of the whole, a beat."""
        self.flush()
        now = clock.ms()
        while self._next is not None and since(clock.ms(), now) < _TELL_MS:
            self._next = self._tell_line(self._next)
        if since(now, self._beat) >= _BEAT_MS:
            self._beat = now
            self.say(["beat", self._app.game.length])

    def _tell_line(self, n):
        """Tell line `n` of the whole: hello, each entry, an undo for each that was undone, the
        rest. Return the number of the next, or None after the last."""
        game = self._app.game
        if n == 0:
            self.say(["hello", PROTOCOL] + self._about)
        elif n <= game.total():
            self.say(["entry", n, entries.text(game.entry(n - 1))])
        elif n <= 2 * game.total() - game.length:
            self.say(["undo", 2 * game.total() - n])
        else:
            self._say_typed()
            self.say(self._state("now", ""))
            self.menu()
            if self._app.trouble:
                self.say(["refused", self._app.trouble])
            return None
        return n + 1

    def _say_typed(self):
        typed = self._app.typed
        self.say(["typed", typed.side, typed.text()])

    def _state(self, what, text):
        game = self._app.game
        return [what, game.length, text, list(game.state.scores), game.state.check()]

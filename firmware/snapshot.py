"""All that a laptop which knows nothing must hear of the board, as messages, one at a time.

A snapshot goes on where it is when the game changes meanwhile. What matters is what the laptop has
by then: `_same` of its entries are the board's first ones, and `_length` of them count there. From
any such place one more message leads nearer to the board's game.
"""

from binascii import hexlify

from engine_core.compat import const

from .link_messages import from_board

_HELLO = const(0)
_GAME = const(1)
_TYPED = const(2)
_STATE = const(3)
_MENU = const(4)
_TROUBLE = const(5)
_PACKED = const(64)  # bytes of entries in a message: in hex they fit a line


def key_entry_message(app) -> list:
    """Return what says how much of an entry is keyed."""
    return from_board("key_entry", *app.key_entry.to_wire())


def menu_message(app) -> list:
    """Return what says where the menu is, or that a game is on show."""
    if app.menu is None:
        return from_board("menu")
    return from_board("menu", app.menu.kind, *app.menu.to_wire())


def state_message(app, what: str, text: str = "") -> list:
    """Return the change `what` with the state that the game has come to."""
    game = app.game
    return from_board(what, game.length, text, list(game.state.scores), game.state.check())


class Snapshot:
    """Of `app`; `hello` is its first message. `next` gives the message to say, and `said` is to be
    called once it was said."""

    def __init__(self, app, hello: list):
        self._app = app
        self._hello = hello
        self._step = _HELLO
        self._same = 0
        self._length = 0
        self._then = (_HELLO, 0, 0)  # what the three become once the message is said

    def changed(self, what: str) -> None:
        """Take in what has just been done to the game: "new", "entry", "undo" or "redo"."""
        if what == "new":
            self._step = _HELLO
        elif self._step != _HELLO:
            self._step = _GAME
        if what == "entry":
            # It has taken the place of those that were undone.
            self._same = min(self._same, self._app.game.length - 1)

    def complete(self) -> bool:
        """Return whether the laptop has the whole game: from then on it is told what changes."""
        return self._step > _MENU

    def next(self):
        """Return the message to say now, or None after the last: hello, the entries, those undone
        included, an undo to those that count, and what is on show."""
        if self._step == _HELLO:
            self._then = (_GAME, 0, 0)
            return self._hello
        if self._step == _GAME:
            message = self._lead()
            if message:
                return message
        step = max(self._step, _TYPED)
        self._then = (step + 1, self._same, self._length)
        if step == _TYPED:
            return key_entry_message(self._app)
        if step == _STATE:
            return state_message(self._app, "state")
        if step == _MENU:
            return menu_message(self._app)
        trouble = self._app.trouble
        return from_board("refused", trouble) if step == _TROUBLE and trouble else None

    def sent(self) -> None:
        """Note that the message that `next` gave last was said."""
        self._step, self._same, self._length = self._then

    def _lead(self):
        """Return what leads from the laptop's game to the board's; None where it is the same."""
        game = self._app.game
        same = self._same
        length = game.length if same == game.total() else same
        if self._length != length:
            self._then = (_GAME, same, length)
            return from_board("undo" if length < self._length else "redo", length)
        if same == game.total():
            return None
        count, packed = game.packed(same, _PACKED)
        self._then = (_GAME, same + count, same + count)
        return from_board("entries", same + 1, hexlify(packed).decode())

"""All that a laptop needs to know of the board, as messages, one at a time.

A snapshot goes on where it is when the game changes meanwhile. What matters is what the laptop has
by then: `_same` of its entries are the board's first ones, and `_length` of them count there. From
any such place one more message leads nearer to the board's game.
"""

from binascii import hexlify

from engine_core.compat import const
from engine_core.state_layout import LAYOUT

from .link_messages import from_board

_HELLO = const(0)
_NAME = const(1)
_BASE = const(2)
_GAME = const(3)
_KEY_ENTRY = const(4)
_STATE = const(5)
_MENU = const(6)
_TROUBLE = const(7)
_PACKED = const(64)  # bytes of entries or a state in a message: in hex they fit a line


def key_entry_message(app) -> list:
    """Return the message with what is keyed of an entry."""
    return from_board("key_entry", *app.key_entry.to_wire())


def menu_message(app) -> list:
    """Return the message with the open menu, or that a game is on show."""
    if app.menu is None:
        return from_board("menu")
    return from_board("menu", app.menu.kind, *app.menu.to_wire())


def state_message(app, what: str, text: str = "") -> list:
    """Return the change `what` with the state that the game has come to."""
    game = app.game
    return from_board(what, game.length, text, list(game.state.scores), game.state.check())


class Snapshot:
    """Of `app`; `hello` is its first message. `next` gives the message to send, and `sent`
    is to be called once it was sent.

    It begins with a state, if it does not begin with the match: `first` entries led to that. If
    `far`, it is the one with which the game began that is played now; else, or where that is no
    longer kept, the oldest one in memory.
    """

    def __init__(self, app, hello: list, far: bool):
        self._app = app
        self._hello = hello
        self._step = _HELLO
        self._far = far
        self._base = None
        self._begun = 0
        self.first = 0
        self._names = ()  # of the sides
        self._same = 0  # while names are sent: the side; while the state is: how many bytes were
        self._length = 0
        self._then = (_HELLO, 0, 0)  # what the three become once the message is sent

    def changed(self, what: str) -> None:
        """Take in what has just been done to the game: "new", "entry", "undo" or "redo"."""
        if what == "new" or self._app.game.length < self.first:
            self._step = _HELLO
            self.first = 0
        elif self._step > _BASE:
            self._step = _GAME
        if what == "entry" and self._step > _BASE:
            # It has taken the place of those that were undone.
            self._same = min(self._same, self._app.game.length - 1)

    def complete(self) -> bool:
        """Return whether the laptop has the whole game: from then on it is sent what changes."""
        return self._step > _MENU

    def reads(self) -> bool:
        """Read what comes next into memory, a segment at most; return whether it had to."""
        game = self._app.game
        wanted = game.first()
        if self._step == _GAME:
            wanted = self._same
        elif self._step == _BASE and self._base is None and self._far:
            wanted = game.begun()
        if wanted >= game.first():
            return False
        return game.reach(game.first() - 1)

    def check(self) -> None:
        """Begin again where what comes next is not in memory: the link takes nothing, so what a
        table without a laptop plays is not read again and again."""
        if self._step == _GAME and self._same < self._app.game.first():
            self._step = _HELLO
            self.first = 0

    def next(self):
        """Return the message to send now, or None after the last: hello, the names of sides, a
        state, the entries, those undone included, an undo to those that count, and what is on
        show."""
        if self._step == _HELLO:
            self._base = None
            self._names = self._kept_names()
            self._then = self._name_from(0)
            return self._hello
        if self._step == _NAME:
            side = self._same
            self._then = self._name_from(side + 1)
            return from_board("name", side, hexlify(self._names[side]).decode())
        if self._step == _BASE:
            if self._base is None:
                self._choose_base()
            if self._base:
                return self._piece()
            self._step = _GAME
        if self._step == _GAME:
            message = self._lead()
            if message:
                return message
        step = max(self._step, _KEY_ENTRY)
        self._then = (step + 1, self._same, self._length)
        if step == _KEY_ENTRY:
            return key_entry_message(self._app)
        if step == _STATE:
            return state_message(self._app, "state")
        if step == _MENU:
            return menu_message(self._app)
        trouble = self._app.trouble
        return from_board("refused", trouble) if step == _TROUBLE and trouble else None

    def sent(self) -> None:
        """Note that the message that `next` gave last was sent."""
        self._step, self._same, self._length = self._then

    def _kept_names(self):
        names = self._app.names
        if not names or not names.read():
            return ()
        from . import side_names  # few boards have names

        return side_names.kept(names)

    def _name_from(self, side):
        """Where to go on: with the next side that has a name, or with the state."""
        while side < len(self._names):
            if self._names[side]:
                return (_NAME, side, 0)
            side += 1
        return (_BASE, 0, 0)

    def _choose_base(self):
        """Choose the state to begin with."""
        game = self._app.game
        segments = game.segments()
        segment = segments[0]
        for other in segments:
            if other.first == game.begun():
                segment = other
        self.first = segment.first
        self._begun = segment.begun
        self._base = LAYOUT + segment.state if segment.first else b""

    def _piece(self):
        at = self._same
        base = self._base or b""
        piece = base[at : at + _PACKED]
        after = at + len(piece)
        last = after == len(base)
        self._then = (_GAME, self.first, self.first) if last else (_BASE, after, 0)
        whole = len(base)
        return from_board("base", self.first, self._begun, at, whole, hexlify(piece).decode())

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

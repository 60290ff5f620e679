"""Everything that a laptop needs to know about the board, as messages, one at a time.

If the game changes meanwhile, a snapshot continues from where it is. It keeps track of what the
laptop has received: `_length` entries in effect, of which the first `_same` equal the board's.
From any such position, one more message leads closer to the board's game.
"""

from binascii import hexlify

from engine_core.compat import const
from engine_core.state.state_layout import LAYOUT

from .board_messages import from_board, key_entry_message, menu_message, state_message

_HELLO = const(0)
_NAME = const(1)
_BASE = const(2)
_GAME = const(3)
_UNDONE = const(4)
_KEY_ENTRY = const(5)
_STATE = const(6)
_MENU = const(7)
_REFUSAL = const(8)
_PACKED = const(64)  # bytes of entries or of a state in a message: in hex they fit in a line


class Snapshot:
    """A snapshot of `app`; `hello` is its first message. `next` returns the message to send, and
    `sent` must be called once it has been sent.

    Unless it begins with the match, it begins with a state that `first` entries led to. If `far`,
    that is the state at the beginning of the current game; otherwise, or if that is no longer
    stored, the oldest one in memory.
    """

    def __init__(self, app, hello: list, far: bool):
        self._app = app
        self._hello = hello
        self._step = _HELLO
        self._far = far
        self._base = None
        self._begun = 0
        self.first = 0
        self._names = ()  # the names of the sides
        self._undone = 0  # how many of the undone entries the laptop has
        self._undone_due = False  # whether it may have others
        self._same = 0  # also the side of the next name, or the bytes of the state sent
        self._length = 0
        self._then = (_HELLO, 0, 0, 0)  # the values of the four once the message has been sent

    def changed(self, what: str) -> None:
        """Include the latest change of the game; what: "new" or the name of another message."""
        if what == "new" or self._app.game.length < self.first:
            self._step = _HELLO
            self.first = 0
        elif self._step > _BASE:
            self._step = _GAME
            # The next entries may differ from those that the laptop has in their place.
            self._same = min(self._same, self._app.game.length)
            self._undone = 0
            self._undone_due = True

    def complete(self) -> bool:
        """Return whether the laptop has the whole game; from then on it is sent the changes."""
        return self._step > _MENU

    def reads(self) -> bool:
        """Read the next entries into memory, at most one segment; return whether anything was
        read."""
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
        """Begin again if the next entries are not in memory. If no laptop is connected, the link
        takes nothing, and entries should not be read from the flash again and again."""
        if self._step == _GAME and self._same < self._app.game.first():
            self._step = _HELLO
            self.first = 0

    def next(self):
        """Return the message to send now, or None after the last: hello, the names of the sides, a
        state, the entries including undone ones, an undo to those in effect, and what the board
        shows."""
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
            self._step = _UNDONE
        if self._step == _UNDONE:
            message = self._redo_list()
            if message:
                return message
        step = max(self._step, _KEY_ENTRY)
        self._then = (step + 1, self._same, self._length, self._undone)
        if step == _KEY_ENTRY:
            return key_entry_message(self._app)
        if step == _STATE:
            return state_message(self._app, "state")
        if step == _MENU:
            return menu_message(self._app)
        refusal = self._app.refusal or ((self._app.trouble,) if self._app.trouble else ())
        return from_board("refused", *refusal) if step == _REFUSAL and refusal else None

    def sent(self) -> None:
        """Record that the message last returned by `next` has been sent."""
        self._step, self._same, self._length, self._undone = self._then

    def _kept_names(self):
        names = self._app.names
        if not names or not names.read():
            return ()
        from . import side_names  # few boards have names

        return side_names.kept(names)

    def _name_from(self, side):
        """Continue with the next side that has a name, or with the state."""
        while side < len(self._names):
            if self._names[side]:
                return (_NAME, side, 0, 0)
            side += 1
        return (_BASE, 0, 0, 0)

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
        self._then = (_GAME, self.first, self.first, 0) if last else (_BASE, after, 0, 0)
        whole = len(base)
        return from_board("base", self.first, self._begun, at, whole, hexlify(piece).decode())

    def _lead(self):
        """Return the message that leads from the laptop's entries towards the board's, or None."""
        game = self._app.game
        same = min(self._same, game.length)
        if self._length > same:
            self._then = (_GAME, same, same, 0)
            self._undone_due = True
            return from_board("undo", same)
        if same == game.length:
            return None
        count, packed = game.packed(same, _PACKED)
        self._then = (_GAME, same + count, same + count, 0)
        return from_board("entries", same + 1, hexlify(packed).decode())

    def _redo_list(self):
        """Return the next message with undone entries; None after the last."""
        undone = self._app.game.undone
        at = self._undone
        if at == undone.parts() and (at or not self._undone_due):
            return None
        count, packed = undone.packed(at, _PACKED)
        self._then = (_UNDONE if count else _KEY_ENTRY, self._same, self._length, at + count)
        return from_board("undone", at, *([hexlify(packed).decode()] if count else []))

"""The board's lights, painted here: the firmware's own screen on what a mirror knows."""

from engine_core.cards import RANKS
from engine_core.game import Game
from engine_core.phases import AFTER_PLAY, CLAIM, KEYED
from firmware.key_entry import KeyEntry
from firmware.screen import Screen

from .mirror import Mirror

_POINTS = (KEYED, CLAIM, AFTER_PLAY)  # phases in which digits are points
_SETTLED = ("snapshot", "new", "undo", "redo")


class Lights:
    """What `Screen` paints of a board that is elsewhere.

    `mirror` may be replaced by another one at any time; `heard` is to be called after each change
    of it, with the message's name.
    """

    def __init__(self, strip, now: int, light=None):
        self.mirror = Mirror()
        self.screen = Screen(strip, now, light)

    @property
    def game(self) -> Game:
        return self.mirror.game

    @property
    def menu(self):
        return self.mirror.menu

    @property
    def key_entry(self) -> KeyEntry:
        """What is keyed, as the board has it: the mirror has only its text."""
        typed = KeyEntry()
        typed.side = self.mirror.side
        text = self.mirror.typed
        if self.game.state.phase in _POINTS:
            typed.points = int(text) if text.isascii() and text.isdigit() else 0
        elif len(text) == 1 and text in RANKS:
            typed.rank = RANKS.index(text)
        elif len(text) == 2 and text.isascii() and text.isdigit():
            # Points to claim, or a card: it is painted by the key pressed last, 10 for a nought.
            typed.rank = (int(text[1]) or 10) - 1
        return typed

    def heard(self, what: str, now: int) -> None:
        """Let the screen do what the board's did at `what`. `now` as for `show`, ms."""
        state = self.game.state
        if what != "snapshot":
            self.screen.touch()
        if what in _SETTLED or self.game.length == 1:
            self.screen.settle(state)
        if what in ("entry", "redo"):
            self.screen.add(state, self.mirror.events)
        elif what == "refused":
            self.screen.refuse(now)

    def show(self, now: int) -> None:
        """Paint what is to be seen at `now` ms, and hand it to the strip, if it changed."""
        if self.menu or self.game.length:  # else nothing is known of the board
            self.screen.show(self, now)

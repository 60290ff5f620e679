"""The game as a laptop knows it: folded from the lines of the link, with the board's own engine.

The board is the authority. Where its figures are not what the engine here comes to, `differs` says
so, and the board's scores are the ones to show.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from engine_core import entries
from engine_core.errors import PegboardError
from engine_core.game import Game
from firmware import link_line, start_menu, table_menu
from firmware.start_menu import StartMenu
from firmware.table_menu import TableMenu

from .score_log import counts_of

COUNTS_SHOWN = 8


class Mirror:
    """Takes lines with `feed`. All else is to be read.

    menu is None while a game is on show; typed is what is keyed of an entry; refusal is the reason
    for the last one, until another key; scores are the board's; events are the game's for the line
    taken last.
    """

    def __init__(self) -> None:
        self.game = Game()
        self.menu: StartMenu | TableMenu | None = None
        self.typed = ""
        self.side = -1
        self.refusal = ""
        self.scores: list[int] = []
        self.events: list = []
        self.differs = False
        self._counts: list[list[dict]] = []  # for each entry that counts

    def feed(self, line: bytes) -> bool:
        """Take one line; return whether it was one of the link's that says something new.

        What cannot be understood changes nothing: it comes from outside.
        """
        parsed = link_line.parse(line)
        if parsed is None or not parsed[1] or parsed[1][0] not in _HEARD:
            return False
        self.events = []
        try:
            _HEARD[parsed[1][0]](self, *parsed[1][1:])
        except (PegboardError, TypeError, ValueError, IndexError):
            self.differs = True
            return self._take_scores(*parsed[1][1:])
        return True

    def counts(self) -> list[dict]:
        """Return what was counted last, the newest first."""
        last = [count for counts in self._counts for count in counts][-COUNTS_SHOWN:]
        return last[::-1]

    def _hello(self, protocol: int, *_) -> None:
        self.__init__()

    def _new(self) -> None:
        self.game = Game()
        self._counts = []
        self.typed = ""
        self.side = -1

    def _entry(self, length: int, text: str, scores: Any = None, check: Any = None) -> None:
        entry = entries.parse(text)
        self._fold(lambda: self.game.apply(entry))
        self._agree(length, scores, check)

    def _entries(self, first: int, packed: str) -> None:
        """Take several entries of a snapshot; the first of them is number `first`, from 1."""
        data = bytes.fromhex(packed)
        if first != self.game.length + 1:
            raise ValueError("entries are missing before these")
        at = 0
        while at < len(data):
            entry, at = entries.unpack(data, at)
            self._fold(partial(self.game.apply, entry))

    def _redo(self, length: int, _: str = "", scores: Any = None, check: Any = None) -> None:
        """Go on to `length` entries: one more, or in a snapshot any number."""
        self._fold(self.game.redo)
        while self.game.length < length:
            self._fold(self.game.redo)
        self._agree(length, scores, check)

    def _undo(self, length: int, _: str = "", scores: Any = None, check: Any = None) -> None:
        """Go back to `length` entries: one fewer, or in a snapshot any number."""
        self.game.undo()
        while self.game.length > length:
            self.game.undo()
        del self._counts[self.game.length :]
        self._agree(length, scores, check)

    def _now(self, length: int, _: str, scores: list[int], check: int) -> None:
        self._agree(length, scores, check)

    def _fold(self, change: Callable[[], list]) -> None:
        state = self.game.state
        line, starter = list(state.line()), state.starter
        self.events = change()
        self._counts.append(counts_of(self.events, line, starter, state))

    def _agree(self, length: int, scores: Any, check: Any) -> None:
        self.refusal = ""
        if scores is None:
            return
        self.scores = list(scores)
        self.differs = length != self.game.length or check != self.game.state.check()

    def _take_scores(self, *told: Any) -> bool:
        """Show the board's scores though what led to them is not understood here."""
        if len(told) < 3 or not isinstance(told[2], list):
            return False
        self.scores = list(told[2])
        return True

    def _menu(self, kind: str = "", *told: int) -> None:
        self.refusal = ""
        if kind:
            self.typed = ""  # whoever opens the menu gives up what was keyed
        if kind == "start":
            self.menu = start_menu.from_wire(told)
        elif kind == "table":
            self.menu = table_menu.from_wire(told, self.game.state)
        else:
            self.menu = None

    def _typed(self, side: int, text: str) -> None:
        self.refusal = ""
        self.side = side
        self.typed = text

    def _refused(self, why: str) -> None:
        self.refusal = why


_HEARD: dict[str, Callable[..., None]] = {
    "hello": Mirror._hello,
    "new": Mirror._new,
    "entry": Mirror._entry,
    "entries": Mirror._entries,
    "redo": Mirror._redo,
    "undo": Mirror._undo,
    "now": Mirror._now,
    "menu": Mirror._menu,
    "typed": Mirror._typed,
    "refused": Mirror._refused,
}

"""The game as a laptop knows it: computed from the link's messages with the board's own engine.

The board is the authority. If its figures differ from those of the engine here, `differs` is True,
and the board's scores are shown.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.game.match_base import game_from
from engine_core.game.redo_list import RedoList
from engine_core.games.phases import OVER
from engine_core.state import entries
from engine_core.state.events import get
from firmware.keys import key_entry
from firmware.keys.key_entry import KeyEntry
from firmware.lights.peg_animation import PegAnimation
from firmware.menus.game_menu import GameMenu
from firmware.menus.menu_base import SAVED_MOST
from hardware.board import DEFAULT_LAYOUT, SIDES
from hardware.layouts import NAMES

from . import menus
from .characters import decoded
from .names import called, clean, reseated
from .score_log import before, counted, newest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NamedTuple

    from .messages import Message
    from .names import Names
    from .score_log import Counted

# A board can undo about 1,000 entries; older ones are of no use here.
SEGMENTS_KEPT = 128
COUNTS_SHOWN = 16  # six hands, a crib, and what else was scored


if TYPE_CHECKING:

    class _Named(NamedTuple):
        """The count `of` with `names` in it. It holds a reference to the count, so that no other
        gets its id."""

        of: dict
        names: Names
        told: dict

else:
    _Named = namedtuple("_Named", ("of", "names", "told"))


class Mirror:
    """Messages change it through `apply`; everything else is read-only. It is a `View` for
    firmware.lights.screen.

    menu is None while the game is shown; key_entry is the unfinished entry; refusal is the reason
    for the last refusal, until the next key; scores are the board's; undone is the number of
    entries that the board can redo; events are those of the last message.
    """

    def __init__(self) -> None:
        self.game = Game()
        self.menu: menus.Menu | None = None
        self.key_entry = KeyEntry()
        self.refusal = ""
        self.refusal_pattern = 0  # see firmware.lights.bar_refusal
        self.scores: list[int] = []
        self.undone = 0
        self.events: list = []
        self.differs = False
        self.names = [""] * len(SIDES)  # the names that the players gave the sides
        self.layout = DEFAULT_LAYOUT  # the board's value, from its hello
        self.saved_names: dict[int, list[str]] = {}  # of the saved games in the open menu
        self._shown = PegAnimation()  # which hand of a show the bar shows
        self._counts: list[Counted] = []  # for each known entry in effect
        # Of each cut for partners: the number of entries it came with, the dealer, the partner.
        self._partners: list[tuple[int, int, int]] = []
        self._named: list[_Named] = []  # what `named_counts` returned last
        self._base = b""  # the part received so far of the state that a snapshot begins with

    def apply(self, message: "Message") -> bool:
        """Apply `message`; return whether there is something new to show.

        If the engine here refuses an entry, the two boards differ; a menu or a key entry that
        cannot be shown changes nothing.
        """
        if message.name not in _APPLY:
            return False
        self.events = []
        if message.name not in _KEEP_HAND:
            self._shown.finish()
        if message.name in _CHANGES_GAME and isinstance(self.menu, GameMenu):
            self.menu = None  # the menu was for the earlier state, and a "menu" follows
        try:
            return _APPLY[message.name](self, **message.fields) is not False
        except (PegboardError, ValueError, IndexError):
            self.differs = True
            return self._take_scores(message.fields.get("scores"))

    def hand_shown(self) -> int | None:
        """Return the points of the hand that the bar shows until ENTER goes on to the next one, or
        None if no other follows."""
        shown = self._shown.counted() if self._shown.waits() else None
        return shown[1] if shown else None

    def counts(self) -> list[dict]:
        """Return the last counts, newest first."""
        return newest(self._counts, COUNTS_SHOWN, self.game.state.phase == OVER)

    def seated(self, players: "Sequence[str]") -> "Sequence[str]":
        """Return the names of `players`, by seat at the start of the match, by their seats now."""
        for _, dealer, partner in self._partners:
            players = reseated(players, dealer, partner)
        return players

    def named_counts(self, names: "Names") -> list[dict]:
        """Return the last counts with `names` in place of the marks.

        They are the largest part of a view, and most are unchanged since the last one: those are
        reused.
        """
        same = {id(known.of): known for known in self._named if known.names == names}
        self._named = [
            same.get(id(count)) or _Named(count, names, called(count, *names))
            for count in self.counts()
        ]
        return [known.told for known in self._named]

    def _hello(self, layout: str = "", **_: "Any") -> None:
        self.__init__()
        if layout in NAMES:
            self.layout = layout

    def _new(self) -> None:
        self.game = Game()
        self._counts = []
        self._partners = []
        self.key_entry = KeyEntry()

    def _base_piece(self, first: int, begun: int, at: int, total: int, piece: str) -> None:
        """Take a piece of the state that a snapshot begins with. `first` entries of the match led
        to it, `begun` of them before the current game."""
        if at == 0:
            self._base = b""
        if at != len(self._base):
            raise ValueError("a part of the state is missing")
        self._base += bytes.fromhex(piece)
        if len(self._base) == total:
            self.game = game_from(first, begun, self._base)
            self._counts = []

    def _entry(
        self,
        length: int,
        text: str,
        scores: "Any" = None,
        check: "Any" = None,
        undone: "Any" = None,
    ) -> None:
        """Take an entry, new or redone; `undone` others can still be redone."""
        entry = entries.parse(text)
        self._fold(lambda: self.game.apply(entry, left=undone))
        self._shown.settle(self.game.state)
        self._shown.add(self.game.state, self.events, 0)
        if not self._shown.is_counted():
            self._shown.next_count(0)
        self._agree(length, scores, check, undone)

    def _entries(self, first: int, packed: str) -> None:
        """Take several entries of a snapshot; the first of them has the number `first`, from 1."""
        data = bytes.fromhex(packed)
        if first != self.game.length + 1:
            raise ValueError("entries are missing before these")
        at = 0
        while at < len(data):
            entry, at = entries.unpack(data, at)
            self._fold(lambda entry=entry: self.game.apply(entry))

    def _undone(self, at: int, packed: str = "") -> None:
        """Take undone entries of a snapshot, the first of them number `at`, from 0."""
        known = self.game.undone
        before = known.packed(0, len(known))[1] if at else b""
        if at not in (0, known.parts()):
            raise ValueError("undone entries are missing before these")
        self.game.undone = RedoList(before + bytes.fromhex(packed))

    def _undo(
        self,
        length: int,
        scores: "Any" = None,
        check: "Any" = None,
        text: str = "",
        undone: "Any" = None,
    ) -> None:
        """Undo down to `length` entries: one entry, or in a snapshot any number; or none, if an
        entry that was left out is brought back."""
        self.game.undo()
        if length < self.game.length:
            if length < self.game.first():
                raise ValueError("the entries before this one are not kept")
            self.game.take_up(self.game.segments(), length)
        del self._counts[self.game.length - self.game.first() :]
        self._partners = [cut for cut in self._partners if cut[0] <= self.game.length]
        self._agree(length, scores, check, undone)

    def _left_out(self, length: int, text: str, scores: "Any", check: int, undone: int) -> None:
        self.events = self.game.leave_out()
        self._agree(length, scores, check, undone)

    def _state(self, length: int, scores: list[int], check: int, text: str, undone: int) -> None:
        self._agree(length, scores, check, undone)

    def _fold(self, change: "Callable[[], list]") -> None:
        state = self.game.state
        was = before(state)
        self.events = change()
        self._counts.append(counted(self.events, was, state, self.game.length))
        for event in self.events:
            if event[0] == "partners":
                cut = self.game.length, get(event, "dealer"), get(event, "partner")
                self._partners.append(cut)
        first = self.game.first()
        self.game.trim(SEGMENTS_KEPT)
        del self._counts[: self.game.first() - first]

    def _agree(self, length: int, scores: "Any", check: "Any", undone: "Any") -> None:
        self.refusal = ""
        if scores is None:
            return
        self.undone = undone
        self.scores = list(scores)
        self.differs = length != self.game.length or check != self.game.state.check()

    def _take_scores(self, scores: list[int] | None) -> bool:
        """Show the board's scores, although the entries that led to them are not understood
        here."""
        if scores is None:
            return False
        self.scores = list(scores)
        return True

    def _menu(self, kind: str = "", values: "Sequence" = ()) -> bool:
        """Open the menu of this kind, or close it if there is no kind."""
        try:
            self.menu = menus.from_wire(kind, list(values), self.game.state) if kind else None
        except ValueError:
            return False
        self.refusal = ""
        if kind:
            self.key_entry.clear()  # opening the menu discards an unfinished entry
        return True

    def _name(self, side: int, name: str = "") -> bool:
        """Take the name of a side; a name that is not UTF-8 is dropped."""
        if not 0 <= side < len(self.names):
            return False
        try:
            self.names[side] = bytes.fromhex(name).decode("utf-8")
        except UnicodeError:
            self.names[side] = ""
        return True

    def _saved(self, at: int, names: str) -> bool:
        """Take the names of the sides of a saved game, number `at` of those in the menu that
        follows."""
        if not 0 <= at < SAVED_MOST:
            return False
        if at == 0 or not self.menu:
            self.saved_names = {}
        lines = decoded(bytes.fromhex(names)).split("\n")
        self.saved_names[at] = [clean(line) for line in lines[: len(SIDES)]]
        return False  # the menu follows

    def _key_entry(self, side: int, rank: int, points: int) -> bool:
        try:
            self.key_entry = key_entry.from_wire(side, rank, points)
        except PegboardError:
            return False
        self.refusal = ""
        return True

    def _refused(self, reason: str, pattern: int = 0) -> None:
        self.refusal = reason
        self.refusal_pattern = pattern


_CHANGES_GAME = ("new", "base", "entries", "entry", "redo", "undo", "left_out")
_KEEP_HAND = ("step", "name", "state", "saved")
_APPLY: "dict[str, Callable[..., bool | None]]" = {
    "hello": Mirror._hello,
    "new": Mirror._new,
    "base": Mirror._base_piece,
    "entry": Mirror._entry,
    "entries": Mirror._entries,
    "redo": Mirror._entry,
    "undone": Mirror._undone,
    "undo": Mirror._undo,
    "left_out": Mirror._left_out,
    "state": Mirror._state,
    "menu": Mirror._menu,
    "key_entry": Mirror._key_entry,
    "refused": Mirror._refused,
    "name": Mirror._name,
    "saved": Mirror._saved,
    # What the lights show of earlier counts.
    "step": lambda mirror: mirror._shown.next_count(0),
    "counts": lambda mirror: None,
}

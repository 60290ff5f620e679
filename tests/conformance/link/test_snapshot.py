"""A laptop that joins late soon has the whole game, even while entries are made."""

from binascii import unhexlify

from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.game.match_base import game_from
from engine_core.game.redo_list import RedoList
from engine_core.games import options as opt
from engine_core.games.phases import OVER
from engine_core.games.presets import PRESETS
from engine_core.state import entries as E
from firmware.keys import key_entry, keymap
from firmware.keys.key_entry import KeyEntry
from firmware.link import link_line
from hardware.board import KEYS
from tests.conformance.support.kit import Rand, scale
from tests.conformance.support.virtual_ports import Board

START = (E.START, 1, 2, 121, 0, 0, 0)
OTHER = (E.START, 1, 2, 61, 1, 0, 0)
SCOREBOARD = (E.START, 0, 2, 61, 0, 0, 0)
TICKS = 40  # in which a board sends all of a game, if its link has room


class Laptop:
    """The port of the link with a laptop at its end, which knows nothing and asks for a snapshot.

    `room` is how many more lines it takes; others are lost. `game`, `key_entry` and `menu` are its
    state once it is `whole`; `hellos` is how many snapshots have begun.
    """

    def __init__(self, _=False):
        self.room = 0
        self.hellos = 0
        self.refusal = ""
        self.game = Game()
        self.key_entry = KeyEntry().to_wire()
        self.whole = False
        self._last = 0
        self._asks = True
        self._id = 0
        self._ends = False
        self._base = b""
        self.bases = 0

    def write(self, line):
        if not self.room:
            return False
        self.room -= 1
        assert len(line) < 200
        number, message = link_line.parse(line)
        if number != self._last + 1:
            self.whole = False
            self._asks = True
        self._last = number
        self._take(message[0], message[1:])
        return True

    def read(self):
        if not self._asks or not self.room:
            return None
        self._asks = False
        self._id += 1
        return link_line.encode(self._id, ["snapshot", self._id])

    def _take(self, what, values):
        if what == "hello":
            self.hellos += 1
            self.whole = self._ends = False
        if what == "hello" or what == "new":
            self.game = Game()
        elif self._asks:
            pass  # something is missing: what comes before the next hello cannot be understood
        elif what == "base":
            self._begin(*values)
        elif what == "entries":
            self._add(values[0], unhexlify(values[1]))
        elif what == "undone":
            self._add_undone(values[0], unhexlify(values[1]) if values[1:] else b"")
        elif what in ("entry", "redo"):
            self.game.apply(E.parse(values[1]), left=values[4])
        elif what == "undo":
            self.game.undo()
            while self.game.length > values[0]:
                self.game.undo()
        elif what == "left_out":
            self.game.leave_out()
        elif what == "refused":
            self.refusal = values[0]
        elif what == "key_entry":
            self.key_entry = values
            self.refusal = ""
        elif what == "menu":
            self.menu = values
            if values:  # it discards an unfinished entry
                entry = key_entry.from_wire(*self.key_entry)
                entry.clear()
                self.key_entry = entry.to_wire()
            self.refusal = ""
            self.whole = self.whole or self._ends
        if (
            what in ("entry", "undo", "redo", "left_out", "state")
            and len(values) == 5
            and not self._asks
        ):
            state = self.game.state
            assert [values[0], values[3]] == [self.game.length, state.check()]
            assert values[4] == self.game.undone.count
            self._ends = self._ends or what == "state"

    def _begin(self, first, begun, at, total, piece):
        """Take a piece of the state with which the entries begin."""
        self._base = self._base[:at] + unhexlify(piece)
        assert at + len(unhexlify(piece)) == len(self._base) <= total
        if len(self._base) == total:
            self.bases += 1
            self.game = game_from(first, begun, self._base)

    def _add_undone(self, at, packed):
        known = self.game.undone.packed(0, 9999)[1] if at else b""
        assert at in (0, self.game.undone.parts())
        self.game.undone = RedoList(known + packed)

    def _add(self, first, packed):
        assert first == self.game.length + 1
        at = 0
        while at < len(packed):
            entry, at = E.unpack(packed, at)
            self.game.apply(entry)


class Watched(Board):
    """A board with that laptop on its link."""

    link_class = Laptop

    def tell(self, lines):
        """Run one tick in which the link takes `lines` lines."""
        self.link.room = lines
        self.run(self.step)

    def rest(self):
        """Let enough time pass for another snapshot."""
        self.link.room = 0
        self.run(100)

    def card(self, rand):
        """Play a card, or go, that the rules allow, or begin the next game."""
        if self.app.game.state.phase == OVER:
            return self.app.enter((E.NEXT,))
        for _ in range(200):
            try:
                return self.app.enter((E.CARD, rand.below(52)))
            except Illegal:
                pass
        return self.app.enter((E.GO,))

    def key(self, key):
        self.app.press(key)

    def same(self):
        """Compare the laptop's game with the board's."""
        laptop, app = self.link, self.app
        assert laptop.whole
        known, all_of_them = laptop.game.entries(), app.game.entries()
        count = min(len(known), len(all_of_them))
        assert known[len(known) - count :] == all_of_them[len(all_of_them) - count :]
        assert laptop.game.length == app.game.length
        assert laptop.game.begun() == app.game.begun()
        assert laptop.game.state.pack() == app.game.state.pack()
        assert laptop.game.undone.packed(0, 9999) == app.game.undone.packed(0, 9999)
        assert laptop.key_entry == app.key_entry.to_wire()
        assert laptop.menu == ([app.menu.kind] + app.menu.to_wire() if app.menu else [])


def played(rand, entries):
    """Return a board with a game of so many entries, of which its laptop has received nothing."""
    board = Watched()
    board.app.enter(START)
    while board.app.game.length < entries:
        board.card(rand)
    return board


def test_a_refusal_during_a_snapshot_is_shown_after_it():
    board = played(Rand(5), 60)
    while not board.link.hellos:
        board.tell(1)
    assert not board.link.whole
    board.key(keymap.ENTER)
    reason = board.app.refusal[0]
    for _ in range(TICKS):
        board.tell(9)
    assert board.link.whole and board.link.refusal == reason
    # A key takes it away, also for a laptop that comes after that.
    board.key(keymap.MENU)
    board.app.reporter.start_snapshot()
    for _ in range(TICKS):
        board.tell(9)
    assert not board.link.refusal


def test_a_choice_that_cannot_be_saved_leaves_both_ends_with_the_same_menu():
    board = Watched()
    for _ in range(TICKS):
        board.tell(9)
    board.go_to([row.name for row in PRESETS].index("Solitaire"))
    board.store.fails = 99
    for _ in range(3):
        if not board.app.refusal:
            board.press("ENTER")
    for _ in range(TICKS):
        board.tell(9)
    assert board.app.menu and "could not be saved" in board.link.refusal
    board.same()


def test_a_snapshot_continues_when_an_entry_arrives():
    rand = Rand(1)
    board = played(rand, 90)
    ticks = 0
    while not board.link.whole:
        board.tell(1)
        if ticks < TICKS // 2:
            board.card(rand)  # faster than any hand
        ticks += 1
        assert ticks < TICKS
    board.tell(9)
    board.same()
    assert board.link.hellos == 1


def test_a_snapshot_of_a_long_game_takes_few_lines():
    board = played(Rand(2), 90)
    board.rest()
    for _ in range(9):
        board.tell(1)
    board.same()


def test_a_laptop_that_asks_again_and_again_gets_ten_snapshots_a_second():
    board = played(Rand(3), 30)
    board.rest()
    began = board.clock.now
    while board.clock.now < began + 1000:
        board.link._asks = True
        board.tell(9)
    assert 9 <= board.link.hellos <= 11
    for _ in range(TICKS):
        board.tell(9)
    board.same()


def test_undo_of_entries_already_sent_and_not_yet_sent():
    for told in range(5):
        rand = Rand(told)
        board = played(rand, 90)
        for _ in range(told):
            board.tell(1)
        for _ in range(45):
            board.key(keymap.UNDO)
        for _ in range(7):
            board.key(keymap.RIGHT)
        for _ in range(TICKS):
            board.tell(1)
        board.same()
        assert board.link.hellos == 1


def test_other_entries_replace_those_already_sent():
    for told in range(5):
        rand = Rand(told)
        board = played(rand, 90)
        for _ in range(45):
            board.key(keymap.UNDO)
        for _ in range(told):
            board.tell(1)
        board.card(rand)
        board.card(rand)
        board.key(keymap.UNDO)
        for _ in range(TICKS):
            board.tell(1)
        board.same()
        assert board.link.hellos == 1


def test_a_new_game_in_the_middle_of_a_snapshot():
    for told in range(7):
        board = played(Rand(told), 90)
        for _ in range(told):
            board.tell(1)
        board.app.enter(OTHER)
        for _ in range(TICKS):
            board.tell(1)
        board.same()


def meddled(seed):
    """Press random keys on a board while its laptop receives more or fewer of the lines."""
    rand = Rand(seed)
    board = played(rand, 30 + rand.below(60))
    for _ in range(scale(120, 60)):
        what = rand.below(20)
        try:
            if what < 5:
                board.card(rand)
            elif what < 9:
                board.key(keymap.UNDO)
            elif what < 12:
                board.key(keymap.RIGHT)
            elif what == 12:
                for _ in range(rand.below(30)):
                    board.key(keymap.UNDO)
            elif what == 13:
                board.key(rand.below(24))
            elif what == 15 or what == 16:
                board.app.tidy()  # so that a segment begins, and older ones are freed
            elif what == 17:
                board.app.reporter.start_snapshot(rand.below(3) == 0)
            elif what == 14 and rand.below(6) == 0:
                board.app.enter(OTHER if rand.below(2) else START)
        except Illegal:
            pass
        board.tell(rand.below(4))
    for _ in range(TICKS):
        board.tell(9)
    board.same()
    return board.link.bases


def test_the_laptop_ends_with_the_boards_game_for_any_keys():
    assert sum([meddled(seed) for seed in range(scale(12, 4, 4))])


def test_entries_that_a_snapshot_has_yet_to_send_stay_in_memory():
    board = Board()
    board.run(300)
    board.app.enter(SCOREBOARD)
    for n in range(200):
        board.app.enter((E.POINTS if n % 2 == 0 else E.MINUS, 0, 1))
        board.app.reporter.start_snapshot()
        board.app.tidy()
    assert board.app.game.segments()[0].first == 0
    board.run(3000)
    board.app.tidy()
    assert board.app.game.segments()[0].first > 100


PLAYED = "8D KH 9D 4S 7C GO GO 9C JD 2H 3C "  # up to the claim of the first hand
MUGGINS = (E.START, 1, 2, 121, 1, opt.MUGGINS, 0)
# Games and keys, each of which changes what a laptop shows.
KEYED = (
    (START, "2H KS 8H QS 3H 5 JK UNDO 5 UNDO UNDO RIGHT 5 RIGHT LEFT 5 LEFT MENU MENU"),
    (MUGGINS, PLAYED + "2 ENTER 6 UNDO 6 K UNDO UNDO"),
    (MUGGINS, PLAYED + "3 3 UNDO UNDO"),
    ((E.START, 1, 2, 121, 1, opt.MUGGINS_IN_PLAY, 0), "8D KH 9 9 UNDO A UNDO S 9 S 5 ENTER"),
    ((E.START, 1, 2, 121, 1, opt.RANKS_ALONE, 0), "9 T 6 T 2 GO 3 4 5 4 ENTER 5 UNDO H T"),
    (SCOREBOARD, "S A UNDO 2 ENTER H ENTER 3 UNDO ENTER 4 ENTER UNDO UNDO RIGHT"),
)


def test_after_each_key_a_laptop_has_what_the_board_has():
    for entry, keys in KEYED:
        board = Watched()
        board.app.enter(entry)
        for _ in range(TICKS):
            board.tell(9)
        assert board.link.hellos == 1
        for word in keys.split():
            for key in [word] if word in KEYS else [word[0], word[1]]:
                board.key(KEYS.index(key))
                for _ in range(3):
                    board.tell(9)
                board.same()
                reason = board.app.refusal[0] if board.app.refusal else ""
                assert board.link.refusal == reason or not reason, (entry, word)
        assert board.link.hellos == 1


def test_entries_between_two_ticks_are_told_with_their_own_states():
    board = Watched()
    board.app.enter(SCOREBOARD)
    for _ in range(TICKS):
        board.tell(9)
    board.link.room = 9
    for points in (3, 5, 7):
        board.app.enter((E.POINTS, 0, points))  # `Laptop` compares each state with its own
    board.tell(9)
    board.same()
    assert board.link.game.length == 4 and board.link.hellos == 1


def test_who_joined_in_the_middle_is_sent_what_was_undone_before_and_a_new_game_at_once():
    board = played(Rand(6), 60)
    for far in (True, False):
        board.app.reporter.start_snapshot(far)
        for _ in range(TICKS):
            board.tell(9)
        board.app.tidy()
    board.same()
    first = board.link.game.first()
    assert first > 0
    while board.app.game.length > first:
        board.key(keymap.UNDO)
        board.tell(9)
    assert board.link.hellos == 2
    board.same()
    board.key(keymap.UNDO)
    for _ in range(TICKS):
        board.tell(9)
    assert board.link.hellos == 3
    board.same()
    board.app.enter(OTHER)
    for _ in range(TICKS):
        board.tell(9)
    board.card(Rand(7))
    board.tell(9)
    board.key(keymap.UNDO)
    board.tell(9)
    board.same()
    board.key(keymap.UNDO)  # of its start
    board.tell(9)
    assert board.app.menu and board.link.hellos == 3
    board.same()

"""A board without a board: the ports of `firmware.app.App`, and fingers for its keys.

Every frame and every line of the link is held to what must hold of all of them.
"""

from engine_core import entries as E
from engine_core import journal
from engine_core.cards import name
from engine_core.phases import CHALLENGE, CLAIM, KEYED, PLAY
from firmware import link
from firmware.app import App
from firmware.light import current_ma
from hardware.board import BAR, CURRENT_MA, HOLES, KEYS, PIXELS

RANKS = "A23456789TJQK"
SUITS = "SHDC"
_MOST_SAID = 60

_BY_HAND = {
    E.POINTS: "Give points",
    E.MINUS: "Take points back",
    E.MOVED: "Moved the peg in the box",
}


class Store:
    """A journal's store in memory. It can fail: `fails` calls from now on raise OSError, having
    kept `part` bytes of what they were given."""

    def __init__(self, data=b""):
        self.data = data
        self.fails = 0
        self.part = 0

    def read(self):
        return self.data

    def append(self, data):
        if self._failing():
            self.data += data[: self.part]
            raise OSError(28)
        self.data += data

    def reset(self, data):
        if self._failing():
            raise OSError(28)
        self.data = bytes(data)

    def _failing(self):
        if self.fails:
            self.fails -= 1
            return True
        return False


class Strip:
    """A strip that keeps its frames as (ms, bytes), if `keeps`, and the last in any case."""

    def __init__(self, clock, keeps=False):
        self.clock = clock
        self.keeps = keeps
        self.frames = []
        self.last = b""
        self.shown = 0
        self.is_busy = False

    def show(self, frame):
        assert not self.is_busy
        assert len(frame) == PIXELS * 3
        assert current_ma(frame) <= CURRENT_MA
        self.last = bytes(frame)
        self.shown += 1
        if self.keeps:
            self.frames.append((self.clock.now, self.last))

    def busy(self):
        return self.is_busy


class Link:
    """A link that keeps what is said on it: all lines, if `keeps`, and the latest messages."""

    def __init__(self, keeps=False):
        self.keeps = keeps
        self.lines = []
        self.count = 0
        self.said = []  # since `heard` was last called, at most so many
        self.asked = []

    def write(self, line):
        number, message = link.parse(line)
        self.count += 1
        if self.keeps:
            self.lines.append(line)
        self.said = self.said[-_MOST_SAID:] + [message]
        assert number == self.count
        assert line[-1:] == b"\n" and len(line) < 200 and len(line) % 64
        for byte in line[:-1]:
            assert 32 <= byte < 127

    def read(self):
        return self.asked.pop(0) if self.asked else None

    def heard(self):
        """Return the messages since the last call."""
        said = self.said
        self.said = []
        return said


class Clock:
    def __init__(self, now=0):
        self.now = now

    def ms(self):
        return self.now & 0x3FFFFFFF


class Board:
    """An App with ports, and fingers. `step` is the ms between two ticks; `keeps` and `lines`:
    whether all frames are kept, and all lines of the link."""

    link_class = Link

    def __init__(self, store=None, now=1000, step=30, keeps=False, lines=False):
        self.store = store or Store()
        self.clock = Clock(now)
        self.strip = Strip(self.clock, keeps)
        self.link = self.link_class(lines)
        self.step = step
        self.down = 0
        self.app = App(self, self.strip, self.store, self.link, self.clock)
        self.app.tick()

    def scan(self):
        """The port of the keys."""
        return self.down

    def run(self, ms):
        """Let so many ms pass."""
        for _ in range(-(-ms // self.step)):
            self.clock.now += self.step
            self.app.tick()

    def press(self, key):
        """Press the key with this name for long enough, and let it go."""
        self.down = 1 << KEYS.index(key)
        self.run(30)
        self.down = 0
        # Two looks: since when it is open, and that it has been so for 20 ms.
        self.run(self.step + 24)

    def keys(self, text):
        """Press the keys that `text` names, parted by spaces; a card is two of them."""
        for word in text.split():
            if word in KEYS:
                self.press(word)
            else:
                self.press(word[0])
                self.press(word[1])

    def key_entry(self, entry):
        """Press the keys of `entry` in a game."""
        phase = self.app.game.state.phase
        if entry[0] == E.CARD or entry[0] == E.DROP:
            self.keys(name(entry[1]))
        elif entry[0] == E.TAKE:
            self.press("GO")
        elif entry[0] == E.SHOWN:
            self.press("ENTER")
        elif entry[0] == E.GO:
            assert phase == PLAY
            self.press("GO")
        elif entry[0] == E.NEXT or entry[0] == E.PASS:
            self.press("ENTER")
        elif entry[0] == E.POINTS and phase == KEYED:
            self.press("SHDC"[entry[1]])
            self.amount(entry[2])
        elif entry[0] == E.CLAIM:
            assert phase == CLAIM
            self.amount(entry[1])
        elif entry[0] == E.MUGGINS:
            assert phase == CHALLENGE
            self.press(RANKS[entry[1]])
        else:
            self.adjust(entry)

    def amount(self, points):
        """Key points, whose ranks add up, and ENTER."""
        while points:
            rank = min(points, 13)
            self.press(RANKS[rank - 1])
            points -= rank
        self.press("ENTER")

    def adjust(self, entry):
        """Give or take points, or move a peg in a box, by the menu of the table."""
        self.press("MENU")
        self.choose(_BY_HAND[entry[0]])
        self.choose("Side " + str(entry[1] + 1))
        if entry[0] != E.MOVED:
            self.choose(str(entry[2]))

    def choose(self, choice):
        """Move to the light of `choice` in the menu that is open, and ENTER."""
        menu = self.app.menu
        choices = menu.choices()
        assert choice in choices, (choice, choices)
        place = choices.index(choice)
        if place < len(RANKS):
            self.press(RANKS[place])
        else:
            while menu.at != place:
                self.press("RIGHT")
        self.press("ENTER")

    def start(self, entry):
        """Choose the game of a START entry, from the menu, whatever is on the board."""
        _, code, seats, target, dealer, options, track = entry
        if not self.app.menu:
            self.press("MENU")
            self.choose("New game")
        start_menu(self, code, seats, target, dealer, options, track)

    def bar(self):
        """Return the colours of the bar as last shown."""
        return [self.pixel(HOLES + n) for n in range(BAR)]

    def hole(self, hole):
        """Return the colour of `hole`, 1 to 121, as last shown."""
        return self.pixel(hole - 1)

    def pixel(self, n):
        return tuple(self.strip.last[3 * n : 3 * n + 3])

    def lit(self):
        """Return the holes that are not dark."""
        return [n for n in range(1, HOLES + 1) if any(self.hole(n))]

    def snapshot(self):
        """Return all of the board that must not change where a key is refused."""
        game = self.app.game
        stored = journal.read(self.store.data)[0]
        return (game.state.pack(), game.length, game.can_redo(), stored)

    def refused(self, text):
        """Press `text`, which must be refused and change nothing; return the reason."""
        before = self.snapshot()
        self.link.heard()
        self.keys(text)
        assert self.snapshot() == before
        reasons = [said[1] for said in self.link.heard() if said[0] == "refused"]
        assert len(reasons) == 1 and reasons[0], reasons
        assert self.shows_refusal()
        return reasons[0]

    def shows_refusal(self):
        """Whether the bar has red and dark in turns."""
        bar = self.bar()
        red = [n for n, colour in enumerate(bar) if colour[0] and colour[1:] == (0, 0)]
        dark = [n for n, colour in enumerate(bar) if not any(colour)]
        return sorted(red + dark) == list(range(BAR)) and red in (
            list(range(0, BAR, 2)),
            list(range(1, BAR, 2)),
        )


def start_menu(board, code, seats, target, dealer, options, track):
    """Answer the questions of the start menu."""
    from engine_core.options import OPTIONS, TRACKS
    from engine_core.presets import preset

    row = preset(code)
    menu = board.app.menu
    board.press(RANKS[menu.choices().index(row.name)])
    if options or track != row.tracks[0]:
        board.press("MENU")
        while ("Track: " + TRACKS[track]) not in menu.choices():
            board.press("A")
            board.press("ENTER")
        for bit, label in OPTIONS:
            if options & bit:
                board.choose(label + ": off")
        board.press("UNDO")
    board.press("ENTER")
    if menu is board.app.menu and menu.title() == "Players":
        board.choose(str(seats) + " players")
    if menu is board.app.menu and menu.title() == "Play to":
        board.choose(str(target) + " points")
    if menu is board.app.menu and menu.title() == "First dealer":
        board.choose("Cut for it" if dealer == E.NO_SEAT else "Player " + str(dealer + 1))

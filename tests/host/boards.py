"""A real board without its hardware: the firmware's App, a link that a test can spoil, a clock."""

import random
import secrets

from firmware.app import App
from firmware.keys import keymap
from firmware.ports import Ports
from firmware.settings.brightness import Brightness
from host.boards.stores import MemoryStore
from host.link.session import Session
from tests.conformance.support.mirrored import same_entries

# Mostly a table's usual keys, and some pressed by mistake.
KEYS = (
    list(range(17)) * 4
    + [keymap.GO, keymap.ENTER] * 8
    + [keymap.LEFT, keymap.RIGHT, keymap.UNDO, keymap.MENU, keymap.JOKER]
)


class Clock:
    def __init__(self):
        self.now = 0

    def ms(self):
        return self.now


class Strip:
    """Keeps the last frame."""

    def __init__(self):
        self.frame = b""

    def show(self, frame):
        self.frame = bytes(frame)

    def busy(self):
        return False


class Link:
    """`out` has the board's output that nobody has read: it takes no more lines above `room`
    bytes; `into` has the board's input."""

    def __init__(self, room=None):
        self.out = []
        self.into = []
        self.room = room

    def write(self, line):
        if self.room is not None and sum(map(len, self.out)) + len(line) > self.room:
            return False
        self.out.append(line)
        return True

    def read(self):
        return self.into.pop(0).rstrip(b"\n")[:255] if self.into else None


class Log:
    """A board's log of errors that has these lines."""

    def __init__(self, *lines):
        self.lines = lines

    def read(self):
        return self.lines


class Board:
    """An App with its ports, on a clock that the test moves; `room`: as in Link; `names` and
    `make_screen`: as in firmware.ports."""

    room = None
    names = None
    make_screen = None

    def __init__(self, seed=1, lost=0, store=None, log=None):
        self.random = random.Random(seed)
        self.clock = Clock()
        self.store = store or MemoryStore()
        self.strip = Strip()
        self.lost = lost
        self.log = log
        self.boot()

    def boot(self):
        """Switch it on; unread output of its link is lost."""
        self.link = Link(self.room)
        ports = Ports(self.strip, self.store, self.link, self.clock)
        ports.brightness = Brightness(brightness=255, limit_ma=100_000)
        ports.log = self.log
        ports.names = self.names
        ports.make_screen = self.make_screen
        ports.engine = "0123abcd"
        ports.nonce = secrets.token_hex(4)
        ports.lost = self.lost
        self.app = App(ports)

    def tick(self, ms=20):
        self.clock.now += ms
        self.app.tick()

    def key(self):
        """Press a random key, sensible or not."""
        self.app.press(self.random.choice(KEYS))

    def start(self):
        """Choose a game in the menu, if it is shown; another one each time."""
        for _ in range(self.random.randrange(4)):
            self.app.press(keymap.RIGHT)
        for _ in range(6):
            if self.app.menu:
                self.app.press(keymap.ENTER)

    @property
    def entries(self):
        return self.app.game.entries()


class Watch:
    """A session with a board, on one clock. `spoil(line)` returns the bytes of it that arrive."""

    def __init__(self, board, spoil=lambda line: line, backup=None, ours=""):
        self.board = board
        self.spoil = spoil
        self.heard = []
        self.now = 1000.0
        self.asked = []
        self.session = Session(self.now, self.heard.append, backup, ours)
        self.begun = b""
        self.session.opened(self.now)

    def step(self, ms=20):
        """Let both ends work for `ms`."""
        self.now += ms / 1000
        self.board.tick(ms)
        arrived = b"".join(self.spoil(line) for line in self.board.link.out)
        self.board.link.out.clear()
        *lines, self.begun = (self.begun + arrived).split(b"\n")
        for line in lines:
            self.session.receive(line, self.now)
        if request := self.session.due(self.now):
            self.asked.append(request)
            self.board.link.into += self.spoil(request).splitlines(keepends=True)

    def settle(self, seconds=10.0, ms=50):
        """Step until the session is live and has no requests; fail after `seconds`."""
        end = self.now + seconds
        self.step(ms)  # the board sends its changes since the last tick
        while not self.level():
            assert self.now < end, self.session.status(self.now)
            self.step(ms)

    def level(self):
        live = self.session.state(self.now) == "live"
        more = self.board.link.out or self.board.app.reporter.sending_snapshot()
        return live and not self.session.requests.busy() and not more

    def same(self):
        """Return whether the mirror has the board's game, menu and figures."""
        app, mirror = self.board.app, self.session.mirror
        return (
            same_entries(app.game, mirror.game)
            and app.game.state.pack() == mirror.game.state.pack()
            and app.game.can_redo() == mirror.game.can_redo()
            and list(app.game.state.scores) == mirror.scores
            and (app.menu.to_wire() if app.menu else None)
            == (mirror.menu.to_wire() if mirror.menu else None)
            and app.key_entry.to_wire() == mirror.key_entry.to_wire()
            and not mirror.differs
        )


def spoiler(seed, rate=0.08):
    """Return a function that damages one line in twelve: drops, cuts, changes, repeats or extends
    it."""
    dice = random.Random(seed)

    def spoil(line):
        if dice.random() > rate:
            return line
        cut = dice.randrange(len(line))
        noise = bytes(dice.randrange(256) for _ in range(dice.randrange(40)))
        return dice.choice(
            (b"", line[:cut], line[cut:], line + line, noise + line, line[:cut] + noise, noise)
        )

    return spoil


def quiet(line):
    return line


def played(keys=40, seed=1, **options):
    """Return a board after several entries."""
    board = Board(seed, **options)
    board.start()
    for _ in range(keys):
        board.key()
    return board

"""The keys of a game, and their lights on the virtual board."""

import random

from engine_core.count.cards import name
from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.state import entries
from firmware.app import App
from firmware.ports import Ports
from firmware.settings.brightness import Brightness
from hardware.board import KEYS
from host.boards.stores import MemoryStore

TURNS_MS = 2400  # in which all has been shown: a blink takes 800, and a win's wave 480


class Quiet:
    """A strip that keeps its frame, a link that keeps its lines, and a clock that is set."""

    def __init__(self):
        self.now = 0
        self.frame = b""
        self.lines = []

    def show(self, frame):
        self.frame = bytes(frame)

    def busy(self):
        return False

    def write(self, line):
        self.lines.append(line)

    def read(self):
        return None

    def ms(self):
        return self.now


class Virtual:
    """The App that the board runs, with ports that do nothing by themselves."""

    def __init__(self):
        self.ports = Quiet()
        quiet = self.ports
        ports = Ports(quiet, MemoryStore(), quiet, quiet)
        ports.brightness = Brightness()
        self.app = App(ports)
        self.app.tick()

    def key(self, key):
        """Press the key called `key`."""
        self.app.press(KEYS.index(key))
        self.wait(80)

    def wait(self, ms):
        """Let `ms` pass."""
        for _ in range(0, ms, 20):
            self.ports.now += 20
            self.app.tick()

    def still(self):
        """Wait until nothing moves; return the frames that are then shown in turn."""
        self.wait(6000)
        frames = set()
        for _ in range(0, TURNS_MS, 20):
            self.wait(20)
            frames.add(self.ports.frame)
        return frames


def keys_of(entry):
    """Return the names of the keys for a card or go."""
    if entry[0] == entries.GO:
        return ["GO"]
    card = name(entry[1])
    return ["JK"] if card == "JK" else list(card)


def random_entries(start, seed, most=1000):
    """Yield the entries of a game that begins with the START entry `start`, up to `most`, or to
    its end. The players lay random cards that the rules allow."""
    game = Game()
    game.apply(start)
    yield start
    rand = random.Random(seed)
    others = [(entries.GO,), (entries.TAKE,), (entries.SHOWN,)]
    for _ in range(most - 1):
        if game.state.phase == phases.OVER:
            return
        tries = [(entries.CARD, card) for card in rand.sample(range(53), 53)]
        for other in others:
            tries.insert(0 if rand.random() < 0.1 else len(tries), other)
        tries += [(entries.DROP, card) for card in game.state.formation]
        entry = next((entry for entry in tries if allowed(game, entry)), None)
        if entry is None:
            raise AssertionError(f"nothing can be keyed: {game.state.as_dict()}")
        yield entry


def allowed(game, entry):
    """Apply `entry` to `game`; return False if the rules refuse it."""
    try:
        game.apply(entry)
    except Illegal:
        return False
    return True


def game_keys(seed, target=1, most=1000):
    """Yield the keys of a Traditional game, from the empty board to its end or `most` entries.

    target: the place of the points to play to in the menu, from 0.
    """
    virtual = Virtual()
    for key in ["ENTER", *["RIGHT"] * target, "ENTER"]:
        virtual.key(key)
        yield key
    while virtual.app.menu:
        virtual.key("ENTER")
        yield "ENTER"
    start = virtual.app.game.entry(0)
    for entry in list(random_entries(start, seed, most))[1:]:
        yield from keys_of(entry)

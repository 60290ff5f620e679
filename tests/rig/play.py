"""The same keys on the virtual board: what a game's keys are, and the light they lead to."""

import random

from engine_core import entries, phases
from engine_core.cards import name
from engine_core.errors import Illegal
from engine_core.game import Game
from firmware.app import App
from firmware.light import Light
from hardware.board import KEYS
from host.stores import MemoryStore

PHASE_MS = 400  # of a blink, and of the turns that pegs take


class Quiet:
    """Keys that nobody presses, a strip that keeps its frame, a link that keeps its lines, and
    a clock that is set."""

    def __init__(self):
        self.now = 0
        self.frame = b""
        self.lines = []

    def scan(self):
        return 0

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
        ports = self.ports
        self.app = App(ports, ports, MemoryStore(), ports, ports, Light())
        self.app.tick()

    def key(self, key):
        """Press the key called `key`."""
        self.app.press(KEYS.index(key))
        self.wait(80)

    def wait(self, ms):
        """Let `ms` go by."""
        for _ in range(0, ms, 20):
            self.ports.now += 20
            self.app.tick()

    def still(self):
        """Let all that moves come to rest; return the frames that are then shown in turn."""
        self.wait(6000)
        frames = set()
        for _ in range(8):
            self.wait(PHASE_MS // 2)
            frames.add(self.ports.frame)
        return frames


def keys_of(entry):
    """Return the names of the keys that key in a card or go."""
    if entry[0] == entries.GO:
        return ["GO"]
    card = name(entry[1])
    return ["JK"] if card == "JK" else list(card)


def next_entry(game, rand):
    """Return an entry that `game` takes, or None where it is over."""
    if game.state.phase == phases.OVER:
        return None
    deck = list(range(52))
    rand.shuffle(deck)
    tries = [(entries.CARD, card) for card in deck]
    if game.state.phase == phases.PLAY:
        tries.insert(0 if rand.random() < 0.1 else len(tries), (entries.GO,))
    for entry in tries:
        trial = Game()
        for done in game.entries():
            trial.apply(done)
        try:
            trial.apply(entry)
        except Illegal:
            continue
        return entry
    raise AssertionError("nothing can be keyed")


def game_keys(seed, target=1, most=1000):
    """Yield the keys of a Traditional game, from the empty board to its end or so many entries.

    target: the place of the points to play to in the menu, from 0.
    """
    virtual = Virtual()
    rand = random.Random(seed)
    for key in ["ENTER"] + ["RIGHT"] * target + ["ENTER"] * 2:
        virtual.key(key)
        yield key
    while virtual.app.menu:
        virtual.key("ENTER")
        yield "ENTER"
    for _ in range(most):
        entry = next_entry(virtual.app.game, rand)
        if entry is None:
            return
        for key in keys_of(entry):
            virtual.key(key)
            yield key

"""Measures a laptop at the link of an emulated Pico: how soon it has the game, and typing
meanwhile."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.state import entries
from hardware.board import BAR
from host.link.line_buffer import LineBuffer
from host.link.session import LIVE, Session
from tests.conformance.support import hostile_lines
from tests.rig.play import Virtual, allowed, game_keys

DOWN_MS = 40  # a quick finger
PAUSES_MS = (60, 1500)  # from one key to the next
FAST_MS = (60, 260)  # of fingers that need not look for the keys
CARD_MS = (60, 260)  # from a card's rank to its suit, which fingers know by heart
RANKS = "A23456789TJQK"
SUITS = "SHDC"
OTHERS = 0.15  # of the cards are followed by one of OTHER_KEYS
OTHER_KEYS = (
    ("UNDO", "RIGHT"),
    ("UNDO", "UNDO", "RIGHT", "RIGHT"),
    ("MENU", "UNDO"),
    ("MENU", "RIGHT", "UNDO"),
    ("4", "UNDO"),
)
LOOK_MS = 5  # how often the laptop looks at its port
HOST_KEY_MS = 300  # from one key to the next, with a bad host
HOSTILE_SEED = 1
PATIENCE_MS = 60_000


class Laptop:
    """Follows the board on `pico` as `pegboard watch` does, by the Pico's own clock."""

    def __init__(self, pico):
        self.pico = pico
        self.lines = LineBuffer()
        self.session = Session(self.now())

    def now(self) -> float:
        """Return the time, in seconds."""
        return self.pico.ns / 1e9

    def opens(self) -> None:
        """Open the port; earlier output is lost."""
        self.pico.console.clear()
        self.session.opened(self.now())
        self.pico.send(b"\n")
        self.look()

    def look(self) -> None:
        """Read what has arrived, and send what is due."""
        for line in self.lines.add(bytes(self.pico.console)):
            self.session.receive(line, self.now())
        self.pico.console.clear()
        if request := self.session.due(self.now()):
            self.pico.send(request)

    def run(self, ms) -> None:
        """Let `ms` go by."""
        while ms > 0:
            self.pico.run(min(ms, LOOK_MS))
            ms -= LOOK_MS
            self.look()

    def live(self) -> bool:
        """Return whether all of the board's game is known."""
        return self.session.state(self.now()) == LIVE


def late(pico, keys=(), every=0) -> float:
    """Open the port of a board that has a game; return ms until a laptop has all of it, at most
    PATIENCE_MS. Meanwhile `keys` are pressed, one each `every` ms."""
    laptop = Laptop(pico)
    laptop.opens()
    began = pico.ns
    keys = iter(keys)
    next_key = every
    while not laptop.live() and (pico.ns - began) / 1e6 < PATIENCE_MS:
        if every and (pico.ns - began) / 1e6 >= next_key:
            next_key += every
            pico.tap(next(keys), DOWN_MS)
        laptop.run(LOOK_MS)
    return (pico.ns - began) / 1e6


def match(start, seed, most) -> list:
    """Return `most` entries of games one after another, the first of which is `start`."""
    rand = random.Random(seed)
    game = Game()
    game.apply(start)
    known = [start]
    while len(known) < most:
        over = game.state.phase == phases.OVER
        cards = [(entries.CARD, card) for card in rand.sample(range(52), 52)]
        for entry in [(entries.NEXT,)] if over else [*cards, (entries.GO,)]:
            if allowed(game, entry):
                known.append(entry)
                break
    return known


def with_others(keys, seed):
    """Yield the keys of a game, `keys`, and now and then after a card others that change nothing
    in the end: undo and redo, the menu of the game, a rank that is taken back."""
    rand = random.Random(seed)
    for n, key in enumerate(keys):
        yield key
        if key in SUITS and n > 20 and rand.random() < OTHERS:
            yield from rand.choice(OTHER_KEYS)


def pauses(keys, seed, between=PAUSES_MS):
    """Yield (key, ms to the next one, `between` (least, most)) for each of `keys`."""
    rand = random.Random(seed)
    for key, after in zip(keys, [*keys[1:], ""], strict=True):
        card = key in RANKS and after in SUITS
        yield key, rand.uniform(*(CARD_MS if card else between))


class Key(NamedTuple):
    """A key that was pressed: ms to the last bit of its light, whether it was a card in play, and
    whether it began the first game."""

    ms: float
    in_play: bool
    begins: bool


def typed(pico, seed, between=PAUSES_MS) -> list[Key]:
    """Key in a game with pauses `between` (least, most) ms while a laptop listens."""
    laptop = Laptop(pico)
    laptop.opens()
    laptop.run(1000)
    virtual = Virtual()
    pressed = []
    pico.frames.clear()
    for key, pause in pauses(list(with_others(game_keys(seed), seed)), seed, between):
        app = virtual.app
        in_play = app.game.state.phase == phases.PLAY and not app.menu
        length = app.game.length
        virtual.key(key)
        in_play = in_play and app.game.state.phase == phases.PLAY and not app.menu
        pressed.append((pico.ns, in_play, not length and app.game.length > 0))
        pico.tap(key, DOWN_MS)
        laptop.run(pause)
    laptop.run(1000)
    told = laptop.session.mirror.game
    assert told.entries() == virtual.app.game.entries()[told.first() :], "a key was lost"
    ends = [ns for ns, *_ in pressed[1:]] + [pico.ns]
    found = []
    for (ns, *row), end in zip(pressed, ends, strict=True):
        # A key that changes no light has no frame before the next key.
        ms = answered([frame for frame in pico.frames if frame.start < end], ns)
        found += [] if ms is None else [Key(ms, *row)]
    return found


def hostile() -> Iterator[bytes]:
    """Yield lines that no honest laptop sends, without a Ctrl-C among them, which is for people
    to send."""
    lines = hostile_lines.Lines(HOSTILE_SEED)
    while True:
        yield lines.next().replace(b"\x03", b"") + b"\n"


def with_host(pico, keys, sends=None, reads=True) -> list[float]:
    """Press `keys`, one each HOST_KEY_MS, at a host that sends one of `sends` every LOOK_MS and
    reads or does not; return ms to the light of each."""
    pico.host_reads(reads)
    pico.frames.clear()
    times = []
    for key in keys:
        began = pico.ns
        pico.tap(key, DOWN_MS)
        for _ in range(HOST_KEY_MS // LOOK_MS):
            if sends:
                pico.send(next(sends))
            pico.run(LOOK_MS)
        times.append(answered(pico.frames, began))
    pico.host_reads(True)
    return [ms for ms in times if ms is not None]


def answered(frames, ns):
    """Return ms from `ns` to the end of the frame that answers a key pressed then: the first that
    is the bar alone, or has another bar than the last frame before it; where there is none, the
    first."""
    before = [frame.data[: 3 * BAR] for frame in frames if frame.start < ns][-1:]
    after = [frame for frame in frames if frame.start >= ns]
    for frame in after:
        if len(frame.data) == 3 * BAR or frame.data[: 3 * BAR] not in before:
            return (frame.end - ns) / 1e6
    return (after[0].end - ns) / 1e6 if after else None

"""A board, its flash, its link, a laptop and pages in one process, with one clock and one seed.

The seed decides the table's keys and the faults: power cut at any byte of the flash, lines
that are lost, cut, doubled, bent or late, either end started anew, a flash or a disk that takes
nothing for a while, a flash that is erased, pages that are opened again or do not read. The
entries shown to a player as accepted are the truth; after each start of the board, and once
nothing goes wrong any more, all ends must have it.
"""

import asyncio
import functools
import io
import json
import pickle
import random
import shutil
import tempfile
from pathlib import Path

from engine_core.game.game import Game
from engine_core.games.lookup import preset
from engine_core.games.preset_types import Preset
from firmware.app import App
from firmware.keys import keymap
from firmware.lights.canvas import Canvas
from firmware.ports import Ports
from host.boards import remote
from host.boards.remote import BoardPage
from host.link.line_buffer import LineBuffer
from host.link.packed_match import packed
from host.mirror.view import view
from host.pico.build import engine_hash
from tests.conformance.support.flash import BlankFlash, PowerCut
from tests.host.boards import KEYS, Link, Strip, same_entries
from tests.host.disk import MEMORY
from tests.simulation.clock_loop import ClockLoop
from tests.simulation.ends import Cable, Clock, Disk, Laptop, Page

TICK_SECONDS = 0.02
RECOVERY_SECONDS = 60.0  # within which everything recovers once nothing goes wrong
PAGES = 2


def known(app):
    """Return a board's knowledge: how many entries are in effect, the state after them, and those
    in its memory."""
    game = app.game
    return game.length, game.state.pack(), game.entries()


class _Pickler(pickle.Pickler):
    """Copies a board: its canvas has parts that share memory, and a preset is looked up."""

    dispatch_table = {
        Canvas: lambda one: (Canvas, (one.brightness,)),
        Preset: lambda one: (preset, (one.code,)),
    }


def frozen(app):
    """Return bytes from which `pickle.loads` makes a copy of the board as it is now."""
    data = io.BytesIO()
    _Pickler(data).dump(app)
    return data.getvalue()


def steps(twin, key):
    """Press a key of this board; return its knowledge after each save, if nothing goes wrong."""
    twin.store.flash.fuse = -1
    found = []
    changed = twin._changed

    def note(*words):
        found.append(known(twin))
        changed(*words)

    twin._changed = note
    twin.press(key)
    return [*found, known(twin)]


class World:
    """The whole world at one time. `log` lists the events."""

    def __init__(self, seed, loop, path):
        self.dice = random.Random(seed)
        self.loop = loop
        self.log = []
        self.flash = BlankFlash(seed)
        self.starts = 0
        self.lost = 0
        self.strip = Strip()
        self.to_laptop, self.to_board = Cable(self.dice), Cable(self.dice)
        self.disk = Disk()
        self.laptop = None
        self.pages = [Page(self) for _ in range(PAGES)]
        self.is_plugged = True
        self.games = Laptop(path)
        self.start_board()
        self.start_laptop()

    def end(self):
        """Close the pages."""
        for page in self.pages:
            page.close()
        self.laptop.broadcast.close()
        self.games.close()

    def note(self, what):
        self.log.append(f"{self.loop.time() - 1000:8.2f} {what}")

    # The board ----------------------------------------------------------------------------

    def start_board(self):
        """Switch the board on: it must have the accepted entries."""
        self.starts += 1
        self.link = Link()
        self.half_line = b""
        ports = Ports(self.strip, self.flash, self.link, Clock())
        ports.engine = "0123abcd"
        ports.nonce = f"{self.starts:08x}"
        ports.lost = self.lost
        self.app = App(ports)
        assert not self.app.trouble, self.app.trouble

    def restart_board(self, allowed):
        """Start it; its knowledge must be one of `allowed`."""
        self.flash.fuse = -1
        self.to_laptop.cut()
        self.start_board()
        length, state, entries = known(self.app)
        for other_length, other_state, others in allowed:
            most = min(len(entries), len(others))
            if (length, state) == (other_length, other_state) and (
                entries[len(entries) - most :] == others[len(others) - most :]
            ):
                return
        lengths = [one[0] for one in allowed]
        raise AssertionError(f"it started with {length} entries and another game than {lengths}")

    def press(self, key):
        """Press a key, during which the power may be cut."""
        before = self.app.game.length
        copy = frozen(self.app) if self.flash.fuse >= 0 else b""
        try:
            self.app.press(key)
        except PowerCut:
            self.note(f"power cut while key {key} was saved")
            twin = pickle.loads(copy)
            self.restart_board([known(twin), *steps(twin, key)])
        if self.app.game.length != before:
            self.note(f"key {key}: {self.app.game.length} entries")

    def tick(self):
        before = known(self.app) if self.flash.fuse >= 0 else None
        try:
            self.app.tick()
            if self.dice.random() < 0.1:
                self.app.tidy()
                self.app.erase_ahead()
        except PowerCut:
            self.note("power cut while nobody pressed a key")
            self.restart_board([before])

    # The link and the laptop --------------------------------------------------------------

    def start_laptop(self):
        """Start the laptop's program, with nothing but the copy on its disk."""
        if self.laptop:
            self.laptop.broadcast.close()
        self.laptop = BoardPage(self.disk)
        self.lines = LineBuffer()
        self.laptop.session.opened(self.loop.time())
        self.games.start(self.laptop.broadcast)
        for page in self.pages:
            page.open(keeps_id=True)

    def carry(self):
        """Carry bytes both ways, and let the laptop work."""
        now, session = self.loop.time(), self.laptop.session
        for line in self.link.out:
            self.to_laptop.send(line, now)
        self.link.out.clear()
        if not self.is_plugged:
            self.to_laptop.cut()
            self.to_board.cut()
        for line in self.lines.add(self.to_laptop.arrived(now)):
            session.receive(line, now)
        if self.is_plugged and session.hung(now):
            session.closed("the board is silent")
            session.opened(now)
        if request := session.due(now):
            self.to_board.send(request, now)
        *lines, self.half_line = (self.half_line + self.to_board.arrived(now)).split(b"\n")
        self.half_line = self.half_line[-300:]
        self.link.into += lines
        self.laptop.tell()

    # Faults ----------------------------------------------------------------------

    def go_wrong(self):
        """Let a fault begin or end."""
        what = self.dice.choice(_FAULTS)
        self.note(what.__name__.strip("_"))
        what(self)

    def calm(self):
        """End all faults."""
        self.flash.fuse = -1
        self.flash.dead = self.disk.is_full = False
        self.to_laptop.fault = self.to_board.fault = 0.0
        for page in self.pages:
            page.stalled = False
        if not self.is_plugged:
            _plug_or_unplug(self)

    def differences(self):
        """Return the differences between the ends and the board."""
        session, app, now = self.laptop.session, self.app, self.loop.time()
        mirror = session.mirror
        shown = {**view(mirror), "link": session.status(now)}
        menus = [one.to_wire() if one else None for one in (app.menu, mirror.menu)]
        same = {
            "the link": session.state(now) == "live" and not session.requests.busy(),
            "the engine": not mirror.differs,
            "the entries": same_entries(app.game, mirror.game),
            "what can be redone": app.game.can_redo() == mirror.game.can_redo(),
            "the state": app.game.state.pack() == mirror.game.state.pack(),
            "the scores": list(app.game.state.scores) == mirror.scores,
            "the menu": menus[0] == menus[1],
            "the copy": not app.game.length or self.disk.data == packed(mirror.game),
            "the pages": all(one.view == json.loads(json.dumps(shown)) for one in self.pages),
        }
        found = [what for what, is_same in same.items() if not is_same]
        # A game that has ended while the laptop was away is in the board's archive, which is not
        # simulated: tests/host/test_archive_reader.py.
        return found or self.games.differences(mirror.game)

    def check_fold(self):
        """Fold the game again: the state follows from the entries alone."""
        game = self.app.game
        if game.first():
            return
        plain = Game()
        for entry in game.entries():
            plain.apply(entry)
        assert plain.state.pack() == game.state.pack()


def _cut_power_later(world):
    if not world.flash.dead:  # the simulated flash cannot be both
        world.flash.fuse = world.dice.randrange(1, 400)


def _pull_the_plug_of_the_board(world):
    world.restart_board([known(world.app)])


def _spoil_the_link(world):
    world.to_laptop.fault = world.dice.choice((0.0, 0.05, 0.5))
    world.to_board.fault = world.dice.choice((0.0, 0.05, 0.5))


def _plug_or_unplug(world):
    world.is_plugged = not world.is_plugged
    now, session = world.loop.time(), world.laptop.session
    if world.is_plugged:
        session.opened(now)
    else:
        session.closed("it is gone")


def _kill_the_laptop(world):
    world.start_laptop()


def _wear_out_the_flash_for_a_while(world):
    if world.flash.fuse < 0:
        world.flash.dead = not world.flash.dead


def _fill_the_disk_for_a_while(world):
    world.disk.is_full = not world.disk.is_full


def _load_a_page_anew(world):
    world.dice.choice(world.pages).open(keeps_id=world.dice.random() < 0.5)


def _stall_a_page(world):
    page = world.dice.choice(world.pages)
    page.stalled = not page.stalled


_FAULTS = (
    _cut_power_later,
    _cut_power_later,
    _pull_the_plug_of_the_board,
    _spoil_the_link,
    _plug_or_unplug,
    _kill_the_laptop,
    _wear_out_the_flash_for_a_while,
    _fill_the_disk_for_a_while,
    _load_a_page_anew,
    _stall_a_page,
)


_engine_hash = functools.cache(engine_hash)  # reads all sources, at each start of a laptop


async def _live(world, steps):
    for page in world.pages:
        page.open(keeps_id=False)
    for _ in range(steps):
        if world.app.menu and world.dice.random() < 0.5:
            world.press(keymap.ENTER)
        elif world.dice.random() < 0.7:
            world.press(world.dice.choice(KEYS))
        if world.dice.random() < 0.08:
            world.go_wrong()
        world.tick()
        world.carry()
        if world.dice.random() < 0.7:  # the disk is slower than the table at times
            world.games.write(world.loop.time())
        await asyncio.sleep(world.dice.choice((TICK_SECONDS, TICK_SECONDS, 0.1, 1.0)))
    world.note("nothing goes wrong any more")
    world.calm()
    end = world.loop.time() + RECOVERY_SECONDS
    while differences := world.differences():
        assert world.loop.time() < end, f"the ends differ in {', '.join(differences)}"
        world.tick()
        world.carry()
        while world.games.write(world.loop.time()):
            pass
        await asyncio.sleep(TICK_SECONDS * 5)
    world.check_fold()
    world.restart_board([known(world.app)])


def simulate(seed, steps=150):
    """Play one game of this seed. Raises AssertionError with the seed and the events."""
    folder = tempfile.mkdtemp(dir=MEMORY)
    loop = ClockLoop()
    monotonic, remote.monotonic = remote.monotonic, loop.time
    remote.engine_hash = _engine_hash
    asyncio.set_event_loop(loop)
    world = None
    try:
        world = World.__new__(World)

        async def game():
            world.__init__(seed, loop, Path(folder) / "history.sqlite")
            try:
                await _live(world, steps)
            finally:
                world.end()

        loop.run_until_complete(game())
    except Exception as why:
        happened = "\n".join(getattr(world, "log", [])[-40:])
        raise AssertionError(f"seed {seed}: {why}\n{happened}") from why
    finally:
        remote.monotonic, remote.engine_hash = monotonic, engine_hash
        asyncio.set_event_loop(None)
        loop.close()
        shutil.rmtree(folder)
    return world

"""The part of tests.bench.long_life_board that runs on MicroPython: the board's App with its flash
in files, where it takes no heap, and fingers on its keys."""

import gc

from engine_core.compat import const
from firmware.app import App
from firmware.imports import Imports
from firmware.ports import Ports
from firmware.settings.brightness import Brightness
from firmware.storage.archive import SECTORS as ARCHIVE_SECTORS
from firmware.storage.flashlog import SECTOR, SECTORS
from hardware.board import KEYS

_DOWN_MS = const(40)
_BUSY_MS = const(10)  # between two ticks after a key, or while a peg moves
_IDLE_MS = const(50)
_QUIET_MS = const(150)
_SETTLED_MS = const(300)  # after a key, before anything is imported: see firmware.pico.loop
_REST_MS = const(2000)
_WRAP = const(0x3FFFFFFF)
_HEAP = const(228 * 1024)  # bytes that a Pico has


def _free():
    return _HEAP - gc.mem_alloc()


class Sectors:
    """Sectors of a flash, in a file of this name, which is there."""

    size = SECTOR

    def __init__(self, name, count):
        self.count = count
        self._name = name
        self._archive = None

    def archive(self, new):
        if self._archive is None:
            self._archive = Sectors(self._name + ".games", ARCHIVE_SECTORS)
        return self._archive

    def read(self, sector, offset, length):
        with open(self._name, "rb") as file:
            file.seek(sector * SECTOR + offset)
            return file.read(length)

    def program(self, sector, offset, data):
        before = self.read(sector, offset, len(data))
        made = bytearray(data)
        for n in range(len(made)):
            made[n] &= before[n]
        self._write(sector, offset, made)

    def erase(self, sector):
        self._write(sector, 0, b"\xff" * SECTOR)

    def keep(self):
        raise OSError("the journal is damaged")

    def _write(self, sector, offset, data):
        with open(self._name, "r+b") as file:
            file.seek(sector * SECTOR + offset)
            file.write(data)


class Names:
    def __init__(self):
        self._data = b""

    def read(self):
        return self._data

    def write(self, data):
        self._data = data


class Table:
    """A board that runs, with its clock, strip, link, keys and names."""

    def __init__(self, nonce):
        self._now = 1000
        self._down = 0
        self._asked = []
        self._heard = False  # whether a laptop reads
        self._rest = 0  # ms since the last key
        ports = Ports(self, Sectors("journal", SECTORS), self, self)
        ports.keys = self
        ports.names = Names()
        ports.brightness = Brightness()
        ports.engine = "0123abcd"
        ports.nonce = nonce
        self.app = App(ports)
        self._imports = Imports((), _free)
        self.app.tick()

    # The ports ------------------------------------------------------------------------------

    def show(self, frame):
        pass

    def busy(self):
        return False

    def write(self, line):
        if self._heard:
            print(line.decode().strip())
        return True

    def read(self):
        return self._asked.pop(0) if self._asked else None

    def ms(self):
        return self._now & _WRAP

    def scan(self):
        return self._down

    # What happens -----------------------------------------------------------------------------

    def go(self, key, ms, lines=(), heard=True):
        """Press the key of this name, "" for none, and let `ms` pass. lines: what comes on the
        link; heard: whether somebody reads it."""
        self._asked = list(lines)
        self._heard = heard
        self._rest += ms
        if key:
            self._rest = 0
            self._down = 1 << KEYS.index(key)
            self._run(_DOWN_MS, _BUSY_MS)
            self._down = 0
        self._run(min(ms, _QUIET_MS), _BUSY_MS)
        app = self.app
        if app.changed:
            app.changed = False
            due = self._imports.due(app)
            gc.collect()
            app.tidy()
            if due:
                self._imports.load()
            else:
                self._imports.load_ahead()
        for _ in range(20):
            if self._asked:
                self._run(_BUSY_MS, _BUSY_MS)
        if ms >= _SETTLED_MS:
            while self._imports.due(app):
                self._imports.load()
        self._run(ms - _QUIET_MS, _IDLE_MS)
        if self._rest >= _REST_MS:
            app.tidy()
            self._imports.rested = True
            if not self._imports.due(app) and not app.erase_ahead():
                self._imports.load_ahead()
        gc.collect()

    def _run(self, ms, step):
        while ms > 0:
            step = _BUSY_MS if self.app.screen.moving() else step
            self._now += step
            ms -= step
            self.app.tick()

    def state(self):
        """Print what must be as at the other end."""
        game = self.app.game
        print("@", game.length, game.state.pack().hex())

"""Runs on a Pico after `pegboard flash`: its own program, with simulated key presses.

Sent whole over the raw REPL by `test_device.py`. Everything is as after power-on, except for
simulated keys, no watchdog, and a separate journal: the game on the board is not touched.
"""

import gc
import os
import sys
from binascii import hexlify
from time import ticks_add, ticks_diff, ticks_ms, ticks_us

import vfs

try:
    from bundle import Bundle

    vfs.mount(Bundle(open("/pegboard.bundle", "rb")), "/pegboard")  # noqa: SIM115
    sys.path.insert(0, "/pegboard")
except (ImportError, OSError):
    pass  # the modules are in folders

from firmware.pico import journal_flash, power_on, running_game, supervisor
from firmware.storage.game_store import GameStore

journal_flash.FOLDER = "rig"
# From the end of the snapshot to the first key: at rest the board erases the sector that comes
# next in its journal, during which no key would be seen.
LEAD_MS = 3000
DOWN_MS = 40
UP_MS = 60
SEEN_MS = 1700  # at the end: long enough for all that is shown in turn


class Done(Exception):
    pass


class Fingers(supervisor.Matrix):
    """A matrix on whose keys `script`, their numbers, is pressed one after another once `usb` has
    sent the snapshot; the program ends `rest` ms after the last."""

    def __init__(self, config, script, rest, strip, usb):
        super().__init__(config)
        self.script = script
        self.rest = rest
        self.strip = strip
        self.usb = usb
        self.began = None
        self.last = None

    def _sample(self, _):
        self._wires[0] = ticks_us()  # otherwise the timer is taken for stopped
        keys = self.scan()
        if keys != self.last:
            self.last = keys
            self._changed(keys)

    def scan(self):
        if self.began is None:
            return 0
        # No divmod: its tuple would be on the heap, which an interrupt cannot have.
        gone = ticks_diff(ticks_ms(), self.began)
        place = gone // (DOWN_MS + UP_MS)
        if gone < 0 or place >= len(self.script) or gone % (DOWN_MS + UP_MS) >= DOWN_MS:
            return 0
        return 1 << self.script[place]

    def work(self):
        super().work()
        if self.began is None:
            if not self.usb.told:
                return
            self.began = ticks_add(ticks_ms(), LEAD_MS)
        whole = len(self.script) * (DOWN_MS + UP_MS) + self.rest
        left = whole - ticks_diff(ticks_ms(), self.began)
        self.strip.keeps = left < SEEN_MS
        if left < 0:
            raise Done


class Line(supervisor.UsbLink):
    """The link; `told` is whether a snapshot has been sent, which ends with the menu."""

    told = False

    def write(self, line):
        taken = super().write(line)
        if taken and b'["menu"' in line:
            self.told = True
        return taken


class Watched:
    """The strip `real`, which records its frames while `keeps`."""

    def __init__(self, real):
        self.real = real
        self.keeps = False
        self.frames = []
        self.busy = real.busy
        self.work = real.work
        self.last = bytearray()

    def show(self, frame):
        self.real.show(frame)
        self.last[:] = frame
        if self.keeps:
            self.note()

    def show_first(self, frame, pixels):
        self.real.show_first(frame, pixels)
        self.last[: 3 * pixels] = frame[: 3 * pixels]
        if self.keeps:
            self.note()

    def note(self):
        if self.last not in self.frames and len(self.frames) < 8:
            self.frames.append(bytes(self.last))


class Nothing:
    def feed(self):
        pass

    def add(self, text):
        print(text)

    def read(self):
        return []


def play(script, rest):
    """Press the keys of `script`; print the frames that were shown at the end of the rest."""
    config = power_on.configuration()[0]
    strip = Watched(power_on.strip(config))
    brightness = power_on.brightness(config)
    supply = power_on.Supply(lambda: 0, brightness, config.current)
    usb = Line()
    fingers = Fingers(config, script, rest, strip, usb)
    try:
        engine, nonce = supervisor.ENGINE, supervisor._nonce()
        ports = fingers, strip, brightness, supply, usb, Nothing(), Nothing()
        running_game.resume(*ports, engine, nonce, False, None).run()
    except Done:
        pass
    finally:
        for _ in range(1000):
            usb.work()
    strip.note()
    print()
    for frame in strip.frames:
        print("@frame", hexlify(frame).decode())
    strip.real.close()
    gc.collect()


def engine():
    """Print the hash of the rules that run here."""
    print("@engine", supervisor.ENGINE)


def stored():
    """Print the entries in the journal."""
    from engine_core.state.entries import text

    game, trouble = GameStore(journal_flash.JournalFlash()).load()
    print("@whole", not trouble)
    game.reach(0)
    for entry in game.entries():
        print("@entry", text(entry))


def clean():
    """Restore the board."""
    try:
        for name in os.listdir(journal_flash.FOLDER):
            os.remove(journal_flash.FOLDER + "/" + name)
        os.rmdir(journal_flash.FOLDER)
    except OSError:
        pass


clean()

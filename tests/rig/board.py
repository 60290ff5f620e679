"""The board on an emulated Pico: keys, light, power, and the link."""

from hardware.board import KEYS
from host.mirror.mirror import Mirror
from tests.conformance.support.mirrored import feed

BOOT_MS = 6000
TOLD_MS = 100  # after which the link has told of an empty board, once the host has found it
HOST_MS = 1500  # from the first light until a host has found the board and heard of it
TOLD = b'["menu"'  # the last of it
KEY_MS = 40  # a quick finger
REST_MS = 50  # from the release of one key to the next


class Board:
    """`pico` is a tests.emulator.pico.Pico. `heard` has the output of the link since power-on."""

    def __init__(self, pico):
        self.pico = pico
        self.heard = b""

    def switch_on(self):
        """Power on; return the first frame's end in ms since then."""
        pico = self.pico
        pico.host_reads(True)
        pico.keys(*[(name, False, 0) for name in KEYS])
        pico.console.clear()
        pico.frames.clear()
        pico.flash.clear()
        self.heard = b""
        pico.power_on()
        start = pico.ns
        lit = (pico.run_to_frame(BOOT_MS).end - start) / 1e6
        # The board may be lit sooner than a host finds it: what is told then must be over before
        # the first key, or it would tell of that.
        if TOLD not in pico.console:
            pico.ask("run", ms=HOST_MS, text=TOLD.decode())
        pico.run(TOLD_MS)
        return lit

    def key(self, name, rest=REST_MS):
        """Press and release a key; return the time from the press to its light, in ms, or None if
        the light did not change."""
        pico = self.pico
        pico.frames.clear()
        start = pico.ns
        pico.tap(name, KEY_MS)
        pico.run(KEY_MS + rest)
        return (pico.frames[0].end - start) / 1e6 if pico.frames else None

    def run(self, ms):
        """Let time pass."""
        self.pico.run(ms)

    def lines(self):
        """Return the lines of the link since power-on."""
        self.heard += bytes(self.pico.console)
        self.pico.console.clear()
        return [line + b"\n" for line in self.heard.split(b"\n")[:-1]]

    def mirror(self):
        """Return a Mirror that has received all lines of the link."""
        mirror = Mirror()
        for line in self.lines():
            feed(mirror, line)
        assert not mirror.differs
        return mirror

    def frame(self):
        """Return r, g, b of each pixel, as last sent to the strip."""
        sent = self.pico.lights
        return bytes(sent[i + place] for i in range(0, len(sent), 3) for place in (1, 0, 2))

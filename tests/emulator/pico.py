"""An emulated Pico, stepped from here, so that it does the same in each run.

`serve.mjs` beside this file is the other end, and describes the parts that are emulated.
"""

import base64
import json
import subprocess
from pathlib import Path
from typing import NamedTuple

from hardware.board import COLUMN_PINS, KEY_COLUMNS, KEYS, ROW_PINS, STRIP_PIN
from host.pico.rawrepl import RawRepl, ReplClosed
from tests.targets import npm

HERE = Path(__file__).parent
ENTER_SECONDS = 60.0  # of the laptop, which may be busy


class EmulatorError(Exception):
    """The emulator could not carry out a command; the text comes from the emulator."""


class Frame(NamedTuple):
    """A frame on the strip's wire. Times are ns; each range is (least, most)."""

    start: int
    end: int
    gap: int | None  # how long the wire had been low; None for the first since power-on
    zero: tuple[float, float]  # width of the pulses that say 0
    one: tuple[float, float]
    low: float  # longest time low within the frame
    data: bytes


class FlashOp(NamedTuple):
    """An operation on the flash, of 4 KiB sectors ("erase") or 256-byte pages ("program")."""

    op: str
    offset: int
    length: int
    ns: int


class Pico:
    """An emulated Pico with the key matrix and the strip of `hardware.board`. A context.

    image: a .uf2, or a copy of the flash; bootrom: of an RP2040; cached: whether reading the flash
    takes the time computed by flash_cache.mjs, otherwise none. `frames`, `flash` and `console`
    collect its output; readers may empty them. `lights` has the last value sent to each pixel: a
    frame may end before the last one. Raises NpmError, EmulatorError.
    """

    def __init__(self, image, bootrom, cached=False):
        program = npm.package("rp2040js") / "dist" / "esm" / "index.js"
        self.process = subprocess.Popen(
            [npm.node(), HERE / "serve.mjs", program, bootrom, image, *["cached"] * cached],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.frames: list[Frame] = []
        self.flash: list[FlashOp] = []
        self.lights = bytearray()
        self.console = bytearray()
        self.ns = 0
        self.dead = False
        self.boots = 0
        self.ask("matrix", rows=ROW_PINS, columns=COLUMN_PINS)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """End the emulator."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()

    def ask(self, cmd, **rest):
        """Send a command of serve.mjs and return its answer, after recording the output in it."""
        line = json.dumps({"cmd": cmd, **rest}) + "\n"
        try:
            self.process.stdin.write(line.encode())
            self.process.stdin.flush()
            reply = self.process.stdout.readline()
        except OSError:
            reply = b""
        if not reply:
            raise EmulatorError(f"the emulator ended with status {self.process.wait()}")
        news = json.loads(reply)
        self.ns, self.dead, self.boots = news["ns"], news["dead"], news["boots"]
        self.console += base64.b64decode(news["serial"])
        for row in news["frames"]:
            if row.pop("pin") == STRIP_PIN:
                data = base64.b64decode(row.pop("bytes"))
                self.frames.append(Frame(data=data, **row))
                self.lights[: len(data)] = data
        self.flash += [
            FlashOp(row["op"], row["offset"], row["bytes"], row["ns"]) for row in news["flash"]
        ]
        if "error" in news:
            raise EmulatorError(news["error"])
        return news

    # Time and power ----------------------------------------------------------------------

    def run(self, ms):
        """Let `ms` milliseconds of its time pass."""
        self.ask("run", ms=ms)

    def run_to_frame(self, ms):
        """Run until a frame has been sent, at most `ms`; return it. Raises EmulatorError."""
        before = len(self.frames)
        self.ask("run", ms=ms, frames=1)
        if len(self.frames) == before:
            raise EmulatorError(f"no frame within {ms} ms; the console ends {self.tail()}")
        return self.frames[before]

    def run_to_text(self, text, ms):
        """Run until `text` (str) has been printed, at most `ms`. Raises EmulatorError."""
        self.ask("run", ms=ms, text=text)
        if text.encode() not in self.console:
            raise EmulatorError(f"no {text!r} within {ms} ms; the console ends {self.tail()}")

    def power_on(self):
        """Switch the power off, if it is on, and on again."""
        self.ask("on")

    def cut_power(self):
        """Switch the power off."""
        self.ask("cut")

    def cut_at(self, operation, length=0):
        """Cut the power in the flash operation number `operation` from now on, from 1, when
        `length` of its bytes are done."""
        self.ask("cutAt", op=operation, bytes=length)

    def save(self, path):
        """Write its flash to the file at `path`."""
        self.ask("save", path=str(path))

    def load(self, path):
        """Give it the flash that `save` wrote; `power_on` boots from that."""
        self.ask("load", path=str(path))

    # Keys --------------------------------------------------------------------------------

    def keys(self, *edges):
        """Close and open keys: (name, down, ms from now) each."""
        at = []
        for name, down, ms in edges:
            row, column = divmod(KEYS.index(name), KEY_COLUMNS)
            at.append([row, column, down, ms])
        self.ask("keys", at=at)

    def tap(self, name, ms=40):
        """Press the key called `name` now, and let it go after `ms`."""
        self.keys((name, True, 0), (name, False, ms))

    # Analogue inputs ---------------------------------------------------------------------

    def volts(self, gpio, volts):
        """Put `volts` on the analogue input `gpio`, 26 to 29, from now on; before, it is 0."""
        self.ask("volts", gpio=gpio, volts=volts)

    # Serial port -------------------------------------------------------------------------

    def send(self, data):
        """Send bytes to its serial port."""
        self.ask("send", data=base64.b64encode(data).decode())

    def host_reads(self, reading):
        """Set whether the USB host reads what is sent to it."""
        self.ask("host", reading=reading)

    def open_port(self):
        """Let it run freely, with its serial port on TCP; return the port's number."""
        port = self.ask("serial")["port"]
        self.ask("go")
        return port

    def repl(self):
        """Stop the program and return a RawRepl on the serial port. Raises ReplError."""
        self.console.clear()
        repl = RawRepl(_Serial(self))
        repl.enter(ENTER_SECONDS)
        return repl

    def tail(self):
        """Return the end of the console, for a message."""
        return repr(bytes(self.console[-200:]))


class _Serial:
    """The serial port as a transport: reading lets the Pico's time pass."""

    def __init__(self, pico):
        self.pico = pico

    def read(self, timeout):
        if not self.pico.console and timeout > 0:
            self.pico.ask("run", ms=timeout * 1000, text="")
        data = bytes(self.pico.console)
        self.pico.console.clear()
        return data

    def write(self, data):
        if self.pico.dead:
            raise ReplClosed("the power is off")
        self.pico.send(data)

    def close(self):
        self.pico.close()

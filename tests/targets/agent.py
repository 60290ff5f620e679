"""The tests' code on a target. MicroPython; sent unchanged into `__main__`.

Answers are lines that begin with "@ ", so that a test's output is not mistaken for one.
"""

import sys

# The VM for WebAssembly carries modules that a Pico lacks, and Python versions of some it has.
if ".frozen" in sys.path and sys.platform == "webassembly":
    sys.path.remove(".frozen")

import binascii
import gc
import hashlib
import os
import time


def describe():
    """Print the version, the build, and the bytes in a word."""
    word = 8 if sys.maxsize > 0x7FFFFFFF else 4
    name = getattr(sys.implementation, "_machine", sys.platform)
    print("@", ".".join(str(part) for part in sys.implementation.version[:3]), word * 8, name)


def mpy():
    """Print which .mpy files this machine takes: the low byte is the version."""
    print("@", getattr(sys.implementation, "_mpy", 0))


def quiet():
    """Disarm the watchdog of a Pico, which a program may have left armed: it would reset us."""
    try:
        from machine import mem32
    except ImportError:
        return
    # ENABLE in the register CTRL, at the address + 0x3000 that clears the bits written to it.
    newer = "RP2350" in sys.implementation._machine
    mem32[(0x400D8000 if newer else 0x40058000) + 0x3000] = 1 << 30


def names(folder):
    """Print the paths of all files under `folder`."""
    try:
        entries = os.listdir(folder)
    except OSError:
        return
    for name in entries:
        path = folder + "/" + name
        if os.stat(path)[0] & 0x4000:
            names(path)
        else:
            print("@", path)


def digest(path):
    """Return the SHA-256 of the file at `path` in hex, or "" when there is none."""
    sha = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while data := file.read(512):
                sha.update(data)
    except OSError:
        return ""
    return binascii.hexlify(sha.digest()).decode()


def lacks(*wanted):
    """Print the paths of (path, SHA-256) pairs that are absent here or differ."""
    for path, sha in wanted:
        if digest(path) != sha:
            print("@", path)


def remove(path):
    """Remove the file at `path`, if there is one."""
    try:
        os.remove(path)
    except OSError:
        pass


def put(path, mode, text):
    """Write (mode "wb") or append ("ab") base64 `text` to the file at `path`."""
    for end, letter in enumerate(path):
        if letter == "/":
            try:
                os.mkdir(path[:end])
            except OSError:
                pass  # it is there
    with open(path, mode) as file:
        file.write(binascii.a2b_base64(text))


def run(module, name):
    """Call the test `name` of `module` (dotted); print its milliseconds and its answer."""
    test = getattr(__import__(module, None, None, (name,)), name)
    gc.collect()
    start = time.ticks_ms()
    answer = test()
    spent = time.ticks_diff(time.ticks_ms(), start)
    kind = type(answer).__name__
    if answer is None:
        answer = b""
    elif kind == "str":
        answer = answer.encode()
    elif kind != "bytes":
        raise TypeError("a conformance test returns None, str or bytes, not " + kind)
    print("\n@", spent, kind, binascii.b2a_base64(answer).decode().strip())


def heap():
    """Print how many bytes of heap are in use."""
    print("@", gc.mem_alloc())

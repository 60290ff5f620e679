"""What `pegboard flash` has a device do. MicroPython; sent as it is into `__main__`, not run here.

Answers are lines that begin with "@ ". Files are written beside those they are to replace.
"""

import binascii
import hashlib
import os
import sys

NEW = ".new"


def describe():
    """Say what this is: version, its suffix, the kind of .mpy it reads, platform, machine."""
    about = sys.implementation
    version = ".".join([str(part) for part in about.version[:3]])
    machine = getattr(about, "_machine", sys.platform)
    print("@", about.name, version, getattr(about, "_mpy", 0), sys.platform, machine)


def image_program():
    """Say which program is part of MicroPython's image, "-" where none is."""
    paths = sys.path[:]
    sys.path[:] = [".frozen"]
    try:
        from firmware.version import PROGRAM

        print("@", PROGRAM)
    except ImportError:
        print("@ -")
    sys.path[:] = paths


def free():
    """Say how many bytes are free for files."""
    blocks = os.statvfs("/")
    print("@", blocks[0] * blocks[3])


def digests(*paths):
    """Say the SHA-256 of each file, "-" where there is none."""
    for path in paths:
        try:
            with open(path, "rb") as file:
                print("@", digest(file, -1))
        except OSError:
            print("@ -")


def digest(file, size):
    """Return the SHA-256, in hex, of the next `size` bytes of `file`; -1: of all the rest."""
    sha = hashlib.sha256()
    while size:
        data = file.read(1024 if size < 0 else min(size, 1024))
        if not data:
            break
        sha.update(data)
        if size > 0:
            size -= len(data)
    return binascii.hexlify(sha.digest()).decode()


def parts(path, folder):
    """Say where each file of a bundle begins, its size and its SHA-256."""
    try:
        with open(path, "rb") as file:
            # Other numbers are of an earlier version's, or damaged: all of it is sent then.
            count = int.from_bytes(file.read(4), "little") - 0x10000
            index = file.read(12 * count) if 0 <= count < 1000 else b""
            for i in range(4 * count, 8 * count if index else 0, 4):
                at = int.from_bytes(index[i : i + 4], "little")
                size = int.from_bytes(index[i + 4 * count : i + 4 * count + 4], "little")
                if size < folder:
                    file.seek(at)
                    print("@", at, size, digest(file, size))
    except OSError:
        pass


def put(path, mode, text):
    """Write (mode "wb") or append ("ab") base64 `text` to what is to become the file at `path`."""
    with open(path + NEW, mode) as file:
        file.write(binascii.a2b_base64(text))


def damaged(prefix):
    """Say every file at the top whose name begins with `prefix`."""
    for name in os.listdir("/"):
        if name.startswith(prefix):
            print("@", "/" + name)


def tell(path):
    """Say what is in the file at `path`, as base64."""
    with open(path, "rb") as file:
        while True:
            data = file.read(192)
            if not data:
                return
            print("@", binascii.b2a_base64(data).decode().strip())


def copy(path, mode, *places):
    """Write or append pieces of the file at `path`, (where, size), to what is to become it."""
    with open(path, "rb") as old, open(path + NEW, mode) as new:
        for at, size in places:
            old.seek(at)
            end = at + size
            while old.tell() < end:
                data = old.read(min(end - old.tell(), 1024))
                if not data:
                    return  # the hash will tell
                new.write(data)


def accept(path):
    """Have what was written take the place of the file at `path`."""
    try:
        os.rename(path + NEW, path)
    except OSError:  # a FAT file system does not rename onto a file
        os.remove(path)
        os.rename(path + NEW, path)
    if hasattr(os, "sync"):
        os.sync()


def found(*folders):
    """Say every file in `folders`, and those left half written at the top."""
    for name in os.listdir("/"):
        if name.endswith(NEW):
            print("@", "/" + name)
    for folder in folders:
        walk(folder)


def walk(path):
    """Say every file under `path`, then `path` itself with a slash at its end."""
    try:
        names = os.listdir(path)
    except OSError:
        return
    for name in names:
        inner = path + "/" + name
        if os.stat(inner)[0] & 0x4000:
            walk(inner)
        else:
            print("@", inner)
    print("@", path + "/")


def remove(*paths):
    """Remove files, and folders (with a slash at their end) that are empty."""
    for path in paths:
        try:
            if path.endswith("/"):
                os.rmdir(path[:-1])
            else:
                os.remove(path)
        except OSError:
            pass  # a folder that keeps something of somebody else's


def calm():
    """Disarm a watchdog that the program left armed: it would end this in the middle."""
    try:
        from machine import mem32
    except ImportError:
        return
    newer = "RP2350" in getattr(sys.implementation, "_machine", "")
    # The bit ENABLE of the watchdog's register CTRL, through the address that clears bits.
    mem32[(0x400D8000 if newer else 0x40058000) + 0x3000] = 1 << 30


def restart():
    """Start again as at power-on."""
    import machine

    machine.reset()

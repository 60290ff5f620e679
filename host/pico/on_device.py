"""The code that `pegboard flash` and the static site run on a device. It is MicroPython, sent
unchanged into `__main__`; it does not run here.

Answers are lines that begin with "@ ". Files are written beside those that they will replace.
"""

import binascii
import hashlib
import os
import sys

NEW = ".new"


def describe():
    """Print the version, its suffix, the kind of .mpy files it reads, the platform and the
    machine."""
    about = sys.implementation
    version = ".".join([str(part) for part in about.version[:3]])
    machine = getattr(about, "_machine", sys.platform)
    print("@", about.name, version, getattr(about, "_mpy", 0), sys.platform, machine)


def image_program():
    """Print which program is part of MicroPython's image, or "-"."""
    paths = sys.path[:]
    sys.path[:] = [".frozen"]
    try:
        from firmware.version import PROGRAM

        print("@", PROGRAM)
    except ImportError:
        print("@ -")
    sys.path[:] = paths


def program():
    """Print the version and the hash of the program in the files, or "-" if it does not say."""
    paths = sys.path[:]
    said = "-"
    try:
        import vfs
        from bundle import Bundle

        with open("/pegboard.bundle", "rb") as file:
            vfs.mount(Bundle(file), "/look")
            sys.path[:] = ["/look"]
            try:
                from firmware.version import PROGRAM as said
            finally:
                vfs.umount("/look")
    except Exception:
        pass  # it is missing, damaged, or of an earlier version
    sys.path[:] = paths
    for name in list(sys.modules):
        if name.split(".")[0] in ("bundle", "firmware"):
            del sys.modules[name]
    print("@", said)


def free():
    """Print how many bytes are free for files."""
    blocks = os.statvfs("/")
    print("@", blocks[0] * blocks[3])


def digests(*paths):
    """Print the SHA-256 of each file, or "-" if it does not exist."""
    for path in paths:
        try:
            with open(path, "rb") as file:
                print("@", digest(file, -1))
        except OSError:
            print("@ -")


def digest(file, size):
    """Return the SHA-256, in hex, of the next `size` bytes of `file`, or of all the rest if it is
    -1."""
    sha = hashlib.sha256()
    while size:
        data = file.read(1024 if size < 0 else min(size, 1024))
        if not data:
            break
        sha.update(data)
        if size > 0:
            size -= len(data)
    return binascii.hexlify(sha.digest()).decode()


def parts(path, form):
    """Print the offset, the size and the SHA-256 of each file in a bundle."""
    try:
        with open(path, "rb") as file:
            # Other numbers mean an earlier version or damage; then everything is sent.
            count = int.from_bytes(file.read(4), "little") - form
            index = file.read(12 * count) if 0 <= count < 1000 else b""
            for i in range(4 * count, 8 * count if index else 0, 4):
                at = int.from_bytes(index[i : i + 4], "little")
                size = int.from_bytes(index[i + 4 * count : i + 4 * count + 4], "little")
                file.seek(at)
                print("@", at, size, digest(file, size))
    except OSError:
        pass


def put(path, mode, text):
    """Write (mode "wb") or append ("ab") base64 `text` to the future file at `path`."""
    with open(path + NEW, mode) as file:
        file.write(binascii.a2b_base64(text))


def damaged(prefix):
    """Print the name of every file at the top whose name begins with `prefix`."""
    for name in os.listdir("/"):
        if name.startswith(prefix):
            print("@", "/" + name)


def tell(path):
    """Print the contents of the file at `path` in base64."""
    with open(path, "rb") as file:
        while True:
            data = file.read(192)
            if not data:
                return
            print("@", binascii.b2a_base64(data).decode().strip())


def copy(path, mode, *places):
    """Write or append pieces of the file at `path`, (offset, size), to the future file there."""
    with open(path, "rb") as old, open(path + NEW, mode) as new:
        for at, size in places:
            old.seek(at)
            end = at + size
            while old.tell() < end:
                data = old.read(min(end - old.tell(), 1024))
                if not data:
                    return  # the hash will show it
                new.write(data)


def accept(path):
    """Replace the file at `path` by what was written."""
    try:
        os.rename(path + NEW, path)
    except OSError:  # a FAT file system cannot rename to an existing name
        os.remove(path)
        os.rename(path + NEW, path)
    if hasattr(os, "sync"):
        os.sync()


def found(*folders):
    """Print every file in `folders`, and half-written ones at the top."""
    for name in os.listdir("/"):
        if name.endswith(NEW):
            print("@", "/" + name)
    for folder in folders:
        walk(folder)


def walk(path):
    """Print every file under `path`, then `path` itself with a slash at the end."""
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
    """Remove files, and empty folders (with a slash at the end)."""
    for path in paths:
        try:
            if path.endswith("/"):
                os.rmdir(path[:-1])
            else:
                os.remove(path)
        except OSError:
            pass  # a folder that contains something else


def calm():
    """Disarm a watchdog that the program has left armed; it would interrupt the transfer."""
    try:
        from machine import mem32
    except ImportError:
        return
    newer = "RP2350" in getattr(sys.implementation, "_machine", "")
    # Clear the bit ENABLE of the watchdog's register CTRL.
    mem32[(0x400D8000 if newer else 0x40058000) + 0x3000] = 1 << 30


def restart():
    """Restart as at power-on."""
    import machine

    machine.reset()

"""A failing disk: replaces the system calls of the given modules."""

import errno
import os
from pathlib import Path

# A folder on a disk that need not be waited for, where there is one.
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
FAULTS = (errno.ENOSPC, errno.EIO, errno.EINTR, "short")
_CALLS = ("fsync", "fstat", "stat", "open", "replace", "unlink", "close")
_OF_FILES = ("write", "seek", "close")
_OF_PATHS = ("read_bytes", "mkdir", "exists", "replace")


class Disk:
    """Counts the calls in `calls`. Call number `at` fails with `fault`, an errno, or "short": it
    writes half of the data; so do all later calls if it `lasts`."""

    def __init__(self, patch, *modules):
        self.calls = 0
        self.at = -1
        self.fault = None
        self.lasts = False
        for module in modules:
            patch.setattr(module, "os", _System(self))
            patch.setattr(module, "Path", _paths(self))
            patch.setattr(module, "open", self._open, raising=False)

    def fail(self, at, fault, lasts=False):
        """Count from 0 again, and fail at call number `at`."""
        self.calls, self.at, self.fault, self.lasts = 0, at, fault, lasts

    def heal(self):
        """Fail no more; return how many calls there were."""
        self.at = -1
        return self.calls

    def call(self, function, *words, **options):
        number, self.calls = self.calls, self.calls + 1
        failing = self.at >= 0 and (number >= self.at if self.lasts else number == self.at)
        if failing and self.fault != "short":
            if function.__name__ == "close":
                function(*words, **options)  # the handle is gone all the same
            raise OSError(self.fault, os.strerror(self.fault))
        if failing and function.__name__ == "write":
            return function(words[0][: (len(words[0]) + 1) // 2])
        if function.__name__ == "fsync":
            return None  # the disk of the tests needs no such time
        return function(*words, **options)

    def _open(self, *words, **options):
        return _File(self.call(open, *words, **options), self)


def _paths(disk):
    """Return a class of paths whose calls fail with `disk`."""
    plain = type(Path())

    def failing(name):
        return lambda path, *words, **options: disk.call(
            getattr(plain, name), path, *words, **options
        )

    return type("DiskPath", (plain,), {name: failing(name) for name in _OF_PATHS})


class _System:
    """The module os."""

    def __init__(self, disk):
        self._disk = disk

    def __getattr__(self, name):
        found = getattr(os, name)
        if name not in _CALLS:
            return found
        return lambda *words, **options: self._disk.call(found, *words, **options)


class _File:
    def __init__(self, file, disk):
        self._file = file
        self._disk = disk

    def __getattr__(self, name):
        found = getattr(self._file, name)
        if name not in _OF_FILES:
            return found
        return lambda *words: self._disk.call(found, *words)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

"""The modules of a page's program, as a file system to import them from.

Each is read whole. For a module in the worker's own file system MicroPython looks in four places
and then reads 32 bytes at a time, each time by way of JavaScript: a third of the time to the first
light was spent on that.

This file imports nothing of the project, because the project is imported with it.
"""

import io
import json

_A_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as in the result of os.stat
_A_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class ModuleFiles:
    """A read-only file system, to which `add` adds the contents of one file after another."""

    def __init__(self):
        self._files = {}  # path -> (the file that contains it, where it begins, bytes)
        self._folders = set()

    def add(self, file, index: str, begin: int) -> None:
        """Add what `file`, open for reading, contains: `index` is JSON, [path, bytes] of each, and
        the first is at `begin`."""
        for name, length in json.loads(index):
            path = "/" + name
            self._files[path] = file, begin, length
            begin += length
            folder = path.rpartition("/")[0]
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = folder.rpartition("/")[0]

    def mount(self, readonly, mkfs):
        """Do nothing: MicroPython calls this when it mounts a file system."""

    def umount(self):
        """Do nothing, as `mount`."""

    def stat(self, path: str) -> tuple:
        """Return the parts of os.stat's result that imports need. Raises OSError."""
        if path in self._files:
            return _A_FILE
        if path in self._folders:
            return _A_FOLDER
        raise OSError(2)

    def open(self, path: str, mode: str):
        """Return the file at `path`, open for reading. Raises OSError."""
        if path not in self._files:
            raise OSError(2)
        file, begin, length = self._files[path]
        file.seek(begin)
        data = file.read(length)
        return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())

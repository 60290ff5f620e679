"""The file with the names of the sides: a port of firmware.link.side_names.

The names are kept in memory from the import on. To open a file a Pico takes 1.1 KB in one piece,
which there may not be in the middle of a game: then they are written at the next rest.
"""

import os

_PATH = "names.txt"
_FRESH = "names.new"
_MOST = 512  # bytes; a whole one has under 300


def _stored():
    try:
        os.stat(_PATH)  # unlike opening a file that is missing, this takes no memory
        with open(_PATH, "rb") as file:
            return file.read(_MOST)
    except OSError:
        return b""


_kept = [_stored()]
_due = [False]  # whether they are still to be written


def read() -> bytes:
    """Return the names, or b"" if there are none that can be read."""
    return _kept[0]


def write(data: bytes) -> None:
    """Replace the contents of the file by `data`, completely or not at all. If there is no memory
    to open it, `read` returns them all the same, and `finish` writes them. Raises OSError."""
    try:
        with open(_FRESH, "wb") as file:
            file.write(data)
        os.rename(_FRESH, _PATH)
        _due[0] = False
    except MemoryError:
        _due[0] = True
    _kept[0] = data


def is_due() -> bool:
    """Return whether there was no memory to write the names, and `finish` is to be called."""
    return _due[0]


def finish() -> None:
    """Try once more to write the names."""
    try:
        write(_kept[0])
    except OSError:
        pass  # it is tried again

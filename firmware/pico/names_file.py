"""The file with the names of the sides: a port of firmware.link.side_names, imported when first
used."""

import os

_PATH = "names.txt"
_FRESH = "names.new"
_MOST = 512  # bytes; a whole one has under 300


def read() -> bytes:
    """Return the contents of the file, or b"" if there is none that can be read."""
    try:
        with open(_PATH, "rb") as file:
            return file.read(_MOST)
    except OSError:
        return b""


def write(data: bytes) -> None:
    """Replace the contents of the file by `data`, completely or not at all. Raises OSError."""
    with open(_FRESH, "wb") as file:
        file.write(data)
    os.rename(_FRESH, _PATH)

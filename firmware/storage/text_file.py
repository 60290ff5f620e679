"""Short text files that a person may have written, damaged or replaced by something else."""

import os

from engine_core.errors import PegboardError


class TextFileError(PegboardError):
    """The file cannot be used; the text says what to do."""


def read(path: str, most: int) -> str:
    """Return the text in the file at `path`, or "" if there is no file. Raises TextFileError if it
    is longer than `most` bytes, is not UTF-8, or cannot be read, for example because it is a
    folder."""
    try:
        os.stat(path)
    except OSError:
        return ""
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except OSError:
        raise TextFileError(path + " cannot be read; it may be a folder: remove it")
    if len(data) > most:
        raise TextFileError(path + " is longer than %d bytes: shorten or remove it" % most)
    try:
        return str(data, "utf-8")
    except UnicodeError:
        raise TextFileError(path + " is not text in UTF-8: write it again, or remove it")

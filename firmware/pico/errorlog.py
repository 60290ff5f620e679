"""A small log of errors in a file, which the laptop can request.

`read` and `add` lines; the oldest are dropped. Errors of the flash are ignored, because the caller
has another error to report. The module is loaded when first used, so it is its own port.
"""

import io
import os
import sys

from engine_core.compat import const

PATH = "errors.txt"
_LINES = const(24)
_WIDTH = const(120)  # characters: so a line fits in one of the link
_MOST = const(2904)  # bytes of that many lines
_QUESTION = const(63)
_NEWLINE = const(10)


def read() -> list:
    """Return the lines, oldest first, whatever the file contains."""
    try:
        with open(PATH, "rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _MOST))
            data = bytearray(file.read())
    except OSError:
        return []
    _make_plain(data)
    lines = [line[:_WIDTH] for line in str(data, "utf-8").split("\n") if line]
    return lines[-_LINES:]


def add(text: str) -> None:
    """Add `text`, which may have several lines."""
    lines = read()
    for line in text.split("\n"):
        if line.strip():
            data = bytearray(line.rstrip().encode())
            _make_plain(data)
            lines.append(str(data, "utf-8")[:_WIDTH])
    data = "".join([line + "\n" for line in lines[-_LINES:]])
    try:
        _write(data)
    except OSError:
        try:
            os.rename(PATH, PATH + ".old")  # perhaps a folder
            _write(data)
        except OSError:
            pass


def add_failure(why: Exception) -> None:
    """Add its traceback."""
    text = io.StringIO()
    # The stubs do not say that this is a stream.
    sys.print_exception(why, text)  # pyright: ignore[reportArgumentType]
    add(text.getvalue())  # pyright: ignore[reportAttributeAccessIssue]


def _write(text):
    with open(PATH, "w") as file:
        file.write(text)


def _make_plain(data):
    """Replace each byte that a line of the link cannot contain by a question mark."""
    for i in range(len(data)):
        if not 32 <= data[i] <= 125 and data[i] != _NEWLINE:
            data[i] = _QUESTION

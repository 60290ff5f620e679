"""One line of the link: `~<number> <json list>*<crc32>` and a newline. Both ends use this module.

A line has printable ASCII only, so none can contain the byte that interrupts MicroPython. Anything
that is not such a line is console text.
"""

import json

from engine_core.compat import const, crc32

_CRC = const(8)
_FRAME = const(11)  # characters of a line around its body
_PACKET = const(64)  # USB stalls if a write fills its last packet exactly


def encode(number: int, message: list) -> bytes:
    """Return the line for `message`, a list of numbers, texts and lists of numbers."""
    body = str(number) + " " + json.dumps(message, separators=(",", ":")).replace("~", "\\u007e")
    if (len(body) + _FRAME) % _PACKET == 0:
        body += " "
    data = body.encode()
    return b"~" + data + b"*" + ("%08x" % crc32(data)).encode() + b"\n"


def parse(line: bytes):
    """Return `(number, message)` if `line` is an undamaged line of the link, otherwise None."""
    line = line.strip()
    if line[:1] != b"~" or line[-_CRC - 1 : -_CRC] != b"*":
        return None
    body = line[1 : -_CRC - 1]
    if ("%08x" % crc32(body)).encode() != line[-_CRC:]:
        return None
    try:
        number, _, text = body.decode().partition(" ")
        message = json.loads(text)
        return (int(number), message) if isinstance(message, list) else None
    except ValueError:
        return None

"""One line of the link: `~<number> <json list>*<crc32>`, a newline after it. Both ends use this.

A line holds printable ASCII only, so none can hold the byte that interrupts MicroPython, and
whatever is not such a line is console text.
"""

import json

from engine_core.compat import const, crc32

_CRC = const(8)
_FRAME = const(11)  # what a line has around its body
_PACKET = const(64)  # USB stalls on writes that fill its packets to the last byte


def encode(number: int, message: list) -> bytes:
    """Return the line for `message`, a list of numbers, texts and lists of them."""
    body = str(number) + " " + json.dumps(message, separators=(",", ":")).replace("~", "\\u007e")
    if (len(body) + _FRAME) % _PACKET == 0:
        body += " "
    data = body.encode()
    return b"~" + data + b"*" + ("%08x" % crc32(data)).encode() + b"\n"


def parse(line: bytes):
    """Return `(number, message)` for a line of the link, whole and undamaged; else None."""
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

"""The binary info of a program for a Pico: the program's description of itself, for tools.

See `pico/binary_info/structure.h` of the Raspberry Pi Pico SDK. Near the beginning of the flash
are two markers, and between them the addresses of the first and the last of a list of pointers,
each to an entry. This file runs on MicroPython too.
"""

import struct

from .uf2 import PAGE

FLASH = 0x10000000  # its address
_MARKER = 0x7188EBF2
_MARKER_END = 0xE71AA390
_NEAR = 1024  # bytes in which the markers are
_ENTRIES_MOST = 1000
_TEXT_MOST = 100  # bytes
_ID_AND_STRING = 6
_BLOCK_DEVICE = 7
_NAME = 0x02031C86
_VERSION = 0x11A9BC3A
_BOARD = 0xB63CFFBB


class BinaryInfo:
    """`name` and `version` of the program, and the `board` it is for: texts, "" if not given;
    `devices`: (name, address, bytes) of each file system."""

    def __init__(self):
        self.name = ""
        self.version = ""
        self.board = ""
        self.devices = []


def read(pages: dict[int, bytes]) -> BinaryInfo:
    """Return the binary info of the program in `pages`, {address: 256 bytes}."""
    info = BinaryInfo()
    start, end = _list(pages)
    for place in range(start, min(end, start + 4 * _ENTRIES_MOST), 4):
        (entry,) = _words(pages, place, 1)
        kind = _words(pages, entry, 1)[0] & 0xFFFF
        if kind == _ID_AND_STRING:
            what, text = _words(pages, entry + 4, 2)
            if what == _NAME:
                info.name = _text(pages, text)
            elif what == _VERSION:
                info.version = _text(pages, text)
            elif what == _BOARD:
                info.board = _text(pages, text)
        elif kind == _BLOCK_DEVICE:
            name, address, size = _words(pages, entry + 4, 3)
            info.devices.append((_text(pages, name), address, size))
    return info


def _list(pages):
    """Return the addresses of the list and of its end; they are equal if there is none."""
    for at in range(FLASH, FLASH + _NEAR, 4):
        marker, start, end, _, marker_end = _words(pages, at, 5)
        if marker == _MARKER and marker_end == _MARKER_END:
            return start, end
    return 0, 0


def _words(pages, address, count):
    return struct.unpack(f"<{count}I", _bytes(pages, address, 4 * count))


def _text(pages, address):
    """Return the text at `address`, which ends with a zero."""
    data = _bytes(pages, address, _TEXT_MOST)
    return data.split(b"\0")[0].decode("ascii", "replace")


def _bytes(pages, address, length):
    """Return bytes from `address` on, with zeros for missing pages."""
    found = b""
    while len(found) < length:
        base = (address + len(found)) // PAGE * PAGE
        offset = address + len(found) - base
        found += pages.get(base, bytes(PAGE))[offset : offset + length - len(found)]
    return found

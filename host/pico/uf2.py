"""UF2 files, which a Pico takes on the drive that BOOTSEL opens: blocks of 512 bytes, each with a
page of 256 bytes of the flash.

This file runs on MicroPython too.
"""

import struct

from host.errors import HostError

PAGE = 256
ABSOLUTE = 0xE48BFF57  # the family of a block that goes to its address on any chip
_BLOCK = 512
_BEGIN = b"UF2\n" + struct.pack("<I", 0x9E5D5157)
_END = struct.pack("<I", 0x0AB16F30)
_NOT_FLASH = 1
_HAS_FAMILY = 0x2000


class Uf2Error(HostError):
    """The data is not a usable UF2 file; the text says why."""


class Uf2:
    """family: of the chip; pages: {address in the chip: 256 bytes}; others: blocks of ABSOLUTE,
    which stay as they are (picotool writes one for a fault of the RP2350)."""

    def __init__(self, family: int, pages: dict[int, bytes], others: list[bytes]):
        self.family = family
        self.pages = pages
        self.others = others


def read(data: bytes) -> Uf2:
    """Return the contents of a UF2 file. Raises Uf2Error if it is not one, or not complete."""
    if len(data) < _BLOCK or data[: len(_BEGIN)] != _BEGIN:
        raise Uf2Error("this is not a UF2 file")
    found = Uf2(0, {}, [])
    numbers = set()
    total = 0
    for at in range(0, len(data), _BLOCK):
        block = data[at : at + _BLOCK]
        if block[: len(_BEGIN)] != _BEGIN or block[-len(_END) :] != _END:
            raise Uf2Error("the UF2 file is damaged or cut off: download it again")
        flags, address, size, number, count, family = struct.unpack_from("<6I", block, 8)
        if flags & _NOT_FLASH:
            continue
        if not flags & _HAS_FAMILY:
            raise Uf2Error("the UF2 file names no chip, so it is for no Pico")
        if family == ABSOLUTE:
            found.others.append(block)
            continue
        if size != PAGE or address % PAGE:
            raise Uf2Error("the UF2 file has blocks that a Pico does not take")
        if found.pages and family != found.family:
            raise Uf2Error("the UF2 file is for several chips: choose the one for your board")
        found.family = family
        found.pages[address] = block[32 : 32 + PAGE]
        numbers.add(number)
        total = count
    if not numbers or len(numbers) != total or max(numbers) >= total:
        raise Uf2Error("parts of the UF2 file are missing: download it again")
    return found


def write(uf2: Uf2) -> bytes:
    """Return the UF2 file with these pages, in the order of their addresses."""
    blocks = list(uf2.others)
    for number, address in enumerate(sorted(uf2.pages)):
        head = (_HAS_FAMILY, address, PAGE, number, len(uf2.pages), uf2.family)
        block = _BEGIN + struct.pack("<6I", *head) + uf2.pages[address]
        blocks.append(block + bytes(_BLOCK - len(block) - len(_END)) + _END)
    return b"".join(blocks)

"""UF2 files for tests, and a flash onto which they are dragged."""

import struct

from host.pico import uf2
from host.pico.binary_info import FLASH
from host.pico.joined_image import _FAMILIES, BLOCK

RP2040 = _FAMILIES["armv6m"]
RP2350 = _FAMILIES["armv7emsp"]
SIZE = 2 * 1024 * 1024  # of a Pico's flash
STORAGE = FLASH + SIZE - 352 * BLOCK  # its file system
BYTES = 352 * BLOCK
_LIST = FLASH + 0x800
_ENTRIES = FLASH + 0x900
_TEXTS = FLASH + 0xC00


def pages(name="MicroPython", version="v1.29.0", board="pico", storage=(STORAGE, BYTES)):
    """Return the pages of a program that says this of itself; None: not that."""
    data = bytearray(range(256)) * (BLOCK // 256)
    texts, entries, pointers = b"", b"", []

    def text(value):
        nonlocal texts
        texts += value.encode() + b"\0"
        return _TEXTS + len(texts) - len(value) - 1

    def entry(form, *values):
        nonlocal entries
        pointers.append(_ENTRIES + len(entries))
        entries += struct.pack(form, *values)

    for what, value in ((0x02031C86, name), (0x11A9BC3A, version), (0xB63CFFBB, board)):
        if value is not None:
            entry("<HHII", 6, 0x5052, what, text(value))
    entry("<HHII", 5, 0x5052, 0x68F465DE, FLASH + BLOCK)  # another kind
    if storage:
        entry("<HHIIIIH", 7, 0x504D, text("MicroPython"), *storage, 0, 3)
    data[0x110:0x124] = struct.pack(
        "<5I", 0x7188EBF2, _LIST, _LIST + 4 * len(pointers), 0, 0xE71AA390
    )
    listed = struct.pack(f"<{len(pointers)}I", *pointers)
    for place, part in ((_LIST, listed), (_ENTRIES, entries), (_TEXTS, texts)):
        data[place - FLASH : place - FLASH + len(part)] = part
    return {FLASH + at: bytes(data[at : at + 256]) for at in range(0, len(data), 256)}


def stock(family=RP2040, others=(), **says):
    """Return the UF2 file of such a program."""
    return uf2.write(uf2.Uf2(family, pages(**says), list(others)))


def absolute():
    """Return the block that picotool puts before those for an RP2350."""
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10FFFF00, 256, 0, 2, uf2.ABSOLUTE)
    return head + b"\xef" * 256 + bytes(220) + struct.pack("<I", 0x0AB16F30)


def drag(data, flash, most=None):
    """Write the UF2 file `data` into `flash`, a bytearray, as the chip's boot ROM does: each
    sector is erased when the first of its pages comes. `most`: it is cut off after so many."""
    erased = set()
    for at in range(0, len(data), 512)[:most]:
        address, size = struct.unpack_from("<2I", data, at + 12)
        place = address - FLASH
        sector = place // BLOCK * BLOCK
        if sector not in erased:
            flash[sector : sector + BLOCK] = b"\xff" * BLOCK
            erased.add(sector)
        flash[place : place + size] = data[at + 32 : at + 32 + size]

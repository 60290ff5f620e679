"""A stock MicroPython for a Pico, joined with a file system: one file to drag onto the drive.

This file runs on MicroPython too.
"""

from firmware.oldest_micropython import oldest_text
from host.errors import HostError
from host.micropython_version import is_text_too_old

from . import binary_info, uf2

BLOCK = 4096  # bytes of a block of the file system
# By the board in the binary info: its name, and the machine code of its chip.
BOARDS = {
    "pico": ("Pico", "armv6m"),
    "pico_w": ("Pico W", "armv6m"),
    "pico2": ("Pico 2", "armv7emsp"),
    "pico2_w": ("Pico 2 W", "armv7emsp"),
}
_FAMILIES = {"armv6m": 0xE48BFF56, "armv7emsp": 0xE48BFF59}
_STOCK = "choose the .uf2 of your Pico from https://micropython.org/download/RPI_PICO/"


class ImageError(HostError):
    """The file cannot be joined; the text says why."""


class Stock:
    """A stock MicroPython: `name` of its board; `machine`: the code of its chip, as mpy-cross
    calls it; `version`; `address` and `blocks` of its file system, in bytes and of BLOCK."""

    def __init__(self, data: bytes):
        """data: the UF2 file. Raises ImageError if it is something else, Uf2Error if it is
        damaged."""
        self.image = uf2.read(data)
        info = binary_info.read(self.image.pages)
        if info.name != "MicroPython":
            what = f"{info.name!r}" if info.name else "a program that does not name itself"
            raise ImageError(f"this UF2 is {what}, not MicroPython: {_STOCK}")
        self.version = info.version[1:] if info.version[:1] == "v" else info.version
        if is_text_too_old(self.version):
            raise ImageError(
                f"this is MicroPython {self.version}, and pegboard needs {oldest_text()} or "
                f"later: {_STOCK}"
            )
        if info.board not in BOARDS:
            raise ImageError(
                f"this MicroPython is for the board {info.board!r}, and pegboard knows "
                f"{', '.join(sorted(BOARDS))}: {_STOCK}"
            )
        self.name, self.machine = BOARDS[info.board]
        if self.image.family != _FAMILIES[self.machine]:
            raise ImageError(
                "this MicroPython is for the RISC-V cores of the chip, and pegboard runs on the "
                f"ARM cores: {_STOCK}"
            )
        storage = [device[1:] for device in info.devices if device[0] == "MicroPython"]
        if not storage:
            raise ImageError(f"this MicroPython does not say where its files are: {_STOCK}")
        self.address, size = storage[0]
        self.blocks = size // BLOCK
        if any(address >= self.address for address in self.image.pages):
            raise ImageError(f"this UF2 has files in it already: {_STOCK}")

    def joined(self, blocks: dict[int, bytes]) -> bytes:
        """Return the UF2 file of MicroPython and these blocks of the file system, by number."""
        pages = dict(self.image.pages)
        for number, data in blocks.items():
            for at in range(0, BLOCK, uf2.PAGE):
                pages[self.address + number * BLOCK + at] = data[at : at + uf2.PAGE]
        return uf2.write(uf2.Uf2(self.image.family, pages, self.image.others))

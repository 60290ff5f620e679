"""Has the program's functions run from the flash, so that their code takes no memory.

When MicroPython imports a module, it copies the code and the long constants from the file to
memory. They never change, and a function has only the address of its code. So while the board is
at rest, that address is replaced by the one of the same bytes in the bundle, in the flash, which
the processor reads like memory. Then the copy is garbage.

- An address is replaced only if the bytes at both are equal. So nothing is replaced where another
  version of MicroPython has another form of functions.
- The blocks of a file stay where they are until it is written: see journal_flash. `pegboard flash`
  removes the program from memory before it writes.
- Code that is being executed stays, because the stack has an address within it, which does not
  keep the copy from being garbage. At rest that is only code of three modules, see `step`.
  Generators may also be within their code, so these stay too.
- After the watchdog has restarted a board that hung, nothing is replaced until its next power-on.
"""

import sys

import vfs
from machine import mem8, mem32
from rp2 import Flash
from uctypes import bytearray_at

from engine_core.compat import const
from firmware import mpy_file

from .journal_files import BlockDevice
from .watchdog import HUNG, control

_BUNDLE = "pegboard.bundle"
_FLASH = const(0x10000000)  # addresses
_RAM = const(0x20000000)
_RAM_END = const(0x20082000)
_SMALLEST = const(0x200000)  # bytes of flash that a board has
_LARGEST = const(0x1000000)
_BLOCK = const(4096)  # bytes
_PAGE = const(256)
_WORD = const(4)
_START = const(0xFFFFFF)
_POINTERS = const(2)  # at the start of a file's block, on the average
_COUNT = const(4)  # the operation of a block device's ioctl
# Offsets in MicroPython's objects, in bytes: of a function and its module, of a function within
# another one, of a str or bytes object, and of a tuple.
_MODULE = const(4)
_INNER = const(8)
_CODE = const(12)
_CONSTANTS = const(12)
_IS_GENERATOR = const(3)
_CODE_WITHIN = const(4)
_LENGTH = const(8)
_DATA = const(12)
_ITEMS = const(8)


class FlashCode:
    """Does it for the modules that are in memory now, one at a time."""

    def __init__(self):
        flash = Flash()
        self._flash = BlockDevice(flash)
        self._base = _where(flash)  # the address of the storage
        self._blocks = {}  # of the bundle, as far as they are known
        self._names = []
        try:
            from bundle import Bundle

            self._file = open("/" + _BUNDLE, "rb")  # noqa: SIM115 - until all is done
        except (ImportError, OSError):
            return  # the modules are in the image, or in folders
        self.bundle = Bundle(self._file)
        if self._base and not mem32[control() + HUNG]:
            # What is being executed stays in memory.
            stay = ("firmware.pico.supervisor", "firmware.pico.loop", "firmware.pico.flash_code")
            self._names = [name for name in sys.modules if name not in stay]

    def step(self) -> bool:
        """Do it for one more module; return whether there are more. Takes up to 50 ms."""
        if not self._names:
            return False
        name = self._names.pop()
        module = sys.modules.get(name)  # unless it was unloaded meanwhile
        found = _functions(module.__dict__) if module else []
        if found:
            try:
                file = self.bundle.open("/" + name.replace(".", "/") + ".mpy", "rb")
                data = file.read()  # pyright: ignore[reportAttributeAccessIssue] - MicroPython's
                self._apply(data, self._file.tell() - len(data), found)
            except OSError:
                pass  # a module of MicroPython, or the bundle's own
            except MemoryError:
                pass  # it stays in memory: so large a piece of that is not free
        return True

    def _apply(self, data, begin, functions):
        """Do it for these functions of the module in `data`, which begins there in the bundle."""
        constants, (_, _, found) = mpy_file.parts(data)
        codes = []
        while found:
            code = found.pop()
            codes.append(code)
            found += code[2]

        def put(place, at, size):
            """Replace the address at `place`, if it is one of this piece; return whether."""
            now = mem32[place]
            if not size or not _RAM <= now < _RAM_END:
                return False
            if bytearray_at(now, size) != data[at : at + size]:
                return False
            there = self._where(begin + at, size)
            if there and bytearray_at(there, size) == bytearray_at(now, size):
                mem32[place] = there
            return True

        def put_inner(table, codes):
            for n, (at, size, inner) in enumerate(codes):
                code = mem32[table + _WORD * n]
                if not mem8[code + _IS_GENERATOR] and put(code + _CODE_WITHIN, at, size):
                    put_inner(mem32[code + _INNER], inner)

        def put_constants(table, constants):
            for n, piece in enumerate(constants):
                what = mem32[table + _WORD * n]
                if piece is None or what % _WORD or not _RAM <= what < _RAM_END:
                    continue  # a number, or a name
                if isinstance(piece, list):
                    put_constants(what + _ITEMS, piece)
                elif mem32[what + _LENGTH] == piece[1]:
                    put(what + _DATA, *piece)

        # Most functions differ in the three bytes at their start, which are compared fast.
        starts = [int.from_bytes(data[at : at + 3], "little") for at, _, _ in codes]
        for one in functions:
            now = mem32[id(one) + _CODE]
            start = mem32[now] & _START if now >= _RAM else 0  # it may have two names
            for n, (at, size, inner) in enumerate(codes):
                if start == starts[n] and put(id(one) + _CODE, at, size):
                    put_inner(mem32[id(one) + _INNER], inner)
                    break
        put_constants(mem32[mem32[id(functions[0]) + _MODULE] + _CONSTANTS], constants)

    def _where(self, at, size):
        """Return the address of `size` bytes of the bundle from `at` on, or 0 if they are not all
        in one block. A block begins with pointers, see littlefs's lfs_ctz_index."""
        most = _BLOCK - _POINTERS * _WORD
        n = at // most
        if n:
            n = (at - _WORD * (_count(n - 1) + _POINTERS)) // most
        offset = at - most * n - _WORD * _count(n)
        if offset + size > _BLOCK:
            return 0
        if n not in self._blocks:
            # Reading needs fewer methods than the class that the stubs ask for.
            files = vfs.VfsLfs2(self._flash, progsize=_PAGE)  # pyright: ignore
            with files.open(_BUNDLE, "rb") as file:
                file.seek(at)
                file.read(1)
            self._blocks[n] = self._flash.last
        return self._base + self._blocks[n] * _BLOCK + offset


def _where(flash):
    """Return the address of the flash's storage, which is at its end; 0 if it is not known."""
    first = bytearray(_PAGE)
    flash.readblocks(0, first)
    size = _SMALLEST
    while size <= _LARGEST:
        at = _FLASH + size - flash.ioctl(_COUNT, 0) * _BLOCK
        if bytearray_at(at, _PAGE) == first:
            return at
        size *= 2
    return 0


def _functions(namespace):
    """Return the functions of a module and its classes with their code in memory; no generators,
    and no machine code."""
    found = []
    for what in namespace.values():
        found += what.__dict__.values() if isinstance(what, type) else (what,)
    found = [one for one in found if type(one) is type(_count)]
    return [one for one in found if mem32[id(one) + _CODE] >= _RAM]


def _count(number):
    """Return how many bits of `number` are 1."""
    count = 0
    while number:
        count += number & 1
        number >>= 1
    return count

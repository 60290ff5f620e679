"""Makes the file system of a board with the program, on the laptop."""

from typing import Any

from firmware.storage import archive, flashlog
from host.install_command import install_command

from .joined_image import BLOCK, ImageError

# The folders whose files are the sectors of the journal and of the archive, as
# in firmware.pico.journal_flash and archive_flash.
SECTORS = {"/journal": flashlog.SECTORS, "/games": archive.SECTORS}
# The parameters with which MicroPython mounts it: see _boot.py of its port rp2.
_FORM: dict[str, Any] = {
    "block_size": BLOCK,
    "read_size": 32,
    "prog_size": 256,
    "lookahead_size": 32,
}
_CACHE = 1024  # bytes


def blocks(files: dict[str, bytes], count: int, new: bool) -> dict[int, bytes]:
    """Return the blocks of a littlefs of `count` blocks with `files`, {path: contents}, by number.

    Those of the journal and of the archive are among them only if the file system is `new`, for a
    board without games. They are created first and so are the same in every version: without
    them, an image leaves the games where they are. Raises ImageError if something is missing here
    or the files have no room.
    """
    try:
        from littlefs import LittleFS, LittleFSError
        from littlefs.context import UserContext
    except ImportError:
        raise ImageError(
            f"littlefs-python, which writes the files, is missing: {install_command('image')}"
        ) from None

    class Flash(UserContext):
        """The blocks, and the numbers of those that the file system has read or written."""

        def __init__(self):
            super().__init__(count * BLOCK)
            self.used = set()

        def read(self, cfg, block, off, size):
            self.used.add(block)  # the other one of the two blocks of a folder is only read
            return super().read(cfg, block, off, size)

        def erase(self, cfg, block):
            self.used.add(block)
            return super().erase(cfg, block)

    flash = Flash()
    games = set()
    system = LittleFS(flash, mount=False, block_count=count, cache_size=_CACHE, **_FORM)
    try:
        system.format()
        system.mount()
        for folder, sectors in SECTORS.items():
            system.mkdir(folder)
            before = set(flash.used)
            for n in range(sectors):
                _write(system, f"{folder}/{n}", b"\xff" * BLOCK)
            games |= flash.used - before
        for path, data in files.items():
            _write(system, path, data)
        system.unmount()
    except LittleFSError:
        raise ImageError(
            f"the program has no room in the {count * BLOCK} bytes for files"
        ) from None
    wanted = flash.used if new else flash.used - games
    return {n: bytes(flash.buffer[n * BLOCK : (n + 1) * BLOCK]) for n in sorted(wanted)}


def _write(system, path, data):
    with system.open(path, "wb") as file:
        file.write(data)

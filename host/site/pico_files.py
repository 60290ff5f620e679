"""The board's program for a Pico, as files of the static site: to send to one that has
MicroPython, and to join with MicroPython's own UF2 file."""

import functools
import json
from collections.abc import Callable
from importlib import resources

from firmware.bundle import FORM
from firmware.oldest_micropython import OLDEST
from hardware.board import DEFAULT_LAYOUT
from hardware.layouts import NAMES
from host.pico import blocks_file, build, file_system
from host.pico.device import SPARE
from host.pico.joined_image import BOARDS
from host.pico.settings_file import PATH, with_layout

# By the name of a board, the blocks of its file system in MicroPython's own builds.
BLOCKS = {"Pico": 352, "Pico W": 212, "Pico 2": 768, "Pico 2 W": 640}
_MPY = (6, 3)  # the .mpy files that MicroPython 1.29 reads
_MACHINES = tuple(sorted({machine for _, machine in BOARDS.values()}))
FOLDERS = ("flash/", "images/")


def pico_files(compiled: Callable[[], None] = lambda: None) -> dict[str, bytes]:
    """Return the files by name; `compiled()` is called after each module. Raises DeployError and
    ImageError."""
    code = resources.files("host.pico").joinpath("on_device.py").read_bytes()
    made = {"flash/on_device.py": code}
    for machine in _MACHINES:
        files, parts = build.files(build.MpyKind(*_MPY, machine), compiled)
        made[f"flash/{machine}.bin"] = flash_file(files, parts)
        for name, of in BOARDS.values():
            if of == machine:
                made[image_name(name)] = image_file(files, BLOCKS[name])
    return made


def steps() -> int:
    """Return how often `pico_files` calls `compiled`."""
    return len(_MACHINES) * len(build.sources())


def image_name(board: str) -> str:
    """Return the name of the file for the board with this name."""
    return f"images/{board.lower().replace(' ', '-')}.bin"


def flash_file(files: dict[str, bytes], parts: list[bytes]) -> bytes:
    """Return the files to send, by their path on the board, in one: a line of JSON about them, and
    their contents. parts: those inside the bundle."""
    about = {
        "program": build.program(),
        "mpy": _MPY,
        "oldest": OLDEST,
        "files": [[path, len(data)] for path, data in files.items()],
        "bundle": build.BUNDLE,
        "parts": [len(part) for part in parts],
        "form": FORM,
        "folders": build.STALE,
        "stale": build.STALE_FILES,
        "obsolete": build.OBSOLETE,
        "spare": SPARE,
    }
    return json.dumps(about).encode() + b"\n" + b"".join(files.values())


def image_file(files: dict[str, bytes], count: int) -> bytes:
    """Return the file system of `count` blocks with these files. Raises ImageError."""
    blocks = functools.partial(file_system.blocks, count=count, new=True)
    layouts = {
        name: blocks({**files, PATH: with_layout("", name).encode()})
        for name in NAMES
        if name != DEFAULT_LAYOUT
    }
    kept = file_system.blocks(files, count, False)
    return blocks_file.packed(count, blocks(files), kept, layouts)

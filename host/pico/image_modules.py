"""Writes the board's program as modules to build into an image of MicroPython.

    python -m host.pico.image_modules FOLDER

writes it to a folder, from which to build MicroPython with these modules frozen.
"""

import sys
from pathlib import Path

import firmware

from . import build
from .constants import with_values


def modules() -> dict[str, str]:
    """Return the source of each module by its path: those of a board's files, and main.py with the
    modules it needs to start the board. The same sources always give the same text."""
    found = dict(build.sources())
    for name in ("main.py", "loader.py", "damage.py"):
        found[name] = Path(str(firmware.__file__)).parent / "pico" / name
    texts = {path: file.read_text(encoding="utf-8") for path, file in found.items()}
    texts[build.VERSION] = build.version_module(True)
    texts[build.SHADES] = build.shades_module()
    return with_values(texts)


def write(folder: Path) -> None:
    """Write the modules into `folder`, which is created if missing. Raises OSError."""
    for path, text in modules().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    write(Path(sys.argv[1]))
    print(f"{build.program()} image: {len(modules())} modules in {sys.argv[1]}")

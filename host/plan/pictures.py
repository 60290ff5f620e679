"""The pictures of the guide that other programs paint, stored beside the drawings.

`python -m tests.hardware.pictures` paints them again.
"""

from collections.abc import Callable
from pathlib import Path

import hardware

_FOLDER = Path(hardware.__file__).parent


def picture_files() -> dict[str, Callable[[], bytes]]:
    """Return, by path, a function that reads each picture."""
    return {
        f"drawings/{path.name}": path.read_bytes
        for path in sorted((_FOLDER / "drawings").glob("*.png"))
    }

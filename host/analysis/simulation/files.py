"""The data files of `host.analysis`, which `host.analysis.tables` reads."""

import base64
import json
from pathlib import Path

import numpy as np

from host.analysis.tables import PARTS


def shares(array) -> str:
    """Return `array`, numbers from 0 to 1, as parts of `PARTS` in 16 bits, low byte first."""
    return numbers(np.rint(np.asarray(array) * PARTS))


def numbers(array) -> str:
    """Return whole numbers below 65,536 as text."""
    return base64.b64encode(np.asarray(array).astype("<u2").tobytes()).decode("ascii")


def floats(array) -> str:
    """Return `array` as text, in 32 bits each."""
    return base64.b64encode(np.asarray(array).astype("<f4").tobytes()).decode("ascii")


def write(path: Path, content: dict) -> None:
    """Write `content` as JSON, a line for each of its fields."""
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in content.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii", newline="\n")

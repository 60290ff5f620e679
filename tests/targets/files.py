"""The files for a MicroPython target, and sending those it lacks."""

import base64
import hashlib
from pathlib import Path

from host.site.program import AGAINST, ANALYSIS, GAMES

ROOT = Path(__file__).parents[2]
# Patterns under the root. firmware/pico is for a Pico alone; geometry is for the laptop.
SENT = (
    "engine_core/**/*.py",
    "firmware/**/*.py",
    "hardware/__init__.py",
    "hardware/board.py",
    "hardware/layouts.py",
    "host/__init__.py",
    "host/errors.py",
    "host/mirror/**/*.py",
    "host/link/__init__.py",
    "host/link/archive.py",
    "host/link/give_back.py",
    "host/link/line_buffer.py",
    "host/link/packed_match.py",
    "host/link/requests.py",
    "host/link/session.py",
    "host/boards/__init__.py",
    "host/boards/match_news.py",
    "host/boards/mirrored_board.py",
    "host/boards/page_keys.py",
    "host/site/__init__.py",
    "host/site/page_board.py",
    *GAMES,
    *AGAINST,
    *ANALYSIS,
    "host/analysis/data/*.json",
    "host/site/page_match.py",
    "host/site/page_mirror.py",
    "host/site/page_names.py",
    "tests/conformance/**/*.py",
    "tests/conformance/**/*.txt",
)
KEPT = ("firmware/pico/",)
CHUNK = 1536  # bytes of a file in one message: small enough for a Pico to compile


def sources(root=ROOT):
    """Return {path: contents} of the files that a target needs; paths are relative, with forward
    slashes."""
    found = {}
    for pattern in SENT:
        for file in sorted(root.glob(pattern)):
            path = file.relative_to(root).as_posix()
            if not path.startswith(KEPT):
                found[path] = file.read_bytes()
    return found


def send(ask, files):
    """Bring `files` to the target and return how many had to be sent.

    `ask(code)` runs code beside the agent and returns the lines of its answer.
    Raises ValueError when the target still differs afterwards.
    """
    hashes = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    lacking = _lacking(ask, hashes)
    for path in lacking:
        data = files[path]
        for start in range(0, max(len(data), 1), CHUNK):
            text = base64.b64encode(data[start : start + CHUNK])
            ask(f"put({path!r}, {'ab' if start else 'wb'!r}, {text!r})")
    wrong = _lacking(ask, {path: hashes[path] for path in lacking})
    if wrong:
        raise ValueError(f"the target did not keep what it was sent: {', '.join(wrong)}")
    return len(lacking)


def _lacking(ask, hashes):
    """Return the paths whose content on the target has another hash."""
    pairs = list(hashes.items())
    lacking = []
    for start in range(0, len(pairs), 16):
        lacking += ask(f"lacks(*{pairs[start : start + 16]!r})")
    return lacking

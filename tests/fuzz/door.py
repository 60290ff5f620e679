"""A door: a place where bytes of strangers come in."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tests.host.disk import MEMORY


def _as_it_is(data: bytes) -> bytes:
    return data


class Door(NamedTuple):
    """enter: reads the bytes as the program does, and does with them what the program does next;
    error: the one documented error that it may raise, None if it takes anything; seeds: returns
    good inputs without their checksums; seal: adds the checksums, or makes them good, so that
    changed bytes get further than the checksum; words: parts that a good input has."""

    enter: Callable[[bytes], object]
    error: type[Exception] | None
    seeds: Callable[[], list[bytes]]
    seal: Callable[[bytes], bytes] = _as_it_is
    words: tuple[bytes, ...] = ()


_BESIDE = ("-wal", "-shm", "-journal")
# Removed when the program ends, if the system lets go of open files.
_FOLDER = tempfile.TemporaryDirectory(
    prefix="pegboard-fuzz-", dir=MEMORY, ignore_cleanup_errors=True
)


def file_of(data: bytes, name: str) -> Path:
    """Return a file with these bytes. It replaces the last one of this name, and what SQLite left
    beside that."""
    path = Path(_FOLDER.name) / name
    for ending in _BESIDE:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{path}{ending}")
    path.write_bytes(data)
    return path


def records(names: Iterable[str]) -> list[bytes]:
    """Return these text records of tests/conformance/records."""
    folder = Path(__file__).parents[1] / "conformance" / "records"
    return [(folder / f"{name}.txt").read_bytes() for name in names]

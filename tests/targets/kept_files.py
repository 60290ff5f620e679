"""What was made in this run for all its processes, such as compiled files: each is made once."""

import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

VARIABLE = "PEGBOARD_TESTS_KEPT"  # the folder, for all processes of a run


def begin(folder: Path) -> bool:
    """Keep files in `folder` until `end`, unless this run belongs to one that has a folder; return
    whether it does so."""
    if VARIABLE in os.environ:
        return False
    os.environ[VARIABLE] = str(folder)
    return True


def end() -> None:
    """Keep nothing for a later run of this process, whose program may be another, as a mutant."""
    os.environ.pop(VARIABLE, None)


@contextlib.contextmanager
def one_at_a_time():
    """Let the other processes wait, since they begin with the same files at the same time."""
    folder = _folder()
    with FileLock(folder / "lock") if folder else contextlib.nullcontext():
        yield


def kept(key: tuple, make: Callable[[], bytes]) -> bytes:
    """Return what was kept for `key`, or else what `make` returns."""
    folder = _folder()
    if not folder:
        return make()
    file = folder / hashlib.sha256(repr(key).encode()).hexdigest()
    if not file.is_file():
        file.write_bytes(make())
    return file.read_bytes()


def _folder() -> Path | None:
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder

"""How far the archives of boards have been read into the history of this computer."""

import json
from pathlib import Path
from threading import Lock

from host.files import read_file, replace_file


class ArchiveProgress:
    """For each archive, by its identity, the number of its last game in the history, stored in the
    file `path`. If the file is lost, all games are read again; the history still has each only
    once."""

    def __init__(self, path: Path):
        self._path = path
        self._lock = Lock()
        self._numbers = self._read()

    def read_to(self, archive: str) -> int:
        """Return the number of the last stored game of `archive`, 0 if none is."""
        return self._numbers.get(archive, 0)

    def is_stored(self, archive: str, before: int, number: int) -> None:
        """Note that the game `number` is stored. If the game `before` it is not, both will be read
        again."""
        with self._lock:
            if self.read_to(archive) != before:
                return
            self._numbers[archive] = number
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(self._path, json.dumps(self._numbers).encode())
            except OSError:
                pass  # it is read again the next time

    def _read(self) -> dict[str, int]:
        try:
            found = json.loads(read_file(self._path))
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {key: n for key, n in found.items() if isinstance(n, int)}

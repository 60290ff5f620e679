"""The file of the side names of a board on this computer, beside its game."""

from pathlib import Path

from host.files import read_file, replace_file

from .stores import FileStore, MemoryStore


class NamesFile:
    """A file of names, in the form of firmware.link.side_names: the storage port of a board on
    this computer."""

    def __init__(self, path: Path):
        self.path = path

    def read(self) -> bytes:
        """Return the stored names, b"" if there are none."""
        try:
            return read_file(self.path)
        except OSError:
            return b""

    def write(self, data: bytes) -> None:
        """Replace the stored names by `data`. Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, data)


class MemoryNames:
    """Names that are stored until the program ends."""

    def __init__(self, names: bytes = b"") -> None:
        self._data = names

    def read(self) -> bytes:
        return self._data

    def write(self, data: bytes) -> None:
        self._data = data


def names_beside(store: FileStore | MemoryStore) -> NamesFile | MemoryNames:
    """Return the storage for the names of the board whose game is in `store`."""
    if isinstance(store, FileStore):
        return NamesFile(store.path.with_name(store.path.name + ".names"))
    return MemoryNames()

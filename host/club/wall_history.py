"""The history file of a wall: separate, because everyone who sees the wall may read it. This
computer's own games are never in it."""

import hashlib
import re
from pathlib import Path

from host.data_folder import data_folder

from .address import BrokerAddress

_ENDING = ".sqlite"
_NAME_MOST = 60  # letters


def wall_history(address: BrokerAddress) -> Path:
    """Return the file of games of the wall of the club at `address`."""
    club = f"{address.host}/{address.topic}"
    name = re.sub(r"[^A-Za-z0-9.]+", "-", club)[:_NAME_MOST].strip(".-")
    return _folder() / f"{name}-{hashlib.sha256(club.encode()).hexdigest()[:8]}{_ENDING}"


def wall_histories() -> list[Path]:
    """Return the files of games of all walls that ran on this computer."""
    try:
        return sorted(_folder().glob(f"*{_ENDING}"))
    except OSError:
        return []


def _folder() -> Path:
    return data_folder() / "walls"

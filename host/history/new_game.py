"""A game to be stored, from a board, a record, a link or another file of games."""

from engine_core.compat import TYPE_CHECKING
from host.mirror.names import clean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

NAME_MOST = 60  # letters of a player's name


class NewGame:
    """entries: packed, from its START on; times: of the entries, None where not known; uid: "" to
    create one; names: of the players, by seat; comments: as in the file of games, with "day" if
    only the day of its start is known; started: its start, if the times of the entries do not
    tell. Times are in seconds since 1970."""

    def __init__(
        self,
        entries: tuple[bytes, ...],
        times: "Sequence[float | None]",
        uid: str = "",
        board: str = "",
        begun: int = -1,
        names: tuple[str, ...] = (),
        comments: "Mapping[str, Any] | None" = None,
        started: float | None = None,
    ):
        self.entries = entries
        self.times = times
        self.uid = uid
        self.board = board
        self.begun = begun
        self.names = names
        self.comments = comments or {}
        self.started = started

    def start(self) -> float | None:
        """Return its start, in seconds since 1970, or None."""
        known = [at for at in [self.started] + list(self.times) if at is not None]
        return min(known) if known else None


def clean_name(name: str) -> str:
    """Return `name` as it is stored: one printable line of at most NAME_MOST characters."""
    return " ".join(clean(name.replace(",", " ")).split())[:NAME_MOST].strip()

"""A match as a board's page publishes it, and the history takes it."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


class Match(NamedTuple):
    """A board's match. data: what engine_core.game.match_base.unpack_match reads, b"" where there
    is no game; fresh: it has all that is known of the match, and may be another one than the last,
    else it begins with the game that is played now, which goes on; names: of the sides, "" where
    the table gave none; players: their names by seat, where this computer was told them; at: when
    its last entry was seen, in seconds since 1970, 0 where that is not known."""

    data: bytes
    fresh: bool = True
    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    at: int = 0


class Archived(NamedTuple):
    """A finished game that a board has kept. uid: hex digits, the same whenever and wherever the
    board sends this game, "" where it has none; match: as in Match; names: of the sides; stored:
    called, from any thread, once the game is in the history."""

    uid: str
    match: bytes
    names: tuple[str, ...] = ()
    stored: Callable[[], None] = lambda: None


class Publisher(Protocol):
    """Where matches come from, as host.web.broadcast publishes them."""

    # Called with "match" and a Match, "archive" and an Archived, and for other news, which the
    # history doesn't take.
    listeners: list[Callable[[str, Any], None]]

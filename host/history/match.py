"""A match, as published by a board's page and stored in the history."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


class Match(NamedTuple):
    """A board's match. data: packed for engine_core.game.match_base.unpack_match, b"" if there is
    no game; fresh: true if data holds all that is known of the match, which may be a new one;
    otherwise data begins with the current game; names: of the sides, "" where the table gave none;
    players: their names by seat, if this computer was told them; at: when its last entry was seen,
    in seconds since 1970, 0 if that is not known."""

    data: bytes
    fresh: bool = True
    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    at: int = 0


class Archived(NamedTuple):
    """A finished game in a board's archive. uid: hex digits, the same whenever and wherever the
    board sends this game, "" if it has none; match: as in Match; names: of the sides; stored:
    called, from any thread, once the game is in the history."""

    uid: str
    match: bytes
    names: tuple[str, ...] = ()
    stored: Callable[[], None] = lambda: None


class Publisher(Protocol):
    """A source of matches, such as host.web.broadcast."""

    # Called with "match" and a Match, with "archive" and an Archived, and for other news, which
    # the history doesn't take.
    listeners: list[Callable[[str, Any], None]]

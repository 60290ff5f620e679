"""The topics of a table below the club's, and a quick check that drops payloads which cannot
belong to one before they are queued."""

import re

from .games import decoded
from .table import NAME_MOST

TABLE_MOST = 4 * NAME_MOST  # letters of a table's topic below the club's
GAMES_MOST = 128  # finished games of a table
ONLINE = (b"0", b"1")  # of "online": whether the table's program is connected
_GAME = re.compile(r"[0-9a-f]{16}")
_GAME_FIELDS = {"begun", "at", "names", "entries"}
_FIELDS = {
    "state": {"boot", "seq", "at", "view"},
    "game": _GAME_FIELDS,
    "games": _GAME_FIELDS,
}


def is_topic(topic: tuple[str, ...]) -> bool:
    """Return whether these parts are a topic of a table."""
    if not topic[0] or len(topic[0]) > TABLE_MOST:
        return False
    if len(topic) == 3:
        return topic[1] == "games" and bool(_GAME.fullmatch(topic[2]))
    return len(topic) == 2 and topic[1] in ("state", "online", "game")


def is_likely(topic: str, payload: bytes) -> bool:
    """Return whether a table may have sent this."""
    parts = tuple(topic.split("/"))
    if len(parts) == 1:
        return True
    if not is_topic(parts):
        return False
    if not payload:
        return True
    if parts[1] == "online":
        return payload in ONLINE
    value = decoded(payload)
    return isinstance(value, dict) and value.keys() >= _FIELDS[parts[1]]

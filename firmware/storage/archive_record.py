"""The data of a record in the archive.

It is a summary (the preset's code, the number of sides, the score of each), the names of the sides
(length, two bytes, then in the form of firmware.link.side_names), and the game, in the form of
engine_core.game.match_base. Numbers are big-endian.
"""

from engine_core.errors import PegboardError
from engine_core.state.state_layout import LAYOUT


def packed(state, names: bytes, match: bytes) -> bytes:
    """Return the data of a record of a game whose latest state is `state`; see the module."""
    scores = bytes(state.scores)
    head = bytes((state.code, len(scores))) + scores
    return head + len(names).to_bytes(2, "big") + names + match


def summary(data: bytes) -> tuple:
    """Return `(code, scores, names, at)` of the data of a record: the preset's code, the score of
    each side, the names, and where the game begins. Raises PegboardError if it is not one."""
    at = 2 + data[1] if len(data) > 1 else 2
    if len(data) < at + 2:
        raise PegboardError("this is not a saved game")
    end = at + 2 + int.from_bytes(data[at : at + 2], "big")
    return data[0], tuple(data[2:at]), data[at + 2 : end], end


def match_of(first: int, begun: int, state: bytes, entries: bytes) -> bytes:
    """Return a game in the form of engine_core.game.match_base."""
    base = LAYOUT + state if first else b""
    numbers = first.to_bytes(4, "big") + begun.to_bytes(4, "big")
    return numbers + len(base).to_bytes(2, "big") + base + entries


def start_of(match: bytes) -> int:
    """Return the offset of the entries in a game from `match_of`."""
    return 10 + int.from_bytes(match[8:10], "big")


def game_bytes(data: bytes) -> bytes:
    """Return what is known of the game in the beginning of a record's data; b"" if that is
    nothing."""
    try:
        return data[summary(data)[3] :]
    except PegboardError:
        return b""

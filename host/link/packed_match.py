"""A board's match as bytes, for engine_core.game.match_base."""

from engine_core.compat import TYPE_CHECKING
from engine_core.state.state_layout import LAYOUT
from firmware.link.link_requests import MOST

if TYPE_CHECKING:
    from engine_core.game.game import Game

_ALL = 1 << 30  # bytes


def packed(game: "Game", most: int = MOST) -> bytes:
    """Return the current game, packed for engine_core.game.match_base; b"" if there is none. Its
    first entries are left out if it would take more than `most` bytes, the most that a board
    accepts."""
    if not game.length:
        return b""
    segments = list(game.segments())
    while len(segments) > 1 and segments[-1].first >= game.length:
        segments.pop()  # for entries that were undone
    data = entries = b""
    for segment in reversed(segments):
        if data and segment.first < segments[-1].begun:
            break
        entries = segment.packed(0, _ALL)[1] + entries
        more = _packed_from(segment, entries)
        if data and len(more) > most:
            break
        data = more
    return data


def packed_match(game: "Game") -> bytes:
    """Return all entries of the match that are in memory, in the form of `packed`."""
    segment = game.segments()[0]
    if not game.length:
        return b""
    return _packed_from(segment, game.packed(segment.first, _ALL)[1])


def _packed_from(segment, entries):
    first, begun = segment.first, segment.begun
    base = LAYOUT + segment.state if first else b""
    numbers = first.to_bytes(4, "big") + begun.to_bytes(4, "big") + len(base).to_bytes(2, "big")
    return numbers + base + entries

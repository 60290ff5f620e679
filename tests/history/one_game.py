"""One finished game of a board, and parts of it, for the history's tests."""

from host.history.games import split
from host.link.packed_match import packed_match
from tests.history.matches import played_match

AT = 1_790_000_000.0  # when it was played
(GAME, *_) = split(packed_match(played_match(3)))


def part(length):
    """Return its first `length` entries, packed."""
    return GAME.entries[:length]

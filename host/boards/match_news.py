"""Whether a board's match has changed, and what it is now."""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from host.link.packed_match import packed, packed_match
from host.mirror.names import clean

if TYPE_CHECKING:
    from typing import NamedTuple

    from engine_core.game.game import Game
    from host.mirror.mirror import Mirror

    class News(NamedTuple):
        """data: a match as in host.link.packed_match, all that is known of it if it is `fresh`,
        otherwise from the current game on; names: of the sides, "" where the table gave none."""

        data: bytes
        fresh: bool
        names: tuple[str, ...]

else:
    News = namedtuple("News", ("data", "fresh", "names"))

_GAME_MOST = 1 << 20  # bytes: enough for a game of any length


class MatchNews:
    """The match of a board. It is fresh if the mirror's game is a new object, as it is after a
    snapshot."""

    def __init__(self):
        self._game: Game | None = None
        self._last = News(b"", False, ())

    def take(self, mirror: "Mirror") -> "News | None":
        """Return the match if it is another one than the last time, else None."""
        fresh = mirror.game is not self._game
        data = packed_match(mirror.game) if fresh else packed(mirror.game, _GAME_MOST)
        new = News(data, fresh, tuple([clean(name) for name in mirror.names]))
        if not fresh and (data, new.names) == (self._last.data, self._last.names):
            return None
        self._game, self._last = mirror.game, new
        return new

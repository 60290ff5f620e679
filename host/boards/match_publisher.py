"""The entries of a board's match, for what is computed from them: records, chances, history."""

from engine_core.game import Game
from host.link.backup import packed, packed_match
from host.web.broadcast import Broadcast

_GAME_MOST = 1 << 20  # bytes: a game of any length


class MatchPublisher:
    """Publishes a board's match whenever its game has changed."""

    def __init__(self, broadcast: Broadcast):
        self._broadcast = broadcast
        self._game: Game | None = None

    def publish(self, game: Game) -> None:
        """Publish all that is known of the match of `game` when it is another object than the last
        time, as after a snapshot; else the game that is played now."""
        match = packed(game, _GAME_MOST) if game is self._game else packed_match(game)
        self._game = game
        if match != self._broadcast.match:
            self._broadcast.publish_match(match)

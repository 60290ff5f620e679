"""Publishes the entries of a board's match, for records, chances and the history."""

import time

from engine_core.game.game import Game
from host.history.match import Match
from host.link.backup import packed, packed_match
from host.mirror.mirror import Mirror
from host.mirror.names import clean
from host.web.broadcast import Broadcast

_GAME_MOST = 1 << 20  # bytes: enough for a game of any length


class MatchPublisher:
    """Publishes a board's match whenever its game has changed. players: their names by seat."""

    def __init__(self, broadcast: Broadcast, players: tuple[str, ...] = ()):
        self._broadcast = broadcast
        self._players = players
        self._game: Game | None = None
        self._names: tuple[str, ...] = ()

    def publish(self, mirror: Mirror) -> None:
        """Publish the current game, or the whole known match if the mirror's game is a new object,
        as it is after a snapshot."""
        game, names = mirror.game, tuple(map(clean, mirror.names))
        fresh = game is not self._game
        match = packed_match(game) if fresh else packed(game, _GAME_MOST)
        if fresh or match != self._broadcast.match.data or names != self._names:
            self._game, self._names = game, names
            last = self._broadcast.match
            at = last.at if match == last.data else int(time.time())
            if fresh:
                at = 0  # it may have been played long ago
            self._broadcast.publish_match(Match(match, fresh, names, self._players, at))

"""Publishes the entries of a board's match, for records, chances and the history."""

import time

from host.history.match import Match
from host.mirror.mirror import Mirror
from host.web.broadcast import Broadcast

from .match_news import MatchNews


class MatchPublisher:
    """Publishes a board's match whenever its game has changed. players: their names by seat."""

    def __init__(self, broadcast: Broadcast, players: tuple[str, ...] = ()):
        self._broadcast = broadcast
        self._players = players
        self._news = MatchNews()

    def publish(self, mirror: Mirror) -> None:
        """Publish the current game, or the whole known match if the mirror's game is a new object,
        as it is after a snapshot."""
        news = self._news.take(mirror)
        if not news:
            return
        last = self._broadcast.match
        at = last.at if news.data == last.data else int(time.time())
        if news.fresh:
            at = 0  # it may have been played long ago
        self._broadcast.publish_match(Match(*news, self._players, at))

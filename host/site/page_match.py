"""The match of a board in a page's worker, as the page takes it: for what is computed beside the
board, and for the games that are kept."""

import json
from binascii import b2a_base64

from engine_core.compat import TYPE_CHECKING
from engine_core.games.phases import OVER
from host.boards.match_news import MatchNews
from host.mirror.game_sides import GameSides

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.mirror.mirror import Mirror

# Boards, as sources of stored games.
PAGE, AGAINST, USB = "browser", "browser against", "browser usb"


class PageMatch:
    """board: one of the above; players: names by seat; seconds: returns the time since 1970."""

    def __init__(self, board: str, players: list[str], seconds: "Callable[[], float]"):
        self._board = board
        self._players = players
        self._seconds = seconds
        self._news = MatchNews()
        self._sides = GameSides()
        self._times: list[float | None] = []  # of the entries of the match

    def take(self, mirror: "Mirror") -> str:
        """Return the match as JSON where it has changed, else "": its `board`, `data` in base64,
        the `names` of the sides, those of the `players` by seat, `at`, 0 if this page found it as
        it is, and whether to `keep` it: it has a finished game. `times`: of the entries of the
        current game, in seconds since 1970, null if that was not seen."""
        news = self._news.take(mirror)
        if not news:
            return ""
        if news.fresh:
            self._times = []
        game = mirror.game
        is_old = news.fresh and game.length > 1  # more than its start, just made
        seen = game.length if is_old else min(len(self._times), game.length)
        now = self._seconds()
        self._times = [None] * seen if is_old else self._times[:seen]
        self._times += [now] * (game.length - seen)
        is_over = game.length > 0 and game.state.phase == OVER
        begun = game.begun()
        told = {
            "board": self._board,
            "players": self._players,
            "data": b2a_base64(news.data).decode().strip(),
            "names": list(self._sides.take(begun, news.names, news.fresh)),
            "at": 0 if is_old else int(now),
            "keep": is_over or (news.fresh and game.length > 0 and begun > game.first()),
            "times": self._times[begun:] if is_over else [],
        }
        return json.dumps(told)

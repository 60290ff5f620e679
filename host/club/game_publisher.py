"""Publishes a board's games at the broker, all of them retained:

    TOPIC/game        the current game: {"begun", "at", "names", "entries"}
    TOPIC/games/ID    each finished game in the same form

A finished game is cleared there if an entry is undone, even while this program was away. Games are
replayed to see whether they are over, so a thread does this.
"""

import queue
import threading
import time
from collections.abc import Callable

from engine_core.errors import PegboardError
from host.history.games import SAME_ANYWHERE_BITS, PlayedGame, same_game, split
from host.history.match import Match
from host.history.match_players import KnownGame, MatchPlayers
from host.history.names import player_names

from .games import ClubGame, club_game, made, named

GAMES_MOST = 64  # finished ones at the broker; with more, the oldest is cleared
_UNHEARD_SECONDS = 5.0  # a broker may let a board write but not read
_HEADER = 8  # bytes: how many entries came before those in the match, and before its game
_REST_SECONDS = 0.05  # watchers get their view first


class GamePublisher:
    """Sends games through `send(name, payload)`, which returns False if it cannot send now.

    players: names by seat, for a table without names of sides. Only `take`, `held`, `connected`
    and `close` may be called, from any thread.
    """

    def __init__(self, send: Callable[[str, bytes], bool], players: tuple[str, ...] = ()):
        self._send = send
        self._players = MatchPlayers(players)
        self._live: ClubGame | None = None
        self._finished: dict[int, ClubGame] = {}  # games of this match, by where they begin
        self._unsent: dict[str, ClubGame] = {}  # finished ones of earlier matches, by id
        self._held: dict[str, ClubGame] = {}  # the broker's games, by id
        self._taken_back: set[str] = set()  # ids of games that were finished, until an undo
        self._sent: dict[str, bytes] = {}
        self._told = True  # whether the broker has sent all that it has
        self._lock = threading.Lock()
        self._last: list[Match] | None = None  # the last match, while it waits
        self._news: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def take(self, match: Match) -> None:
        """Note that this is now the board's match."""
        with self._lock:
            last = self._last
            if last and not (match.fresh or last[0].fresh) and _game(match) == _game(last[0]):
                last[0] = match  # the one before is obsolete
                return
            self._last = waiting = [match]
        self._news.put(lambda: self._take_waiting(waiting))

    def held(self, number: str, payload: bytes) -> None:
        """Note that the broker has this finished game."""
        self._news.put(lambda: self._hold(number, payload))

    def connected(self) -> None:
        """Note that the broker is connected, and will send what it has."""
        self._news.put(self._connect)

    def told(self) -> None:
        """Note that the broker has sent all that it has."""
        self._news.put(self._publish_all)

    def close(self) -> None:
        """Send what is waiting, even if the broker has not yet sent all that it has, and end the
        thread."""
        self._news.put(self._publish_all)
        self._news.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                news = self._news.get(timeout=None if self._told else _UNHEARD_SECONDS)
            except queue.Empty:
                news = self._publish_all
            if news is None:
                return
            time.sleep(_REST_SECONDS)
            news()

    def _connect(self) -> None:
        self._told = False
        self._held = {}
        self._sent = {}

    def _hold(self, number: str, payload: bytes) -> None:
        if payload and (game := club_game(payload)):
            self._held[number] = game
        else:
            self._held.pop(number, None)

    def _publish_all(self) -> None:
        self._told = True
        self._publish()

    def _take_waiting(self, waiting: list[Match]) -> None:
        with self._lock:
            if self._last is waiting:
                self._last = None
        self._take(waiting[0])

    def _take(self, match: Match) -> None:
        try:
            games = split(match.data) if match.data else []
            played = self._named(match, [self._made(game, match) for game in games])
        except PegboardError:
            return  # of another version of the rules
        if match.fresh:  # perhaps another match, before this one's games could be sent
            games = {one.id(): one for one in self._finished.values()}
            self._unsent |= {n: one for n, one in games.items() if not self._has_sent(n)}
            self._finished = {}
        if played:
            self._live = played[-1]
            over = {one.game.begun: one for one in played if one.result["over"]}
            for begun in [one for one in self._finished if one >= self._live.game.begun]:
                self._taken_back.add(self._finished.pop(begun).id())
            self._taken_back -= {one.id() for one in over.values()}
            self._finished |= over
        self._publish()

    def _made(self, game: PlayedGame, match: Match) -> ClubGame:
        """Return a game of the match, with the names that it had; one that has not changed is not
        replayed."""
        known = self._finished.get(game.begun) or self._live
        if known and known.game == game:
            return known
        found = made(game, time.time(), (), ())
        if known and known.game.begun == game.begun and (not match.fresh or _same(known, found)):
            return found._replace(names=known.names, sides=known.sides)
        if match.fresh and found.result["over"]:
            return found._replace(at=0.0)  # nobody saw it: it may have been played long ago
        return found

    def _named(self, match: Match, games: list[ClubGame]) -> list[ClubGame]:
        if not games:
            return []
        known = [
            KnownGame(
                one.game, one.result["over"], not match.fresh, one.names if match.fresh else ()
            )
            for one in games
        ]
        told = self._players.take(match, known)
        return [named(one, *names) for one, names in zip(games, told, strict=True)]

    def _publish(self) -> None:
        if not self._told:
            return
        if self._live:
            self._put("game", self._as_held(self._live).payload())
        current = [*self._finished.values(), *filter(None, [self._live])]
        ids = {one.id() for one in self._finished.values()}
        for number, old in list(self._held.items()):
            is_old = number in self._taken_back or any(_same(old, game) for game in current)
            if number not in ids and is_old:
                self._clear(number)
        for number, old in list(self._unsent.items()):
            if number in ids or any(_same(old, game) for game in current):
                del self._unsent[number]
        for game in [*self._unsent.values(), *self._finished.values()]:
            number = game.id()
            self._held[number] = self._as_held(game)
            self._put(f"games/{number}", self._held[number].payload())
        for number in [one for one in self._unsent if self._has_sent(one)]:
            del self._unsent[number]
        by_age = sorted(self._held.values(), key=lambda one: one.at)
        for old in by_age[: max(0, len(by_age) - GAMES_MOST)]:
            self._clear(old.id())

    def _as_held(self, game: ClubGame) -> ClubGame:
        """Return a game with the time and the names with which the broker has it: the players may
        be those of the next game now. Names that the table gave the sides in it are newer."""
        held = self._held.get(game.id())
        if not held:
            return game
        names = tuple(player_names(game.result, game.sides, held.names)) or game.names
        return game._replace(at=held.at, names=names)

    def _clear(self, number: str) -> None:
        del self._held[number]
        self._put(f"games/{number}", b"")

    def _has_sent(self, number: str) -> bool:
        """Return whether a finished game was sent, and not cleared since."""
        return bool(self._sent.get(f"games/{number}"))

    def _put(self, name: str, payload: bytes) -> None:
        if self._sent.get(name) != payload and self._send(name, payload):
            self._sent[name] = payload


def _game(match: Match) -> bytes:
    """Return the place of a match's game in it: the counts at the head of the data, see
    engine_core.game.match_base."""
    return match.data[:_HEADER]


def _same(one: ClubGame, other: ClubGame) -> bool:
    return same_game(one.game.entries, other.game.entries, SAME_ANYWHERE_BITS)

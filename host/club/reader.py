"""Replays the games of the tables and writes them to the history, in a background thread: a game
takes some milliseconds, and the wall must not wait for a disk."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

from engine_core.errors import PegboardError
from host.errors import HostError
from host.history.store import History, NewGame, in_place

from .games import ClubGame, club_game

BYTES_MOST = 64 << 20  # of waiting games; more are dropped
_REST_SECONDS = 0.001  # a pause after each game, in which pages are sent their events


class GameReader:
    """Reads the games in payloads. `take(table, name, game)` is called in the event loop; the game
    is None if it is invalid or was cleared.

    history: the file to store them in, None for none; club: goes before the table's name there;
    delay: of the payloads, in seconds; tell: called with texts about errors of the file.
    """

    def __init__(
        self,
        take: Callable[[str, str, ClubGame | None], None],
        history: Path | None,
        club: str,
        tell: Callable[[str], None],
        delay: float = 0.0,
    ):
        self._take = take
        self._path = history
        self._club = club
        self._tell = tell
        self._delay = delay
        self._told = False
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[str, dict[str, bytes]] = {}  # the newest of each, by table and name
        self._bytes = 0
        self._changed = threading.Condition()
        self._ended = False
        self._history: History | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def read(self, table: str, name: str, payload: bytes) -> None:
        """Read the game `name` of a table, "" for the one that it plays."""
        with self._changed:
            games = self._waiting.get(table, {})
            more = len(payload) - len(games.get(name, b""))
            if self._bytes + more > BYTES_MOST:
                return
            self._bytes += more
            self._waiting.setdefault(table, games)[name] = payload
            self._changed.notify()

    def close(self) -> None:
        """End the thread. The broker still has what is waiting."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while self._wait():
            self._read_next()
            time.sleep(_REST_SECONDS)
        if self._history:
            self._history.close()

    def _read_next(self) -> None:
        table, name, payload = self._next()
        game = club_game(payload) if payload else None
        if game and name and name != game.id():
            game = None
        came = time.time() - self._delay  # when it arrived here
        if game and game.at > came:  # the clock of the table is wrong
            game = game._replace(at=came)
        if game and self._path:
            self._keep(table, name, game, came)
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._take, table, name, game)

    def _wait(self) -> bool:
        with self._changed:
            while not self._waiting and not self._ended:
                self._changed.wait()
            return not self._ended

    def _next(self) -> tuple[str, str, bytes]:
        """Remove and return a waiting game; the tables take turns, so that none waits for all of
        another's."""
        with self._changed:
            table = next(iter(self._waiting))
            games = self._waiting.pop(table)
            name = next(iter(games))
            payload = games.pop(name)
            self._bytes -= len(payload)
            if games:
                self._waiting[table] = games
            return table, name, payload

    def _keep(self, table: str, name: str, game: ClubGame, came: float) -> None:
        assert self._path
        try:
            self._history = in_place(self._history)
            if self._history is None:
                self._history = History(self._path)
            self._store(self._history, f"{self._club}/{table}", name, game, came)
            self._told = False
        except HostError as why:
            if not self._told:
                self._told = True
                self._tell(f"Games are not being kept: {why}.")
        except PegboardError:
            pass  # of another version of the rules

    def _store(self, history: History, board: str, name: str, game: ClubGame, came: float) -> None:
        played = game.game
        late = bool(self._delay)  # another wall may have stored what comes here later
        times = (*(None,) * (len(played.entries) - 1), game.at or None)
        if name:
            new = NewGame(played.entries, times, "", board, played.begun, game.names)
            # Perhaps while this was away.
            history.add(new, game.at or came, corrects=True, late=late)
            return
        # It is looked up each time: another match may begin at the same place.
        number = history.update(board, played, came, times=times, told=game.result, late=late)
        known = history.game(number).names if number else []
        # Of a game that nobody saw, its table may name those who sit there now.
        if number and game.names and known != list(game.names) and (game.at or not known):
            history.name(number, list(game.names))
